"""Solve the sequential game of question 6, in which a throw with a 1 scores nothing.

Such a throw hands the turn over with the points unchanged, so the states (i, j) and (j, i) depend on each other and on
states with more points. The player at (i, j) throws d dice and the player at (j, i) e dice until one of them scores.
Write z for the probability of a 1, a and b for the probabilities that the player at (i, j) scores and then wins, or
scores and then loses, and z′, a′, b′ for those of the player at (j, i). Then

    win(i, j) = a + z (b′ + z′ win(i, j)),     loss(i, j) = b + z (a′ + z′ loss(i, j)),

so that the odds at (i, j) are (a + z b′) / (b + z a′): the common factor 1 / (1 - z z′) goes. Since z z′ < 1 the pair
is a stochastic game with perfect information that ends almost surely; fixed choices d and e are optimal in it, and d is
best against the best reply e. All D² pairs are compared: the result is exact, and the comparison takes no longer than
the sums over the throws.

Source: Dice Battle report, question 6, which leaves the method open; L. Shapley (1953) and D. Gillette (1957):
stationary play.
"""

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.checks import FACES, check_board, throw_bytes
from solvers.dice_battle.sequential import Choices, SequentialGame, first_best, odds_of
from solvers.dice_battle.throws import points_of


def scoreless(dice: int, target: int, points: Floats | None = None) -> SequentialGame:
    """Return optimal play of the sequential game in which a throw with a 1 scores 0, in O(N² D²).

    D = `dice` ≥ 1 is the most dice of a throw, N = `target` ≥ 1 the points to reach. The tables must stay below 1 GiB
    (N ≤ 6407 with 10 dice). Chances below 1e-308 count as 0.
    """
    check_board(dice, target, lambda n: 16 * n * (n + FACES * dice + 1) + 10 * n * n + 3 * throw_bytes(dice))
    shape = (target, target + FACES * dice + 1)
    win, loss = np.zeros(shape), np.ones(shape)
    odds = np.empty((target, target))
    choice = np.empty((target, target), dtype=np.min_scalar_type(dice))
    scored = points_of(dice, points, ones=0)
    _solve(scored, 1 - scored[:, 0], win, loss, odds, choice)
    odds.flags.writeable = choice.flags.writeable = False
    return SequentialGame(dice, target, scored, odds, choice)


@jit
def _solve(probabilities: Floats, through: Floats, win: Floats, loss: Floats, odds: Floats, choice: Choices) -> None:
    """Fill the tables pair by pair; win[i, x] is the chance of a player with i points to move against x."""
    dice, target = len(probabilities), len(odds)
    mine, other, with_ones = np.empty((2, dice)), np.empty((2, dice)), np.empty((2, dice, 1))
    for m in range(target - 1, -1, -1):
        for j in range(target - 1, m - 1, -1):
            _after_scoring(probabilities, win[j, m:], loss[j, m:], mine)
            _after_scoring(probabilities, win[m, j:], loss[m, j:], other)
            d, e = _saddle(mine, other, through)
            if through[d] == 1:  # the other player's choice changes nothing here, and is its own best
                e = _choose(other, through, mine[0, d], mine[1, d], with_ones)
            z, z_other = 1 - through[d], 1 - through[e]
            # 1 - z z', without cancellation.
            ends = through[d] + z * through[e]
            win[m, j], loss[m, j] = (mine[0, d] + z * other[1, e]) / ends, (mine[1, d] + z * other[0, e]) / ends
            win[j, m] = (other[0, e] + z_other * mine[1, d]) / ends
            loss[j, m] = (other[1, e] + z_other * mine[0, d]) / ends
            choice[m, j] = _choose(mine, through, win[j, m], loss[j, m], with_ones) + 1
            choice[j, m] = _choose(other, through, win[m, j], loss[m, j], with_ones) + 1
            odds[m, j], odds[j, m] = odds_of(win[m, j], loss[m, j]), odds_of(win[j, m], loss[j, m])


@jit
def _after_scoring(probabilities: Floats, win: Floats, loss: Floats, chances: Floats) -> None:
    """Write, for each number of dice, the chances to score and then win, and to score and then lose."""
    for d in range(len(probabilities)):
        wins = losses = 0.0
        for k in range(d + 1, FACES * (d + 1) + 1):
            wins += probabilities[d, k] * loss[k]
            losses += probabilities[d, k] * win[k]
        chances[0, d], chances[1, d] = wins, losses


@jit
def _saddle(mine: Floats, other: Floats, through: Floats) -> tuple[int, int]:
    """Return the index d with the best worst odds over e, and this e; odds are compared as fractions, by products."""
    best_d, best_e, best_win, best_loss = 0, 0, -1.0, 1.0
    for d in range(len(through)):
        z = 1 - through[d]
        worst, low_win, low_loss = 0, 1.0, 0.0
        for e in range(len(through)):
            win, loss = mine[0, d] + z * other[1, e], mine[1, d] + z * other[0, e]
            if e == 0 or win * low_loss < low_win * loss:
                worst, low_win, low_loss = e, win, loss
        if low_win * best_loss > best_win * low_loss:
            best_d, best_e, best_win, best_loss = d, worst, low_win, low_loss
    return best_d, best_e


@jit
def _choose(mine: Floats, through: Floats, other_win: float, other_loss: float, with_ones: Floats) -> int:
    """Return the index of the first best number of dice, if the other player's chances are known."""
    for d in range(len(through)):
        z = 1 - through[d]
        with_ones[0, d, 0], with_ones[1, d, 0] = mine[0, d] + z * other_loss, mine[1, d] + z * other_win
    return first_best(with_ones[0], with_ones[1], 0)
