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

from solvers.compiled.jit import jit
from solvers.domineering.playouts import PhantomGame
from solvers.domineering.rank_tables import RankTables, winner
from solvers.matrix_games.sum_tree import build, empty_tree, find, raise_weight
from solvers.matrix_games.win_matrix import win_matrix
from solvers.refusal import Refusal

CHUNK: Final = 1 << 16
"""Steps between two computations of all weights relative to the largest, which is then 1.

Nothing overflows in between: a step adds at most 1 to an exponent η v(i), and at most η in expectation, so
a chunk adds less than 0.8 √(CHUNK log K / K) < 125 in expectation, and more than the 709 at which exp
overflows with probability below e⁻⁶⁰⁰.
"""

# Entries of `_Learner.numbers`: K, η, Kη, their inverses 1 / η and 1 / (1 - Kη), the sum of the weights, and the
# largest exponent at the last rescaling.
ARMS, ETA, FLOOR, PER_ETA, STRETCH, SUM, SHIFT = range(7)

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


class _Learner(NamedTuple):
    """State of a player with K strategies."""

    numbers: NDArray[np.float64]
    """Shape (7,): see ARMS. One array, because each argument of a compiled function costs time in every step."""
    exponents: NDArray[np.float64]
    """Shape (K,): η v(i)."""
    weights: NDArray[np.float64]
    """Shape (K,): exp(η v(i) - shift). Those that underflow to 0 keep their exponent."""
    counts: NDArray[np.int64]
    """Shape (K,): how often i was played."""
    tree: NDArray[np.float64]
    """The weights as a sum tree."""
    first_leaf: int


def default_steps(rows: int, columns: int) -> int:
    """Return n_max = ⌈1000 (A + B) log(A + B)⌉ for A = `rows` and B = `columns` strategies.

    Raises
    ------
    Refusal
        If `rows` or `columns` is below 1.
    """
    if rows < 1 or columns < 1:
        raise Refusal(f"a game needs at least 1 strategy a player, got {rows} and {columns}")
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
    Refusal
        If the matrix is empty or holds something else than 0 and 1, or `seed` or `steps` is out of range.

    Notes
    -----
    Not guaranteed: any distance between the mean and the value. The mean is biased towards 1/2, by up to
    0.035 at values 0 and 1 with 100 strategies, and by more when `steps` is cut. What the frequencies
    guarantee is told by `solvers.matrix_games.empirical_equilibrium`.
    """
    if seed < 0:
        raise Refusal(f"the seed must be at least 0, got {seed}")
    moves, rows, columns = _opened(game)
    if steps is None:
        steps = default_steps(rows, columns)
    if steps < 1:
        raise Refusal(f"steps must be at least 1, got {steps}")
    first, second = _learner(rows, steps), _learner(columns, steps)
    wins = _play(moves, first, second, seed, steps, progress)
    return Exp3Result(wins, steps, seed, first.counts, second.counts)


def _opened(game: ArrayLike | PhantomGame) -> tuple[Moves, int, int]:
    if isinstance(game, PhantomGame):
        return game.tables, *game.shape
    matrix = win_matrix(game)
    return matrix, *matrix.shape


def _learner(arms: int, steps: int) -> _Learner:
    eta = min(4 / 5 * sqrt(log(arms) / (steps * arms)), 1 / arms)
    floor = arms * eta
    # An inverse that does not exist belongs to a case that does not occur: u < 0 or u ≥ 1.
    per_eta, stretch = 1 / eta if eta else 0.0, 1 / (1 - floor) if floor < 1 else 0.0
    numbers = np.array([arms, eta, floor, per_eta, stretch, 0.0, 0.0])
    tree, first_leaf = empty_tree(arms)
    return _Learner(numbers, np.zeros(arms), np.zeros(arms), np.zeros(arms, dtype=np.int64), tree, first_leaf)


def _play(
    moves: Moves, first: _Learner, second: _Learner, seed: int, steps: int, progress: Progress | None = None
) -> int:
    generator = np.random.Generator(np.random.PCG64(seed))
    wins = 0
    for done in range(0, steps, CHUNK):
        now = min(CHUNK, steps - done)
        if isinstance(moves, RankTables):
            wins += _play_phantom(moves, first, second, generator, now)
        else:
            wins += _play_matrix(moves, first, second, generator, now)
        if progress is not None:
            progress(done + now, steps)
    return wins


# The next two differ in one line. A kernel that took the game as a function would be compiled again in
# every process, for Numba keeps no such kernel on disk.
@jit
def _play_matrix(
    matrix: NDArray[np.uint8], first: _Learner, second: _Learner, generator: np.random.Generator, steps: int
) -> int:
    _rescale(first)
    _rescale(second)
    wins = 0
    for _ in range(steps):
        row, column = _choose(first, generator.random()), _choose(second, generator.random())
        if matrix[row, column]:
            _reward(first, row)
            wins += 1
        else:
            _reward(second, column)
    return wins


@jit
def _play_phantom(
    tables: RankTables, first: _Learner, second: _Learner, generator: np.random.Generator, steps: int
) -> int:
    _rescale(first)
    _rescale(second)
    wins = 0
    for _ in range(steps):
        row, column = _choose(first, generator.random()), _choose(second, generator.random())
        if winner(tables, row, column) == 1:
            _reward(first, row)
            wins += 1
        else:
            _reward(second, column)
    return wins


@jit
def _choose(learner: _Learner, u: float) -> int:
    """Draw a strategy with the uniform number `u` and count it.

    Products instead of quotients: a division that may raise keeps Numba from pruning the reference counts.
    """
    numbers = learner.numbers
    above = u - numbers[FLOOR]
    if above < 0:
        i = int(min(u * numbers[PER_ETA], numbers[ARMS] - 1))
    else:
        i = find(learner.tree, learner.first_leaf, above * numbers[STRETCH] * numbers[SUM])
    learner.counts[i] += 1
    return i


@jit
def _reward(learner: _Learner, i: int) -> None:
    """v(i) ← v(i) + 1 / p(i) for the winner of a step; the loser's v does not change, for their r is 0."""
    numbers = learner.numbers
    p = numbers[ETA] + (1 - numbers[FLOOR]) * learner.weights[i] / numbers[SUM]
    learner.exponents[i] += numbers[ETA] / p
    increase = exp(learner.exponents[i] - numbers[SHIFT]) - learner.weights[i]
    learner.weights[i] += increase
    numbers[SUM] += increase
    raise_weight(learner.tree, learner.first_leaf, i, increase)


@jit
def _rescale(learner: _Learner) -> None:
    """Compute all weights anew, relative to the largest, and the tree: the rounding of its sums starts at 0."""
    numbers = learner.numbers
    numbers[SHIFT] = learner.exponents.max()
    learner.weights[:] = np.exp(learner.exponents - numbers[SHIFT])
    numbers[SUM] = build(learner.tree, learner.first_leaf, learner.weights)
