"""The solved sequential game: what can be asked of it once its tables are known.

States outside 0 … N - 1 are refused.

Source: Dice Battle report, questions 4 to 6, EG and OPT.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.checks import FACES, check_state

TIE: Final = 1e-12
"""Relative difference of the odds below which two numbers of dice are equally good."""


Choices = NDArray[np.unsignedinteger]
"""Numbers of dice, in the narrowest type that holds them."""


@dataclass(frozen=True, slots=True, eq=False)
class SequentialGame:
    """Optimal play of the sequential game from every state; [i, j] is i points for the player to move, j for the other.

    A state only depends on the points missing, N - i and N - j: the tables of a smaller target N' are the lower right
    corners `[N - N':, N - N':]` of these, of shape (N, N).
    """

    dice: int
    target: int
    points: Floats
    """P(d, k), by which throws score: shape (D, 6 D + 1)."""
    odds: Floats
    """Chance to win over chance to lose of the player to move, from 0 to infinity.

    Unlike the gain, it keeps a small *relative* error in hopeless states and in states won almost surely: choices
    compare right there too.
    """
    choice: Choices
    """OPT(i, j): the smallest of the optimal numbers of dice; uint8, uint16 above 255 dice."""

    @property
    def gain(self) -> Floats:
        """EG(i, j), the expected gain of the player to move: shape (N, N), computed from the odds."""
        return 1 - 2 * _loss(self.odds)

    def choice_gains(self, own: int, other: int) -> Floats:
        """Return the gain of throwing 1, …, D dice now and playing optimally from there, equation (3): shape (D,)."""
        win, loss = self._chances(own, other)
        return win - loss

    def optimal_choices(self, own: int, other: int) -> tuple[int, ...]:
        """Return all the optimal numbers of dice, in increasing order, those within `TIE` of the best."""
        win, loss = self._chances(own, other)
        best = self.odds[own, other]
        tied = win * _loss(best) >= _win(best) * loss * (1 - TIE)
        return tuple(int(d) + 1 for d in np.flatnonzero(tied))

    def board(self) -> Floats:
        """Return EG with its initial cells, as figure 2 (a): shape (N + 6 D, N + 6 D).

        The cells where both players have N points or more cannot be reached: they are NaN.
        """
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


@jit
def first_best(wins: Floats, losses: Floats, state: int) -> int:
    """Return the first d whose odds are within the tie tolerance of the best: fractions compared by products."""
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
    """Return the chance to win over the chance to lose, infinite when nothing can be lost."""
    return win / loss if loss > 0 else np.inf


def _win(odds: Floats) -> Floats:
    with np.errstate(divide="ignore", over="ignore"):
        return 1 / (1 + 1 / odds)


def _loss(odds: Floats) -> Floats:
    return 1 / (1 + odds)
