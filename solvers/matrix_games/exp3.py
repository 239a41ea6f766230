"""The exam's stochastic algorithm for the value of a zero-sum 0/1 game, in logarithmic time per step.

Both players learn with Exp3 (Auer, Cesa-Bianchi, Freund and Schapire, "The nonstochastic multiarmed bandit
problem", SIAM J. Comput. 32, 2002). As printed, a step costs O(A + B). Only the winner of a step changes a
weight, however, so with the weights in a sum tree it costs O(log(A + B)). A step takes two uniform numbers,
the first for player 1: the printed algorithm, fed the same, makes the same choices.

One step would wait for memory and for the step before it. So the choices of a batch of steps are guessed first, as if
nobody were rewarded in between, and their games played: none waits for another. Then the steps are taken in order,
and 3 % of the guesses, which the rewards since have changed, are corrected.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 6 and its oral question, with the printed η and n_max.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, log
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes, Floats, Integers
from solvers.compiled.jit import jit
from solvers.matrix_games.exp3_learner import BATCH, Learner, choose, chooses, guess, new_learner, rescale, reward
from solvers.matrix_games.win_matrix import win_matrix
from solvers.refusal import Refusal

CHUNK: Final = 1 << 16
"""Steps between two computations of all weights relative to the largest, which is then 1.

Nothing overflows in between: a step adds at most 1 to an exponent η v(i), and at most η in expectation, so
a chunk adds less than 0.8 √(CHUNK log K / K) < 125 in expectation, and more than the 709 at which exp
overflows with probability below e⁻⁶⁰⁰.
"""

Progress = Callable[[int, int], object]


@runtime_checkable
class RepeatedGame(Protocol):
    """A game of wins and losses that two learners can play for many steps, in compiled code of its own."""

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers (A, B) of strategies of player 1 and player 2, each at least 1."""

    def play_learners(self, first: Learner, second: Learner, uniforms: Floats) -> int:
        """Play a step a row of `uniforms`, shape (steps, 2), from rescaled weights; return how many player 1 won.

        In a step each learner chooses with a uniform number, player 1 with the first, and the winner is rewarded.
        """


@dataclass(frozen=True, slots=True)
class Exp3Result:
    """What the algorithm saw."""

    wins: int
    """Steps won by player 1."""
    steps: int
    seed: int
    """Of the random numbers (numpy's PCG64)."""
    row_counts: Integers
    """How often each pure strategy of player 1 was played, shape (A,); of sum `steps`."""
    column_counts: Integers
    """The same for player 2, shape (B,)."""
    means: tuple[tuple[int, float], ...] = ()
    """The mean of r₁ after each number of steps that was asked for, increasing."""

    @property
    def value(self) -> float:
        """Approximate value of the game: the mean of r₁."""
        return self.wins / self.steps

    @property
    def row_strategy(self) -> Floats:
        """Approximate equilibrium strategy of player 1: the frequencies of i₁, shape (A,)."""
        return self.row_counts / self.steps

    @property
    def column_strategy(self) -> Floats:
        """Approximate equilibrium strategy of player 2: the frequencies of i₂, shape (B,)."""
        return self.column_counts / self.steps


def default_steps(rows: int, columns: int) -> int:
    """Return n_max = ⌈1000 (A + B) log(A + B)⌉ for A = `rows` and B = `columns` strategies, each at least 1."""
    return ceil(1000 * (rows + columns) * log(rows + columns))


def exp3(
    game: ArrayLike | RepeatedGame,
    *,
    seed: int,
    steps: int | None = None,
    progress: Progress | None = None,
    marks: Iterable[int] = (),
) -> Exp3Result:
    """Let two Exp3 learners play a 0/1 game; return the mean of r₁ and how often each strategy was played.

    `game` has 1 where player 1 (the row) wins. The same game, `seed` ≥ 0 and `steps` ≥ 1 give the same result. `steps`
    replaces n_max, as question 8 allows, in η too, which is tuned to it. `progress` is called as progress(done, steps)
    every 65 536 steps and at the end. The mean is noted after the numbers of steps in `marks`, those outside 1 …
    `steps` left out; all weights are computed anew there, so that the last digits of a probability may change.

    Not guaranteed: any distance between the mean and the value. The mean is biased towards 1/2, by up to 0.035 at
    values 0 and 1 with 100 strategies, and by more when `steps` is cut. What the frequencies guarantee is told by
    `solvers.matrix_games.empirical_equilibrium`.
    """
    if seed < 0:
        raise Refusal("the seed must be at least 0, got {seed}", seed=seed)
    played = game if isinstance(game, RepeatedGame) else _MatrixGame(win_matrix(game))
    if steps is None:
        steps = default_steps(*played.shape)
    if steps < 1:
        raise Refusal("steps must be at least 1, got {steps}", steps=steps)
    first, second = (new_learner(arms, steps) for arms in played.shape)
    noted = frozenset(mark for mark in marks if 0 < mark <= steps)
    won = _play(played, (first, second), seed, sorted({*noted, *range(CHUNK, steps, CHUNK), steps}), progress)
    means = tuple((done, wins / done) for done, wins in won.items() if done in noted)
    return Exp3Result(won[steps], steps, seed, first.counts, second.counts, means)


@dataclass(frozen=True, slots=True)
class _MatrixGame:
    matrix: Bytes

    @property
    def shape(self) -> tuple[int, int]:
        rows, columns = self.matrix.shape
        return rows, columns

    def play_learners(self, first: Learner, second: Learner, uniforms: Floats) -> int:
        return _play_matrix(self.matrix, first, second, uniforms)


def _play(
    game: RepeatedGame, learners: tuple[Learner, Learner], seed: int, stops: list[int], progress: Progress | None
) -> dict[int, int]:
    """Play up to the last stop; return how many steps player 1 had won at each."""
    generator = np.random.Generator(np.random.PCG64(seed))
    won: dict[int, int] = {}
    done = wins = 0
    for stop in stops:
        wins += game.play_learners(*learners, generator.random((stop - done, 2)))
        won[stop], done = wins, stop
        if progress is not None and (stop % CHUNK == 0 or stop == stops[-1]):
            progress(done, stops[-1])
    return won


# Other games have such a kernel of their own, which differs in the lines that play: a kernel that took the game as a
# function would be compiled again in every process, for Numba keeps no such kernel on disk.
@jit
def _play_matrix(matrix: Bytes, first: Learner, second: Learner, uniforms: Floats) -> int:
    rescale(first)
    rescale(second)
    rows, columns, won = np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint64), np.empty(BATCH, np.uint8)
    wins = 0
    for start in range(0, len(uniforms), BATCH):
        batch = uniforms[start : start + BATCH]
        guess(first, second, batch, rows, columns)
        for k in range(len(batch)):
            won[k] = matrix[rows[k], columns[k]]
        for k in range(len(batch)):
            row, column, win = rows[k], columns[k], won[k]
            if not (chooses(first, batch[k, 0], row) & chooses(second, batch[k, 1], column)):
                row, column = choose(first, batch[k, 0]), choose(second, batch[k, 1])
                win = matrix[row, column]
            first.counts[row] += 1
            second.counts[column] += 1
            if win:
                reward(first, row)
                wins += 1
            else:
                reward(second, column)
    return wins
