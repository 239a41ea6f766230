"""Games of wins and losses, as a checked matrix or played on demand when the matrix is too large.

The pure strategies of a player, which are the rows or columns of the matrix, are called plans.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 6, the matrix M.
"""

from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes, Indices
from solvers.invalid_input import InvalidInput


@runtime_checkable
class OnDemandGame(Protocol):
    """A game of wins and losses that is played on demand, without a matrix."""

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers (A, B) of plans of the row player and of the column player, each at least 1."""

    def outcomes(self, rows: Indices, columns: Indices) -> Bytes:
        """Return the block `rows` × `columns` of the matrix: 1 where the row player wins, 0 elsewhere."""


MAX_WRITTEN: Final = 10**8
"""Outcomes, bytes, of the largest matrix that is written out."""


def written_out(game: OnDemandGame) -> Bytes:
    """Play all pairs of plans of a game and return the matrix; `InvalidInput` above `MAX_WRITTEN` outcomes."""
    rows, columns = game.shape
    if rows * columns > MAX_WRITTEN:
        raise InvalidInput(
            "{rows} strategies against {columns} strategies are too many games to play all of them; the limit is "
            "{most} games",
            rows=rows,
            columns=columns,
            most=MAX_WRITTEN,
        )
    return game.outcomes(np.arange(rows), np.arange(columns))


def win_matrix(matrix: ArrayLike) -> Bytes:
    """Return `matrix` as a contiguous uint8 array; `InvalidInput` if it is not a matrix of 0 and 1."""
    entries = np.asarray(matrix)
    if entries.ndim != 2 or not entries.size:
        raise InvalidInput(
            "a game must be a matrix of at least one row and column, got shape {shape}", shape=entries.shape
        )
    wrong = entries[(entries != 0) & (entries != 1)]
    if wrong.size:
        raise InvalidInput("a game of wins and losses contains only 1 and 0, got {wrong}", wrong=wrong[0])
    return np.ascontiguousarray(entries, dtype=np.uint8)
