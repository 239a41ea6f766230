from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from solvers.matrix_games.small_matrix_game import small_matrix_game
from tests.oracles.matrix_games import shapley_snow_value


def check_certificate(matrix, game, tolerance):
    """Both strategies are mixes and guarantee the value, from the matrix alone."""
    payoffs = np.asarray(matrix, dtype=float)
    assert (game.row >= 0).all()
    assert (game.column >= 0).all()
    assert game.row.sum() == pytest.approx(1, abs=1e-14)
    assert game.column.sum() == pytest.approx(1, abs=1e-14)
    assert (game.row @ payoffs).min() >= game.value - tolerance
    assert (payoffs @ game.column).max() <= game.value + tolerance


KNOWN = [
    ([[5]], 5),
    ([[0, 0], [0, 0]], 0),
    ([[1, -1], [-1, 1]], 0),
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),
    ([[3, 1], [0, 2]], Fraction(3, 2)),
    ([[1, 2, 3]], 1),
    ([[1], [2], [3]], 3),
    ([[2, 2, 1], [2, 2, 1], [1, 1, 2]], Fraction(3, 2)),
    ([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], Fraction(1, 4)),
]


@pytest.mark.parametrize(("matrix", "value"), KNOWN)
def test_games_solved_by_hand(matrix, value):
    game = small_matrix_game(matrix)
    assert game.value == pytest.approx(float(value), rel=0, abs=1e-15)
    assert shapley_snow_value(matrix) == value
    check_certificate(matrix, game, 1e-15)


@pytest.mark.slow
@settings(deadline=None, max_examples=150)
@given(npst.arrays(np.int8, st.tuples(st.integers(1, 4), st.integers(1, 4)), elements=st.integers(-3, 3)))
def test_small_games_full_of_ties_equal_the_fractions(matrix):
    game = small_matrix_game(matrix)
    expected = shapley_snow_value(matrix)
    assert game.value == pytest.approx(float(expected), rel=0, abs=1e-14)
    check_certificate(matrix, game, 1e-14)


@pytest.mark.parametrize("size", [2, 3, 10, 30, 60])
@pytest.mark.parametrize(
    "draw",
    [
        lambda rng, n: rng.random((n, n)),
        lambda rng, n: rng.integers(0, 2, (n, n)),
        lambda rng, n: rng.integers(-2, 3, (n, max(1, n // 2))),
        lambda rng, n: np.tril(m := rng.integers(0, 3, (n, n))) - np.tril(m).T,
        lambda rng, n: 1 - 1e-9 * rng.random((n, n)),
        lambda rng, n: np.round(rng.random((n, n)), 1) + 1e-15 * rng.random((n, n)),
        lambda rng, n: np.repeat(rng.random((n, n)), 2, axis=0),
        lambda rng, n: np.minimum.outer(np.arange(n), np.arange(n)) - np.eye(n) * 0.5,
    ],
)
def test_random_and_degenerate_games_end_with_a_certificate(size, draw):
    matrix = draw(np.random.default_rng(size), size)
    check_certificate(matrix, small_matrix_game(matrix), 1e-14)


def test_payoffs_may_be_large_or_small():
    matrix = np.random.default_rng(3).random((10, 10))
    for scale in (1e-200, 1e-12, 1e12, 1e200):
        check_certificate(scale * matrix, small_matrix_game(scale * matrix), scale * 1e-14)
