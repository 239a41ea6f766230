"""Matrices of wins and losses, checked."""

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes
from solvers.refusal import Refusal


def win_matrix(matrix: ArrayLike) -> Bytes:
    """Return `matrix` as a contiguous uint8 array after checking that it is a game of wins (1) and losses (0).

    Parameters
    ----------
    matrix : array of bool, int or float, shape (A, B), A, B ≥ 1
        1 where player 1 (the row) wins, 0 where player 2 does.

    Raises
    ------
    Refusal
        If the array is empty, is not of rank 2, or holds something else than 0 and 1.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 6, the matrix M.
    """
    entries = np.asarray(matrix)
    if entries.ndim != 2 or not entries.size:
        raise Refusal("a game must be a matrix of at least one row and column, got shape {shape}", shape=entries.shape)
    wrong = entries[(entries != 0) & (entries != 1)]
    if wrong.size:
        raise Refusal("a game of wins and losses must hold only 1 and 0, got {wrong}", wrong=wrong[0])
    return np.ascontiguousarray(entries, dtype=np.uint8)
