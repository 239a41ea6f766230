"""Solve matrix games in integers by the simplex method, which is slow and exact.

The column of largest gain per unit enters. While the objective does not change, the column of smallest index enters and
the row of smallest index leaves, so that no cycle is possible. Entries are kept integer by dividing by the previous
pivot.

Source: Bland's rule, Math. Oper. Res. 2 (1977); integer pivoting after Edmonds (1967).
"""

import numpy as np

from solvers.compiled.arrays import ExactIntegers


def exact_simplex(payoffs: ExactIntegers) -> tuple[list[int], list[int]]:
    """Return optimal strategies of a game of integers ≥ 0, shape (m, n), as integer weights of every row and column.

    A pivot costs O(m n) products of integers that grow with the basis: for games of some tens of rows and columns.
    """
    m, n = payoffs.shape
    tableau = np.ones((m + 1, n + 1), dtype=object)
    tableau[:m, :n] = payoffs.astype(object) + 1
    tableau[m, n] = 0
    basic, nonbasic = ~np.arange(m), np.arange(n)  # labels of rows and columns: j of column j, ~i of the slack of row i
    divisor, stalled = 1, False
    while (gains := tableau[-1, :-1] > 0).any():
        entering = np.flatnonzero(gains)
        s = int(entering[np.argmin(nonbasic[entering])]) if stalled else int(np.argmax(tableau[-1, :-1]))
        # The row of smallest ratio leaves, of smallest label among ties; there is one, for the game is bounded.
        r = -1
        for i in np.flatnonzero(tableau[:-1, s] > 0):
            order = tableau[i, -1] * tableau[r, s] - tableau[r, -1] * tableau[i, s] if r >= 0 else -1
            if order < 0 or (order == 0 and basic[i] < basic[r]):
                r = int(i)
        stalled = tableau[r, -1] == 0
        basic[r], nonbasic[s] = nonbasic[s], basic[r]
        # Entries are true values times the pivot, which is the next divisor.
        pivot, row, column = tableau[r, s], tableau[r].copy(), tableau[:, s].copy()
        tableau[:] = (tableau * pivot - np.multiply.outer(column, row)) // divisor
        tableau[r], tableau[:, s] = row, -column
        tableau[r, s] = divisor
        divisor = pivot
    x, y = np.zeros(m, dtype=object), np.zeros(n, dtype=object)
    x[~nonbasic[nonbasic < 0]] = -tableau[m, :n][nonbasic < 0]
    y[basic[basic >= 0]] = tableau[:m, n][basic >= 0]
    return list(x), list(y)
