from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from solvers.matrix_games.saddle_point import SaddlePoint, saddle_point

GAMES = hnp.arrays(np.int8, hnp.array_shapes(min_dims=2, max_dims=2, max_side=5), elements=st.integers(-2, 2))


def saddles(matrix):
    """All cells that are smallest in their row and largest in their column."""
    m, n = matrix.shape
    cells = [(i, j) for i in range(m) for j in range(n)]
    return [(i, j) for i, j in cells if matrix[i, j] == matrix[i].min() and matrix[i, j] == matrix[:, j].max()]


@given(GAMES)
def test_found_exactly_when_there_is_one(matrix):
    found = saddle_point(matrix)
    if found is None:
        assert saddles(matrix) == []
    else:
        assert (found.row, found.column) == min(saddles(matrix))
        assert found.value == matrix[found.row, found.column]


def test_wins_and_losses():
    assert saddle_point(np.array([[0, 1], [1, 1]])) == SaddlePoint(1, 0, 1)
    assert saddle_point(np.array([[0, 1], [0, 0]])) == SaddlePoint(0, 0, 0)
    assert saddle_point(np.array([[0, 1], [1, 0]])) is None


def test_fractions_are_compared_exactly():
    third = Fraction(1, 3)
    assert saddle_point(np.array([[third, third + Fraction(1, 10**30)]], dtype=object)) == SaddlePoint(0, 0, third)


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (4,), (1, 1, 1)])
def test_bad_shapes(shape):
    with pytest.raises(ValueError, match="at least one row and one column"):
        saddle_point(np.zeros(shape))
