"""The game of a hidden cell against every pair of lists on the grid, and its limits."""

from fractions import Fraction

import pytest

from solvers.compiled.arrays import Bytes, Indices
from solvers.domineering.board import Board
from solvers.domineering.hidden_cell import hidden_cell
from solvers.domineering.phantom_game import PhantomGame
from tests.oracles.nash_exam import guaranteed
from tests.oracles.phantom_exam import Wins, hidden_wins, legal_lists

GAMES = [
    (Board(1, 2), {(0, 0): 1}),
    (Board(2, 2), {(0, 0): 1, (1, 1): 1}),
    (Board(2, 3), {(0, 0): 2, (0, 1): 5, (1, 2): 3}),
    (Board(3, 2), {(0, 0): 2, (1, 0): 5, (1, 1): 4}),
    (Board(4, 2), {(0, 0): 40, (3, 0): 60}),
    (Board(3, 4, frozenset({(0, 3), (1, 1), (2, 0)})), {(0, 0): 3, (1, 2): 2, (2, 2): 4}),
]


def wins(board: Board, chances: dict[tuple[int, int], int]) -> tuple[Wins, tuple[int, int]]:
    """Who wins with lists i and j of the legal moves, and how many lists there are."""
    lists = (
        legal_lists(board.rows, board.cols, board.forbidden, 1),
        legal_lists(board.rows, board.cols, board.forbidden, 2),
    )
    return hidden_wins(board.rows, board.cols, board.forbidden, chances, lists), (len(lists[0]), len(lists[1]))


class MoverWins(PhantomGame):
    """The game won by the player who cannot move."""

    def outcomes(self, rows: Indices, columns: Indices) -> Bytes:
        return 1 - super().outcomes(rows, columns)


@pytest.mark.parametrize(
    ("board", "chances", "game"), [*((*g, PhantomGame) for g in GAMES), *((*g, MoverWins) for g in GAMES[:4])]
)
def test_both_strategies_are_optimal_over_all_lists(
    board: Board, chances: dict[tuple[int, int], int], game: type[PhantomGame]
) -> None:
    equilibrium, (won, sizes) = hidden_cell(board, chances, game), wins(board, chances)
    assert (equilibrium.row.size, equilibrium.column.size) == sizes
    mixes = (list(zip(side.support, side.weights, strict=True)) for side in (equilibrium.row, equilibrium.column))
    pays = won if game is PhantomGame else lambda i, j: 1 - won(i, j)
    assert guaranteed(pays, sizes, *mixes) == (equilibrium.value, equilibrium.value)


def test_the_central_cell_of_the_printed_exam() -> None:
    assert hidden_cell(Board(3, 3), {(1, 1): 7}).value == Fraction(1, 2)
