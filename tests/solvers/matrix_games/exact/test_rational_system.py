from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.matrix_games.exact.rational_system import PRIMES, SingularMatrixError, rational_system
from tests.oracles.matrix_games import gauss


def fractions(vector):
    return [Fraction(numerator, vector.denominator) for numerator in vector.numerators]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 7), st.sampled_from([1, 2, 20, 27, 60, 150]), st.integers(0, 2**32))
def test_solution_is_that_of_gauss(size, bits, seed):
    rng = np.random.default_rng(seed)
    entries = [[int.from_bytes(rng.bytes(20), "big") >> (160 - bits) for _ in range(size + 1)] for _ in range(size)]
    block = np.array(entries, dtype=object).reshape(size, size + 1)
    matrix, right = block[:, :size], block[:, size] - (1 << (bits - 1))
    expected = gauss(matrix, right)
    if expected is None:
        with pytest.raises(SingularMatrixError):
            rational_system(matrix, right)
    else:
        assert fractions(rational_system(matrix, right)) == expected


@pytest.mark.parametrize("size", [30, 120])
def test_larger_systems_hold(size):
    matrix = np.random.default_rng(size).integers(0, 2, (size, size))
    right = np.arange(size)
    solution = rational_system(matrix, right)
    product = matrix.astype(object) @ np.array(solution.numerators, dtype=object)
    assert product.tolist() == [solution.denominator * int(side) for side in right]


def test_a_determinant_divisible_by_the_first_primes():
    solution = rational_system(np.diag([PRIMES[0], PRIMES[1]]), np.array([1, 1]))
    assert fractions(solution) == [Fraction(1, PRIMES[0]), Fraction(1, PRIMES[1])]


def test_the_moduli_are_primes_below_two_to_the_26():
    for prime in PRIMES:
        assert prime < 2**26
        assert all(prime % divisor for divisor in range(2, int(prime**0.5) + 1))


def test_singular():
    with pytest.raises(SingularMatrixError, match="size 2"):
        rational_system(np.ones((2, 2), int), np.ones(2, int))


@pytest.mark.parametrize(
    ("matrix", "right"),
    [
        (np.ones((2, 3), int), np.ones(2, int)),
        (np.ones(2, int), np.ones(2, int)),
        (np.eye(1025, dtype=int), np.ones(1025, int)),
    ],
)
def test_bad_shapes(matrix, right):
    with pytest.raises(ValueError, match="k × k"):
        rational_system(matrix, right)


def test_negative_entries():
    with pytest.raises(ValueError, match="at least 0"):
        rational_system(np.array([[-1]]), np.array([1]))
