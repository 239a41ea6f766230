import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.domineering.board import Board
from solvers.domineering.phantom import limited_plans
from solvers.domineering.phantom_game import PhantomGame, all_plans_game, limited_game, unbeaten
from tests.oracles.nash_exam import plan, terms
from tests.oracles.phantom_referee import referee
from tests.solvers.domineering.test_phantom import boards


def refereed(board, first_plans, second_plans):
    """The whole matrix of winners by the slow referee."""
    shape = (board.rows, board.cols, board.forbidden)
    return [[referee(*shape, first, second)[0] for second in second_plans] for first in first_plans]


@st.composite
def plan_arrays(draw, board, player):
    """One to four plans of one length: any placements, so short, repeated and illegal ones too."""
    count = board.count(player)
    length = draw(st.integers(0, 2 * count)) if count else 0
    plans = draw(st.lists(st.lists(st.integers(0, max(count - 1, 0)), min_size=length, max_size=length),
                          min_size=1, max_size=4))  # fmt: skip
    return np.array(plans, dtype=np.int64).reshape(len(plans), length)


def shuffled(board, player, plans, seed):
    count = board.count(player)
    return np.random.default_rng(seed).permuted(np.tile(np.arange(count), (plans, 1)), axis=1)


def matrix(game):
    return game.outcomes(np.arange(game.shape[0]), np.arange(game.shape[1]))


@pytest.mark.slow
@settings(deadline=None)  # the first call compiles
@given(st.data())
def test_outcomes_equal_the_referee(data):
    board = data.draw(boards())
    first, second = data.draw(plan_arrays(board, 1)), data.draw(plan_arrays(board, 2))
    game = PhantomGame(board, first, second)
    rows = data.draw(st.lists(st.integers(0, len(first) - 1), max_size=5))
    columns = data.draw(st.lists(st.integers(0, len(second) - 1), max_size=5))
    winners = np.array(refereed(board, first, second))
    result = game.outcomes(np.array(rows, dtype=np.intp), np.array(columns, dtype=np.intp))
    assert result.dtype == np.uint8
    assert np.array_equal(result, 2 - winners[np.ix_(rows, columns)])


@pytest.mark.parametrize(("rows", "cols"), [(8, 8), (7, 8), (1, 57), (57, 1), (2, 29), (1, 64), (64, 1), (2, 32)])
def test_large_and_long_boards(rows, cols):
    board = Board(rows, cols)
    first, second = shuffled(board, 1, 12, seed=1), shuffled(board, 2, 9, seed=2)
    assert np.array_equal(matrix(PhantomGame(board, first, second)), 2 - np.array(refereed(board, first, second)))


def test_a_board_without_a_free_cell():
    board = Board(2, 2, frozenset({(0, 0), (0, 1), (1, 0), (1, 1)}))
    assert matrix(PhantomGame(board, np.array([[0, 1]]), np.array([[1, 0]]))) == 0


def test_a_player_without_placements_has_one_empty_plan():
    for board, winner in ((Board(1, 4), 1), (Board(4, 1), 2), (Board(1, 1), 2)):
        game = all_plans_game(board)
        assert (matrix(game) == 2 - winner).all()
        assert (game.first_unbeaten(1), game.first_unbeaten(2)) == ((0, None) if winner == 1 else (None, 0))


def test_no_rows_or_no_columns_asked():
    game, none, array = all_plans_game(Board(2, 2)), np.empty(0, dtype=np.intp), np.zeros(1, dtype=np.intp)
    assert game.outcomes(none, array).shape == (0, 1)
    assert game.outcomes(array, none).shape == (1, 0)
    assert game.outcomes(none, none).shape == (0, 0)


def test_limited_plans_are_those_of_the_first_terms():
    game = limited_game(17, Board(3, 4), 5)
    for side, b in ((game.lists.first, 9), (game.lists.second, 8)):
        assert np.array_equal(side, [plan(n, b) for n in terms(17, 5)])


def first_true(flags):
    array = np.flatnonzero(flags)
    return int(array[0]) if len(array) else None


@pytest.mark.slow
@settings(deadline=None)  # the first call compiles
@given(st.data())
def test_the_first_unbeaten_plan_of_the_refereed_matrix(data):
    board = data.draw(boards(most=4))
    first, second = data.draw(plan_arrays(board, 1)), data.draw(plan_arrays(board, 2))
    winners = np.array(refereed(board, first, second))
    game = PhantomGame(board, first, second)
    assert unbeaten(game, 1).index == first_true((winners == 1).all(axis=1))
    assert unbeaten(game, 2).index == first_true((winners == 2).all(axis=0))
    assert unbeaten(game, 1, mover_wins=True).index == first_true((winners == 2).all(axis=1))
    assert unbeaten(game, 2, mover_wins=True).index == first_true((winners == 1).all(axis=0))


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (4, 4), (4, 5)])
def test_many_plans(rows, cols):
    board = Board(rows, cols)
    first, second = limited_plans(17, 60, board.count(1)), limited_plans(17, 90, board.count(2))
    winners = np.array(refereed(board, first, second))
    game = PhantomGame(board, first, second)
    for player, columns in ((1, winners), (2, winners.T)):
        search = unbeaten(game, player)
        assert search.index == first_true((columns == player).all(axis=1))
        examined = len(columns) if search.index is None else search.index + 1
        assert examined <= search.playouts < winners.size
