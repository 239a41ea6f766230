"""Exact optimal strategies of an integer game from a vertex in floating point, with a proof in integers.

Linear programming duality is the certificate: `lower` and `upper` are always integer computations over all rows and
columns. First FLINT solves the two linear systems of the basis in rationals. If these strategies are not optimal,
because the basis is optimal only within rounding, the simplex method in integers solves the game of the rows and
columns that are nearly best replies, and better replies are added while there are any. If this game becomes too large
(120 rows or columns, 100 000 bits), or after 20 rounds, the result is the narrower of two intervals: that of the basis,
and that of the vertex rounded to multiples of 2⁻⁵³.

Source: ours, for the value of section 6 of the ENS 2013 practical exam.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Final, cast

import numpy as np
from flint import fmpq_mat, fmpz_mat

from solvers.compiled.arrays import ExactIntegers, Indices
from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy
from solvers.matrix_games.exact_simplex import exact_simplex
from solvers.matrix_games.simplex import Vertex

TIGHT: Final = 1e-7
MAX_TIGHT: Final = 120
MAX_BITS: Final = 100_000
MAX_ROUNDS: Final = 20
NOTE: Final = "floating point cannot tell the best replies apart, and they are too many for the exact method"
ROUNDED: Final = 1 << 53


def exact_equilibrium(payoffs: ExactIntegers, vertex: Vertex) -> Equilibrium:
    """Return two strategies of the game `payoffs` with the narrowest interval for its value that can be proved.

    The search starts from `vertex`, which is a vertex of the game a + b · `payoffs`, b > 0, optimal in floating point.
    A poor vertex costs time or a wider interval, never a wrong result. Payoffs are integers at least 0, below 2⁶²
    unless they are Python integers.
    """
    payoffs = payoffs if payoffs.dtype == object else payoffs.astype(np.int64)
    basic = None
    if len(vertex.rows):
        matrix = fmpz_mat((payoffs[np.ix_(vertex.rows, vertex.columns)] + 1).tolist())
        row_weights, column_weights = _equalising(matrix.transpose()), _equalising(matrix)
        if row_weights and column_weights:
            basic = _certified(payoffs, vertex.rows, row_weights, vertex.columns, column_weights)
    if basic is not None and not basic.regret:
        return basic
    polished = _polished(payoffs, vertex)
    if polished is not None:
        return polished
    rows, columns = np.flatnonzero(vertex.row_strategy), np.flatnonzero(vertex.column_strategy)
    mixes = vertex.row_strategy[rows], vertex.column_strategy[columns]
    x, y = (np.rint(mix * ROUNDED).astype(np.int64).tolist() for mix in mixes)
    rounded = _certified(payoffs, rows, x, columns, y)
    return replace(rounded if basic is None or rounded.regret < basic.regret else basic, note=NOTE)


def exact_product(matrix: ExactIntegers, weights: list[int]) -> list[int]:
    """Return the product of a matrix and as many weights as it has columns, all at least 0, in Python integers."""
    if matrix.dtype != object and sum(weights) * int(matrix.max()) < 1 << 62:  # no sum overflows a machine integer
        return cast("list[int]", (matrix.astype(np.int64) @ np.array(weights, dtype=np.int64)).tolist())
    return list(matrix.astype(object) @ np.array(weights, dtype=object))


def _equalising(matrix: fmpz_mat) -> list[int] | None:
    """Return integer weights in the proportions of the solution w of `matrix` · w = (1, …, 1)."""
    size = matrix.nrows()
    try:
        solved = cast("fmpq_mat", matrix.solve(fmpz_mat(size, 1, [1] * size)))
    except ZeroDivisionError:
        return None
    numerators, _ = solved.numer_denom()
    weights = [int(numerator) for numerator in numerators.entries()]
    return weights if min(weights) >= 0 else None


def _certified(
    payoffs: ExactIntegers, rows: Indices, row_weights: list[int], columns: Indices, column_weights: list[int]
) -> Equilibrium:
    """Return the strategies with these integer weights and their guarantees, in the units of `payoffs`."""
    against_rows = exact_product(payoffs[:, columns], column_weights)
    against_columns = exact_product(payoffs[rows].T, row_weights)
    row = MixedStrategy.proportional(len(payoffs), rows.tolist(), row_weights)
    column = MixedStrategy.proportional(payoffs.shape[1], columns.tolist(), column_weights)
    lower, upper = Fraction(min(against_columns), sum(row_weights)), Fraction(max(against_rows), sum(column_weights))
    return Equilibrium(row, column, lower, upper)


def _polished(payoffs: ExactIntegers, vertex: Vertex) -> Equilibrium | None:
    """Return the solution of games of near-best replies, solved in integers, until no better reply exists."""
    # The rows and columns that are best replies to the vertex, within rounding.
    scaled = np.asarray(payoffs / max(int(payoffs.max()), 1), dtype=np.float64)
    against_columns, against_rows = vertex.row_strategy @ scaled, scaled @ vertex.column_strategy
    rows = np.flatnonzero((against_rows > against_rows.max() - TIGHT) | (vertex.row_strategy > 0))
    columns = np.flatnonzero((against_columns < against_columns.min() + TIGHT) | (vertex.column_strategy > 0))
    bits = int(payoffs.max()).bit_length()
    for _ in range(MAX_ROUNDS):
        if max(len(rows), len(columns)) > MAX_TIGHT or len(rows) * len(columns) * bits > MAX_BITS:
            break
        x, y = exact_simplex(payoffs[np.ix_(rows, columns)])
        polished = _certified(payoffs, rows, x, columns, y)
        if not polished.regret:
            return polished
        row = int(np.argmax(exact_product(payoffs[:, columns], y)))
        column = int(np.argmin(exact_product(payoffs[rows].T, x)))
        rows, columns = np.union1d(rows, row), np.union1d(columns, column)
    return None
