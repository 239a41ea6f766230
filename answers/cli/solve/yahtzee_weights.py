"""corrige solve yahtzee-weights: the search for the weights of Perturbation."""

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from answers.cli.common.cost import Long, check_cost
from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output, Randomness
from answers.cli.common.output import table, working
from answers.cli.solve.common import Json, deliver_solution, estimate, refusing, told_estimate
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.yahtzee.matches.weight_search import Contest, Search
    from solvers.yahtzee.strategies.perturbation import Perturbation

SearchMethod = Literal["random-walk", "coordinate", "alone"]
Base = Literal["decision_une", "toutes_les_esperances"]


class Contested(NamedTuple):
    """Against whom, on how many sets of which seed."""

    opponent: Base
    sets: int
    seed: int


SETS = 1000
VALUES = "0.25,0.5,1,2,4"
WALK_STEPS, WALK_WIDTH = 100, 0.5
ROUNDS, ROUND_STEP = 2, 1.0
WEIGHTS = 12
MOST = 1_000_000
SET_SECONDS = 5e-5
"""What a set of two games takes on a usual machine."""


def yahtzee_weights(
    *,
    method: Annotated[
        SearchMethod,
        typer.Option("--method", help="The report's walk; one weight at a time; each alone, the others 0."),
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
    until: Annotated[
        float | None,
        typer.Option("--until", metavar="RATE", min=0, max=1, help="The walk stops at this win rate, such as 0.52."),
    ] = None,
    long: Long = False,
    values: Annotated[
        str, typer.Option("--values", metavar="A,A,…", help="The weights tried by the method alone.")
    ] = VALUES,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Search the weights of Perturbation (report, section 6.2), from 0, in the game of the report's text.

    The share of games won, draws counting one half, is measured on dice that the search has not seen.
    """
    contested, tried = Contested(opponent, sets, seed), _numbers(values)
    count = steps if steps is not None else WALK_STEPS if method == "random-walk" else ROUNDS
    _check_sets(method, count, len(tried), sets, long=long)
    if method == "alone":
        found, lines = refusing(_alone, contested, tried)
    else:
        found, lines = refusing(_searched, method, contested, count, until)
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)


def _check_sets(method: SearchMethod, steps: int, values: int, sets: int, *, long: bool) -> None:
    """Refuse searches of hours, by the most matches that they may play."""
    matches = {"random-walk": steps + 2, "coordinate": 1 + steps * (1 + 2 * WEIGHTS), "alone": WEIGHTS * values}[method]
    what = Message("{matches} matches of {sets} sets", matches=matches, sets=sets)
    seconds = SET_SECONDS * matches * sets
    check_cost(what, seconds, place="--sets", remedy=Message("ask for fewer sets or steps"), long=long)


def _searched(method: SearchMethod, contested: Contested, steps: int, target: float | None) -> tuple[Json, list[str]]:
    opponent, sets, seed = contested
    with working(
        Message(
            "searching weights against {opponent}: {method}, {steps}, sets a match: {sets}",
            opponent=opponent,
            steps=Message("{count} step", plural="{count} steps", count=steps),
            method=method,
            sets=sets,
        )
    ):
        search = _search(method, contested, steps, target)
    weights = search.weights._asdict()
    found: Json = {
        "method": method,
        "opponent": opponent,
        "sets": sets,
        "steps": steps,
        "seed": seed,
        "matches": search.matches,
        "weights": weights,
        "win_rate": estimate(search.rate),
    }
    lines = [f"{name:<20} {weight:g}" for name, weight in weights.items()]
    return found, [*lines, Message("win rate             {rate}", rate=told_estimate(search.rate))]


def _search(method: SearchMethod, contested: Contested, steps: int, target: float | None) -> "Search":
    from solvers.yahtzee.matches.coordinate_search import coordinate_search
    from solvers.yahtzee.matches.random_walk import random_walk

    start, contest = _start(contested)
    if method == "random-walk":
        return random_walk(start, contest, steps=steps, width=WALK_WIDTH, target=target)
    return coordinate_search(start, contest, rounds=steps, step=ROUND_STEP)


def _alone(contested: Contested, values: list[float]) -> tuple[Json, list[str]]:
    from solvers.yahtzee.matches.single_weights import single_weights

    opponent, sets, seed = contested
    with working(Message("each weight alone against {opponent}: {sets} sets a match", opponent=opponent, sets=sets)):
        found = single_weights(*_start(contested), values)
    document = {
        "method": "alone", "opponent": opponent, "sets": sets, "seed": seed,
        "weights": {
            one.name: {
                "rates": [{"weight": weight, "win_rate": estimate(rate)} for weight, rate in one.rates],
                "better": one.better,
            }
            for one in found
        },
    }  # fmt: skip
    rows = [
        (one.name, *(f"{rate.value:.4f} ± {rate.high - rate.value:.4f}" for _, rate in one.rates),
         ", ".join(f"{weight:g}" for weight in one.better) or "—")
        for one in found
    ]  # fmt: skip
    return document, table((Message("alone"), *(f"α = {value:g}" for value in values), Message("above 1/2")), rows)


def _start(contested: Contested) -> "tuple[Perturbation, Contest]":
    from solvers.yahtzee.matches.weight_search import Contest
    from solvers.yahtzee.rules.rules import REPORT
    from solvers.yahtzee.strategies.perturbation import perturbation
    from solvers.yahtzee.strategies.strategies import strategy
    from solvers.yahtzee.strategies.weights import Weights

    contest = Contest(strategy(contested.opponent, REPORT), contested.sets, contested.seed)
    return perturbation(REPORT, Weights()), contest


def _numbers(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError as error:
        raise CorrigeError.one(
            Message("--values is {text!r}", text=text[:40]), remedy="write it like 0.5,1,2"
        ) from error
