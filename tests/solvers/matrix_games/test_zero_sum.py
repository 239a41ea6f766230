from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from solvers.matrix_games.zero_sum import expected_payoff, zero_sum
from tests.oracles.dice_throws import throw
from tests.oracles.matrix_games import guarantees, shapley_snow_value
from tests.oracles.matrix_games import linear_program as oracle
from tests.solvers.matrix_games.matrix_zoo import ZOO, random_bits

SMALL = hnp.arrays(np.int8, hnp.array_shapes(min_dims=2, max_dims=2, max_side=4), elements=st.integers(-3, 3))


def solved(matrix):
    """Solve, check the certificate by hand, and return the exact value."""
    equilibrium = zero_sum(matrix)
    assert (equilibrium.lower, equilibrium.upper) == guarantees(matrix, equilibrium)
    assert equilibrium.value is not None, equilibrium.note
    assert equilibrium.note == ""
    return equilibrium.value


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(SMALL)
def test_small_games_equal_their_square_submatrices(matrix):
    assert solved(matrix) == shapley_snow_value(matrix.astype(int))


@pytest.mark.parametrize("name", ZOO)
def test_the_zoo_is_exact_and_agrees_with_the_linear_program(name):
    assert float(solved(ZOO[name])) == pytest.approx(oracle(ZOO[name])[0], abs=1e-7)


def test_one_turn_of_dice_battle():
    """Five dice each; d dice score 1 when one of them shows 1, else their sum. Published optimum (MOGPL 2018)."""
    scores = [throw(d, 6) for d in range(1, 6)]
    gains = [
        [sum(p * q * ((a > b) - (a < b)) for a, p in x.items() for b, q in y.items()) for y in scores] for x in scores
    ]
    equilibrium = zero_sum(gains)
    assert equilibrium.value == 0
    assert equilibrium.row.support == equilibrium.column.support == (1, 2, 4)
    assert equilibrium.row.weights == tuple(Fraction(n, 216425) for n in (38000, 11457, 166968))


@pytest.mark.parametrize(("size", "value", "support"), [(100, 0.492320060173035, 51), (300, 0.50211333, None)])
def test_values_that_other_solvers_find(size, value, support):
    # HiGHS, GLOP, Clarabel and quantecon on this matrix.
    equilibrium = zero_sum(np.random.default_rng(0).random((size, size)) < 0.5)
    assert equilibrium.approximate_value == pytest.approx(value, abs=1e-8 if support is None else 1e-14)
    assert equilibrium.regret == 0
    assert support is None or (len(equilibrium.row.support), len(equilibrium.column.support)) == (support, support)


@pytest.mark.slow
@pytest.mark.parametrize("density", [0.5, *(pytest.param(density, marks=pytest.mark.long) for density in (0.02, 0.98))])
def test_a_thousand_rows_and_columns(density):
    matrix = np.random.default_rng(0).random((1000, 1000)) < density
    equilibrium = zero_sum(matrix)
    assert equilibrium.regret == 0
    if density == 0.5:
        assert equilibrium.approximate_value == pytest.approx(0.500727444599514, abs=1e-14)
        assert (len(equilibrium.row.support), len(equilibrium.column.support)) == (512, 512)


def test_payoffs_of_very_different_sizes():
    solved(np.array([[1e300, 1e-300, 0], [0, 1e-300, 1e300], [1e-300, 1, -1e-300]]))
    solved([[10**50, 1, 0], [0, 10**50, 1], [1, 0, 10**50]])


@given(SMALL)
def test_a_saddle_point_is_the_first_one(matrix):
    """A cell that is smallest in its row and largest in its column; payoffs far apart are compared exactly."""
    matrix = matrix.astype(object) * 10**30 + 1
    cells = np.ndindex(matrix.shape)
    saddles = [(i, j) for i, j in cells if matrix[i, j] == matrix[i].min() and matrix[i, j] == matrix[:, j].max()]
    equilibrium = zero_sum(matrix)
    if saddles:
        assert (equilibrium.row.support, equilibrium.column.support) == ((saddles[0][0],), (saddles[0][1],))
        assert equilibrium.value == matrix[saddles[0]]


@pytest.mark.slow
def test_large_games_are_exact_even_with_many_equilibria():
    matrix = random_bits(400, 450, 0.5, 6)
    assert float(solved(matrix)) == pytest.approx(oracle(matrix.astype(float))[0], abs=1e-7)
    assert solved(np.eye(400, dtype=int)) == Fraction(1, 400)
    assert zero_sum(np.repeat(random_bits(100, 400, 0.5, 6), 4, axis=0)).regret == 0


def test_payoffs_of_many_magnitudes_are_certified_whatever_happens():
    for seed in range(3):
        matrix = np.exp(5 * np.random.default_rng(seed).normal(size=(30, 30)))
        equilibrium = zero_sum(matrix)
        assert guarantees(matrix.tolist(), equilibrium) == (equilibrium.lower, equilibrium.upper)
        assert equilibrium.lower <= equilibrium.upper


F = Fraction


@given(st.lists(st.lists(st.integers(0, 1), min_size=3, max_size=3), min_size=2, max_size=4))
def test_optimal_strategies_earn_the_value(rows: list[list[int]]) -> None:
    equilibrium = zero_sum(np.array(rows, dtype=np.uint8))
    mixes = [[dict(zip(mix.support, mix.weights, strict=True)).get(i, F(0)) for i in range(mix.size)]
             for mix in (equilibrium.row, equilibrium.column)]  # fmt: skip
    assert expected_payoff([[F(r) for r in row] for row in rows], *mixes) == equilibrium.value
