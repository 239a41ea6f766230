"""The exam's stochastic algorithm for the value of a zero-sum 0/1 game, in logarithmic time per step.

Both players learn with Exp3 (Auer, Cesa-Bianchi, Freund and Schapire, "The nonstochastic multiarmed bandit
problem", SIAM J. Comput. 32, 2002). As printed, a step costs O(A + B). Only the winner of a step changes a
weight, however, so with the weights in a sum tree it costs O(log(A + B)).
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, exp, log, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solvers.domineering.playouts import PhantomGame
from solvers.domineering.rank_tables import RankTables, winner
from solvers.jit import jit
from solvers.sum_tree import build, empty_trees, find, raise_weight
from solvers.win_matrix import win_matrix

CHUNK: Final = 1 << 16
"""Steps between two computations of all weights relative to the largest, which is then 1.

Nothing overflows in between: a step adds at most 1 to an exponent η v(i), and at most η in expectation, so
a chunk adds less than 0.8 √(CHUNK log K / K) < 125 in expectation, and more than the 709 at which exp
overflows with probability below e⁻⁶⁰⁰.
"""

# Columns of `_Learners.players`.
ARMS, ETA, FLOOR, SUM, SHIFT = range(5)

Progress = Callable[[int, int], object]
Moves = RankTables | NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Exp3Result:
    """What the algorithm saw.

    Attributes
    ----------
    wins : int
        Steps won by player 1.
    steps : int
        Steps played.
    seed : int
        Seed of the random numbers (numpy's PCG64).
    row_counts, column_counts : int64 arrays, shapes (A,) and (B,)
        How often each pure strategy was played; each sums to `steps`.
    """

    wins: int
    steps: int
    seed: int
    row_counts: NDArray[np.int64]
    column_counts: NDArray[np.int64]

    @property
    def value(self) -> float:
        """Approximate value of the game: the mean of r₁."""
        return self.wins / self.steps

    @property
    def row_strategy(self) -> NDArray[np.float64]:
        """Approximate equilibrium strategy of player 1: the frequencies of i₁, shape (A,)."""
        return self.row_counts / self.steps

    @property
    def column_strategy(self) -> NDArray[np.float64]:
        """Approximate equilibrium strategy of player 2: the frequencies of i₂, shape (B,)."""
        return self.column_counts / self.steps


class _Learners(NamedTuple):
    """State of both players; index k of each array belongs to player k + 1, and n = max(A, B)."""

    players: NDArray[np.float64]
    """Shape (2, 5): number K of strategies, η, K η, sum of the weights, largest exponent at the last rescaling.

    One array and not five, because each array passed to a compiled function costs time in every step.
    """
    exponents: NDArray[np.float64]
    """Shape (2, n): η v(i)."""
    weights: NDArray[np.float64]
    """Shape (2, n): exp(η v(i) - shift). Those that underflow to 0 keep their exponent."""
    counts: NDArray[np.int64]
    """Shape (2, n): how often i was played."""
    trees: NDArray[np.float64]
    """The weights as sum trees."""
    first_leaf: int


def default_steps(rows: int, columns: int) -> int:
    """Return n_max = ⌈1000 (A + B) log(A + B)⌉ for A = `rows` and B = `columns` strategies.

    Raises
    ------
    ValueError
        If `rows` or `columns` is below 1.
    """
    if rows < 1 or columns < 1:
        raise ValueError(f"a game needs at least 1 strategy a player, got {rows} and {columns}")
    return ceil(1000 * (rows + columns) * log(rows + columns))


def exp3(
    game: ArrayLike | PhantomGame, *, seed: int, steps: int | None = None, progress: Progress | None = None
) -> Exp3Result:
    """Let two Exp3 learners play a 0/1 game; return the mean of r₁ and how often each strategy was played.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 6, with the printed η and n_max. Time is
    O(steps · log(A + B)) and memory O(A + B), besides the game.

    A step takes two uniform numbers, the first for player 1. A player with K strategies turns u < K η into
    strategy ⌊u / η⌋, and for any other u puts (u - K η) / (1 - K η) through the inverse distribution
    function of the softmax. The printed algorithm, fed the same numbers, makes the same choices.

    Parameters
    ----------
    game : 0/1 array of shape (A, B), or PhantomGame
        1 where player 1 (the row) wins; A, B ≥ 1.
    seed : int
        Seed ≥ 0 of numpy's PCG64. The same game, seed and steps give the same result.
    steps : int, optional
        Steps ≥ 1 to play instead of n_max, as question 8 allows. It replaces n_max in η too, for η is tuned
        to the number of steps; η is cut at 1 / K, which the printed n_max never reaches.
    progress : callable, optional
        Called as progress(done, steps) every 65 536 steps and at the end.

    Raises
    ------
    ValueError
        If the matrix is empty or holds something else than 0 and 1, or `seed` or `steps` is out of range.

    Notes
    -----
    Not guaranteed: any distance between the mean and the value. The mean is biased towards 1/2, by up to
    0.035 at values 0 and 1 with 100 strategies, and by much more when `steps` is cut. What the frequencies
    guarantee is told by `solvers.empirical_equilibrium`.
    """
    if seed < 0:
        raise ValueError(f"the seed must be at least 0, got {seed}")
    moves, rows, columns = _opened(game)
    if steps is None:
        steps = default_steps(rows, columns)
    if steps < 1:
        raise ValueError(f"steps must be at least 1, got {steps}")
    learners = _learners(rows, columns, steps)
    wins = _play(moves, learners, seed, steps, progress)
    row_counts, column_counts = learners.counts[0, :rows].copy(), learners.counts[1, :columns].copy()
    return Exp3Result(wins, steps, seed, row_counts, column_counts)


def _opened(game: ArrayLike | PhantomGame) -> tuple[Moves, int, int]:
    if isinstance(game, PhantomGame):
        return game.tables, *game.shape
    matrix = win_matrix(game)
    return matrix, *matrix.shape


def _learners(rows: int, columns: int, steps: int) -> _Learners:
    n = max(rows, columns)
    trees, first_leaf = empty_trees(2, n)
    players = np.array([_player(rows, steps), _player(columns, steps)])
    exponents, weights, counts = np.zeros((2, n)), np.zeros((2, n)), np.zeros((2, n), dtype=np.int64)
    return _Learners(players, exponents, weights, counts, trees, first_leaf)


def _player(arms: int, steps: int) -> tuple[float, float, float, float, float]:
    eta = min(4 / 5 * sqrt(log(arms) / (steps * arms)), 1 / arms)
    return arms, eta, arms * eta, 0.0, 0.0


def _play(moves: Moves, learners: _Learners, seed: int, steps: int, progress: Progress | None) -> int:
    generator = np.random.Generator(np.random.PCG64(seed))
    wins = 0
    for done in range(0, steps, CHUNK):
        now = min(CHUNK, steps - done)
        if isinstance(moves, RankTables):
            wins += _play_phantom(moves, learners, generator, now)
        else:
            wins += _play_matrix(moves, learners, generator, now)
        if progress is not None:
            progress(done + now, steps)
    return wins


# The next two differ in one line. A kernel that took the game as a function would be compiled again in
# every process, for Numba keeps no such kernel on disk.
@jit
def _play_matrix(matrix: NDArray[np.uint8], learners: _Learners, generator: np.random.Generator, steps: int) -> int:
    players, exponents, weights, counts, trees, first_leaf = learners
    _rescale(players, exponents, weights, trees, first_leaf)
    wins = 0
    for _ in range(steps):
        row = _choose(0, generator.random(), players, trees, first_leaf)
        column = _choose(1, generator.random(), players, trees, first_leaf)
        counts[0, row] += 1
        counts[1, column] += 1
        r1 = int(matrix[row, column])
        wins += r1
        _reward(1 - r1, row if r1 else column, players, exponents, weights, trees, first_leaf)
    return wins


@jit
def _play_phantom(tables: RankTables, learners: _Learners, generator: np.random.Generator, steps: int) -> int:
    players, exponents, weights, counts, trees, first_leaf = learners
    _rescale(players, exponents, weights, trees, first_leaf)
    wins = 0
    for _ in range(steps):
        row = _choose(0, generator.random(), players, trees, first_leaf)
        column = _choose(1, generator.random(), players, trees, first_leaf)
        counts[0, row] += 1
        counts[1, column] += 1
        r1 = 2 - winner(tables, row, column)
        wins += r1
        _reward(1 - r1, row if r1 else column, players, exponents, weights, trees, first_leaf)
    return wins


@jit
def _choose(k: int, u: float, players: NDArray[np.float64], trees: NDArray[np.float64], first_leaf: int) -> int:
    floor = players[k, FLOOR]
    if u < floor:
        return int(min(u / players[k, ETA], players[k, ARMS] - 1))
    return find(trees, k, first_leaf, (u - floor) / (1 - floor) * players[k, SUM])


@jit
def _reward(
    k: int,
    i: int,
    players: NDArray[np.float64],
    exponents: NDArray[np.float64],
    weights: NDArray[np.float64],
    trees: NDArray[np.float64],
    first_leaf: int,
) -> None:
    """v(i) ← v(i) + 1 / p(i) for the winner k; the loser's v does not change, for their r is 0."""
    p = players[k, ETA] + (1 - players[k, FLOOR]) * weights[k, i] / players[k, SUM]
    exponents[k, i] += players[k, ETA] / p
    increase = exp(exponents[k, i] - players[k, SHIFT]) - weights[k, i]
    weights[k, i] += increase
    players[k, SUM] += increase
    raise_weight(trees, k, first_leaf, i, increase)


@jit
def _rescale(
    players: NDArray[np.float64],
    exponents: NDArray[np.float64],
    weights: NDArray[np.float64],
    trees: NDArray[np.float64],
    first_leaf: int,
) -> None:
    """Compute all weights anew, relative to the largest, and their trees: the rounding of sums starts at 0."""
    for k in range(2):
        arms = int(players[k, ARMS])
        players[k, SHIFT] = exponents[k, :arms].max()
        weights[k, :arms] = np.exp(exponents[k, :arms] - players[k, SHIFT])
        players[k, SUM] = build(trees, k, first_leaf, weights[k, :arms])
