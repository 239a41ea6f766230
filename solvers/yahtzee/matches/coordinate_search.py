"""A better search for the weights α: one weight at a time, on common dice, moving only when it is significant.

On the same dice two candidates that differ in one weight play most games alike, so their difference has a far smaller
variance than two win rates; and a paired test keeps noise from being taken for an improvement, which is how the
report's random walk spends most of its steps.
"""

from typing import Final

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.refusal import Refusal
from solvers.yahtzee.matches.weight_search import Contest, Search
from solvers.yahtzee.strategies.perturbation import Perturbation

SIGNIFICANT: Final = 2.0
"""Standard errors by which a move must be better."""


def coordinate_search(start: Perturbation, contest: Contest, *, rounds: int, step: float) -> Search:
    """Return the weights reached by significant moves along the coordinates, from those of `start`.

    In each round every weight in turn is tried one step up, then one step down; the first move that wins more games by
    two standard errors of the paired difference is made. The step of a weight that stays is halved, that of one that
    moves is kept. Every round has dice of its own, the same for all its comparisons.

    Parameters
    ----------
    start : Perturbation
        Where the search begins.
    contest : Contest
        The final estimate uses the dice of seed + rounds.
    rounds : int
        How often all weights are tried, at least 0.
    step : float
        The first step of every weight, at least 0.

    Raises
    ------
    Refusal
        If a number is outside its range.

    Notes
    -----
    A maximum along the coordinates up to noise, not a global one.

    Source: ours; coordinate search with a paired test on common random numbers. In the Yahtzee report, section 6.2,
    equation (11) also looks at one weight at a time.
    """
    if rounds < 0 or not step >= 0:
        raise Refusal("needs rounds, step ≥ 0, got {rounds} and {step}", rounds=rounds, step=step)
    best, matches, widths = start, 0, np.full(len(start.weights), float(step))
    for dice in range(rounds):
        now = contest.rates(best, dice)
        matches += 1
        for i, width in enumerate(widths):
            for change in (width, -width):
                weights = np.array(best.weights)
                weights[i] += change
                moved = best.reweighed(weights)
                found = contest.rates(moved, dice)
                matches += 1
                if _better(found - now):
                    best, now = moved, found
                    break
            else:
                widths[i] /= 2
    return contest.finished(best, rounds, matches)


def _better(gains: Floats) -> bool:
    return bool(gains.mean() > SIGNIFICANT * gains.std(ddof=1) / np.sqrt(gains.size) > 0)
