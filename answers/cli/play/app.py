"""Games to play in the terminal: one command a game, one module a command."""

from typing import ClassVar

import typer

from answers.cli.common.late import LateGroup


class Games(LateGroup):
    """The games, by name."""

    homes: ClassVar = {
        "dice": "answers.cli.play.dice:dice",
        "verger": "answers.cli.play.verger:verger",
        "yahtzee": "answers.cli.play.yahtzee:yahtzee",
    }


app = typer.Typer(
    help="Play against a strategy in the terminal.", cls=Games, no_args_is_help=True, rich_markup_mode=None
)
