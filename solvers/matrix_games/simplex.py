"""Solve matrix games by the simplex method in floating point: from a positive matrix to an optimal basis.

The game with payoffs M > 0 is the linear program max 1ᵀy, M y ≤ 1, y ≥ 0, whose value is 1/1ᵀy. A basis is a set I of
rows and a set J of columns, equally many, with M[I, J] invertible: y solves M[I, J] y = 1, and the row player's x
solves x M[I, J] = 1. Rows and columns play the same part (the dual program has the tableau transposed and negated), so
one kernel serves the primal and the dual method.

Pivots are chosen by steepest edge, whose norms a dense tableau gives almost for free. After every run of at most 1000
pivots the tableau is computed afresh from its basis, so that rounding does not build up. From a basis that is neither
primal nor dual feasible, negative right-hand sides are lifted to 0, the primal method finds a dual feasible basis, and
the dual method goes on from there. Without a basis to start from, the program is first solved with right-hand sides
perturbed at random, against stalling.

Nothing here is a proof: optimality is judged in floating point.

Source: A. W. Tucker's condensed tableau; steepest edge after Goldfarb and Reid (1977); perturbation after Charnes
(1952); R. G. Bland's rule (1977).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from solvers.compiled.arrays import Floats, Indices
from solvers.compiled.jit import jit

TOLERANCE: Final = 1e-11
SMALLEST_PIVOT: Final = 100
"""Least absolute value of a pivot, as a multiple of the tolerance."""
LARGEST_ENTRY: Final = 1e12
PERTURBATIONS: Final = (1e-4, 0.0, 1e-5, 0.0, 1e-6, 0.0)
RUNS: Final = 30
PIVOTS: Final = 1000


@dataclass(frozen=True, slots=True)
class Vertex:
    """A basis of a matrix game, and the strategies of both players that follow from the basis."""

    rows: Indices
    columns: Indices
    """The columns of the basis, as many as `rows`; only these are played. Empty if the search found no basis."""
    row_strategy: Floats
    column_strategy: Floats
    """The probabilities of the n columns, shape (n,), as `row_strategy` has those of the m rows, shape (m,).

    They are uniform if the basis determines none.
    """


def simplex(matrix: Floats, rows: Indices | None = None, columns: Indices | None = None) -> Vertex:
    """Return an optimal vertex of the matrix game `matrix`, the row player maximising.

    Payoffs are positive and finite, best between 1 and 2: tolerances are absolute. `rows` and `columns` are the basis
    to start from, for example the basis of a smaller game; the empty basis replaces a singular or badly conditioned
    basis.
    """
    rows, columns = (np.empty(0, dtype=np.intp) if side is None else side for side in (rows, columns))
    levels = (0.0, *PERTURBATIONS) if len(rows) else PERTURBATIONS
    for level in levels:
        # The tableau of the empty basis: right-hand sides, perturbed, in the last column, gains in the last row.
        start = np.ones((matrix.shape[0] + 1, matrix.shape[1] + 1))
        start[:-1, :-1] = matrix
        if level:
            start[:-1, -1] += level * np.random.default_rng(len(matrix)).random(len(matrix))
        start[-1, -1] = 0
        entries, basic, nonbasic, optimal = _optimise(start, rows, columns)
        rows, columns = ~nonbasic[nonbasic < 0], basic[basic >= 0]
        if level == 0 and optimal:
            break
    x, y = np.zeros(len(basic)), np.zeros(len(nonbasic))
    x[rows] = np.maximum(-entries[-1, :-1][nonbasic < 0], 0)
    y[columns] = np.maximum(entries[:-1, -1][basic >= 0], 0)
    x, y = (side / side.sum() if side.any() else np.full(len(side), 1 / len(side)) for side in (x, y))
    return Vertex(rows, columns, x, y)


def _optimise(start: Floats, rows: Indices, columns: Indices) -> tuple[Floats, Indices, Indices, bool]:
    """Return the tableau after the primal or the dual method, whichever applies, and whether it is optimal."""
    # A tableau has its entries and the labels of basic variables (rows) and nonbasic ones (columns): the index j of a
    # variable, ~i of a slack variable.
    runs = 0
    while True:
        entries, basic, nonbasic = _transformed(start, rows, columns)
        if not len(basic):  # singular
            entries, basic, nonbasic = _transformed(start, rows[:0], columns[:0])
        is_primal, is_dual = entries[:-1, -1].min() >= -TOLERANCE, entries[-1, :-1].max() <= TOLERANCE
        if runs == RUNS or (is_primal and is_dual):
            return entries, basic, nonbasic, bool(is_primal and is_dual)
        runs += 1
        # The dual method is the primal one on the transposed and negated tableau.
        pivoted = np.array(-entries.T if is_dual else entries, order="C")
        pivoted[:-1, -1] = np.maximum(pivoted[:-1, -1], 0)
        down, across = (nonbasic.copy(), basic.copy()) if is_dual else (basic.copy(), nonbasic.copy())
        pivots(pivoted, down, across, PIVOTS, TOLERANCE)
        basic, nonbasic = (across, down) if is_dual else (down, across)
        rows, columns = ~nonbasic[nonbasic < 0], basic[basic >= 0]


@jit
def _transformed(start: Floats, rows: Indices, columns: Indices) -> tuple[Floats, Indices, Indices]:
    """Return entries and labels of the tableau of a basis, those of the basis first; no labels if it is singular."""
    entries = start.copy()
    places = _exchange(entries, rows, columns)
    is_fair = len(places) == len(rows)
    for entry in entries.flat:
        if len(rows) and not abs(entry) < LARGEST_ENTRY:
            is_fair = False
    if not is_fair:
        return entries, rows[:0], columns[:0]
    others, rest = _without(len(start), rows), _without(start.shape[1], columns)
    down, across = np.concatenate((places, others)), np.concatenate((columns, rest))
    ordered = np.empty_like(entries)
    for i in range(len(down)):
        for j in range(len(across)):
            ordered[i, j] = entries[down[i], across[j]]
    return ordered, np.concatenate((columns, ~others[:-1])), np.concatenate((~places, rest[:-1]))


@jit
def _without(count: int, array: Indices) -> Indices:
    is_left = np.ones(count, dtype=np.bool_)
    is_left[array] = False
    return np.flatnonzero(is_left)


@jit
def _exchange(entries: Floats, rows: Indices, columns: Indices) -> Indices:
    """Pivot in place until `columns` are basic instead of `rows`; return the row of each, of fewer if singular."""
    # LAPACK is not used: its rounding, which decides between several equilibria, depends on the processor.
    is_left = np.zeros(len(entries), dtype=np.bool_)
    is_left[rows] = True
    places, no_norms = np.empty(len(rows), dtype=np.intp), np.empty(0)
    for k in range(len(columns)):
        sizes = np.where(is_left, np.abs(entries[:, columns[k]]), 0.0)
        places[k] = np.argmax(sizes)
        if sizes[places[k]] == 0:
            return places[:k]
        is_left[places[k]] = False
        _pivot(entries, places[k], columns[k], no_norms)
    return places


@jit
def pivots(entries: Floats, basic: Indices, nonbasic: Indices, limit: int, tolerance: float) -> None:
    """Run the primal simplex method on a tableau, in place, for at most `limit` pivots; compiled.

    Gains up to `tolerance` count as 0, and ratios that differ by less count as equal. After many pivots, labels decide
    instead of steepness and size, by Bland's rule, so that there is no cycle.
    """
    norms = np.zeros(entries.shape[1])
    for i in range(len(basic)):
        norms += entries[i] * entries[i]
    soon = 4 * (len(basic) + len(nonbasic))
    for step in range(limit):
        s = _entering(entries, nonbasic, norms, tolerance, step >= soon)
        r = _leaving(entries, basic, s, tolerance, step >= soon) if s >= 0 else -1
        if r < 0:
            return
        basic[r], nonbasic[s] = nonbasic[s], basic[r]
        _pivot(entries, r, s, norms)


@jit
def _entering(entries: Floats, nonbasic: Indices, norms: Floats, tolerance: float, by_label: bool) -> int:  # noqa: FBT001
    """Return the column of steepest gain, or of smallest label that gains, or -1."""
    best, s = 0.0, -1
    for j in range(entries.shape[1] - 1):
        gain = entries[-1, j]
        if gain > tolerance and by_label:
            s = j if s < 0 or nonbasic[j] < nonbasic[s] else s
        elif gain > tolerance and gain * gain > best * (1 + norms[j]):
            best, s = gain * gain / (1 + norms[j]), j
    return s


@jit
def _leaving(entries: Floats, basic: Indices, s: int, tolerance: float, by_label: bool) -> int:  # noqa: FBT001
    """Return the row of smallest ratio, of largest pivot or smallest label among ties, or -1 without a fair pivot."""
    smallest, r = np.inf, -1
    for i in range(len(basic)):
        pivot = entries[i, s]
        if pivot > SMALLEST_PIVOT * tolerance:
            ratio = entries[i, -1] / pivot
            wins_tie = r >= 0 and (basic[i] < basic[r] if by_label else pivot > entries[r, s])
            if ratio < smallest - tolerance or (ratio <= smallest + tolerance and wins_tie):
                smallest, r = min(ratio, smallest), i
    return r


@jit
def _pivot(entries: Floats, r: int, s: int, norms: Floats) -> None:
    """Exchange basic r and nonbasic s; compute the squared norms of the first columns on the way."""
    inverse = 1 / entries[r, s]
    for j in range(entries.shape[1]):
        entries[r, j] *= inverse
    entries[r, s] = inverse
    norms[:] = 0
    last = len(entries) - 1
    for i in range(last + 1):
        factor = entries[i, s]
        if i != r and factor != 0:
            entries[i, s] = 0
            for j in range(entries.shape[1]):
                entries[i, j] -= factor * entries[r, j]
        if i != last:
            for j in range(len(norms)):
                norms[j] += entries[i, j] * entries[i, j]
