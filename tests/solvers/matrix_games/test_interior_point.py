import numpy as np
import pytest

from solvers.matrix_games.interior_point import interior_point
from solvers.matrix_games.simplex import simplex
from solvers.matrix_games.zero_sum import LARGE, zero_sum
from tests.oracles.matrix_games import linear_program
from tests.solvers.matrix_games.matrix_zoo import ZOO, random_bits
from tests.solvers.matrix_games.test_simplex import assert_optimal, positive


@pytest.mark.parametrize("name", ZOO)
def test_the_zoo_agrees_with_the_linear_program(name: str) -> None:
    """Also where many equilibria are optimal, and it ends among them."""
    matrix = positive(ZOO[name])
    vertex = interior_point(matrix)
    lower, upper = (vertex.row_strategy @ matrix).min(), (matrix @ vertex.column_strategy).max()
    assert upper - lower < (1e-9 if vertex.optimal else 1e-7)
    assert (lower + upper) / 2 == pytest.approx(linear_program(matrix)[0], abs=1e-7)
    assert len(vertex.rows) == len(vertex.columns)
    assert vertex.optimal == (len(vertex.rows) > 0)


@pytest.mark.parametrize(("rows", "columns"), [(80, 80), (60, 90), (90, 60)])
def test_the_only_basis_is_that_of_the_simplex_method(rows: int, columns: int) -> None:
    matrix = random_bits(rows, columns, 0.5, 4) + np.random.default_rng(3).random((rows, columns)) / 100 + 1.0
    matrix /= matrix.max() / 2
    found, expected = interior_point(matrix), simplex(matrix)
    assert_optimal(matrix, found)
    assert found.rows.tolist() == sorted(expected.rows)
    assert found.columns.tolist() == sorted(expected.columns)


def test_where_several_equilibria_are_optimal_there_is_no_basis() -> None:
    vertex = interior_point(np.array([[1.0, 2.0], [2.0, 1.0], [2.0, 1.0]]))
    assert not vertex.optimal
    assert vertex.row_strategy == pytest.approx([0.5, 0.25, 0.25])


@pytest.mark.slow
def test_large_games_are_exact() -> None:
    matrix = random_bits(LARGE, LARGE + 50, 0.5, 6)
    found = zero_sum(matrix)
    assert found.regret == 0
    assert found.approximate_value == pytest.approx(linear_program(matrix.astype(float))[0], abs=1e-7)


@pytest.mark.slow
def test_large_games_of_many_equilibria_are_exact() -> None:
    assert zero_sum(np.eye(LARGE, dtype=int)).approximate_value == pytest.approx(1 / LARGE)
    assert zero_sum(np.repeat(random_bits(LARGE // 4, LARGE, 0.5, 6), 4, axis=0)).regret == 0
