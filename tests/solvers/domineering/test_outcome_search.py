from itertools import product

import numpy as np
import pytest

from solvers.domineering.board import Board
from solvers.domineering.outcome_search import OutcomeSearch, winning_moves
from solvers.invalid_input import InvalidInput
from tests.oracles import board_games

# Rows 1 … 8, columns 1 … 8: 1 the first player wins, 2 the second, H the horizontal one, V the vertical one.
# Breuker, Uiterwijk & van den Herik (2000) and others; recomputed with obsequi, up to 6 × 6 also otherwise.
OUTCOMES = ["2HHHHHHH", "V11HV11H", "V11HHHHH", "VVV1V1VH", "VHVH2HHH", "V1V1V1VH", "V1VHVH1H", "VVVVVVV1"]
WINNERS = {"1": (1, 2), "2": (2, 1), "H": (1, 1), "V": (2, 2)}
SIZES = list(product(range(1, 9), range(1, 9)))
QUICK = [(rows, cols) for rows, cols in SIZES if rows * cols <= 36]
SLOW = [size for size in SIZES if 36 < size[0] * size[1] <= 40]
LONG = [size for size in SIZES if 40 < size[0] * size[1] <= 42]


def outcome(rows, cols):
    return WINNERS[OUTCOMES[rows - 1][cols - 1]]


def winner(rows, cols, player):
    """Who wins an empty board, without looking for all winning moves."""
    search = OutcomeSearch(Board(rows, cols))
    return player if search.mover_wins(search.free, player) else 3 - player


@pytest.mark.parametrize(
    "size",
    [
        *QUICK,
        *(pytest.param(size, marks=pytest.mark.slow) for size in SLOW),
        *(pytest.param(size, marks=pytest.mark.long) for size in LONG),
    ],
    ids=str,
)
def test_known_outcomes(size):
    assert (winner(*size, 1), winner(*size, 2)) == outcome(*size)


@pytest.mark.long
def test_seven_by_seven():
    """Minutes; a square turned by a quarter exchanges the players, so the other start says the same."""
    assert winner(7, 7, 1) == outcome(7, 7)[0]


def test_larger_boards_are_refused():
    with pytest.raises(InvalidInput, match="at most 49 free cells, got 56"):
        winning_moves(Board(7, 8))


def agrees(board):
    """Winner and winning moves against plain recursion on sets of cells."""
    free = frozenset(board_games.grid(board.rows, board.cols)) - board.forbidden
    moves = (p for p in board.legal(1) if board_games.domineering_winner(free - set(board.cells(1, p)), 2) == 1)
    assert winning_moves(board) == tuple(moves)
    assert bool(winning_moves(board)) == (board_games.domineering_winner(free, 1) == 1)


@pytest.mark.parametrize("size", [(rows, cols) for rows, cols in QUICK if rows * cols <= 16])
def test_winning_moves_of_whole_boards(size):
    agrees(Board(*size))


def test_positions_of_small_boards_against_plain_recursion():
    rng = np.random.default_rng(5)
    for rows, cols in ((3, 3), (3, 4), (4, 3), (2, 5)) * 10:
        cells = list(product(range(rows), range(cols)))
        agrees(Board(rows, cols, frozenset(cells[k] for k in rng.choice(len(cells), rng.integers(6)))))


@pytest.mark.parametrize("cells", [1, 2, 31, 49])
def test_boards_of_one_line(cells):
    assert winning_moves(Board(1, cells)) == tuple(range(cells - 1))
    assert not winning_moves(Board(cells, 1))
    assert not winning_moves(Board(1, cells, frozenset((0, j) for j in range(cells))))
