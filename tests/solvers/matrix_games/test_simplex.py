import numpy as np
import pytest

from solvers.matrix_games.simplex import _entering, _leaving, simplex
from tests.oracles.matrix_games import linear_program
from tests.solvers.matrix_games.matrix_zoo import ZOO, random_bits


def positive(matrix):
    shifted = matrix.astype(np.float64) - matrix.min()
    return shifted / max(shifted.max(), 1) + 1


def assert_optimal(matrix, vertex):
    assert len(vertex.rows) == len(vertex.columns) >= 1
    assert set(np.flatnonzero(vertex.row_strategy)) <= set(vertex.rows)
    assert set(np.flatnonzero(vertex.column_strategy)) <= set(vertex.columns)
    for strategy in (vertex.row_strategy, vertex.column_strategy):
        assert strategy.min() >= 0
        assert strategy.sum() == pytest.approx(1, abs=1e-12)
    lower, upper = (vertex.row_strategy @ matrix).min(), (matrix @ vertex.column_strategy).max()
    assert upper - lower < 1e-9
    return (lower + upper) / 2


@pytest.mark.parametrize("name", ZOO)
def test_the_zoo_agrees_with_the_linear_program(name):
    matrix = positive(ZOO[name])
    assert assert_optimal(matrix, simplex(matrix)) == pytest.approx(linear_program(matrix)[0], abs=1e-9)


@pytest.mark.parametrize("density", [0.02, 0.5, 0.98])
def test_degenerate_games_of_200_plans(density):
    matrix = random_bits(200, 200, density, 5) + 1.0
    assert_optimal(matrix, simplex(matrix))


def test_any_basis_will_do_to_start_from():
    matrix = random_bits(40, 50, 0.5, 1) + 1.0
    value = linear_program(matrix)[0]
    rng = np.random.default_rng(8)
    for size in range(1, 40, 4):
        rows, columns = rng.choice(40, size, replace=False), rng.choice(50, size, replace=False)
        vertex = simplex(matrix, rows, columns)
        assert assert_optimal(matrix, vertex) == pytest.approx(value, abs=1e-9)


def test_an_optimal_basis_is_kept():
    matrix = random_bits(40, 50, 0.5, 1) + 1.0
    best = simplex(matrix)
    again = simplex(matrix, best.rows, best.columns)
    assert set(again.rows) == set(best.rows)
    assert set(again.columns) == set(best.columns)


def test_a_singular_basis_is_replaced():
    matrix = np.array([[1.0, 1.0, 2.0], [1.0, 1.0, 2.0], [2.0, 2.0, 1.0]])
    vertex = simplex(matrix, np.array([0, 1]), np.array([0, 1]))
    assert assert_optimal(matrix, vertex) == pytest.approx(1.5)


@pytest.mark.parametrize("runs", [0, 1])
def test_a_search_cut_short_has_strategies_all_the_same(monkeypatch, runs):
    monkeypatch.setattr("solvers.matrix_games.simplex.RUNS", runs)
    monkeypatch.setattr("solvers.matrix_games.simplex.PIVOTS", 2)
    vertex = simplex(random_bits(30, 20, 0.5, 1) + 1.0)
    assert vertex.row_strategy.sum() == pytest.approx(1)
    assert vertex.column_strategy.sum() == pytest.approx(1)


def test_when_pivots_become_many_the_smallest_labels_are_exchanged():
    tableau = np.array([[2.0, 1.0, 3.0, 1.0], [1.0, 2.0, 3.0, 1.0], [0.1, 0.3, 0.2, 0.0]])
    labels, norms = np.array([7, 4, 2]), np.array([0.0, 99.0, 0.0, 0.0])
    assert _entering(tableau, labels, norms, 1e-11, False) == 2  # the column of largest gain is not the steepest
    assert _entering(tableau, labels, 0 * norms, 1e-11, False) == 1
    assert _entering(tableau, labels, norms, 1e-11, True) == 2
    assert _entering(-tableau, labels, norms, 1e-11, True) == -1
    basic = np.array([-1, -2])
    assert _leaving(tableau, basic, 1, 1e-11, False) == 1  # the smallest ratio
    assert _leaving(tableau, basic, 2, 1e-11, True) == 1
    assert _leaving(tableau, basic[::-1].copy(), 2, 1e-11, True) == 0
    assert _leaving(tableau * 1e-12, basic, 2, 1e-11, False) == -1
