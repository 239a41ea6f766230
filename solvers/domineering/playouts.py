"""Phantom Domineering as a matrix game whose entries are played on demand.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 3, 5 and 6.
"""

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes, Indices
from solvers.compiled.jit import jit
from solvers.domineering.board import Board
from solvers.domineering.priority_lists import PriorityLists, list_winner, priority_lists
from solvers.domineering.unbeaten import unbeaten


class PhantomGame:
    """The 0/1 game in which player 1 picks a row, player 2 a column, and their plans are played.

    The plans, shapes (A, b1) and (B, b2), are placements in priority order, A, B ≥ 1; b1 or b2 may be 0 (one plan: play
    nothing). Illegal placements and repetitions are allowed and skipped. No placement is off the board: nobody looks.
    """

    def __init__(self, board: Board, first_plans: ArrayLike, second_plans: ArrayLike) -> None:
        self.board = board
        self.lists: PriorityLists = priority_lists(board, np.asarray(first_plans), np.asarray(second_plans))

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers (A, B) of plans of player 1 and player 2."""
        return len(self.lists.first), len(self.lists.second)

    def outcomes(self, rows: Indices, columns: Indices) -> Bytes:
        """Play `rows` × `columns`, any plans in any order; return 1 where player 1 wins, 0 where player 2 does."""
        result = np.empty((len(rows), len(columns)), dtype=np.uint8)
        _play(self.lists, rows.astype(np.intp), columns.astype(np.intp), result)
        return result

    def unbeaten_row(self) -> int | None:
        """Return the first row that wins against every column (the value is then 1), or None."""
        return unbeaten(self.lists, 1).index

    def unbeaten_column(self) -> int | None:
        """Return the first column that wins against every row (the value is then 0), or None."""
        return unbeaten(self.lists, 2).index


@jit
def _play(lists: PriorityLists, rows: Indices, columns: Indices, result: Bytes) -> None:
    for i in range(len(rows)):
        for j in range(len(columns)):
            result[i, j] = 2 - list_winner(lists, rows[i], columns[j])
