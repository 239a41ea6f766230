"""Commands of pages and of fixtures/laboratory.csv exist, with the options that they are given; solvers run."""

import csv
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from answers.cli.app import app
from answers.exam.catalogue import exam_names
from tests.answers.cli.running import run

ROOT = Path(__file__).parents[2]
PAGES = [path.read_text("utf-8") for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")))]
ROWS = list(csv.DictReader((ROOT / "fixtures" / "laboratory.csv").read_text("utf-8").splitlines()))
TABLE = [row["command"].removeprefix("corrige ") for row in ROWS]
COMMANDS = sorted({*TABLE, *re.findall(r"`corrige ([^`]+)`", (ROOT / "docs" / "laboratory.md").read_text("utf-8"))})
PROGRAM: Any = typer.main.get_command(app)
PARSED = ("yahtzee-weights", "--games 100000", "--steps 1000000", "4x5 --plans 10000", "solve yahtzee --strategy")
"""What takes seconds is only parsed; what strategies of Yahtzee score is computed in tests of the commands."""
SOLVED = [text for text in COMMANDS if text.startswith("solve ") and not any(part in text for part in PARSED)]
FILES = {
    "arena": "a 0: b c\nb 1: wins 0\nc 1: draw\n",
    "minmax": "[[3, 12], [2, 4]]",
    "alphabeta": "[[3, 12], [2, 4]]",
    "cram": "...\n..#\n",
    "nash": "1,0\n0,1\n",
}
"""Of the teacher's own, by the command that reads it."""


def typed(page: str) -> list[str]:
    """The commands in the blocks of a page that are for a shell, each on one line."""
    blocks = "".join(re.findall(r"```sh\n(.*?)```", page, re.DOTALL)).replace("\\\n", " ")
    return [line.removeprefix("corrige ") for line in blocks.splitlines() if re.match(r"corrige \w", line)]


def understand(text: str) -> None:
    """Parse a command as the program does, up to where the work would begin."""
    command, words = PROGRAM, shlex.split(text, comments=True)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    assert not hasattr(command, "commands"), f"{text} names no command"
    assert command.make_context(command.name, ["1" if word == "N" else word for word in words]), text


def test_each_command_of_the_table_is_understood() -> None:
    for text in COMMANDS:
        understand(text)
    for name in PROGRAM.commands["solve"].commands:
        assert any(re.match(rf"solve {name}( |$)", text) for text in TABLE), name
    assert {row["document"] for row in ROWS} == set(exam_names()) - {"phantom", "domino", "yams"}
    assert len(set(TABLE)) > 140
    assert len({(row["document"], row["item"]) for row in ROWS}) > 165


@pytest.mark.slow
def test_what_pages_let_one_type_is_understood() -> None:
    commands = [text for page in PAGES for text in typed(page)]
    for text in commands:
        understand(text)
    assert len(commands) > 60


@pytest.mark.slow
def test_each_solver_runs(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    assert len(SOLVED) > 75
    for text in SOLVED:
        words = shlex.split(text)
        for drawing in here.glob("*.*"):
            drawing.unlink()
        (here / "FILE").write_text(FILES.get(words[1], ""))
        outcome = run(capsys, *words)
        assert outcome.code == 0, (text, outcome.err)
        assert outcome.out != "" or outcome.err.startswith("wrote "), text
