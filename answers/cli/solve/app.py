"""The solvers as a calculator: one command a game, one module a command."""

from typing import ClassVar

import typer

from answers.cli.common.late import LateGroup

HELP = """The solvers as a calculator: the games of the documents, for parameters of one's own.

By document: nash has nash, game, phantom, domineering; jeux has arena, tictactoe, chomp, cram, minmax, alphabeta,
chess; dice has dice, dice-gain; verger has verger; yahtzee has those that begin so, and corrige match.
"""


class Solvers(LateGroup):
    """The calculators, by name."""

    homes: ClassVar = {
        "alphabeta": "answers.cli.solve.trees:alphabeta",
        "arena": "answers.cli.solve.arena:arena",
        "chess": "answers.cli.solve.chess:chess",
        "chomp": "answers.cli.solve.chomp:chomp",
        "cram": "answers.cli.solve.cram:cram",
        "dice": "answers.cli.solve.dice:dice",
        "dice-gain": "answers.cli.solve.dice_gain:dice_gain",
        "domineering": "answers.cli.solve.domineering:domineering",
        "game": "answers.cli.solve.game:game",
        "minmax": "answers.cli.solve.trees:minmax",
        "nash": "answers.cli.solve.nash:nash",
        "phantom": "answers.cli.solve.phantom:phantom",
        "tictactoe": "answers.cli.solve.tictactoe:tictactoe",
        "verger": "answers.cli.solve.verger:verger",
        "yahtzee": "answers.cli.solve.yahtzee:yahtzee",
        "yahtzee-aims": "answers.cli.solve.yahtzee_aims:yahtzee_aims",
        "yahtzee-game": "answers.cli.solve.yahtzee_game:yahtzee_game",
        "yahtzee-group": "answers.cli.solve.yahtzee_group:yahtzee_group",
        "yahtzee-keep": "answers.cli.solve.yahtzee_keep:yahtzee_keep",
        "yahtzee-weights": "answers.cli.solve.yahtzee_weights:yahtzee_weights",
    }


app = typer.Typer(help=HELP, cls=Solvers, no_args_is_help=True, rich_markup_mode=None)
