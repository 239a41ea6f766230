"""The report's search for the weights α: a random walk (section 6.2)."""

from typing import Final

import numpy as np

from solvers.refusal import Refusal
from solvers.yahtzee.matches.weight_search import Contest, Search
from solvers.yahtzee.strategies.perturbation import Perturbation

WIDER: Final = 1.5
NARROWER: Final = 0.9


def random_walk(
    start: Perturbation, contest: Contest, *, steps: int, width: float, target: float | None = None
) -> Search:
    """Return the best weights met on a random walk from those of `start`.

    Each step adds to every weight of the best point so far a number drawn from [-width, width]. After an improvement
    the interval is widened by one half, otherwise it is narrowed by one tenth. All points are judged on the same dice.

    Parameters
    ----------
    start : Perturbation
        Where the walk begins.
    contest : Contest
        Its seed is also that of the walk; the final estimate uses the dice of seed + 1.
    steps : int
        How many points are tried, at least 0.
    width : float
        Half the length of the first interval, at least 0.
    target : float, optional
        The walk stops once a point wins this share of its games, as the report's does ("objectiftaux", some 0.52).

    Raises
    ------
    Refusal
        If a number is outside its range.

    Notes
    -----
    Nothing guarantees a maximum: differences smaller than the noise are taken for improvements.

    Source: Yahtzee report, section 6.2, steps 1 to 4; the factors of the interval are ours.
    """
    if steps < 0 or not width >= 0:
        raise Refusal("needs steps, width ≥ 0, got {steps} and {width}", steps=steps, width=width)
    generator = np.random.default_rng(contest.seed)
    best, rate = start, float(contest.rates(start).mean())
    tried = 0
    while tried < steps and (target is None or rate < target):
        tried += 1
        moved = best.reweighed(np.array(best.weights) + generator.uniform(-width, width, len(best.weights)))
        found = float(contest.rates(moved).mean())
        better = found > rate
        width *= WIDER if better else NARROWER
        best, rate = (moved, found) if better else (best, rate)
    return contest.finished(best, 1, tried + 1)
