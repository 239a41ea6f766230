"""The solvers as a calculator: one command a game, one module a command."""

import typer

from answers.cli.common.once import Once
from answers.cli.common.spoken import SpokenGroup
from answers.cli.solve.arena import arena
from answers.cli.solve.chess import chess
from answers.cli.solve.chomp import chomp
from answers.cli.solve.cram import cram
from answers.cli.solve.dice import dice
from answers.cli.solve.dice_gain import dice_gain
from answers.cli.solve.domineering import domineering
from answers.cli.solve.game import game
from answers.cli.solve.nash import nash
from answers.cli.solve.phantom import phantom
from answers.cli.solve.tictactoe import tictactoe
from answers.cli.solve.trees import alphabeta, minmax
from answers.cli.solve.verger import verger
from answers.cli.solve.yahtzee import yahtzee
from answers.cli.solve.yahtzee_aims import yahtzee_aims
from answers.cli.solve.yahtzee_game import yahtzee_game
from answers.cli.solve.yahtzee_group import yahtzee_group
from answers.cli.solve.yahtzee_keep import yahtzee_keep
from answers.cli.solve.yahtzee_weights import yahtzee_weights

HELP = """The solvers as a calculator: the games of the documents, for parameters of one's own.

By document: nash has nash, game, phantom, domineering; jeux has arena, tictactoe, chomp, cram, minmax, alphabeta,
chess; dice has dice, dice-gain; verger has verger; yahtzee has those that begin so, and corrige match.
"""

app = typer.Typer(help=HELP, cls=SpokenGroup, no_args_is_help=True, rich_markup_mode=None)

COMMANDS = (
    alphabeta,
    arena,
    chess,
    chomp,
    cram,
    dice,
    dice_gain,
    domineering,
    game,
    minmax,
    nash,
    phantom,
    tictactoe,
    verger,
    yahtzee,
    yahtzee_aims,
    yahtzee_game,
    yahtzee_group,
    yahtzee_keep,
    yahtzee_weights,
)

for command in COMMANDS:
    app.command(cls=Once)(command)
