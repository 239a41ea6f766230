"""corrige solve yahtzee-weights: the search for the weights of Perturbation."""

from typing import Annotated, Literal

import typer

from answers.cli.common.output import working
from answers.cli.laboratory.solver import Long, Randomness, solver
from answers.laboratory.solution import Solution
from answers.laboratory.yahtzee import weights

SETS = 1000
VALUES = "0.25,0.5,1,2,4"
MOST = 1_000_000


@solver
def yahtzee_weights(
    *,
    method: Annotated[
        Literal["random-walk", "coordinate", "alone"],
        typer.Option("--method", help="The report's walk; one weight at a time; each alone, the others 0."),
    ] = "random-walk",
    opponent: Annotated[weights.Base, typer.Option("--opponent", help="The opponent.")] = "toutes_les_esperances",
    sets: Annotated[
        int, typer.Option("--sets", metavar="N", min=2, max=MOST, help="Antithetic pairs of games per comparison.")
    ] = SETS,
    seed: Randomness = 2022,
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps",
            metavar="N",
            min=0,
            max=MOST,
            help=f"Number of steps of the walk ({weights.WALK_STEPS}), or of rounds ({weights.ROUNDS}).",
        ),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option("--until", metavar="RATE", min=0, max=1, help="The walk stops at this win rate, such as 0.52."),
    ] = None,
    long: Long = False,
    values: Annotated[
        str, typer.Option("--values", metavar="A,A,…", help="The weights tried by the method alone.")
    ] = VALUES,
) -> Solution:
    """Search the weights of Perturbation (report, section 6.2), from 0, in the game of the report's text.

    The share of games won, draws counting one half, is measured on dice that the search has not seen.
    """
    match = weights.Match(opponent, sets, seed)
    if method == "alone":
        with working("each weight alone against {opponent}: {sets} sets a match", opponent=opponent, sets=sets):
            return weights.alone(match, values, long=long)
    with working(
        "searching weights against {opponent}: {method}, sets a match: {sets}",
        opponent=opponent,
        method=method,
        sets=sets,
    ):
        return weights.searched(method, match, steps, until, long=long)
