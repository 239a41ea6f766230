"""Every command on docs/laboratory.md exists, with the options that it is given."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from answers.cli.app import app
from tests.answers.cli.running import run

PAGE = (Path(__file__).parents[2] / "docs" / "laboratory.md").read_text("utf-8")
COMMANDS = sorted(set(re.findall(r"`corrige ([^`]+)`", PAGE)))
LONG = ("yahtzee-weights", "--games 100000", "--steps 1000000", "4x5 --plans 10000")
"""What takes more than some seconds is only parsed."""
SOLVED = [text for text in COMMANDS if text.startswith("solve ") and not any(long in text for long in LONG)]
FILES = {
    "arena": "a 0: b c\nb 1: wins 0\nc 1: draw\n",
    "minmax": "[[3, 12], [2, 4]]",
    "alphabeta": "[[3, 12], [2, 4]]",
    "cram": "...\n..#\n",
    "nash": "1,0\n0,1\n",
}
"""Of the teacher's own, by the command that reads it."""


def test_the_page_has_many_commands() -> None:
    assert len(COMMANDS) > 140
    assert len(re.findall(r"^\| .*`corrige ", PAGE, re.MULTILINE)) > 165


@pytest.mark.parametrize("text", COMMANDS)
def test_a_command_of_the_page_is_understood(text: str) -> None:
    """Parsed as the program does, up to where the work would begin."""
    words = shlex.split(text)
    command: Any = typer.main.get_command(app)
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    assert not hasattr(command, "commands"), f"{text} names no command"
    context = command.make_context(command.name, ["1" if word == "N" else word for word in words])
    assert context is not None


def test_every_solver_stands_on_the_page() -> None:
    group: Any = typer.main.get_command(app)
    for name in group.commands["solve"].commands:
        assert re.search(rf"`corrige solve {name}[ `]", PAGE), name


@pytest.mark.slow
@pytest.mark.parametrize("text", SOLVED)
def test_a_command_of_the_page_runs(text: str, capsys: pytest.CaptureFixture[str], here: Path) -> None:
    words = shlex.split(text)
    (here / "FILE").write_text(FILES.get(words[1], ""))
    told = run(capsys, *words)
    assert (told.code, told.out != "" or told.err.startswith("wrote ")) == (0, True), told.err
