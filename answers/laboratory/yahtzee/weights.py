"""Search the weights of Perturbation, a strategy of the Yahtzee report (section 6.2)."""

from typing import Literal, NamedTuple

from answers.laboratory.result import SolverResult, Tabular, estimate, estimate_text
from answers.laboratory.user_input import check_cost, decimals
from answers.messages import Message
from solvers.yahtzee.matches.weight_search import WeightContest, coordinate_search, random_walk, single_weights
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.perturbation import Perturbation, Weights, perturbation
from solvers.yahtzee.strategies.strategies import strategy

Base = Literal["decision_une", "toutes_les_esperances"]
SearchMethod = Literal["random-walk", "coordinate"]
WALK_STEPS, WALK_WIDTH = 100, 0.5
ROUNDS, ROUND_STEP = 2, 1.0
SET_SECONDS = 5e-5
"""Seconds for a set of two games of Perturbation on a usual machine."""


class SearchMatch(NamedTuple):
    """The matches that a search plays: the opponent, the number of sets of each match, and the seed of the dice."""

    opponent: Base
    sets: int
    seed: int


def searched(
    method: SearchMethod, match: SearchMatch, steps: int | None, target: float | None, *, long: bool
) -> SolverResult:
    """Return the weights that a search starting from 0 finds, and the share of games that they win on other dice.

    `steps` is the number of steps of a random walk or of rounds of a coordinate search, None for the default. `target`
    is the share of games won at which a random walk ends. CorrigeError if this takes too long, unless `long`.
    """
    is_walk = method == "random-walk"
    count = steps if steps is not None else WALK_STEPS if is_walk else ROUNDS
    _check_cost(count + 2 if is_walk else 1 + count * (1 + 2 * len(Weights._fields)), match.sets, long=long)
    if is_walk:
        search = random_walk(*_start(match), steps=count, width=WALK_WIDTH, target=target)
    else:
        search = coordinate_search(*_start(match), rounds=count, step=ROUND_STEP)
    weights = search.weights._asdict()
    document = {
        "method": method,
        "opponent": match.opponent,
        "sets": match.sets,
        "steps": count,
        "seed": match.seed,
        "matches": search.matches,
        "weights": weights,
        "win_rate": estimate(search.rate),
    }
    lines = [f"{name:<20} {weight:g}" for name, weight in weights.items()]
    return SolverResult(document, [*lines, Message("win rate             {rate}", rate=estimate_text(search.rate))])


def alone(match: SearchMatch, values: str, *, long: bool) -> SolverResult:
    """Return the share of games that Perturbation wins with a single weight other than 0.

    Each of its weights gets each value in `values`, a text such as "0.5,1,2", while the others are 0. CorrigeError if
    this takes too long, unless `long`.
    """
    tried = decimals(values, "--values", Message("write for instance 0.5,1,2"))
    _check_cost(len(Weights._fields) * len(tried), match.sets, long=long)
    weights = single_weights(*_start(match), tried)
    document = {
        "method": "alone",
        "opponent": match.opponent,
        "sets": match.sets,
        "seed": match.seed,
        "weights": {
            single_weight.name: {
                "rates": [{"weight": weight, "win_rate": estimate(rate)} for weight, rate in single_weight.rates],
                "better": single_weight.better,
            }
            for single_weight in weights
        },
    }
    rows = [
        (
            single_weight.name,
            *(f"{rate.value:.4f} ± {rate.high - rate.value:.4f}" for _, rate in single_weight.rates),
            ", ".join(f"{weight:g}" for weight in single_weight.better) or "—",
        )
        for single_weight in weights
    ]
    columns = (
        Message("correction applied without the others"),
        *(f"α = {value:g}" for value in tried),
        Message("weights that win more than half of the games"),
    )
    return SolverResult(document, [Tabular(columns, rows)])


def _check_cost(matches: int, sets: int, *, long: bool) -> None:
    """Raise CorrigeError if a search of at most `matches` matches takes too long; see `check_cost`."""
    message = Message("the command would play {matches} matches of {pairs} pairs of games", matches=matches, pairs=sets)
    remedy = Message("ask for fewer pairs or steps")
    check_cost(message, SET_SECONDS * matches * sets, place="--sets", remedy=remedy, long=long)


def _start(match: SearchMatch) -> tuple[Perturbation, WeightContest]:
    """Return the first weights of the search, and the contest that measures each choice of weights."""
    contest = WeightContest(strategy(match.opponent, REPORT), match.sets, match.seed)
    return perturbation(REPORT, Weights()), contest
