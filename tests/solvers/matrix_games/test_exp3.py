import math
from itertools import pairwise

import numpy as np
import pytest

from solvers.domineering.board import Board
from solvers.domineering.phantom_game import limited_game
from solvers.matrix_games.exp3 import CHUNK, default_steps, exp3
from tests.oracles.naive_exp3 import naive_exp3
from tests.solvers.matrix_games.matrix_zoo import parity, random_bits


def one_winning_row(size):
    """Value 1, by one row among many losing ones: its weight grows by hundreds of orders of magnitude."""
    game = np.zeros((size, size), dtype=np.uint8)
    game[size // 3] = 1
    return game


GAMES = {
    "1 × 1 won": [[1]],
    "1 × 1 lost": [[0]],
    "1 × 7": [[1, 0, 1, 0, 0, 1, 1]],
    "7 × 1": [[1], [0], [1], [0], [0], [1], [1]],
    "matching pennies": [[1, 0], [0, 1]],
    "3 × 2": [[True, False], [False, True], [False, False]],
    "all won": np.ones((5, 9)),
    "all lost": np.zeros((9, 5)),
    "one winning row": one_winning_row(60),
    "one winning column": 1 - one_winning_row(60).T,
    "parity": parity(100),
    "wide": random_bits(9, 300, 0.5, 0),
    "tall": random_bits(513, 8, 0.5, 0),
    "seldom won": random_bits(64, 65, 0.03, 0),
}


def assert_same_choices(game, matrix, seed, steps):
    result = exp3(game, seed=seed, steps=steps)
    uniforms = np.random.Generator(np.random.PCG64(seed)).random((steps, 2))
    choices = naive_exp3(matrix, uniforms, steps)
    rows, columns = zip(*choices, strict=True)
    assert np.array_equal(result.row_counts, np.bincount(rows, minlength=matrix.shape[0]))
    assert np.array_equal(result.column_counts, np.bincount(columns, minlength=matrix.shape[1]))
    assert result.wins == sum(int(matrix[pair]) for pair in choices)
    assert result.steps == steps


@pytest.mark.parametrize("name", GAMES)
def test_the_choices_are_those_of_the_printed_algorithm(name):
    for seed, steps in enumerate((1, 2, 37, 1500)):
        assert_same_choices(GAMES[name], np.array(GAMES[name]).astype(int), seed, steps)


@pytest.mark.parametrize(("rows", "columns"), [(3, 5), (4, 4), (5, 4)])
def test_plans_are_played_on_demand_as_in_the_matrix_of_all_games(rows, columns):
    game = limited_game(17, Board(rows, columns), 80)
    everyone = np.arange(80)
    assert_same_choices(game, game.outcomes(everyone, everyone), seed=rows, steps=3000)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["seldom won", *(pytest.param(n, marks=pytest.mark.long) for n in ("one winning row", "7 × 1"))]
)
def test_the_choices_are_those_of_the_printed_algorithm_across_rescalings(name):
    assert_same_choices(GAMES[name], np.array(GAMES[name]).astype(int), seed=5, steps=2 * CHUNK + 1)


def test_no_length_overflows():
    # Far beyond the printed 5 546 steps: without rescaling, weights would reach exp(0.8 √(n log 3 / 3)) = e⁸³⁸.
    steps = 3_000_000
    result = exp3([[1], [1], [1]], seed=1, steps=steps)
    assert result.wins == steps
    assert result.row_counts.sum() == steps
    # The weights grow apart by pure chance only, so that no frequency is certain; none falls below the floor.
    eta = 4 / 5 * math.sqrt(math.log(3) / (steps * 3))
    assert (result.row_counts >= eta * steps / 2).all()


# Board, mean r₁ of an independent program (one run, three decimals), standard deviation of a run (30 seeds).
EXAM = [
    ((3, 5), 0.980, 0.0005),
    ((4, 4), 0.640, 0.0012),
    ((5, 3), 0.026, 0.0006),
    ((3, 6), 0.965, 0.0010),
    ((4, 5), 0.504, 0.0010),
    ((5, 4), 0.965, 0.0014),
]


@pytest.mark.parametrize(("size", "mean", "deviation"), EXAM)
def test_question_7_has_the_mean_of_an_independent_program(size, mean, deviation):
    """Seeds 17 and 18. A right program fails a board with probability below 1e-8: six standard deviations.

    The difference of their mean and one rounded run has standard deviation √1.5 times that of a run.
    """
    results = [exp3(limited_game(17, Board(*size), 100), seed=seed) for seed in (17, 18)]
    assert [result.steps for result in results] == [1_059_664] * 2
    average = sum(result.value for result in results) / 2
    assert average == pytest.approx(mean, abs=6 * math.sqrt(1.5) * deviation + 0.0005)


@pytest.mark.parametrize(("a", "b", "steps"), [(1, 1, 1387), (100, 100, 1_059_664), (10_000, 10_000, 198_069_752)])
def test_the_number_of_steps_is_the_printed_formula(a, b, steps):
    assert default_steps(a, b) == steps


def test_progress_is_told_and_changes_nothing():
    calls = []
    steps = 2 * CHUNK + 5
    exp3_result = exp3(GAMES["parity"], seed=1, steps=steps, progress=lambda done, total: calls.append((done, total)))
    silent = exp3(GAMES["parity"], seed=1, steps=steps)
    assert calls == [(CHUNK, steps), (2 * CHUNK, steps), (steps, steps)]
    assert np.array_equal(exp3_result.row_counts, silent.row_counts)


def test_means_are_noted_where_asked():
    """Weights are computed anew at a mark: the same choices but for rounding."""
    marked, silent = (exp3(GAMES["3 × 2"], seed=4, steps=400, marks=marks) for marks in (range(402), ()))
    assert [steps for steps, _ in marked.means] == [*range(1, 401)]
    wins = [round(steps * mean) for steps, mean in marked.means]
    assert all(after - before in (0, 1) for before, after in pairwise(wins))
    assert wins[-1] == silent.wins
    assert np.array_equal(marked.row_counts, silent.row_counts)
    assert silent.means == ()
