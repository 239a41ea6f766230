from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from solvers.matrix_games import exact_equilibrium as module
from solvers.matrix_games.exact_equilibrium import exact_equilibrium
from solvers.matrix_games.simplex import simplex
from tests.oracles.matrix_games import guarantees
from tests.solvers.matrix_games.matrix_zoo import random_bits

# Rock, paper, scissors, the payoffs raised by 1: the value is 1, and the only optimal strategies are uniform.
SIGNS = np.array([[1, 0, 2], [2, 1, 0], [0, 2, 1]])


def checked(payoffs, vertex):
    equilibrium = exact_equilibrium(payoffs, vertex)
    assert (equilibrium.lower, equilibrium.upper) == guarantees(payoffs, equilibrium)
    return equilibrium


def vertex_of(payoffs):
    return simplex(payoffs / payoffs.max() + 1)


def wrong_vertex(payoffs):
    """A vertex that is not optimal: everyone plays their first plan."""
    first = np.zeros(1, dtype=np.intp)
    vertex = vertex_of(payoffs)
    row, column = np.zeros(len(payoffs)), np.zeros(payoffs.shape[1])
    row[0] = column[0] = 1
    return replace(vertex, rows=first, columns=first, row_strategy=row, column_strategy=column)


def test_an_optimal_vertex():
    equilibrium = checked(SIGNS, vertex_of(SIGNS))
    assert equilibrium.value == 1
    assert equilibrium.row.weights == equilibrium.column.weights == (Fraction(1, 3),) * 3


@pytest.mark.parametrize("size", [3, 10, 40])
def test_a_wrong_vertex_is_put_right(size):
    payoffs = random_bits(size, size, 0.5, 10 + size)
    right, wrong = checked(payoffs, vertex_of(payoffs)), checked(payoffs, wrong_vertex(payoffs))
    assert right.value == wrong.value is not None


@pytest.mark.parametrize("limit", [0, 120])
def test_a_search_that_found_no_basis(monkeypatch, limit):
    monkeypatch.setattr("solvers.matrix_games.simplex.RUNS", 0)
    monkeypatch.setattr(module, "MAX_TIGHT", limit)
    payoffs = random_bits(12, 9, 0.5, 1)
    vertex = vertex_of(payoffs)
    assert not len(vertex.rows)
    equilibrium = checked(payoffs, vertex)
    assert (equilibrium.value is None) == (equilibrium.note != "") == (limit == 0)


def test_a_singular_basis_is_put_right():
    payoffs = np.vstack([SIGNS, SIGNS])
    vertex = replace(vertex_of(payoffs), rows=np.array([0, 3]), columns=np.array([0, 1]))
    assert checked(payoffs, vertex).value == 1


def test_differences_that_rounding_hides():
    payoffs = (SIGNS.astype(object) * 10**40) + np.diag([1, 2, 3])
    assert checked(payoffs, simplex(SIGNS / 2 + 1)).value is not None


@pytest.mark.parametrize("limit", ["MAX_TIGHT", "MAX_BITS", "MAX_ROUNDS"])
def test_too_large_for_the_exact_method_leaves_an_interval(monkeypatch, limit):
    monkeypatch.setattr(module, limit, 0)
    payoffs = random_bits(12, 9, 0.5, 1)
    vertex = vertex_of(payoffs)
    wrong = checked(payoffs, replace(vertex, rows=vertex.rows[:1], columns=vertex.columns[:1]))
    assert wrong.value is None
    assert 0 < wrong.regret < Fraction(1, 10**12)
    assert "floating point cannot tell" in wrong.note
    exact = checked(payoffs, vertex)
    assert wrong.lower <= exact.value <= wrong.upper


def test_small_types_do_not_overflow():
    payoffs = np.array([[255, 0], [0, 255]], dtype=np.uint8)
    assert checked(payoffs, vertex_of(payoffs)).value == Fraction(255, 2)
