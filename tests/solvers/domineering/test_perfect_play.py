from itertools import product

import numpy as np
import pytest

from solvers.domineering.board import Board
from solvers.domineering.outcome_search import first_wins, new_search
from solvers.domineering.perfect_play import perfect_play
from tests.oracles import board_games

# Rows 1 … 8, columns 1 … 8: 1 the first player wins, 2 the second, H the horizontal one, V the vertical one.
# Breuker, Uiterwijk & van den Herik (2000) and others; recomputed with obsequi, up to 6 × 6 also otherwise.
OUTCOMES = ["2HHHHHHH", "V11HV11H", "V11HHHHH", "VVV1V1VH", "VHVH2HHH", "V1V1V1VH", "V1VHVH1H", "VVVVVVV1"]
WINNERS = {"1": (1, 2), "2": (2, 1), "H": (1, 1), "V": (2, 2)}
SIZES = list(product(range(1, 9), range(1, 9)))
QUICK = [(rows, cols) for rows, cols in SIZES if rows * cols <= 36]
SLOW = [size for size in SIZES if 36 < size[0] * size[1] < 64]


def outcome(rows, cols):
    return WINNERS[OUTCOMES[rows - 1][cols - 1]]


def winner(rows, cols, player):
    """Who wins an empty board, without looking for all winning moves."""
    return 1 if first_wins(new_search(rows, cols), np.uint64((1 << rows * cols) - 1), player) else 2


@pytest.mark.parametrize("size", QUICK)
def test_known_outcomes(size):
    board = Board(*size)
    assert (perfect_play(board, 1).winner, perfect_play(board, 2).winner) == outcome(*size)


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=[pytest.mark.long] * (size[0] * size[1] > 48)) for size in SLOW], ids=str
)
def test_known_outcomes_of_larger_boards(size):
    assert (winner(*size, 1), winner(*size, 2)) == outcome(*size)


@pytest.mark.slow
@pytest.mark.long
def test_eight_by_eight():
    """Minutes; a square turned by a quarter exchanges the players, so the other start says the same."""
    assert winner(8, 8, 1) == outcome(8, 8)[0]


def agrees(board, occupied, player):
    """Winner and winning moves against plain recursion on sets of cells."""
    taken, cells = occupied | board.closed, board_games.grid(board.rows, board.cols)
    free = frozenset((i, j) for i, j in cells if not taken >> (i * board.cols + j) & 1)
    play = perfect_play(board, player, occupied)
    moves = tuple(
        p
        for p in board.legal(player, occupied)
        if board_games.domineering_winner(free - set(board.cells(player, p)), 3 - player) == player
    )
    assert play.moves == moves
    assert play.winner == board_games.domineering_winner(free, player)


@pytest.mark.parametrize("size", [(rows, cols) for rows, cols in QUICK if rows * cols <= 16])
@pytest.mark.parametrize("player", [1, 2])
def test_winning_moves_of_whole_boards(size, player):
    agrees(Board(*size), 0, player)


def test_positions_of_small_boards_against_plain_recursion():
    rng = np.random.default_rng(5)
    for rows, cols in ((3, 3), (3, 4), (4, 3), (2, 5)) * 5:
        cells = list(product(range(rows), range(cols)))
        board = Board(rows, cols, frozenset(cells[k] for k in rng.choice(len(cells), 2)))
        agrees(board, int(rng.integers(1 << rows * cols) & rng.integers(1 << rows * cols)), int(rng.integers(1, 3)))


@pytest.mark.parametrize("cells", [1, 2, 31, 32, 63, 64])
def test_boards_of_one_line(cells):
    row, column = Board(1, cells), Board(cells, 1)
    assert perfect_play(row, 1).moves == tuple(range(cells - 1))
    assert perfect_play(column, 2).moves == tuple(range(cells - 1))
    assert perfect_play(row, 2).winner == 1
    assert perfect_play(column, 1).winner == 2


def test_everything_occupied():
    board = Board(2, 2)
    assert perfect_play(board, 1, 0b1111).winner == 2
    assert perfect_play(board, 2, 0b1111).winner == 1


def test_bad_input():
    board = Board(2, 3)
    for occupied in (-1, 1 << 6):
        with pytest.raises(ValueError, match=r"must lie on the 2 × 3 board: a mask below 2 \*\* 6"):
            perfect_play(board, 1, occupied)
    with pytest.raises(ValueError, match="player must be 1"):
        perfect_play(board, 3)
