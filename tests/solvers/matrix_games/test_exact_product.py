import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.matrix_games.exact_product import exact_product


def obvious(matrix, weights):
    return [sum(int(a) * w for a, w in zip(row, weights, strict=True)) for row in matrix]


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 6), st.integers(1, 6), st.integers(1, 200), st.integers(1, 3000), st.integers(0, 2**32))
def test_product_is_the_obvious_one(m, n, entry_bits, weight_bits, seed):
    rng = np.random.default_rng(seed)
    draw = lambda bits: int.from_bytes(rng.bytes(bits // 8 + 1), "big") >> int(rng.integers(bits + 8))  # noqa: E731
    matrix = np.array([[draw(entry_bits) for _ in range(n)] for _ in range(m)], dtype=object).reshape(m, n)
    weights = [draw(weight_bits) for _ in range(n)]
    assert exact_product(matrix, weights) == obvious(matrix, weights)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int64, bool])
def test_small_types_do_not_overflow(dtype):
    matrix = np.ones((3, 5), dtype=dtype) * np.array([1, 0, 1, 1, 1], dtype=dtype)
    weights = [2**100 + i for i in range(5)]
    assert exact_product(matrix, weights) == [4 * 2**100 + 9] * 3


def test_largest_shapes_and_digits():
    matrix = np.full((2, 8191), 2**62 - 1)
    weights = [2**90 - 1] * 8191
    assert exact_product(matrix, weights) == [8191 * (2**62 - 1) * (2**90 - 1)] * 2
