"""Two strategies of the game of question 6 against each other, in which a throw with a 1 scores nothing."""

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.pair import Pair
from solvers.dice_battle.strategies import Index


def scoreless_duel(probabilities: Floats, players: Pair) -> tuple[Floats, Floats]:
    """Return the chances of the first player, to move at (i, j), to win and to lose: two arrays of shape (N, N).

    A throw that scores nothing hands the turn over at the same points, so that the chances at (i, j) with either
    player to move are solved together: two equations, as of the optimum in `solvers.dice_battle.scoreless`.

    Parameters
    ----------
    probabilities : float array, shape (D, F D + 1)
        `throws(dice, faces, 0)`: column 0 is the chance of a 1.
    players : Pair
        Both strategies.

    Source: Dice Battle report, question 6; dynamic programming in place of sampling.
    """
    first, second = players.first @ probabilities, players.second @ probabilities
    win = _solve(first, players.first_index, second, players.second_index)
    return win, 1 - win


@jit
def _solve(first: Floats, first_index: Index, second: Floats, second_index: Index) -> Floats:
    target, reach = len(first_index), first.shape[1]
    win, waiting = np.empty((target, target)), np.empty((target, target))
    for i in range(target - 1, -1, -1):
        for j in range(target - 1, -1, -1):
            mine, theirs = first[first_index[i, j]], second[second_index[j, i]]
            scored = missed = 0.0
            for k in range(1, reach):
                scored += mine[k] * (waiting[i + k, j] if i + k < target else 1.0)
                missed += theirs[k] * (win[i, j + k] if j + k < target else 0.0)
            win[i, j] = (scored + mine[0] * missed) / (1 - mine[0] * theirs[0])
            waiting[i, j] = missed + theirs[0] * win[i, j]
    return win
