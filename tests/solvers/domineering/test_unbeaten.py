import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.domineering.board import Board
from solvers.domineering.phantom import limited_plans
from solvers.domineering.priority_lists import priority_lists
from solvers.domineering.unbeaten import unbeaten
from tests.solvers.domineering.test_phantom import boards
from tests.solvers.domineering.test_playouts import plan_arrays, refereed


def first_true(flags):
    found = np.flatnonzero(flags)
    return int(found[0]) if len(found) else None


@pytest.mark.slow
@settings(deadline=None)  # the first call compiles
@given(st.data())
def test_the_first_unbeaten_plan_of_the_refereed_matrix(data):
    board = data.draw(boards(most=4))
    first, second = data.draw(plan_arrays(board, 1)), data.draw(plan_arrays(board, 2))
    winners = np.array(refereed(board, first, second))
    lists = priority_lists(board, first, second)
    assert unbeaten(lists, 1).index == first_true((winners == 1).all(axis=1))
    assert unbeaten(lists, 2).index == first_true((winners == 2).all(axis=0))


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (4, 4), (4, 5)])
def test_many_plans(rows, cols):
    board = Board(rows, cols)
    first, second = limited_plans(17, 60, board.count(1)), limited_plans(17, 90, board.count(2))
    winners = np.array(refereed(board, first, second))
    lists = priority_lists(board, first, second)
    for player, columns in ((1, winners), (2, winners.T)):
        search = unbeaten(lists, player)
        assert search.index == first_true((columns == player).all(axis=1))
        examined = len(columns) if search.index is None else search.index + 1
        assert examined <= search.playouts < winners.size
