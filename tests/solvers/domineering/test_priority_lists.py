import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.domineering.board import Board
from solvers.domineering.priority_lists import list_winner, priority_lists
from tests.solvers.domineering.test_rank_tables import EXTREMES, boards, plan_arrays, refereed, shuffled


def winners(lists):
    return [[list_winner(lists, i, j) for j in range(len(lists.second))] for i in range(len(lists.first))]


@pytest.mark.slow
@given(st.data())
def test_list_winner_equals_the_referee(data):
    board = data.draw(boards())
    first, second = data.draw(plan_arrays(board, 1)), data.draw(plan_arrays(board, 2))
    assert winners(priority_lists(board, first, second)) == refereed(board, first, second)


@pytest.mark.parametrize(("rows", "cols"), [*EXTREMES, (1, 64), (64, 1), (2, 32)])
def test_large_and_long_boards(rows, cols):
    board = Board(rows, cols)
    first, second = shuffled(board, 1, 6, seed=1), shuffled(board, 2, 6, seed=2)
    assert winners(priority_lists(board, first, second)) == refereed(board, first, second)
