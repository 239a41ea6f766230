"""A better search for the weights α: one weight at a time, on common dice, moving only when it is significant.

On the same dice two candidates that differ in one weight play most games alike, so their difference has a far smaller
variance than two win rates; and a paired test keeps noise from being taken for an improvement, which is how the
report's random walk spends most of its steps.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.refusal import Refusal
from solvers.yahtzee.matches.random_walk import Search, finished
from solvers.yahtzee.matches.win_rate import win_rates
from solvers.yahtzee.strategies.perturbation import Perturbation
from solvers.yahtzee.strategies.strategy import Strategy

SIGNIFICANT: Final = 2.0
"""Standard errors by which a move must be better."""


def coordinate_search(
    start: Perturbation, opponent: Strategy, *, sets: int, rounds: int, step: float, seed: int
) -> Search:
    """Return the weights reached by significant moves along the coordinates, from those of `start`.

    In each round every weight in turn is tried one step up, then one step down; the first move that wins more games by
    two standard errors of the paired difference is made. The step of a weight that stays is halved, that of one that
    moves is kept. Every round has dice of its own, the same for all its comparisons.

    Parameters
    ----------
    start : Perturbation
        Where the search begins.
    opponent : Strategy
        Against whom the win rate is measured.
    sets : int
        Antithetic sets for each comparison, at least 2.
    rounds : int
        How often all weights are tried, at least 0.
    step : float
        The first step of every weight, at least 0.
    seed : int
        Seed of the dice, at least 0: round r has those of seed + r, the final estimate those of seed + rounds.

    Raises
    ------
    Refusal
        If a number is outside its range.

    Notes
    -----
    A maximum along the coordinates up to noise, not a global one.

    Source: ours; coordinate search with a paired test on common random numbers; equation (11) is its start in the
    Yahtzee report, section 6.2.
    """
    if sets < 2 or rounds < 0 or not step >= 0 or seed < 0:
        raise Refusal(f"needs sets ≥ 2, rounds, step, seed ≥ 0, got {sets}, {rounds}, {step}, {seed}")
    best, matches, widths = start, 0, np.full(len(start.weights), float(step))
    for dice in range(seed, seed + rounds):
        now = win_rates(best, opponent, sets, dice)
        matches += 1
        for i, width in enumerate(widths):
            for change in (width, -width):
                weights = np.array(best.weights)
                weights[i] += change
                moved = best.reweighed(weights)
                found = win_rates(moved, opponent, sets, dice)
                matches += 1
                if _better(found - now):
                    best, now = moved, found
                    break
            else:
                widths[i] /= 2
    return finished(best, opponent, sets, seed + rounds, matches)


def _better(gains: NDArray[np.float64]) -> bool:
    return bool(gains.mean() > SIGNIFICANT * gains.std(ddof=1) / np.sqrt(gains.size) > 0)
