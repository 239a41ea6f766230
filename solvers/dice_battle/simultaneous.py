"""Solve the simultaneous game by backward induction, with a matrix game in every state.

The matrix of a state is E(d₁, d₂) = Σₖ Σₗ P(d₁, k) P(d₂, l) EG(i + k, j + l). The sums over k are shared by all the
states of a row i: c(d₁, y) = Σₖ P(d₁, k) EG(i + k, y), then E(d₁, d₂) = Σₗ P(d₂, l) c(d₁, j + l) for all j of the row
at once. The game is symmetric, E(j, i) = -E(i, j)ᵀ, so only states with j ≥ i are solved: the mix of the second player
at (i, j) is that of the first at (j, i), and the value changes its sign.

Source: Dice Battle report, questions 15 to 19, equation (8).
"""

from dataclasses import dataclass

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.dice_battle.checks import FACES, check_board, check_state, throw_bytes
from solvers.dice_battle.sequential import add_times
from solvers.dice_battle.throws import points_of
from solvers.matrix_games.small_matrix_game import solve


@dataclass(frozen=True, slots=True, eq=False)
class SimultaneousGame:
    """Optimal play of the simultaneous game from every state.

    Index [i, j] is i points for player 1 and j for player 2. A state only depends on the points missing, N - i and N -
    j: the tables of a smaller target N' are the lower right corners of these.
    """

    dice: int
    target: int
    board: Floats
    """EG₁, the expected gains of player 1, with ended states (question 15, figure 4): shape (N + 6 D, N + 6 D)."""
    mixes: Floats
    """Optimal probabilities of 1, …, D dice for player 1 in each state, shape (N, N, D); mixes[j, i] are player 2's."""
    points: Floats
    """P(d, k), the probability of k points with d dice: shape (D, 6 D + 1)."""

    @property
    def gain(self) -> Floats:
        """The expected gain of player 1 in each state, EG₁(i, j) in the report: shape (N, N)."""
        return self.board[: self.target, : self.target]

    def round_matrix(self, own: int, other: int) -> Floats:
        """Return player 1's gain for each pair of numbers of dice, if both then play optimally: E₁(i, j), shape (D, D).

        A row is a number of dice of player 1. Points outside 0 … N - 1 raise `InvalidInput`.
        """
        check_state(own, other, self.target)
        points, reach = self.points, FACES * self.dice
        after = self.board[own + 1 : own + 1 + reach, other + 1 : other + 1 + reach]
        size = after.shape
        return points[:, 1 : 1 + size[0]] @ after @ points[:, 1 : 1 + size[1]].T


def simultaneous(dice: int, target: int, points: Floats | None = None, ended: Floats | None = None) -> SimultaneousGame:
    """Return optimal play with at most D ≥ 1 dice and N ≥ 1 points to reach.

    The matrices take time O(N² D³), and N² / 2 of them are solved as matrix games. By default the points of a throw and
    the gains of ended states follow the rules of the game. `points` and `ended` are other tables for them, with the
    shapes of `points_of` and `ended_states`. InvalidInput if all tables of the computation together need more than 1
    GiB (with 10 dice, N must be at most 3329). Optimal mixes are not unique. If `ended` is not antisymmetric, N² matrix
    games are solved, and mixes[j, i] is not the mix of player 2 at (i, j).
    """

    def needed(n: int) -> int:
        # The board, its integer signs, the mixes, the sums of a row and its matrices.
        width = n + FACES * dice
        tables = 16 * width * width + 8 * n * n * dice + 8 * dice * (width + 1) * (dice + 1)
        return tables + 3 * throw_bytes(dice)

    check_board(dice, target, needed)
    board = ended_states(dice, target) if ended is None else ended.copy()
    mixes = np.empty((target, target, dice))
    scored = points_of(dice, points)
    _solve(scored, board, mixes)
    board.flags.writeable = mixes.flags.writeable = False
    return SimultaneousGame(dice, target, board, mixes, scored)


def ended_states(dice: int, target: int) -> Floats:
    """Return the gain of player 1 in ended states, the sign of i - j: shape (N + 6 D, N + 6 D)."""
    points = np.arange(target + FACES * dice)
    gains: Floats = np.sign(points[:, np.newaxis] - points).astype(np.float64)
    return gains


@jit
def _solve(probabilities: Floats, board: Floats, mixes: Floats) -> None:
    """Fill the gains and the mixes of the states below the target."""
    dice, target = len(probabilities), len(mixes)
    sums = np.empty((dice, len(board) + 1))
    matrices = np.empty((dice, dice, target))
    matrix = np.empty((dice, dice))
    column, symmetric = np.empty(dice), np.all(board == -board.T)
    for i in range(target - 1, -1, -1):
        first = i if symmetric else 0
        sum_over_first(probabilities, board, i, first + 1, sums)
        _sum_over_second(probabilities, sums, first, matrices)
        for j in range(first, target):
            matrix[:] = matrices[:, :, j]
            low, high = solve(matrix, mixes[i, j], mixes[j, i] if symmetric else column)
            if j > i or not symmetric:
                board[i, j] = (low + high) / 2
            if j > i and symmetric:
                board[j, i] = -board[i, j]


@jit
def sum_over_first(probabilities: Floats, board: Floats, i: int, start: int, sums: Floats) -> None:
    """Fill sums[d, y] = Σₖ P(d, k) board[i + k, y] for y ≥ `start`; compiled."""
    sums[:] = 0
    for d in range(len(probabilities)):
        for k in range(1, probabilities.shape[1]):
            if probabilities[d, k] > 0:
                add_times(sums[d, start : len(board)], probabilities[d, k], board[i + k, start:])


@jit
def _sum_over_second(probabilities: Floats, sums: Floats, i: int, matrices: Floats) -> None:
    """Fill matrices[d, e, j] = Σₗ P(e, l) sums[d, j + l] for j ≥ i."""
    matrices[:, :, i:] = 0
    for d in range(len(probabilities)):
        for e in range(len(probabilities)):
            for k in range(probabilities.shape[1]):
                if probabilities[e, k] > 0:
                    add_times(matrices[d, e, i:], probabilities[e, k], sums[d, i + k :])
