"""Compute exact probabilities that a strategy of Dice Battle wins, draws or loses against another, from each state.

Source: Dice Battle report, questions 3, 6, 9, 14 and 20; dynamic programming replaces sampling.
"""

from dataclasses import dataclass

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.checks import FACES, DiceVariant, check_board, check_game, check_state, throw_bytes
from solvers.dice_battle.simultaneous import ended_states, sum_over_first
from solvers.dice_battle.strategies import DiceStrategy, Index
from solvers.dice_battle.throws import points_of


@dataclass(frozen=True, slots=True)
class Chances:
    """The probabilities that the first player wins, draws and loses; they sum to 1 within rounding."""

    win: float
    draw: float
    loss: float

    @property
    def gain(self) -> float:
        """The expected gain of the first player, win - loss."""
        return self.win - self.loss


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """The first player's chances to win and to lose, at [i, j] with i points for the first, j for the second."""

    win: Floats
    loss: Floats
    """Both arrays have the shape (N, N); in the sequential game, the first player is to move."""

    @property
    def gain(self) -> Floats:
        """The expected gain of the first player, by the points of the first and of the second player: shape (N, N)."""
        return self.win - self.loss

    def chances(self, own: int = 0, other: int = 0) -> Chances:
        """Return the chances from one state, by default from (0, 0); InvalidInput for points outside 0 … N - 1."""
        check_state(own, other, len(self.win))
        win, loss = float(self.win[own, other]), float(self.loss[own, other])
        return Chances(win, max(0.0, 1 - win - loss), loss)


def duel(
    game: DiceVariant,
    first: DiceStrategy,
    second: DiceStrategy,
    points: Floats | None = None,
    ended: Floats | None = None,
) -> Duel:
    """Return the exact chances of the strategy `first` against `second`, from every state.

    Both strategies have the same D (most dice) and N (points to reach). In the sequential game `first` throws first.
    `points` and `ended` are tables that define other rules, as in `simultaneous`. The time is O(N² D) if the strategies
    never mix, otherwise at most O(N² D²). Tables above 1 GiB raise `InvalidInput`. If both strategies depend only on
    the points that the players still miss, as the optimal strategies, "blind" and "random" do, the chances depend only
    on these points too.
    """
    check_game(game)
    dice, target = first.dice, first.target

    def needed(n: int) -> int:
        width = n + FACES * dice + 1
        return 16 * width * width + 16 * n * n + 16 * dice * width + 3 * throw_bytes(dice)

    check_board(dice, target, needed)
    if game == "simultaneous":
        gains = ended_states(dice, target) if ended is None else ended
        win, loss = (gains > 0).astype(np.float64), (gains < 0).astype(np.float64)
        for table in (win, loss):
            _at_once(points_of(dice, points), (first.mixes, first.index), (second.mixes, second.index), table)
        return Duel(win[:target, :target], loss[:target, :target])
    probabilities = points_of(dice, points, ones=0 if game == "scoreless" else 1)
    ours, theirs = np.zeros((target, target + FACES * dice + 1)), np.ones((target, target + FACES * dice + 1))
    _in_turn(probabilities, (first.mixes, first.index), (second.mixes, second.index), ours, theirs)
    win = ours[:, :target]
    return Duel(win, 1 - win)


@jit
def _in_turn(
    probabilities: Floats, first: tuple[Floats, Index], second: tuple[Floats, Index], ours: Floats, theirs: Floats
) -> None:
    """Fill the tables of the first player's chances: ours[i, j] before their throw, theirs[j, i] before the other's."""
    # A throw of no points passes the turn with unchanged points: with the chances z and z′ of such throws, and a and b
    # to win after a throw that scores, ours = a + z theirs and theirs = b + z′ ours.
    for i in range(len(ours) - 1, -1, -1):
        for j in range(len(ours) - 1, -1, -1):
            scored, z = _after_scoring(probabilities, first[0][first[1][i, j]], theirs[j, i:])
            missed, z_other = _after_scoring(probabilities, second[0][second[1][j, i]], ours[i, j:])
            ours[i, j] = (scored + z * missed) / (1 - z * z_other)
            theirs[j, i] = missed + z_other * ours[i, j]


@jit
def _after_scoring(probabilities: Floats, mix: Floats, after: Floats) -> tuple[float, float]:
    """Return the mean of `after` over the points of a throw that scores, and the chance of no points."""
    total = nothing = 0.0
    for d in range(len(mix)):
        if mix[d] > 0:
            mean = probabilities[d, 1] * after[1]
            for k in range(max(2, d + 1), FACES * (d + 1) + 1):
                mean += probabilities[d, k] * after[k]
            total += mix[d] * mean
            nothing += mix[d] * probabilities[d, 0]
    return total, nothing


@jit
def _at_once(probabilities: Floats, first: tuple[Floats, Index], second: tuple[Floats, Index], table: Floats) -> None:
    """Fill the states below the target with the mean of the values of the states after a round."""
    sums = np.empty((len(probabilities), len(table) + 1))
    points = np.empty(probabilities.shape[1])
    target = len(first[1])
    for i in range(target - 1, -1, -1):
        sum_over_first(probabilities, table, i, 0, sums)
        for j in range(target - 1, -1, -1):
            _points(probabilities, second[0][second[1][j, i]], points)
            mix = first[0][first[1][i, j]]
            total = 0.0
            for d in range(len(mix)):
                if mix[d] > 0:
                    mean = 0.0
                    for k in range(len(points)):
                        mean += points[k] * sums[d, j + k]
                    total += mix[d] * mean
            table[i, j] = total


@jit
def _points(probabilities: Floats, mix: Floats, points: Floats) -> None:
    """Write into `points` the chances of each number of points, if the number of dice is drawn from `mix`."""
    points[:] = 0
    for d in range(len(mix)):
        if mix[d] > 0:
            for k in range(len(points)):
                points[k] += mix[d] * probabilities[d, k]
