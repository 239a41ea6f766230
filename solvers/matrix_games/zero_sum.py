"""Matrix games: exact value, exact optimal strategies, and the proof that they are.

A saddle point if there is one; else the simplex method in floating point, in large games an interior point method
before it, finds a basis, whose linear systems are solved in rationals, and the strategies are checked in integers
against every row and column. When that ends with an interval the next method is tried, HiGHS last, which solves the
linear program max v, Mᵀp ≥ v, 1ᵀp = 1, p ≥ 0; the narrowest result counts.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 4 and 6; von Neumann's minimax theorem (1928); G. B.
Dantzig's linear program of a matrix game (1951); HiGHS, of Huangfu and Hall (2018).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import ExactIntegers, Floats
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.exact_equilibrium import exact_equilibrium
from solvers.matrix_games.integer_game import integer_game
from solvers.matrix_games.interior_point import interior_point
from solvers.matrix_games.simplex import Vertex, simplex
from solvers.refusal import Phrase, Refusal

TINY = 1e-9
LARGE = 400
"""Rows and columns from which a step of the interior point method costs less than many pivots."""


def zero_sum(matrix: ArrayLike) -> Equilibrium:
    """Return an equilibrium of the zero-sum game `matrix`, shape (m, n), 1 ≤ m, n ≤ 1000; the row player maximises.

    Payoffs are booleans, integers, Fractions or finite floats, taken as the exact binary numbers they are; anything
    else is refused. Of several equilibria, one: which is not specified. Not guaranteed: that the value is exact. Large
    games whose best replies floating point cannot tell apart may leave an interval, with `note` saying so; it is
    certified.
    """
    game = integer_game(matrix)
    solved = _saddle_point(game.payoffs)
    if solved is None:
        scaled = np.asarray(game.payoffs / game.payoffs.max(), dtype=np.float64) + 1
        methods = [interior_point] * (min(scaled.shape) >= LARGE) + [simplex, linear_program]
        solved = _best(exact_equilibrium(game.payoffs, method(scaled)) for method in methods)
    return replace(solved, lower=game.amount(solved.lower), upper=game.amount(solved.upper))


def _best(found: Iterable[Equilibrium]) -> Equilibrium:
    """Return the first without regret, else that of least regret."""
    tried: list[Equilibrium] = []
    for one in found:
        tried.append(one)
        if not one.regret:
            break
    return min(tried, key=lambda one: one.regret)


def _saddle_point(payoffs: ExactIntegers) -> Equilibrium | None:
    """Return the first row and column that are best replies to each other, if any are."""
    guaranteed, conceded = payoffs.min(axis=1), payoffs.max(axis=0)
    row, column = int(np.argmax(guaranteed)), int(np.argmin(conceded))
    if guaranteed[row] != conceded[column]:
        return None
    return Equilibrium.pure(payoffs.shape, row, column, int(guaranteed[row]))


def linear_program(matrix: Floats) -> Vertex:
    """Return an optimal vertex of the matrix game `matrix`, payoffs best between 1 and 2, as HiGHS finds it.

    It stops within an absolute 1e-7 of feasibility and optimality; when it gives up, the strategies are uniform.
    """
    from scipy.optimize import linprog  # takes longer to import than most games to solve

    rows, columns = matrix.shape
    solution = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.column_stack([-matrix.T, np.ones(columns)]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs-ds",
    )
    nothing = np.empty(0, dtype=np.intp)
    if not solution.success or solution.x is None:
        return Vertex(nothing, nothing, np.full(rows, 1 / rows), np.full(columns, 1 / columns), optimal=False)
    row, column = _distribution(solution.x[:-1]), _distribution(-solution.ineqlin.marginals)
    # The supports are of one size, unless the vertex is degenerate: it then has no basis here.
    basis = np.flatnonzero(row), np.flatnonzero(column)
    return Vertex(*(basis if len(basis[0]) == len(basis[1]) else (nothing, nothing)), row, column, optimal=True)


def _distribution(weights: Floats) -> Floats:
    positive = np.where(weights > TINY, weights, 0.0)
    return np.asarray(positive / positive.sum(), dtype=np.float64)


def expected_payoff(
    matrix: Sequence[Sequence[Fraction]], row: Sequence[Fraction], column: Sequence[Fraction]
) -> Fraction:
    """Return Σᵢ Σⱼ pᵢ p′ⱼ rᵢⱼ for a matrix r of A rows of B payoffs; no mix of A or B probabilities is refused."""
    _check(Phrase("row"), row, len(matrix))
    _check(Phrase("column"), column, len(matrix[0]))
    against = (sum((q * payoff for q, payoff in zip(column, payoffs, strict=True)), Fraction(0)) for payoffs in matrix)
    return sum((p * payoff for p, payoff in zip(row, against, strict=True)), Fraction(0))


def _check(name: str, mix: Sequence[Fraction], count: int) -> None:
    if len(mix) != count:
        raise Refusal("the {name} mix needs {count} probabilities, got {given}", name=name, count=count, given=len(mix))
    if min(mix) < 0:
        raise Refusal("a probability is at least 0, the {name} mix has {mix}", name=name, mix=min(mix))
    if sum(mix) != 1:
        raise Refusal(
            "the {name} mix must be of sum 1, got {mix}: write fractions such as 1/3", name=name, mix=sum(mix)
        )
