"""Slow and obvious: what strategies guarantee, values by square submatrices, linear programs by HiGHS."""

from fractions import Fraction
from itertools import combinations

import numpy as np


def guarantees(matrix, equilibrium):
    """The smallest payoff of the row strategy and the largest conceded by the column strategy, in Fractions."""
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    p = dict(zip(equilibrium.row.support, equilibrium.row.weights, strict=True))
    q = dict(zip(equilibrium.column.support, equilibrium.column.weights, strict=True))
    assert equilibrium.row.size == len(rows)
    assert equilibrium.column.size == len(columns)
    for strategy in (p, q):
        assert all(weight > 0 for weight in strategy.values())
        assert sum(strategy.values()) == 1
    lower = min(sum(p[i] * exact(matrix[i][j]) for i in p) for j in columns)
    upper = max(sum(q[j] * exact(matrix[i][j]) for j in q) for i in rows)
    return lower, upper


def exact(entry):
    return Fraction(entry) if isinstance(entry, int | float | Fraction) else Fraction(entry.item())


def gauss(matrix, right):
    """Solve a square system in Fractions, or return None when it is singular."""
    rows = [[*map(exact, row), Fraction(b)] for row, b in zip(matrix, right, strict=True)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [a / rows[k][k] for a in rows[k]]
        for i in range(len(rows)):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


def shapley_snow_value(matrix):
    """The value of a small game in Fractions: some square submatrix gives it (Shapley & Snow 1950)."""
    payoffs = np.array([[exact(entry) for entry in row] for row in matrix], dtype=object)
    positive = payoffs - payoffs.min() + 1
    m, n = positive.shape
    for size in range(1, min(m, n) + 1):
        for rows in combinations(range(m), size):
            for columns in combinations(range(n), size):
                block = positive[np.ix_(rows, columns)]
                x, y = gauss(block.T, [1] * size), gauss(block, [1] * size)
                if x is None or min(x) < 0 or min(y) < 0:
                    continue
                if min(x @ positive[list(rows)]) >= 1 and max(positive[:, list(columns)] @ np.array(y)) <= 1:
                    return 1 / sum(x) + payoffs.min() - 1
    raise AssertionError("every game has a value")


def linear_program(matrix):
    """The value of a game for the player of the rows, and a mix that guarantees it, in floating point."""
    from scipy.optimize import linprog

    matrix = np.asarray(matrix, dtype=np.float64)
    rows, columns = matrix.shape
    pure = matrix.min(axis=1)
    if pure.max() == matrix.max(axis=0).min():
        return float(pure.max()), np.eye(rows)[pure.argmax()]
    solution = linprog(
        [*[0.0] * rows, -1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1.0] * rows, 0.0]],
        b_eq=[1.0],
        bounds=[*[(0, None)] * rows, (None, None)],
    )
    mix = np.maximum(solution.x[:rows], 0)
    return -float(solution.fun), mix / mix.sum()
