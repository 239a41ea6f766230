"""Every command shows lines to type, and each can be read."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from typer.main import get_command

from answers.cli.app import app
from answers.cli.common.examples import EXAMPLES, SETTINGS
from answers.exam.settings_file import read_document
from answers.kinds.tolerance import Tolerance
from tests.answers.cli.running import run


def commands(command: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The commands and groups below one, by the names that lead to them."""
    for name, below in getattr(command, "commands", {}).items():
        own = f"{path} {name}".strip()
        yield own, below
        yield from commands(below, own)


COMMANDS = dict(commands(get_command(app)))


def test_each_command_has_examples_and_no_other() -> None:
    assert EXAMPLES.keys() == COMMANDS.keys()


@pytest.mark.parametrize("line", sorted({line for lines in EXAMPLES.values() for line in lines}))
def test_an_example_is_read(line: str) -> None:
    program, *words = shlex.split(line)
    assert program == "corrige"
    assert len(line) <= 90
    command: Any = get_command(app)
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    with command.make_context(command.name, words) as context:  # what is missing, unknown or ill-typed is refused
        assert context.params


def test_examples_stand_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "class", "seeds", "--help").out
    assert out.rstrip().endswith("Examples:\n  corrige class seeds algo")
    assert not re.search("Examples", run(capsys, "--help").out)


def test_the_settings_of_an_exam_stand_in_the_help_of_marking(capsys: pytest.CaptureFixture[str]) -> None:
    lines = SETTINGS["class grade"]
    assert all(f"\n  {line}\n" in run(capsys, "class", "grade", "--help").out for line in lines)
    nash = read_document(tomllib.loads("\n".join(lines), parse_float=Decimal), "help").exams["nash"]
    assert nash.points == {"1": 2, "7a": Fraction(5, 2)}
    assert nash.tolerance == {"4": Tolerance(relative=Fraction(1, 20)), "8": Tolerance(absolute=Fraction(1, 5))}
