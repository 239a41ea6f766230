import numpy as np
import pytest

from solvers.domineering.board import Board
from tests.oracles.phantom_referee import covered

SIZES = [(1, 1), (1, 2), (2, 1), (1, 64), (64, 1), (2, 3), (5, 4), (8, 8), (4, 16)]


def test_the_numbering_of_the_exam():
    """Section 5: on 5 × 4, player 1 has 15 numbers, 3 a row; player 2 has 16, 4 a row."""
    board = Board(5, 4)
    assert (board.count(1), board.count(2)) == (15, 16)
    assert board.cells(1, 5) == ((1, 2), (1, 3))
    assert board.cells(2, 15) == ((3, 3), (4, 3))


@pytest.mark.parametrize(("rows", "cols"), SIZES)
@pytest.mark.parametrize("player", [1, 2])
def test_cells_masks_and_counts(rows, cols, player):
    board = Board(rows, cols)
    cells = [board.cells(player, p) for p in range(board.count(player))]
    assert cells == [covered(rows, cols, player, p) for p in range(len(cells))]
    masks = [sum(1 << (i * cols + j) for i, j in pair) for pair in cells]
    assert board.masks(player) == tuple(masks)
    assert board.legal(player) == tuple(range(len(cells)))


def test_forbidden_and_occupied_cells_close_placements_and_keep_the_numbering():
    board = Board(3, 3, frozenset({(1, 1)}))
    assert board.count(1) == 6
    assert board.legal(1) == (0, 1, 4, 5)
    assert board.legal(2) == (0, 2, 3, 5)
    assert board.closed == 1 << 4
    assert board.free == 8
    assert board.legal(1, board.mask(1, 0)) == (4, 5)
    assert board.legal(2, board.mask(1, 0)) == (2, 3, 5)
    assert board.text() == "...\n.#.\n..."
    assert board.text(board.mask(1, 1)) == ".##\n.#.\n..."


def test_numpy_integers_do_not_overflow():
    eight = np.int64(8)
    board = Board(eight, eight, frozenset({(np.int64(7), np.int64(7))}))
    assert board.closed == 1 << 63
    assert board.cells(2, np.uint8(55)) == ((6, 7), (7, 7))
    assert board.mask(2, np.uint8(55)) == 1 << 63 | 1 << 55
