"""The sequential game of question 6, in which a throw with a 1 scores nothing.

Such a throw hands the turn over with the points unchanged, so the states (i, j) and (j, i) depend on each other
and on states with more points. With d dice at (i, j) and e dice at (j, i), both kept up for as long as no one
scores, write z for the chance of a 1, a and b for the chances that the player at (i, j) scores and then wins,
scores and then loses, and a′, b′ for the same of the player at (j, i). Then

    win(i, j) = a + z (b′ + z′ win(i, j)),     loss(i, j) = b + z (a′ + z′ loss(i, j)),

so that the odds at (i, j) are (a + z b′) / (b + z a′): the common factor 1 / (1 - z z′) goes. Since z z′ < 1 the
pair is a stochastic game with perfect information that ends almost surely; fixed choices d and e are optimal
in it (L. Shapley, 1953; D. Gillette, 1957), and d is best against the e that answers it best. All D² pairs are
compared: exact, and as fast as the sums of the throws themselves.
"""

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.checks import check_board, throw_bytes
from solvers.dice_battle.sequential_game import TIE, Choices, SequentialGame
from solvers.dice_battle.throws import throws


def scoreless(dice: int, target: int, faces: int = 6) -> SequentialGame:
    """Return optimal play of the sequential game in which a throw with a 1 scores 0, in O(N² D² F).

    Parameters
    ----------
    dice, target, faces : int
        D ≥ 1, N ≥ 1, F ≥ 2; the tables must stay below 1 GiB (N ≤ 6407 with 10 dice).

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Notes
    -----
    Chances below 1e-308 count as 0, and choices whose odds differ by less than 1e-12 of themselves as equal.

    Source: Dice Battle report, question 6, which leaves the method open; L. Shapley (1953) and D. Gillette (1957):
    stationary play.
    """
    check_board(dice, target, faces, lambda n: _bytes(dice, n, faces))
    shape = (target, target + faces * dice + 1)
    win, loss = np.zeros(shape), np.ones(shape)
    odds = np.empty((target, target))
    choice = np.empty((target, target), dtype=np.min_scalar_type(dice))
    through = ((faces - 1) / faces) ** np.arange(1, dice + 1, dtype=np.float64)
    _solve(throws(dice, faces, 0), through, win, loss, odds, choice)
    odds.flags.writeable = choice.flags.writeable = False
    return SequentialGame(dice, target, faces, 0, odds, choice)


def _bytes(dice: int, target: int, faces: int) -> int:
    boards = 16 * target * (target + faces * dice + 1) + 10 * target * target
    return boards + 3 * throw_bytes(dice, faces)


@jit
def _solve(probabilities: Floats, through: Floats, win: Floats, loss: Floats, odds: Floats, choice: Choices) -> None:
    """Fill the tables pair by pair; win[i, x] is the chance of a player with i points to move against x."""
    dice, target = len(probabilities), len(odds)
    mine, other = np.empty((dice, 2)), np.empty((dice, 2))
    for m in range(target - 1, -1, -1):
        for j in range(target - 1, m - 1, -1):
            _after_scoring(probabilities, win[j, m:], loss[j, m:], mine)
            _after_scoring(probabilities, win[m, j:], loss[m, j:], other)
            d, e = _saddle(mine, other, through)
            z, z_other = 1 - through[d], 1 - through[e]
            # 1 - z z', without cancellation.
            ends = through[d] + z * through[e]
            win[m, j] = (mine[d, 0] + z * other[e, 1]) / ends
            loss[m, j] = (mine[d, 1] + z * other[e, 0]) / ends
            win[j, m] = (other[e, 0] + z_other * mine[d, 1]) / ends
            loss[j, m] = (other[e, 1] + z_other * mine[d, 0]) / ends
            choice[m, j] = _first_best(mine, through, win[j, m], loss[j, m]) + 1
            choice[j, m] = _first_best(other, through, win[m, j], loss[m, j]) + 1
            odds[m, j] = win[m, j] / loss[m, j] if loss[m, j] > 0 else np.inf
            odds[j, m] = win[j, m] / loss[j, m] if loss[j, m] > 0 else np.inf


@jit
def _after_scoring(probabilities: Floats, win: Floats, loss: Floats, chances: Floats) -> None:
    """For each d, the chances to score and then win, and to score and then lose."""
    faces = (probabilities.shape[1] - 1) // len(probabilities)
    for d in range(len(probabilities)):
        wins = losses = 0.0
        for k in range(2 * (d + 1), faces * (d + 1) + 1):
            wins += probabilities[d, k] * loss[k]
            losses += probabilities[d, k] * win[k]
        chances[d, 0], chances[d, 1] = wins, losses


@jit
def _saddle(mine: Floats, other: Floats, through: Floats) -> tuple[int, int]:
    """Return the d whose worst odds over e are best, and that e; odds are compared as fractions, by products."""
    best_d, best_e, best_win, best_loss = 0, 0, -1.0, 1.0
    for d in range(len(mine)):
        z = 1 - through[d]
        worst, low_win, low_loss = 0, 1.0, 0.0
        for e in range(len(other)):
            win, loss = mine[d, 0] + z * other[e, 1], mine[d, 1] + z * other[e, 0]
            if e == 0 or win * low_loss < low_win * loss:
                worst, low_win, low_loss = e, win, loss
        if low_win * best_loss > best_win * low_loss:
            best_d, best_e, best_win, best_loss = d, worst, low_win, low_loss
    return best_d, best_e


@jit
def _first_best(mine: Floats, through: Floats, other_win: float, other_loss: float) -> int:
    """Return the first d whose odds are within the tie tolerance of the best, the other player's chances known."""
    best, best_win, best_loss = 0, -1.0, 1.0
    for d in range(len(mine)):
        win, loss = _with_ones(mine, through, d, other_win, other_loss)
        if win * best_loss > best_win * loss:
            best, best_win, best_loss = d, win, loss
    for d in range(best):
        win, loss = _with_ones(mine, through, d, other_win, other_loss)
        if win * best_loss >= best_win * loss * (1 - TIE):
            return d
    return best


@jit
def _with_ones(mine: Floats, through: Floats, d: int, other_win: float, other_loss: float) -> tuple[float, float]:
    z = 1 - through[d]
    return mine[d, 0] + z * other_loss, mine[d, 1] + z * other_win
