"""The sequential game solved by backward induction: EG and OPT for every state.

The player to move wins if the other one, to move next, loses:

    win(i, j)  = max over d of  Σₖ P(d, k) loss(j, i + k),     loss(i, j) = Σₖ P(d, k) win(j, i + k),

with loss(j, x) = 1 and win(j, x) = 0 for x ≥ N. Only positive terms are added, so both chances keep a small
relative error however small they are, and choices are compared by their odds win : loss.

Order: in the shell m the states (m, j), j > m, need shells above m only, so that all of them are computed at
once; then the states (i, m), i ≥ m, need the row (m, ·) just found. A throw adds at most 6 D points: the
chances of the last 6 D + 1 values of the other's points are enough, in a window that goes round.

Source: Dice Battle report, questions 4 and 5, equation (4).
"""

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.checks import FACES, check_board, throw_bytes
from solvers.dice_battle.sequential_game import Choices, SequentialGame, first_best, odds_of
from solvers.dice_battle.throws import points_of


def sequential(dice: int, target: int, points: Floats | None = None) -> SequentialGame:
    """Return optimal play of the sequential game with at most D ≥ 1 dice and N ≥ 1 points to reach, in O(N² D²).

    `points` are the chances of each score by number of dice, if not those of the rules: `points_of`.
    The tables must stay below 1 GiB (N ≤ 10857 with 10 dice). Chances below 1e-308 count as 0.
    """
    check_board(dice, target, lambda n: _bytes(dice, n))
    odds = np.empty((target, target))
    choice = np.empty((target, target), dtype=np.min_scalar_type(dice))
    scored = points_of(dice, points)
    _solve(scored, odds, choice)
    odds.flags.writeable = choice.flags.writeable = False
    return SequentialGame(dice, target, scored, odds, choice)


def _bytes(dice: int, target: int) -> int:
    tables = (8 + np.min_scalar_type(dice).itemsize) * target * target
    return tables + 16 * target * (dice + FACES * dice + 3) + 3 * throw_bytes(dice)


@jit
def _solve(probabilities: Floats, odds: Floats, choice: Choices) -> None:
    """Fill `odds` and `choice`; win[x % reach, j] is the chance of a player with j points against x."""
    dice, reach = probabilities.shape
    target = len(odds)
    win, loss = np.zeros((reach, target)), np.ones((reach, target))
    wins, losses = np.empty((dice, target)), np.empty((dice, target))
    row_win, row_loss = np.zeros(target + reach), np.ones(target + reach)
    for m in range(target - 1, -1, -1):
        _against_higher(probabilities, m, win, loss, wins, losses)
        for j in range(m + 1, target):
            d = first_best(wins, losses, j)
            row_win[j], row_loss[j] = wins[d, j], losses[d, j]
            odds[m, j], choice[m, j] = odds_of(wins[d, j], losses[d, j]), d + 1
        for x in range(m + 1, min(m + reach, target)):
            win[x % reach, m], loss[x % reach, m] = row_win[x], row_loss[x]
        _from_higher(probabilities, m, row_win, row_loss, wins, losses)
        for i in range(m, target):
            d = first_best(wins, losses, i)
            win[m % reach, i], loss[m % reach, i] = wins[d, i], losses[d, i]
            odds[i, m], choice[i, m] = odds_of(wins[d, i], losses[d, i]), d + 1


@jit
def _against_higher(probabilities: Floats, m: int, win: Floats, loss: Floats, wins: Floats, losses: Floats) -> None:
    """Sum the chances of each choice in the states (m, j), j > m."""
    reach = len(win)
    wins[:] = 0
    losses[:] = 0
    for d in range(len(probabilities)):
        for k in range(reach):
            p = probabilities[d, k]
            if p > 0:
                x = (m + k) % reach
                _add(wins[d, m + 1 :], p, loss[x, m + 1 :])
                _add(losses[d, m + 1 :], p, win[x, m + 1 :])


@jit
def _from_higher(
    probabilities: Floats, m: int, row_win: Floats, row_loss: Floats, wins: Floats, losses: Floats
) -> None:
    """Sum the chances of each choice in the states (i, m), i ≥ m, given the row of the states (m, x), x > m."""
    wins[:] = 0
    losses[:] = 0
    for d in range(len(probabilities)):
        for k in range(probabilities.shape[1]):
            p = probabilities[d, k]
            if p > 0:
                _add(wins[d, m:], p, row_loss[m + k :])
                _add(losses[d, m:], p, row_win[m + k :])


@jit
def _add(total: Floats, factor: float, terms: Floats) -> None:
    for i in range(len(total)):
        total[i] += factor * terms[i]
