from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy
from solvers.matrix_games.exact_simplex import exact_simplex
from tests.oracles.matrix_games import guarantees, shapley_snow_value
from tests.solvers.matrix_games.matrix_zoo import ZOO

SMALL = hnp.arrays(np.int64, hnp.array_shapes(min_dims=2, max_dims=2, max_side=4), elements=st.integers(0, 3))


def solved(payoffs):
    x, y = exact_simplex(payoffs)
    row = MixedStrategy.proportional(len(x), range(len(x)), x)
    column = MixedStrategy.proportional(len(y), range(len(y)), y)
    lower, upper = guarantees(payoffs, Equilibrium(row, column, Fraction(0), Fraction(0)))
    assert lower == upper
    return lower


@settings(max_examples=100, deadline=None)
@given(SMALL)
def test_value_is_that_of_a_square_submatrix(payoffs):
    assert solved(payoffs) == shapley_snow_value(payoffs)


@pytest.mark.parametrize("name", [name for name, matrix in ZOO.items() if max(matrix.shape) <= 60])
def test_the_zoo_is_solved_exactly(name):
    matrix = ZOO[name].astype(object)
    solved(matrix - matrix.min())


def test_payoffs_of_any_size():
    payoffs = np.array([[10**40, 0], [0, 1]], dtype=object)
    assert solved(payoffs) == Fraction(10**40, 10**40 + 1)
