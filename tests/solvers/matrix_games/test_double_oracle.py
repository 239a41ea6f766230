from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from solvers.domineering.board import Board
from solvers.domineering.phantom_game import limited_game
from solvers.matrix_games import exact_equilibrium as exact_module
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.zero_sum import zero_sum
from tests.oracles.matrix_games import guarantees
from tests.solvers.matrix_games.matrix_zoo import ZOO, random_bits

BITS = hnp.arrays(np.uint8, hnp.array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.integers(0, 1))


class DenseGame:
    """A game whose matrix is written down, and that counts what is played of it."""

    def __init__(self, matrix):
        self.matrix = matrix.astype(np.uint8)
        self.shape = matrix.shape
        self.played = 0

    def outcomes(self, rows, columns):
        self.played += len(rows) * len(columns)
        return self.matrix[np.ix_(rows, columns)]

    def first_unbeaten(self, player):
        wins_always = self.matrix.all(axis=1) if player == 1 else ~self.matrix.any(axis=0)
        return next(iter(np.flatnonzero(wins_always).tolist()), None)


def solved(matrix):
    equilibrium = double_oracle(DenseGame(matrix))
    assert (equilibrium.lower, equilibrium.upper) == guarantees(matrix, equilibrium)
    assert equilibrium.note == ""
    return equilibrium.value


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(BITS)
def test_small_games_have_the_value_of_their_matrix(matrix):
    assert solved(matrix) == zero_sum(matrix).value


WON_OR_LOST = [matrix for matrix in ZOO.values() if np.isin(matrix, (0, 1)).all()]


@pytest.mark.parametrize("matrix", [np.array([[0]]), np.array([[1]]), 1 - ZOO["identity"], *WON_OR_LOST])
def test_the_value_is_that_of_the_matrix(matrix):
    assert solved(matrix) == zero_sum(matrix).value


def test_most_of_the_matrix_is_not_played():
    rng = np.random.default_rng(4)
    base = random_bits(12, 12, 0.5, 6)
    game = DenseGame(base[rng.integers(0, 12, 2000)][:, rng.integers(0, 12, 2000)])
    assert double_oracle(game).value == zero_sum(base).value
    assert game.played < 100 * 2000


def test_no_plan_is_played_twice_against_all():
    game = DenseGame(random_bits(40, 30, 0.5, 2))
    double_oracle(game)
    assert game.played <= 2 * 40 * 30


# lPD(N, P) with 100 plans, u0 = 17 (ENS 2013, question 7): answer sheet, and 29/45 by Gambit where it rounds.
@pytest.mark.parametrize(
    ("size", "value"),
    [((3, 5), 1), ((4, 4), Fraction(29, 45)), ((5, 3), 0), ((3, 6), 1), ((4, 5), Fraction(1, 2)), ((5, 4), 1)],
)
def test_question_7(size, value):
    game = limited_game(17, Board(*size), 100)
    equilibrium = double_oracle(game)
    assert equilibrium.value == value
    everyone = np.arange(100)
    assert (equilibrium.lower, equilibrium.upper) == guarantees(game.outcomes(everyone, everyone), equilibrium)


@pytest.mark.parametrize(
    ("size", "u0", "count"), [((4, 5), 21, 10_000), pytest.param((5, 5), 17, 40_320, marks=pytest.mark.slow)]
)
def test_many_plans_and_a_mixed_equilibrium(size, u0, count):
    game = limited_game(u0, Board(*size), count)
    equilibrium = double_oracle(game)
    assert equilibrium.value is not None
    assert (equilibrium.lower, equilibrium.upper) == payoffs_in_the_whole_game(game, equilibrium)


def payoffs_in_the_whole_game(game, equilibrium):
    """What both strategies guarantee, by Python integers, one plan after another."""
    rows, columns = (np.arange(size) for size in game.shape)
    p, p_total = equilibrium.row.integer_weights
    q, q_total = equilibrium.column.integer_weights
    against_columns = game.outcomes(np.array(equilibrium.row.support), columns).T.tolist()
    against_rows = game.outcomes(rows, np.array(equilibrium.column.support)).tolist()
    lower = min(sum(w for w, won in zip(p, wins, strict=True) if won) for wins in against_columns)
    upper = max(sum(w for w, won in zip(q, wins, strict=True) if won) for wins in against_rows)
    return Fraction(lower, p_total), Fraction(upper, q_total)


def test_an_interval_when_the_exact_step_fails(monkeypatch):
    monkeypatch.setattr(exact_module, "MAX_TIGHT", 0)
    monkeypatch.setattr(exact_module, "_equalising", lambda *_: None)
    matrix = random_bits(40, 40, 0.5, 1)
    equilibrium = double_oracle(DenseGame(matrix))
    assert (equilibrium.lower, equilibrium.upper) == guarantees(matrix, equilibrium)
    assert equilibrium.value is None
    assert equilibrium.regret < Fraction(1, 10**9)
    assert equilibrium.note
    monkeypatch.undo()
    assert equilibrium.lower <= zero_sum(matrix).value <= equilibrium.upper


def test_better_replies_that_rounding_hides_are_found(monkeypatch):
    """With a tolerance so coarse that the search stops early, the exact check alone drives it to the end."""
    monkeypatch.setattr("solvers.matrix_games.double_oracle.TOLERANCE", 0.2)
    matrix = random_bits(60, 60, 0.5, 3)
    assert solved(matrix) == zero_sum(matrix).value


@pytest.mark.parametrize(("winner", "message"), [(1, "row 1"), (2, "column 1")])
def test_an_unbeaten_plan_that_is_beaten(monkeypatch, winner, message):
    game = DenseGame(np.eye(3, dtype=int))
    monkeypatch.setattr(game, "first_unbeaten", lambda player: 1 if player == winner else None)
    with pytest.raises(ValueError, match=message):
        double_oracle(game)
