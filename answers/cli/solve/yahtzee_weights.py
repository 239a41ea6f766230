"""corrige solve yahtzee-weights: the search for the weights of Perturbation."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output, Randomness
from answers.cli.common.output import working
from answers.cli.solve.common import deliver_solution, estimate, refusing, told_estimate

if TYPE_CHECKING:
    from solvers.yahtzee.matches.weight_search import Search

SearchMethod = Literal["random-walk", "coordinate"]
Base = Literal["decision_une", "toutes_les_esperances"]

SETS = 1000
WALK_STEPS, WALK_WIDTH = 100, 0.5
ROUNDS, ROUND_STEP = 2, 1.0
MOST = 1_000_000


def yahtzee_weights(
    *,
    method: Annotated[
        SearchMethod, typer.Option("--method", help="The report's walk, or one weight at a time.")
    ] = "random-walk",
    opponent: Annotated[Base, typer.Option("--opponent", help="Against whom games are won.")] = "toutes_les_esperances",
    sets: Annotated[
        int, typer.Option("--sets", metavar="N", min=2, max=MOST, help="Antithetic sets a comparison, of two games.")
    ] = SETS,
    seed: Randomness = 2022,
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps", metavar="N", min=0, max=MOST, help=f"Of the walk ({WALK_STEPS}), or rounds ({ROUNDS})."
        ),
    ] = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Search the weights of Perturbation (report, section 6.2), from 0, in the game of the report's text.

    The share of games won, draws counting one half, is measured on dice that the search has not seen.
    """
    count = steps if steps is not None else WALK_STEPS if method == "random-walk" else ROUNDS
    with working(f"searching weights against {opponent}: {count} steps of the {method}, {sets} sets a match"):
        search = refusing(_search, method, opponent, sets, seed, count)
    weights = search.weights._asdict()
    found = {
        "method": method,
        "opponent": opponent,
        "sets": sets,
        "steps": count,
        "seed": seed,
        "weights": weights,
        "win_rate": estimate(search.rate),
    }
    lines = [f"{name:<20} {weight:g}" for name, weight in weights.items()]
    lines.append(f"{'win rate':<20} {told_estimate(search.rate)}")
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _search(method: SearchMethod, opponent: Base, sets: int, seed: int, steps: int) -> "Search":
    from solvers.yahtzee.matches.coordinate_search import coordinate_search
    from solvers.yahtzee.matches.random_walk import random_walk
    from solvers.yahtzee.matches.weight_search import Contest
    from solvers.yahtzee.rules.rules import REPORT
    from solvers.yahtzee.strategies.perturbation import perturbation
    from solvers.yahtzee.strategies.strategies import strategy
    from solvers.yahtzee.strategies.weights import Weights

    start, contest = perturbation(REPORT, Weights()), Contest(strategy(opponent, REPORT), sets, seed)
    if method == "random-walk":
        return random_walk(start, contest, steps=steps, width=WALK_WIDTH)
    return coordinate_search(start, contest, rounds=steps, step=ROUND_STEP)
