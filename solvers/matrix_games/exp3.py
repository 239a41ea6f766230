"""Compute the value of a zero-sum 0/1 game by the exam's stochastic algorithm.

Both players learn with Exp3 (Auer, Cesa-Bianchi, Freund and Schapire, "The nonstochastic multiarmed bandit problem",
SIAM J. Comput. 32, 2002). A step takes two uniform numbers, the first for player 1, and O(A + B) time.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 6 and its oral question, with the printed η and n_max.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, exp, log, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes, Floats, Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.matrix_games.win_matrix import OnDemandGame, win_matrix, written_out

CHUNK: Final = 1 << 16
"""Steps between two computations of all weights relative to the largest, which is then 1.

Nothing overflows in between: a step adds at most 1 to an exponent η v(i), and at most η in expectation, so
a chunk adds less than 0.8 √(CHUNK log K / K) < 125 in expectation, and more than the 709 at which exp
overflows with probability below e⁻⁶⁰⁰.
"""

Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Exp3Result:
    """The result of Exp3: how often player 1 won, and how often each strategy was played."""

    wins: int
    """The number of steps that player 1 won."""
    steps: int
    row_counts: Integers
    """The number of steps in which each pure strategy of player 1 was played, shape (A,), of sum `steps`."""
    column_counts: Integers
    """The number of steps in which each pure strategy of player 2 was played, shape (B,), of sum `steps`."""
    means: tuple[tuple[int, float], ...] = ()
    """Pairs of a number of steps and the mean of r₁ after it, in increasing order."""

    @property
    def value(self) -> float:
        """The approximate value of the game: the mean of r₁, which is 1 for a step that player 1 wins, else 0."""
        return self.wins / self.steps

    @property
    def row_strategy(self) -> Floats:
        """Approximate equilibrium strategy of player 1: how often each strategy was played, as a share, shape (A,)."""
        return self.row_counts / self.steps

    @property
    def column_strategy(self) -> Floats:
        """Approximate equilibrium strategy of player 2: how often each strategy was played, as a share, shape (B,)."""
        return self.column_counts / self.steps


def default_steps(rows: int, columns: int) -> int:
    """Return the exam's number of steps ⌈1000 (A + B) log(A + B)⌉ for A = `rows` and B = `columns` ≥ 1."""
    return ceil(1000 * (rows + columns) * log(rows + columns))


def exp3(
    game: ArrayLike | OnDemandGame,
    *,
    seed: int,
    steps: int | None = None,
    progress: Progress | None = None,
    marks: Iterable[int] = (),
) -> Exp3Result:
    """Let two Exp3 learners play a 0/1 game; return the mean of r₁ and how often each strategy was played.

    `game` has 1 where player 1 (the row) wins. r₁ is 1 for a step that player 1 wins, else 0. The same game, `seed` ≥ 0
    and `steps` ≥ 1 give the same result. `steps` replaces the exam's number of steps n_max, as question 8 allows, also
    in the learning rate η. `progress` is called as progress(done, steps) every 65 536 steps and at the end. The mean is
    recorded after each number of steps in `marks` that lies in 1 … `steps`. All weights are computed anew at these
    steps, so the last digits of a probability may depend on `marks`.

    Not guaranteed: any distance between the mean and the value. The mean is biased towards 1/2, by up to 0.035 at
    values 0 and 1 with 100 strategies, and by more when `steps` is cut. `solvers.matrix_games.empirical_equilibrium`
    computes the guarantees of the frequencies.
    """
    if seed < 0:
        raise InvalidInput("the seed of the random numbers must be at least 0, got {seed}", seed=seed)
    matrix = written_out(game) if isinstance(game, OnDemandGame) else win_matrix(game)
    if steps is None:
        steps = default_steps(*matrix.shape)
    if steps < 1:
        raise InvalidInput("the number of steps of the algorithm must be at least 1, got {steps}", steps=steps)
    first, second = (Learner.new(arms, steps) for arms in matrix.shape)
    noted = frozenset(mark for mark in marks if 0 < mark <= steps)
    generator = np.random.Generator(np.random.PCG64(seed))
    means = []
    done = wins = 0
    for stop in sorted({*noted, *range(CHUNK, steps, CHUNK), steps}):
        wins += _play(matrix, first, second, generator.random((stop - done, 2)))
        done = stop
        if done in noted:
            means.append((done, wins / done))
        if progress is not None and (done % CHUNK == 0 or done == steps):
            progress(done, steps)
    return Exp3Result(wins, steps, first.counts, second.counts, tuple(means))


class Learner(NamedTuple):
    """The state of a player with K strategies: arrays of shape (K,), and the learning rate η, at most 1 / K."""

    exponents: Floats
    """The exponents η v(i) of the weights, where v(i) is the estimated total reward of strategy i."""
    weights: Floats
    """exp(η v(i)) over the largest at the last rescaling; the exponent of one that underflows to 0 is kept."""
    counts: Integers
    """The number of times each strategy was played."""
    eta: float

    @classmethod
    def new(cls, arms: int, steps: int) -> "Learner":
        """Return a player before the first step, with the η of a game of `steps` steps."""
        eta = min(4 / 5 * sqrt(log(arms) / (steps * arms)), 1 / arms)
        return cls(np.zeros(arms), np.ones(arms), np.zeros(arms, dtype=np.int64), eta)


@jit
def _play(matrix: Bytes, first: Learner, second: Learner, uniforms: Floats) -> int:
    """Play one step for each row of `uniforms`, shape (steps, 2), and return the number of steps that player 1 won."""
    for learner in (first, second):  # a softmax does not change when all exponents are moved by the same amount
        learner.weights[:] = np.exp(learner.exponents - learner.exponents.max())
    first_sum, second_sum, wins = first.weights.sum(), second.weights.sum(), 0
    for k in range(len(uniforms)):
        row, column = _choose(first, first_sum, uniforms[k, 0]), _choose(second, second_sum, uniforms[k, 1])
        first.counts[row] += 1
        second.counts[column] += 1
        if matrix[row, column]:
            first_sum += _reward(first, first_sum, row)
            wins += 1
        else:
            second_sum += _reward(second, second_sum, column)
    return wins


@jit
def _choose(learner: Learner, total: float, u: float) -> int:
    """Return a strategy drawn with the uniform number `u`: uniformly if `u` < K η, else by the softmax of weights."""
    arms, floor = len(learner.weights), len(learner.weights) * learner.eta
    if u < floor:
        return min(int(u / learner.eta), arms - 1)
    point = (u - floor) / (1 - floor) * total
    for i in range(arms):
        point -= learner.weights[i]
        if point < 0:
            return i
    return arms - 1


@jit
def _reward(learner: Learner, total: float, i: int) -> float:
    """Raise the weight of the strategy i that won, and return the increase of the sum of weights."""
    # The exponent of the weight grows by η / p(i), where p(i) is the probability with which i was drawn. The loser's
    # weights stay.
    weight, floor = learner.weights[i], learner.eta * total
    raised = floor / (floor + (1 - len(learner.weights) * learner.eta) * weight)  # η / p(i), both times the sum
    learner.exponents[i] += raised
    learner.weights[i] *= exp(raised)
    return float(learner.weights[i] - weight)
