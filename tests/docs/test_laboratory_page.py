"""Every command on docs/laboratory.md exists, with the options that it is given, and those of solvers run."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from answers.cli.app import app
from tests.answers.cli.running import run

PAGE = (Path(__file__).parents[2] / "docs" / "laboratory.md").read_text("utf-8")
COMMANDS = sorted(set(re.findall(r"`((?:solve|key|sheet|verify|figures|match|play|show) [^`]+)`", PAGE)))
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


def test_each_command_of_the_page_is_understood() -> None:
    """Parsed as the program does, up to where the work would begin."""
    group: Any = typer.main.get_command(app)
    for text in COMMANDS:
        command, words = group, shlex.split(text)
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]
        assert not hasattr(command, "commands"), f"{text} names no command"
        assert command.make_context(command.name, ["1" if word == "N" else word for word in words]), text
    for name in group.commands["solve"].commands:
        assert re.search(rf"`solve {name}[ `]", PAGE), name
    assert len(COMMANDS) > 165


@pytest.mark.slow
def test_each_solver_of_the_page_runs(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    assert len(SOLVED) > 75
    for text in SOLVED:
        words = shlex.split(text)
        for drawing in here.glob("*.*"):
            drawing.unlink()
        (here / "FILE").write_text(FILES.get(words[1], ""))
        outcome = run(capsys, *words)
        assert outcome.code == 0, (text, outcome.err)
        assert outcome.out != "" or outcome.err.startswith("wrote "), text
