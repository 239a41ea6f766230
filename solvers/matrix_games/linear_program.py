"""The linear program of a matrix game, solved by HiGHS: a second opinion beside our own simplex."""

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.matrix_games.simplex import Vertex

TINY = 1e-9


def linear_program(matrix: Floats) -> Vertex:
    """Return an optimal vertex of the matrix game `matrix`, the row player maximising.

    The program is max v, Mᵀp ≥ v, 1ᵀp = 1, p ≥ 0, by the dual simplex method of HiGHS; the column player's strategy
    is its dual solution. The basis is made of the two supports when they are of one size, which they are unless the
    vertex is degenerate, and is empty otherwise.

    Parameters
    ----------
    matrix : float array, shape (m, n), m, n ≥ 1
        Finite payoffs, best between 1 and 2: HiGHS stops within an absolute 1e-7 of feasibility and optimality.

    Notes
    -----
    Not guaranteed: optimality. When HiGHS gives up, the strategies are uniform and `optimal` is False.

    Source: G. B. Dantzig's linear program of a matrix game (1951); HiGHS, dual simplex method of Huangfu and Hall
    (2018).
    """
    from scipy.optimize import linprog  # takes longer to import than most games to solve

    rows, columns = matrix.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs-ds",
    )
    if not found.success or found.x is None:
        nothing = np.empty(0, dtype=np.intp)
        return Vertex(nothing, nothing, np.full(rows, 1 / rows), np.full(columns, 1 / columns), optimal=False)
    return _vertex(_distribution(found.x[:-1]), _distribution(-found.ineqlin.marginals))


def _vertex(row: Floats, column: Floats) -> Vertex:
    supports = np.flatnonzero(row), np.flatnonzero(column)
    square = len(supports[0]) == len(supports[1])
    basis = supports if square else (np.empty(0, dtype=np.intp),) * 2
    return Vertex(*basis, row, column, optimal=True)


def _distribution(weights: Floats) -> Floats:
    positive = np.where(weights > TINY, weights, 0.0)
    return np.asarray(positive / positive.sum(), dtype=np.float64)
