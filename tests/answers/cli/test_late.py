"""Commands are imported when they are named."""

import subprocess
import sys
from typing import ClassVar

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from answers.cli.app import app
from answers.cli.common.late import Late, LateGroup


class Two(LateGroup):
    homes: ClassVar = {"show": "answers.cli.exams:show", "play": "answers.cli.play.app:app"}


def test_a_command_is_made_once_under_its_name():
    late = Late(Two.homes)
    assert isinstance(late["show"], TyperCommand)
    assert isinstance(late["play"], TyperGroup)
    assert [late[name].name for name in late] == ["show", "play"]
    assert late["show"] is late["show"]
    assert "shew" not in late
    assert len(late) == 2


def test_commands_are_listed_as_they_are_declared():
    assert Two(name="two").list_commands(None) == ["show", "play"]


def test_every_command_has_its_name_and_a_help():
    assert sum(1 for _ in leaves(get_command(app))) >= 45


def leaves(group):
    for name, command in group.commands.items():
        assert command.name == name
        assert command.help
        if isinstance(command, TyperGroup):
            yield from leaves(command)
        else:
            yield command


@pytest.mark.parametrize(
    ("asked", "unasked"),
    [("list", "answers.cli.solve"), ("list", "answers.cli.classes"), ("solve nash --help", "answers.cli.solve.dice")],
)
def test_a_command_pays_for_itself_alone(asked, unasked):
    program = (
        "import sys\nfrom answers.cli.app import main\n"
        "try:\n    main(sys.argv[1:])\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", program, *asked.split()], capture_output=True, text=True, check=True)
    loaded = run.stderr.split()
    assert "answers.cli.app" in loaded
    assert not [name for name in loaded if f"{name}.".startswith(f"{unasked}.")]
