"""Small dense matrix games, thousands in a call: value and optimal strategies to rounding error, compiled.

A saddle point is returned if there is one. Otherwise the payoffs are moved and scaled into 1 … 2 and the linear program
max 1ᵀy, M y ≤ 1, y ≥ 0 is solved by the simplex method on a dense tableau; its optimal basis names the rows and
columns that are played, and the equations of that square game are solved afresh from the payoffs themselves.
Of the two solutions the one with the smaller regret is returned. The number of pivots is limited, so the method ends.

Source: G. B. Dantzig's simplex method, with the pivots of `solvers.matrix_games.simplex`; for the matrix games of
document 000 (Dice Battle).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Floats, Indices
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.matrix_games.simplex import pivots

TOLERANCE: Final = 1e-14
SMALLEST_PIVOT: Final = 1e-11
LARGEST: Final = 1e300


@dataclass(frozen=True, slots=True, eq=False)
class SolvedGame:
    """Optimal strategies of a matrix game, and its value."""

    value: float
    """The middle of the interval [worst of `row` over columns, worst of `column` over rows]."""
    row: Floats
    column: Floats


def small_matrix_game(matrix: ArrayLike) -> SolvedGame:
    """Return value and optimal strategies of the zero-sum game `matrix`, the row player maximising.

    Payoffs lie between -1e300 and 1e300. The function is meant for some tens of rows and columns. Of several optimal
    strategies any may be returned.
    """
    payoffs = np.array(matrix, dtype=np.float64, order="C")
    if payoffs.ndim != 2 or not payoffs.size:
        raise InvalidInput(
            "a matrix game needs at least one row and one column, got shape {shape}", shape=payoffs.shape
        )
    if not (np.abs(payoffs) <= LARGEST).all():
        raise InvalidInput(
            "the payoffs of a matrix game must be between {least:g} and {largest:g}",
            least=-LARGEST,
            largest=LARGEST,
        )
    row, column = np.empty(payoffs.shape[0]), np.empty(payoffs.shape[1])
    low, high = solve(payoffs, row, column)
    return SolvedGame((low + high) / 2, row, column)


@jit
def solve(matrix: Floats, row: Floats, column: Floats) -> tuple[float, float]:
    """Write optimal strategies into `row` and `column` and return their two guarantees; compiled.

    The value lies between the two numbers returned. `matrix` is not changed and not checked.
    """
    if _saddle_point(matrix, row, column):
        return _guarantees(matrix, row, column)
    low, high = matrix.min(), matrix.max()
    rows, columns = matrix.shape
    tableau = np.ones((rows + 1, columns + 1))
    for i in range(rows):
        for j in range(columns):
            tableau[i, j] = 1 + (matrix[i, j] - low) / (high - low)
    tableau[rows, columns] = 0
    basic, nonbasic = ~np.arange(rows), np.arange(columns)
    pivots(tableau, basic, nonbasic, 32 * (rows + columns), TOLERANCE)
    # y is in the last column of an optimal tableau, x in its last row with a minus sign.
    row[:] = 0
    column[:] = 0
    for i in range(rows):
        if basic[i] >= 0:
            column[basic[i]] = max(tableau[i, -1], 0.0)
    for j in range(columns):
        if nonbasic[j] < 0:
            row[~nonbasic[j]] = max(-tableau[-1, j], 0.0)
    row /= row.sum()
    column /= column.sum()
    guarantees = _guarantees(matrix, row, column)
    polished_row, polished_column = row.copy(), column.copy()
    if _polish(matrix, basic, nonbasic, polished_row, polished_column):
        polished = _guarantees(matrix, polished_row, polished_column)
        if polished[1] - polished[0] < guarantees[1] - guarantees[0]:
            row[:], column[:] = polished_row, polished_column
            return polished
    return guarantees


@jit
def _saddle_point(matrix: Floats, row: Floats, column: Floats) -> bool:
    """Write the pure strategies with the best guarantees; return whether they are a saddle point."""
    best_row, best_column, low, high = 0, 0, -np.inf, np.inf
    for i in range(matrix.shape[0]):
        worst = matrix[i].min()
        if worst > low:
            best_row, low = i, worst
    for j in range(matrix.shape[1]):
        worst = matrix[:, j].max()
        if worst < high:
            best_column, high = j, worst
    row[:] = 0
    column[:] = 0
    row[best_row] = column[best_column] = 1
    return low == high


@jit
def _guarantees(matrix: Floats, row: Floats, column: Floats) -> tuple[float, float]:
    """Return the least gain of `row` over all columns, and the greatest gain of all rows against `column`."""
    low, high = np.inf, -np.inf
    for j in range(len(column)):
        gain = 0.0
        for i in range(len(row)):
            gain += row[i] * matrix[i, j]
        low = min(low, gain)
    for i in range(len(row)):
        gain = 0.0
        for j in range(len(column)):
            gain += matrix[i, j] * column[j]
        high = max(high, gain)
    return low, high


@jit
def _polish(matrix: Floats, basic: Indices, nonbasic: Indices, row: Floats, column: Floats) -> bool:
    """Write the strategies that solve the square game of the basis; return whether there are such strategies."""
    rows = ~nonbasic[nonbasic < 0]
    columns = basic[basic >= 0]
    size = len(rows)
    gains, costs = np.ones((size + 1, size + 2)), np.ones((size + 1, size + 2))
    for a in range(size):
        for b in range(size):
            gains[a, b] = matrix[rows[a], columns[b]]
            costs[b, a] = matrix[rows[a], columns[b]]
    for equations in (gains, costs):
        equations[:size, size] = -1
        equations[:size, size + 1] = 0
        equations[size, size] = 0
    return _equalised(gains, columns, column) and _equalised(costs, rows, row)


@jit
def _equalised(equations: Floats, played: Indices, strategy: Floats) -> bool:
    """Solve the equations in place, by elimination with partial pivoting, and write the strategy."""
    # Return whether there is a solution.
    size = len(equations)
    for c in range(size):
        r = c + np.argmax(np.abs(equations[c:, c]))
        if abs(equations[r, c]) < SMALLEST_PIVOT:
            return False
        for b in range(c, size + 1):
            equations[c, b], equations[r, b] = equations[r, b], equations[c, b]
        for a in range(c + 1, size):
            factor = equations[a, c] / equations[c, c]
            for b in range(c + 1, size + 1):
                equations[a, b] -= factor * equations[c, b]
    for a in range(size - 1, -1, -1):
        for b in range(a + 1, size):
            equations[a, size] -= equations[a, b] * equations[b, size]
        equations[a, size] /= equations[a, a]
    strategy[:] = 0
    for a in range(len(played)):
        strategy[played[a]] = max(equations[a, size], 0.0)
    total = strategy.sum()
    if not total > 0:
        return False
    strategy /= total
    return True
