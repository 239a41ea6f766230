"""Small dense matrix games, thousands in a call: value and optimal strategies to rounding error, compiled.

A saddle point is looked for first. Else the payoffs are moved and scaled into 1 … 2 and the linear program
max 1ᵀy, M y ≤ 1, y ≥ 0 is solved by the simplex method on a dense tableau; its optimal basis names the rows and
columns that are played, and the equations of that square game are solved afresh from the payoffs themselves.
Of the two solutions the one with the smaller regret is kept.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Floats, Indices
from solvers.compiled.jit import jit
from solvers.refusal import Refusal

TOLERANCE: Final = 1e-14
SMALLEST_PIVOT: Final = 1e-11
LARGEST: Final = 1e300


@dataclass(frozen=True, slots=True, eq=False)
class SolvedGame:
    """Optimal strategies of a matrix game, and what they are worth.

    Attributes
    ----------
    value : float
        The middle of the interval [worst of `row` over columns, worst of `column` over rows].
    row, column : float arrays, shapes (m,) and (n,)
        Strategies of the player who maximises and of the one who minimises.
    regret : float
        The length of that interval, from the matrix itself: both strategies are optimal within `regret`.

    Source: von Neumann's minimax theorem (1928).
    """

    value: float
    row: Floats
    column: Floats
    regret: float


def small_matrix_game(matrix: ArrayLike) -> SolvedGame:
    """Return value and optimal strategies of the zero-sum game `matrix`, the row player maximising.

    Parameters
    ----------
    matrix : float array, shape (m, n)
        Payoffs between -1e300 and 1e300; meant for some tens of rows and columns.

    Raises
    ------
    Refusal
        If the matrix is not two-dimensional, is empty, or has a NaN or a larger payoff.

    Notes
    -----
    The number of pivots is limited: it always ends. Which optimal strategies are returned, when there are several,
    is not promised; optimality is: look at `regret`.

    Source: G. B. Dantzig's simplex method on A. W. Tucker's condensed tableau, with R. G. Bland's rule (1977) when
    pivots become many; for the matrix games of document 000 (Dice Battle).
    """
    payoffs = np.array(matrix, dtype=np.float64, order="C")
    if payoffs.ndim != 2 or not payoffs.size:
        raise Refusal("a matrix game needs at least one row and one column, got shape {shape}", shape=payoffs.shape)
    if not (np.abs(payoffs) <= LARGEST).all():
        raise Refusal(
            "the payoffs of a matrix game must be between {least:g} and {largest:g}",
            least=-LARGEST,
            largest=LARGEST,
        )
    row, column = np.empty(payoffs.shape[0]), np.empty(payoffs.shape[1])
    low, high = solve(payoffs, row, column)
    return SolvedGame((low + high) / 2, row, column, high - low)


@jit
def solve(matrix: Floats, row: Floats, column: Floats) -> tuple[float, float]:
    """Write optimal strategies into `row` and `column`; return what each of them guarantees; compiled.

    The value lies between the two numbers returned. `matrix` is not changed and not checked.

    Source: G. B. Dantzig's simplex method on A. W. Tucker's condensed tableau, with R. G. Bland's rule (1977).
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
    basic, nonbasic = np.arange(rows), rows + np.arange(columns)
    _simplex(tableau, basic, nonbasic)
    _read(tableau, basic, nonbasic, row, column)
    found = _guarantees(matrix, row, column)
    polished_row, polished_column = row.copy(), column.copy()
    if _polish(matrix, basic, nonbasic, polished_row, polished_column):
        polished = _guarantees(matrix, polished_row, polished_column)
        if polished[1] - polished[0] < found[1] - found[0]:
            row[:], column[:] = polished_row, polished_column
            return polished
    return found


@jit
def _saddle_point(matrix: Floats, row: Floats, column: Floats) -> bool:
    """Write the first saddle point, if the matrix has one."""
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
    """Return the least gain of `row` over columns and the largest of the rows against `column`."""
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
def _simplex(tableau: Floats, basic: Indices, nonbasic: Indices) -> None:
    """Pivot until no column gains; labels below m are the slacks of rows, the others m + column."""
    soon = 4 * (len(basic) + len(nonbasic))
    for step in range(8 * soon):
        s = _entering(tableau, nonbasic, step >= soon)
        if s < 0:
            return
        r = _leaving(tableau, basic, s)
        if r < 0:
            return
        basic[r], nonbasic[s] = nonbasic[s], basic[r]
        _pivot(tableau, r, s)


@jit
def _entering(tableau: Floats, nonbasic: Indices, by_label: bool) -> int:  # noqa: FBT001 - kernels take no keywords
    """Return the column of largest gain, or of smallest label that gains (Bland), or -1."""
    s, most = -1, TOLERANCE
    for j in range(len(nonbasic)):
        gain = tableau[-1, j]
        if by_label:
            if gain > TOLERANCE and (s < 0 or nonbasic[j] < nonbasic[s]):
                s = j
        elif gain > most:
            s, most = j, gain
    return s


@jit
def _leaving(tableau: Floats, basic: Indices, s: int) -> int:
    """Return the row of smallest ratio, of smallest label among equals, or -1."""
    r, least = -1, np.inf
    for i in range(len(basic)):
        if tableau[i, s] > SMALLEST_PIVOT:
            ratio = tableau[i, -1] / tableau[i, s]
            if ratio < least or (ratio == least and basic[i] < basic[r]):
                r, least = i, ratio
    return r


@jit
def _pivot(tableau: Floats, r: int, s: int) -> None:
    inverse = 1 / tableau[r, s]
    for j in range(tableau.shape[1]):
        tableau[r, j] *= inverse
    tableau[r, s] = inverse
    for i in range(tableau.shape[0]):
        factor = tableau[i, s]
        if i != r and factor != 0:
            tableau[i, s] = 0
            for j in range(tableau.shape[1]):
                tableau[i, j] -= factor * tableau[r, j]


@jit
def _read(tableau: Floats, basic: Indices, nonbasic: Indices, row: Floats, column: Floats) -> None:
    """Read the strategies off an optimal tableau: y in its last column, x in its last row with a minus sign."""
    row[:] = 0
    column[:] = 0
    for i in range(len(basic)):
        if basic[i] >= len(row):
            column[basic[i] - len(row)] = max(tableau[i, -1], 0.0)
    for j in range(len(nonbasic)):
        if nonbasic[j] < len(row):
            row[nonbasic[j]] = max(-tableau[-1, j], 0.0)
    row /= row.sum()
    column /= column.sum()


@jit
def _polish(matrix: Floats, basic: Indices, nonbasic: Indices, row: Floats, column: Floats) -> bool:
    """Solve the square game of the basis: every row played gains the same, every column played costs the same."""
    rows = nonbasic[nonbasic < len(row)]
    columns = basic[basic >= len(row)] - len(row)
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
    """Solve the equations by elimination with partial pivoting, in place; write the strategy."""
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
