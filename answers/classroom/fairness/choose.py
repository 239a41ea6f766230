"""Which of many candidates make a class whose keys share least."""

from collections.abc import Sequence

import numpy as np

from answers.classroom.fairness.shared import Points, Shared

MOST_EXCHANGES = 500
LEAST_GAIN = 1e-9
STARTS = 8
"""Candidates taken first, one a try; the best try counts."""


def choose(shared: Shared, count: int, fixed: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the places of `count` candidates beside the `fixed` ones, in the order in which they were taken.

    The sum of the squares of the points that two of the class share, and of how far what can be guessed is from the
    median, is made small: squares, for no two to share much. From each of a few first ones, one candidate is taken
    after the other, the cheapest first; then chosen ones are exchanged for others while that helps. Not guaranteed: the
    least sum of all.

    Raises
    ------
    ValueError
        If there are not enough candidates.

    Notes
    -----
    Greedy construction and best-improvement exchange, for the maximum diversity problem: Martí, Gallego, Duarte and
    Pardo, Heuristics and metaheuristics for the maximum diversity problem, 2013.
    """
    total = len(shared.guessed)
    if count > total - len(fixed):
        raise ValueError(f"{count} of {total - len(fixed)} candidates")
    if not count:
        return ()
    pairs = shared.copied**2
    uneven = (count + len(fixed)) * (shared.guessed - np.median(shared.guessed)) ** 2
    alone = uneven + pairs[:, list(fixed)].sum(axis=1)
    alone[list(fixed)] = np.inf
    likely = np.argsort(alone + pairs.mean(axis=1) * count, kind="stable")[: min(STARTS, total - len(fixed))]
    tries = [_exchanged(pairs, alone, _greedy(pairs, alone, int(first), count)) for first in likely]
    return min(tries, key=lambda chosen: _cost(pairs, alone, chosen))


def _greedy(pairs: Points, alone: Points, first: int, count: int) -> list[int]:
    """Candidates taken one after the other, the cheapest first."""
    chosen = [first]
    costs = alone + pairs[:, first]
    while len(chosen) < count:
        costs[chosen[-1]] = np.inf
        chosen.append(int(costs.argmin()))
        costs += pairs[:, chosen[-1]]
    return chosen


def _exchanged(pairs: Points, alone: Points, chosen: list[int]) -> tuple[int, ...]:
    """The same with some exchanged for others, the best exchange first, while that helps."""
    costs = alone + pairs[:, chosen].sum(axis=1)
    for _ in range(MOST_EXCHANGES):
        outside = np.setdiff1d(np.flatnonzero(np.isfinite(alone)), chosen)
        change = costs[outside, None] - pairs[outside][:, chosen] - costs[chosen][None, :]
        if not change.size or change.min() >= -LEAST_GAIN:
            break
        new, old = np.unravel_index(int(change.argmin()), change.shape)
        costs += pairs[:, outside[new]] - pairs[:, chosen[old]]
        chosen[old] = int(outside[new])
    return tuple(chosen)


def _cost(pairs: Points, alone: Points, chosen: Sequence[int]) -> float:
    places = list(chosen)
    return float(alone[places].sum() + pairs[np.ix_(np.array(places), np.array(places))].sum() / 2)
