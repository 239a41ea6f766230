"""The sequential game between two given strategies, by dynamic programming."""

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.pair import Pair


def sequential_duel(probabilities: Floats, players: Pair) -> tuple[Floats, Floats]:
    """Return the first player's chances to win and to lose, that player to move: two arrays of shape (N, N).

    Parameters
    ----------
    probabilities : float array, shape (D, F D + 1)
        P(d, k), from `throws` with `ones` = 1.
    players : Pair
        Of the same D.

    Source: Dice Battle report, questions 3 and 9, by dynamic programming in place of sampling.
    """
    target = len(players.first_index)
    reach = probabilities.shape[1]
    ours, theirs = np.zeros((target, target + reach)), np.ones((target, target + reach))
    _solve(probabilities, players, ours, theirs)
    win = ours[:, :target]
    return win, 1 - win


@jit
def _solve(
    probabilities: Floats,
    players: Pair,
    ours: Floats,
    theirs: Floats,
) -> None:
    """Fill the first player's chance to win: ours[i, j] before their move, theirs[j, i] before the other's."""
    first, first_index, second, second_index = players
    target = len(ours)
    for i in range(target - 1, -1, -1):
        for j in range(target - 1, -1, -1):
            ours[i, j] = _mean(probabilities, first[first_index[i, j]], theirs[j, i:])
            theirs[j, i] = _mean(probabilities, second[second_index[j, i]], ours[i, j:])


@jit
def _mean(probabilities: Floats, mix: Floats, after: Floats) -> float:
    """Return the mean of `after` over the points of a throw, the number of dice drawn from the mix."""
    faces = (probabilities.shape[1] - 1) // len(mix)
    total = 0.0
    for d in range(len(mix)):
        if mix[d] > 0:
            mean = probabilities[d, 1] * after[1]
            for k in range(2 * (d + 1), faces * (d + 1) + 1):
                mean += probabilities[d, k] * after[k]
            total += mix[d] * mean
    return total
