"""The simultaneous game between two given strategies, by dynamic programming."""

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.pair import Pair


def simultaneous_duel(probabilities: Floats, players: Pair) -> tuple[Floats, Floats]:
    """Return the first player's chances to win and to lose: two arrays of shape (N, N).

    Parameters
    ----------
    probabilities : float array, shape (D, F D + 1)
        P(d, k), from `throws` with `ones` = 1.
    players : Pair
        Of the same D.

    Source: Dice Battle report, questions 14 and 20, by dynamic programming in place of sampling.
    """
    target = len(players.first_index)
    points = np.arange(target + probabilities.shape[1] - 1)
    win = np.greater.outer(points, points).astype(np.float64)
    loss = np.less.outer(points, points).astype(np.float64)
    for table in (win, loss):
        _solve(probabilities, players, table)
    return win[:target, :target], loss[:target, :target]


@jit
def _solve(probabilities: Floats, players: Pair, table: Floats) -> None:
    """Fill the states below the target with the mean of what follows them."""
    first, first_index, second, second_index = players
    dice, target = len(probabilities), len(first_index)
    sums = np.empty((dice, len(table) + 1))
    points = np.empty(probabilities.shape[1])
    for i in range(target - 1, -1, -1):
        _sum_over_first(probabilities, table, i, sums)
        for j in range(target - 1, -1, -1):
            _points(probabilities, second[second_index[j, i]], points)
            mix = first[first_index[i, j]]
            total = 0.0
            for d in range(dice):
                if mix[d] > 0:
                    mean = 0.0
                    for k in range(len(points)):
                        mean += points[k] * sums[d, j + k]
                    total += mix[d] * mean
            table[i, j] = total


@jit
def _points(probabilities: Floats, mix: Floats, points: Floats) -> None:
    """Write the chances of the points of a throw, the number of dice drawn from the mix."""
    points[:] = 0
    for d in range(len(mix)):
        if mix[d] > 0:
            for k in range(len(points)):
                points[k] += mix[d] * probabilities[d, k]


@jit
def _sum_over_first(probabilities: Floats, table: Floats, i: int, sums: Floats) -> None:
    """Fill sums[d, y] = Σₖ P(d, k) table[i + k, y] for all y."""
    width = len(table)
    sums[:] = 0
    for d in range(len(probabilities)):
        for k in range(1, probabilities.shape[1]):
            factor = probabilities[d, k]
            if factor > 0:
                for y in range(width):
                    sums[d, y] += factor * table[i + k, y]
