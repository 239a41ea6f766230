import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.compiled.jit import jit
from solvers.domineering.board import Board
from solvers.domineering.priority_lists import list_winner, priority_lists
from solvers.domineering.rank_tables import rank_tables, winner
from tests.oracles.phantom_referee import referee
from tests.solvers.domineering.test_phantom import boards


def refereed(board, first_plans, second_plans):
    """The whole matrix of winners by the slow referee."""
    shape = (board.rows, board.cols, board.forbidden)
    return [[referee(*shape, first, second)[0] for second in second_plans] for first in first_plans]


def tables_of(board, first, second):
    return rank_tables(board, priority_lists(board, first, second))


def compiled_winners(tables):
    shape = len(tables.first), len(tables.second)
    return [[winner(tables, i, j) for j in range(shape[1])] for i in range(shape[0])]


def listed_winners(lists):
    return [[list_winner(lists, i, j) for j in range(len(lists.second))] for i in range(len(lists.first))]


@st.composite
def plan_arrays(draw, board, player):
    """One to four plans of one length: any placements, so short, repeated and illegal ones too."""
    count = board.count(player)
    length = draw(st.integers(0, 2 * count)) if count else 0
    plans = draw(st.lists(st.lists(st.integers(0, max(count - 1, 0)), min_size=length, max_size=length),
                          min_size=1, max_size=4))  # fmt: skip
    return np.array(plans, dtype=np.int64).reshape(len(plans), length)


@pytest.mark.slow
@settings(deadline=None)  # the first call compiles
@given(st.data())
def test_winner_equals_the_referee(data):
    board = data.draw(boards())
    first, second = data.draw(plan_arrays(board, 1)), data.draw(plan_arrays(board, 2))
    winners = refereed(board, first, second)
    assert compiled_winners(tables_of(board, first, second)) == winners
    assert listed_winners(priority_lists(board, first, second)) == winners


def shuffled(board, player, plans, seed):
    count = board.count(player)
    return np.random.default_rng(seed).permuted(np.tile(np.arange(count), (plans, 1)), axis=1)


# 25 placements are the most for narrow words (5 × 6), 26 the fewest for wide ones (2 × 14), 56 the most (2 × 29).
EXTREMES = [
    (8, 8),
    (7, 8),
    (8, 7),
    (5, 6),
    (6, 5),
    (1, 26),
    (1, 27),
    (27, 1),
    (1, 57),
    (57, 1),
    (2, 14),
    (14, 2),
    (2, 29),
    (29, 2),
]


@pytest.mark.parametrize(("rows", "cols"), EXTREMES)
def test_large_and_long_boards(rows, cols):
    board = Board(rows, cols)
    first, second = shuffled(board, 1, 12, seed=1), shuffled(board, 2, 12, seed=2)
    winners = refereed(board, first, second)
    assert compiled_winners(tables_of(board, first, second)) == winners
    assert listed_winners(priority_lists(board, first, second)) == winners


@pytest.mark.parametrize(("rows", "cols"), [(1, 64), (64, 1), (2, 32)])
def test_boards_too_long_for_tables(rows, cols):
    board = Board(rows, cols)
    first, second = shuffled(board, 1, 6, seed=1), shuffled(board, 2, 6, seed=2)
    assert listed_winners(priority_lists(board, first, second)) == refereed(board, first, second)


def test_words_are_as_narrow_as_they_can_be():
    for board, word in ((Board(5, 6), np.uint32), (Board(2, 14), np.uint64)):
        tables = tables_of(board, shuffled(board, 1, 2, seed=3), shuffled(board, 2, 3, seed=4))
        width = board.count(1) + board.count(2) + 5
        assert (tables.first.dtype, tables.first.shape) == (word, (2, width))
        assert (tables.second.dtype, tables.second.shape) == (word, (3, width))


def test_a_board_without_a_free_cell():
    board = Board(2, 2, frozenset({(0, 0), (0, 1), (1, 0), (1, 1)}))
    assert winner(tables_of(board, np.array([[0, 1]]), np.array([[1, 0]])), 0, 0) == 2


def test_winner_can_be_called_from_another_kernel():
    @jit
    def total(tables, games):
        return sum([winner(tables, k, k) for k in range(games)])

    board = Board(4, 4)
    first, second = shuffled(board, 1, 5, seed=5), shuffled(board, 2, 5, seed=6)
    expected = sum(refereed(board, [first[k]], [second[k]])[0][0] for k in range(5))
    assert total(tables_of(board, first, second), 5) == expected


def test_forbidden_cells_bring_a_long_board_under_the_bound():
    board = Board(1, 64, frozenset((0, j) for j in range(8)))
    first = shuffled(board, 1, 3, seed=7)
    second = np.empty((1, 0), dtype=np.int64)
    assert compiled_winners(tables_of(board, first, second)) == [[1]] * 3
