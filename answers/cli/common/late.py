"""Groups whose commands are imported when they are named, so that each pays for itself alone."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from answers.cli.common.once import Once
from answers.cli.common.spoken import SpokenGroup

Made = TyperCommand | TyperGroup


class LateGroup(SpokenGroup):
    """A group that knows the names of its commands, and makes one from its function when it is asked for."""

    homes: ClassVar[Mapping[str, str]]
    """Of each name, in the order of the help, the "module:function" of the command, or the "module:app" of a group."""

    def __init__(self, **settings: Any) -> None:  # what Typer gives to any group
        super().__init__(**{**settings, "commands": Late(self.homes)})

    def list_commands(self, _: object) -> list[str]:
        """Return the names of all commands."""
        return list(self.homes)


class Late(Mapping[str, Made]):
    """Commands by name, each made when it is first looked up."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = dict(homes)
        self._made: dict[str, Made] = {}

    def __getitem__(self, name: str) -> Made:
        """Return the command of a name, importing its module."""
        if name not in self._made:
            self._made[name] = _command(name, self._homes[name])
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        """Go over the names, in the order of the help."""
        return iter(self._homes)

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._homes)


def _command(name: str, home: str) -> Made:
    module, _, attribute = home.partition(":")
    found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        made: Made = get_group(found)
    else:
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name, cls=Once)(found)
        made = get_command(alone)  # type: ignore[assignment]  # of one command, and of our class
    made.name = name
    return made
