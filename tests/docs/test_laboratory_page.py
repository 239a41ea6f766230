"""Every command on docs/laboratory.md exists, with the options that it is given."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from answers.cli.app import app

PAGE = (Path(__file__).parents[2] / "docs" / "laboratory.md").read_text("utf-8")
COMMANDS = sorted(set(re.findall(r"`corrige ([^`]+)`", PAGE)))


def test_the_page_has_many_commands() -> None:
    assert len(COMMANDS) > 80


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
