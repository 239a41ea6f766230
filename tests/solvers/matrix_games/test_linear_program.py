import numpy as np
import pytest

from solvers.matrix_games.exact_equilibrium import exact_equilibrium
from solvers.matrix_games.linear_program import linear_program
from solvers.matrix_games.zero_sum import zero_sum
from tests.oracles.matrix_games import guarantees, shapley_snow_value


@pytest.mark.parametrize("seed", range(20))
def test_exact_value_from_the_vertex_of_highs(seed: int) -> None:
    shape = np.random.default_rng(seed).integers(1, 6, 2)
    matrix = np.random.default_rng(seed + 100).integers(0, 4, shape)
    vertex = linear_program(matrix / max(matrix.max(), 1) + 1)
    found = exact_equilibrium(matrix, vertex)
    assert found.value == shapley_snow_value(matrix)
    assert guarantees(matrix.tolist(), found) == (found.lower, found.upper)


def test_degenerate_games_keep_their_strategies_and_lose_their_basis() -> None:
    vertex = linear_program(np.ones((2, 3)))
    assert vertex.optimal
    assert vertex.row_strategy.sum() == pytest.approx(1)
    assert vertex.column_strategy.sum() == pytest.approx(1)
    assert len(vertex.rows) == len(vertex.columns)


@pytest.mark.parametrize("seed", range(3))
def test_payoffs_of_many_magnitudes_are_certified_whatever_happens(seed: int) -> None:
    matrix = np.exp(5 * np.random.default_rng(seed).normal(size=(30, 30)))
    found = zero_sum(matrix)
    assert guarantees(matrix.tolist(), found) == (found.lower, found.upper)
    assert found.lower <= found.upper
