"""corrige solve dice, dice-gain: optimal play of Dice Battle, and the gain of one strategy against another."""

from dataclasses import replace
from typing import Annotated

import typer

from answers.cli.common.options import TO_STDOUT, Output
from answers.cli.common.output import working
from answers.cli.laboratory.solver import DICE_STRATEGIES, GameName, Games, Long, MostDice, Randomness, Target, solver
from answers.errors import CorrigeError
from answers.laboratory import counts
from answers.laboratory import dice as lab
from answers.laboratory.dice import TableName, dice_table
from answers.laboratory.result import SolverResult
from answers.laboratory.user_input import pair

OF_ONE_ROUND = ("EG1", "P", "Q", "EP")
"""Tables of a single round, whose size does not depend on the target."""


@solver
def dice(
    *,
    dice: MostDice = 10,
    target: Target = 100,
    game: GameName = "sequential",
    long: Long = False,
    state: Annotated[
        str, typer.Option("--state", metavar="I,J", help="Points of the player to throw, and of the other player.")
    ] = "0,0",
    table: Annotated[
        TableName | None,
        typer.Option(
            "--table",
            help="Print a whole table of the exam dice: EG (expected gain), OPT (best number of dice), EG1 "
            "(gain in a single round), mixes, P (chances of each number of points), Q (the same without "
            "a 1), EP (expected points, and the best number d*), E1 (the round from --state) or LP (the "
            "linear program).",
        ),
    ] = None,
    output: Output = TO_STDOUT,
) -> SolverResult:
    """Compute the gain and an optimal choice at Dice Battle: a number of dice, or a mix of 1, …, D dice.

    A --table is written as CSV, or as a picture if -o FILE ends in .svg, .png or .pdf. LP is the linear program of
    question 12, for the single round; with --state, for that round of the simultaneous game.
    """
    dice_game = lab.DiceGame(game, dice, target, pair(state, ",", "--state", "40,52"))
    if table not in OF_ONE_ROUND:
        lab.check_dice_cost("simultaneous" if table == "E1" else game, dice, target, long=long)
    if table is not None:
        solution = dice_table(table, dice_game)
        return replace(solution, lines=()) if output.suffix.lower() in solution.drawings else solution
    with working(
        "solving the {game} game with {dice} to {points}",
        game=game,
        dice=counts.dice(dice),
        points=counts.points(target),
    ):
        return lab.optimum(dice_game)


@solver
def dice_gain(
    *,
    dice: MostDice = 10,
    target: Target = 100,
    game: GameName = "sequential",
    first: Annotated[
        str,
        typer.Option("--first", metavar="NAME", help=f"Strategy of the player who throws first: {DICE_STRATEGIES}."),
    ] = "optimal",
    second: Annotated[str, typer.Option("--second", metavar="NAME", help="The other player's strategy.")] = "blind",
    games: Games = None,
    seed: Randomness = 17,
    long: Long = False,
    state: Annotated[
        str, typer.Option("--state", metavar="I,J", help="Points of the player to throw (player 1), and of the other.")
    ] = "0,0",
) -> SolverResult:
    """Compute the exact expected gain of a strategy of Dice Battle against another; --games also estimates it."""
    points = pair(state, ",", "--state", "40,52")
    if games is not None and points != (0, 0):
        raise CorrigeError.single(
            "--games plays whole games, which begin at 0,0 and not at --state", remedy="leave --games or --state out"
        )
    lab.check_dice_cost(game, dice, target, games=games or 0, long=long)
    with working("playing {first} against {second}", first=first, second=second):
        return lab.gain(lab.DiceGame(game, dice, target, points), (first, second), games, seed)
