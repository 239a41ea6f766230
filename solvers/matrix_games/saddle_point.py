"""Pure equilibria of matrix games.

For a game of wins (1) and losses (0) this decides whether the value is exactly 1 (a row that wins against every
column) or exactly 0 (a column against which every row loses): the oral question of section 6 of the ENS 2013
practical exam.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solvers.refusal import Refusal


@dataclass(frozen=True, slots=True)
class SaddlePoint:
    """A row and a column that are best replies to each other.

    Attributes
    ----------
    row, column : int
        The smallest indices of an optimal pure strategy of each player.
    value : Any
        The payoff where they meet, which is the value of the game; a scalar of the matrix's type.

    Source: ENS 2013 practical exam, "Équilibres de Nash", oral question of section 6 (is the value exactly 0 or 1?).
    """

    row: int
    column: int
    value: Any  # the scalars of Fractions, booleans and floats have no common type


def saddle_point(matrix: NDArray[Any]) -> SaddlePoint | None:  # Any: likewise
    """Return a saddle point of the game `matrix`, or None when there is none, in O(m n).

    A saddle point exists exactly when the largest minimum of a row equals the smallest maximum of a column.

    Parameters
    ----------
    matrix : array, shape (m, n)
        Payoffs that can be compared: booleans, integers, floats without NaN, Fractions. Row player maximises.

    Raises
    ------
    Refusal
        If the matrix is not of rank 2 or is empty.

    Source: ENS 2013 practical exam, "Équilibres de Nash", oral question of section 6 (is the value exactly 0 or 1?);
    saddle points of von Neumann and Morgenstern (1944).
    """
    if matrix.ndim != 2 or not matrix.size:
        raise Refusal("a game needs at least one row and one column, got shape {shape}", shape=matrix.shape)
    guaranteed, conceded = matrix.min(axis=1), matrix.max(axis=0)
    row, column = int(np.argmax(guaranteed)), int(np.argmin(conceded))
    return SaddlePoint(row, column, guaranteed[row]) if guaranteed[row] == conceded[column] else None
