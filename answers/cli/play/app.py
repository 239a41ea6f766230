"""Games to play in the terminal: one command a game, one module a command."""

import typer

from answers.cli.common.once import Once
from answers.cli.common.spoken import SpokenGroup
from answers.cli.play.dice import dice
from answers.cli.play.verger import verger
from answers.cli.play.yahtzee import yahtzee

app = typer.Typer(
    help="Play against a strategy in the terminal.", cls=SpokenGroup, no_args_is_help=True, rich_markup_mode=None
)

for command in (dice, verger, yahtzee):
    app.command(cls=Once)(command)
