"""Solve the sequential game by backward induction: the expected gain (EG) and the best choice (OPT) in every state.

The player to move wins if the other player, who moves next, loses:

    win(i, j)  = max over d of  Σₖ P(d, k) loss(j, i + k),     loss(i, j) = Σₖ P(d, k) win(j, i + k),

with loss(j, x) = 1 and win(j, x) = 0 for x ≥ N. Only positive terms are added, so both probabilities
have a small relative error however small they are. Choices are compared by their odds, the chance to win divided by
that to lose.

Order: in the shell m the states (m, j), j > m, need only the shells above m, so they are computed together. Then the
states (i, m), i ≥ m, need the row (m, ·) just computed. A throw adds at most 6 D points, so a circular window over the
last 6 D + 1 values of the opponent's points is enough.

Points outside 0 … N - 1 raise `InvalidInput`.

Source: Dice Battle report, questions 4 to 6, equation (4), EG and OPT.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.checks import FACES, check_board, check_state, throw_bytes
from solvers.dice_battle.throws import points_of

TIE: Final = 1e-12
"""Relative difference of the odds up to which two numbers of dice are equally good."""


Choices = NDArray[np.unsignedinteger]
"""Numbers of dice, in the narrowest type that holds them."""


@dataclass(frozen=True, slots=True, eq=False)
class SequentialGame:
    """Optimal play of the sequential game from every state.

    Index [i, j] is i points for the player to move and j for the opponent. A state only depends on the points missing,
    N - i and N - j: the tables of a smaller target N' are the lower right corners `[N - N':, N - N':]` of these, of
    shape (N, N).
    """

    dice: int
    target: int
    points: Floats
    """P(d, k), the probability of k points with d dice: shape (D, 6 D + 1)."""
    odds: Floats
    """Chance to win over chance to lose of the player to move, from 0 to infinity.

    Unlike the gain, it keeps a small *relative* error in hopeless states and in states won almost surely: choices
    compare right there too.
    """
    choice: Choices
    """OPT(i, j), the smallest optimal number of dice, as uint8, or uint16 above 255 dice."""

    @property
    def gain(self) -> Floats:
        """The expected gain EG(i, j) of the player to move: shape (N, N), computed from the odds."""
        return 1 - 2 * _loss(self.odds)

    def choice_gains(self, own: int, other: int) -> Floats:
        """Return the expected gains of 1, …, D dice now and optimal play afterwards, equation (3): shape (D,)."""
        win, loss = self._chances(own, other)
        return win - loss

    def optimal_choices(self, own: int, other: int) -> tuple[int, ...]:
        """Return all optimal numbers of dice, in increasing order.

        They are those for which the ratio of the chance to win to that to lose differs from the best by at most `TIE`,
        a relative difference.
        """
        win, loss = self._chances(own, other)
        best = self.odds[own, other]
        tied = win * _loss(best) >= _win(best) * loss * (1 - TIE)
        return tuple(int(d) + 1 for d in np.flatnonzero(tied))

    def board(self) -> Floats:
        """Return EG, shape (N + 6 D, N + 6 D), with 1 and -1 for finished games, NaN where there are none."""
        result = np.full((self.target + FACES * self.dice,) * 2, np.nan)
        result[self.target :, : self.target] = 1
        result[: self.target, self.target :] = -1
        result[: self.target, : self.target] = self.gain
        return result

    def _chances(self, own: int, other: int) -> tuple[Floats, Floats]:
        """Return the chances to win and to lose with each number of dice."""
        check_state(own, other, self.target)
        points = own + np.arange(FACES * self.dice + 1)
        over = points >= self.target
        next_odds = self.odds[other, np.minimum(points, self.target - 1)]
        win = self.points @ np.where(over, 1, _loss(next_odds))
        loss = self.points @ np.where(over, 0, _win(next_odds))
        return win, loss


def sequential(dice: int, target: int, points: Floats | None = None) -> SequentialGame:
    """Return optimal play of the sequential game with at most D ≥ 1 dice and N ≥ 1 points to reach, in O(N² D²).

    By default the points of a throw follow the rules of the game. `points` is another table of their probabilities,
    with a row for each number of dice and a column for each score (see `points_of`). The tables must stay below 1 GiB
    (N ≤ 10857 with 10 dice). Chances below 1e-308 count as 0.
    """

    def needed(n: int) -> int:
        tables = (8 + np.min_scalar_type(dice).itemsize) * n * n
        return tables + 16 * n * (dice + FACES * dice + 3) + 3 * throw_bytes(dice)

    check_board(dice, target, needed)
    odds = np.empty((target, target))
    choice = np.empty((target, target), dtype=np.min_scalar_type(dice))
    scored = points_of(dice, points)
    _solve(scored, odds, choice)
    odds.flags.writeable = choice.flags.writeable = False
    return SequentialGame(dice, target, scored, odds, choice)


def _win(odds: Floats) -> Floats:
    with np.errstate(divide="ignore", over="ignore"):
        return 1 / (1 + 1 / odds)


def _loss(odds: Floats) -> Floats:
    return 1 / (1 + odds)


@jit
def first_best(wins: Floats, losses: Floats, state: int) -> int:
    """Return the least number of dice, minus 1, whose odds in a state are within `TIE` of the best odds.

    `wins` and `losses` have a row for each number of dice from 1, and a column for each state; `state` is the column.
    Odds are the chance to win divided by the chance to lose.
    """
    best = 0
    for d in range(1, len(wins)):
        if wins[d, state] * losses[best, state] > wins[best, state] * losses[d, state]:
            best = d
    floor = wins[best, state] * (1 - TIE)
    for d in range(best):
        if wins[d, state] * losses[best, state] >= floor * losses[d, state]:
            return d
    return best


@jit
def odds_of(win: float, loss: float) -> float:
    """Return the chance to win divided by the chance to lose, infinite if the latter is 0."""
    return win / loss if loss > 0 else np.inf


@jit
def _solve(probabilities: Floats, odds: Floats, choice: Choices) -> None:
    """Fill `odds` and `choice`; win[x % reach, j] is the chance of a player with j points against x points."""
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
    """Sum the chances of each number of dice in the states (m, j), j > m."""
    reach = len(win)
    wins[:] = 0
    losses[:] = 0
    for d in range(len(probabilities)):
        for k in range(reach):
            p = probabilities[d, k]
            if p > 0:
                x = (m + k) % reach
                add_times(wins[d, m + 1 :], p, loss[x, m + 1 :])
                add_times(losses[d, m + 1 :], p, win[x, m + 1 :])


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
                add_times(wins[d, m:], p, row_loss[m + k :])
                add_times(losses[d, m:], p, row_win[m + k :])


@jit
def add_times(total: Floats, factor: float, terms: Floats) -> None:
    """Add `factor` times `terms` to `total`, in place."""
    for i in range(len(total)):
        total[i] += factor * terms[i]
