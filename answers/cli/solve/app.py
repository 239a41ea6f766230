"""The solvers as a calculator: one command a game, one module a command."""

import typer

from answers.cli.solve.dice import dice
from answers.cli.solve.dice_gain import dice_gain
from answers.cli.solve.nash import nash
from answers.cli.solve.phantom import phantom
from answers.cli.solve.verger import verger

app = typer.Typer(help="The solvers as a calculator.", no_args_is_help=True, rich_markup_mode=None)

for command in (dice, dice_gain, nash, phantom, verger):
    app.command()(command)
