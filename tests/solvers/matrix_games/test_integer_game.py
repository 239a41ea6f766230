from fractions import Fraction
from math import gcd

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.matrix_games.zero_sum import integer_game
from tests.oracles.matrix_games import exact


def assert_same_game(matrix):
    game = integer_game(matrix)
    payoffs = [int(payoff) for payoff in game.payoffs.flat]
    assert [game.origin + game.unit * payoff for payoff in payoffs] == [exact(entry) for row in matrix for entry in row]
    assert min(payoffs) == 0
    assert game.unit > 0
    assert gcd(*payoffs) in (0, 1)


@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64])
def test_extreme_integers(dtype):
    info = (False, True) if dtype is bool else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    assert_same_game(np.array([[info[0], info[1]], [info[1], 1]], dtype=dtype))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floats_are_the_binary_numbers_they_are(dtype):
    info = np.finfo(dtype)
    assert_same_game(np.array([[0.1, -0.3], [1e3, 0]], dtype=dtype))
    assert_same_game(np.array([[info.max, info.min], [info.tiny, info.smallest_subnormal]], dtype=dtype))
    assert_same_game(np.array([[2.0, -7.0]], dtype=dtype))


@given(
    st.lists(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=2), min_size=1, max_size=3)
)
def test_any_float(rows):
    assert_same_game(np.array(rows))


@pytest.mark.slow
@given(
    st.lists(st.lists(st.fractions() | st.integers() | st.booleans(), min_size=3, max_size=3), min_size=1, max_size=3)
)
def test_fractions_and_integers_of_any_size(rows):
    assert_same_game(rows)


def test_mixed_objects():
    assert_same_game([[Fraction(1, 3), 0.5], [np.int8(-128), 10**40]])
    assert_same_game([[Fraction(1, 3), np.float32(0.1)], [np.uint64(2**64 - 1), True]])


def test_small_payoffs_are_machine_integers():
    assert integer_game([[0, 10**30]]).payoffs.dtype == np.int64
    assert integer_game([[0, 10**30, 1]]).payoffs.dtype == object
