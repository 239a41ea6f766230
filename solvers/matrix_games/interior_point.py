"""Matrix games by an interior point method: few steps, each as long as one product of the matrix with itself.

The game with payoffs M > 0 is max 1ᵀy, M y + s = 1 for the column player and min 1ᵀx, Mᵀx − t = 1 for the row player,
all four ≥ 0. From a point strictly inside, each step solves Newton's equations for x s = y t = μ twice with one
factor: as if μ were 0, which tells how small μ may be, then for that μ, curvature corrected. It stays inside, and at
the optimum the basis is where x > s and y > t.

Nothing here is a proof. Where several equilibria exist it ends among them, and finds no basis. Rounding is that of
LAPACK, which depends on the processor.

Source: S. Mehrotra, "On the implementation of a primal-dual interior point method", SIAM J. Optim. 2 (1992).
"""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from solvers.compiled.arrays import Floats, Indices
from solvers.matrix_games.simplex import Vertex

STEPS: Final = 60
END: Final = 1e-14
"""Of μ, where x and y add up to the inverse of a value between 1 and 2."""
TOLERANCE: Final = 1e-9
INSIDE: Final = 0.995
"""How much of the way to the border is gone at most."""


Move: TypeAlias = tuple[Floats, Floats, Floats, Floats]
"""Of x, s, y and t."""


def interior_point(matrix: Floats) -> Vertex:
    """Return an optimal vertex of the matrix game `matrix`, shape (m, n), payoffs between 1 and 2.

    It ends when a step leaves a square basis as it was, which is optimal, or at the limit of rounding. Then the vertex
    has no basis and is not `optimal`: its strategies are among the best of several.
    """
    m, n = matrix.shape
    x, y = np.full(m, 2 / m), np.full(n, 1 / (4 * n))
    s, t = 1 - matrix @ y, x @ matrix - 1
    basis = np.zeros(m + n, dtype=bool)
    for _ in range(STEPS):
        mu = (x @ s + y @ t) / (m + n)
        move = _newton(matrix, x, s, y, t)
        if mu < END or move is None:
            break
        dx, ds, dy, dt = move(-x * s, -y * t)
        row, column = _length(x, dx, t, dt), _length(y, dy, s, ds)
        aimed = ((x + row * dx) @ (s + column * ds) + (y + column * dy) @ (t + row * dt)) / (m + n)
        centre = mu * (aimed / mu) ** 3
        dx, ds, dy, dt = move(centre - x * s - dx * ds, centre - y * t - dy * dt)
        row, column = INSIDE * _length(x, dx, t, dt), INSIDE * _length(y, dy, s, ds)
        x, t, y, s = x + row * dx, t + row * dt, y + column * dy, s + column * ds
        before, basis = basis, np.concatenate([x > s, y > t])
        if np.array_equal(basis, before) and (vertex := _vertex(matrix, *map(np.flatnonzero, np.split(basis, [m])))):
            return vertex
    nothing = np.empty(0, dtype=np.intp)
    return Vertex(nothing, nothing, x / x.sum(), y / y.sum(), optimal=False)


def _vertex(matrix: Floats, rows: Indices, columns: Indices) -> Vertex | None:
    """Return the vertex of a basis, or None where that is not square, or not optimal within rounding."""
    if not 0 < len(rows) == len(columns):
        return None
    x, y = np.zeros(len(matrix)), np.zeros(matrix.shape[1])
    block, ones = matrix[np.ix_(rows, columns)], np.ones(len(rows))
    try:
        x[rows], y[columns] = np.linalg.solve(block.T, ones), np.linalg.solve(block, ones)
    except np.linalg.LinAlgError:
        return None
    worst = min(x.min(), y.min(), (x @ matrix).min() - 1, 1 - (matrix @ y).max())
    return Vertex(rows, columns, x / x.sum(), y / y.sum(), optimal=True) if worst >= -TOLERANCE else None


def _newton(matrix: Floats, x: Floats, s: Floats, y: Floats, t: Floats) -> Callable[[Floats, Floats], Move] | None:
    """Return what solves x ds + s dx = a, y dt + t dy = b where ds = −M dy and dt = Mᵀ dx; None if rounding forbids."""
    from scipy.linalg import LinAlgError, cho_factor, cho_solve  # takes longer to import than most games to solve

    weighted = np.sqrt(x / s)[:, np.newaxis] * matrix
    normal = weighted.T @ weighted
    normal.flat[:: len(y) + 1] += t / y
    try:
        factor = cho_factor(normal, overwrite_a=True, check_finite=False)
    except LinAlgError:
        return None

    def move(a: Floats, b: Floats) -> Move:
        dy = cho_solve(factor, b / y - (a / s) @ matrix, check_finite=False)
        ds = -(matrix @ dy)
        dx = (a - x * ds) / s
        return dx, ds, dy, dx @ matrix

    return move


def _length(first: Floats, its_move: Floats, second: Floats, its_other_move: Floats) -> float:
    """Return how much of a move keeps both at 0 or more, at most all of it."""
    places, moves = np.concatenate([first, second]), np.concatenate([its_move, its_other_move])
    falling = moves < 0
    return float(np.min(-places[falling] / moves[falling], initial=1))
