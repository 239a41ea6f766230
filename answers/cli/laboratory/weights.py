"""corrige solve yahtzee-weights: search the weights of Perturbation, a strategy of Yahtzee."""

from typing import Annotated, Literal

import typer

from answers.cli.common.output import working
from answers.cli.laboratory.solver import Long, Randomness, solver
from answers.laboratory.result import SolverResult
from answers.laboratory.yahtzee import weights

SETS = 1000
VALUES = "0.25,0.5,1,2,4"
MOST = 1_000_000


@solver
def yahtzee_weights(
    *,
    method: Annotated[
        Literal["random-walk", "coordinate", "alone"],
        typer.Option(
            "--method",
            help="Search method: random-walk, as in the report; coordinate, one weight at a time; alone, each "
            "weight while the others are 0.",
        ),
    ] = "random-walk",
    opponent: Annotated[
        weights.Base, typer.Option("--opponent", help="Strategy of the opponent.")
    ] = "toutes_les_esperances",
    sets: Annotated[
        int,
        typer.Option(
            "--sets",
            metavar="N",
            min=2,
            max=MOST,
            help="Pairs of games per comparison; the two games of a pair are played on the same dice, exchanged.",
        ),
    ] = SETS,
    seed: Randomness = 2022,
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps",
            metavar="N",
            min=0,
            max=MOST,
            help=f"Number of steps of the random walk ({weights.WALK_STEPS}), or of rounds ({weights.ROUNDS}).",
        ),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(
            "--until",
            metavar="RATE",
            min=0,
            max=1,
            help="Stop the search for weights as soon as the strategy wins this share of its games, such as 0.52.",
        ),
    ] = None,
    long: Long = False,
    values: Annotated[
        str, typer.Option("--values", metavar="A,A,…", help="With --method alone: values to try for each weight.")
    ] = VALUES,
) -> SolverResult:
    """Search the weights of Perturbation (report, section 6.2), from 0, in the game of the report's text.

    The share of games won (a draw counts one half) is measured on dice that the search did not use.
    """
    match = weights.SearchMatch(opponent, sets, seed)
    if method == "alone":
        with working(
            "each weight alone against {opponent}: {pairs} pairs of games per match", opponent=opponent, pairs=sets
        ):
            return weights.alone(match, values, long=long)
    with working(
        "searching weights against {opponent}: {method}, pairs of games per match: {pairs}",
        opponent=opponent,
        method=method,
        pairs=sets,
    ):
        return weights.searched(method, match, steps, until, long=long)
