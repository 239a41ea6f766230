"""Phantom Domineering as a matrix game whose entries are played on demand, tens of millions a second."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solvers.domineering.board import Board
from solvers.domineering.rank_tables import RankTables, rank_tables, winner
from solvers.domineering.unbeaten import unbeaten
from solvers.jit import jit

BLOCK = 256


class PhantomGame:
    """The 0/1 game in which player 1 picks a row, player 2 a column, and their plans are played.

    Source: ENS 2013 practical exam, "Équilibres de Nash", sections 3, 5 and 6.

    Parameters
    ----------
    board : Board
        At most 56 legal placements a player (every board up to 8 × 8).
    first_plans : array of int, shape (A, b1)
        Placements of player 1 in priority order, A ≥ 1; b1 may be 0 (one plan: play nothing).
        Illegal placements and repetitions are allowed and skipped.
    second_plans : array of int, shape (B, b2)
        The same for player 2.

    Raises
    ------
    ValueError
        If the board is too large, an array is not of rank 2, is empty or is not of integers, or a placement
        is outside the board's numbering.
    """

    def __init__(self, board: Board, first_plans: ArrayLike, second_plans: ArrayLike) -> None:
        self.board = board
        self.tables: RankTables = rank_tables(board, np.asarray(first_plans), np.asarray(second_plans))

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers (A, B) of plans of player 1 and player 2."""
        return len(self.tables.first), len(self.tables.second)

    def outcomes(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.uint8]:
        """Play `rows` × `columns` and return 1 where player 1 wins, 0 where player 2 does.

        Parameters
        ----------
        rows, columns : integer arrays, shapes (k,) and (l,)
            Plan indices, 0 ≤ row < A and 0 ≤ column < B, in any order, repetitions allowed.

        Returns
        -------
        uint8 array, shape (k, l)

        Raises
        ------
        ValueError
            If `rows` or `columns` is not a vector of integers in range.
        """
        _check_indices("row", rows, self.shape[0])
        _check_indices("column", columns, self.shape[1])
        result = np.empty((len(rows), len(columns)), dtype=np.uint8)
        _play_all(self.tables, rows.astype(np.intp), columns.astype(np.intp), result)
        return result

    def unbeaten_row(self) -> int | None:
        """Return the first row that wins against every column (the value is then 1), or None."""
        return unbeaten(self.tables, 1).index

    def unbeaten_column(self) -> int | None:
        """Return the first column that wins against every row (the value is then 0), or None."""
        return unbeaten(self.tables, 2).index


def _check_indices(name: str, indices: NDArray[np.intp], count: int) -> None:
    if indices.ndim != 1 or not np.issubdtype(indices.dtype, np.integer):
        raise ValueError(f"{name} indices must be a vector of integers, got shape {indices.shape}")
    outside = indices[(indices < 0) | (indices >= count)]
    if outside.size:
        raise ValueError(f"{name} indices must be between 0 and {count - 1}, got {outside[0]}")


@jit
def _play_all(tables: RankTables, rows: NDArray[np.intp], columns: NDArray[np.intp], result: NDArray[np.uint8]) -> None:
    """Play block after block of columns, so that their records stay in the fastest cache."""
    for start in range(0, len(columns), BLOCK):
        stop = min(start + BLOCK, len(columns))
        for i in range(len(rows)):
            for j in range(start, stop):
                result[i, j] = 2 - winner(tables, rows[i], columns[j])
