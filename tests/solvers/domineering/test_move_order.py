import numpy as np
import pytest

from solvers.domineering.move_order import ahead, place_ranks
from solvers.domineering.outcome_search import new_search
from tests.oracles import board_games


@pytest.mark.parametrize("player", [1, 2])
def test_the_second_line_goes_first_and_the_border_last(player):
    across = place_ranks(4, 5)[0][:20].reshape(4, 5) if player == 1 else place_ranks(5, 4)[1][:20].reshape(5, 4).T
    assert across[:, 4].tolist() == [64] * 4
    assert sorted(across[1:3, :4].flat) == list(range(8))
    assert sorted(across[1:3, [0, 3]].flat) == list(range(4))
    assert sorted(across[[0, 3], :4].flat) == list(range(8, 16))


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 5), (5, 1), (3, 4), (8, 8)])
def test_each_placement_has_a_rank_of_its_own(rows, cols):
    across, down = place_ranks(rows, cols)
    assert sorted(across[across < 64]) == list(range(rows * (cols - 1)))
    assert sorted(down[down < 64]) == list(range((rows - 1) * cols))


def test_room_and_safe_room_against_sets_of_cells():
    rng = np.random.default_rng(3)
    for rows, cols in ((1, 6), (4, 4), (5, 3), (8, 8)) * 20:
        board = frozenset(cell for cell in board_games.grid(rows, cols) if rng.random() < 0.6)
        free = np.uint64(sum(1 << (i * cols + j) for i, j in board))
        turned = frozenset((j, i) for i, j in board)
        assert ahead(new_search(rows, cols).grid, free) == room(board) - room(turned)


def room(board):
    """Disjoint horizontal dominoes, row by row from the left, and among cells that no vertical one reaches."""
    safe = {(i, j) for i, j in board if (i - 1, j) not in board and (i + 1, j) not in board}
    return packed(board) + packed(safe)


def packed(cells):
    count, taken = 0, None
    for i, j in sorted(cells):
        if (i, j + 1) in cells and (i, j) != taken:
            count, taken = count + 1, (i, j + 1)
    return count
