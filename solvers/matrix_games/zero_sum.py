"""Matrix games: exact value, exact optimal strategies, and the proof that they are."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy
from solvers.matrix_games.exact_equilibrium import exact_equilibrium
from solvers.matrix_games.integer_game import IntegerGame, integer_game
from solvers.matrix_games.linear_program import linear_program
from solvers.matrix_games.saddle_point import SaddlePoint, saddle_point
from solvers.matrix_games.simplex import simplex


def zero_sum(matrix: ArrayLike) -> Equilibrium:
    """Return an equilibrium of the zero-sum game `matrix`, in which the row player maximises.

    A saddle point if there is one; else the simplex method in floating point finds a basis, whose linear
    systems are solved in rationals, and the strategies are checked in integers against every row and column.
    When that ends with an interval, HiGHS solves the linear program again and the narrower result counts.

    Parameters
    ----------
    matrix : array, shape (m, n), 1 ≤ m, n ≤ 1000
        Payoffs: booleans, integers, Fractions or finite floats, which are taken as the exact binary numbers
        they are. Wins as 1 and losses as 0 make the value a probability.

    Returns
    -------
    Equilibrium
        With `value` exact whenever `regret` is 0. Of several equilibria, one: which is not specified.

    Raises
    ------
    Refusal
        If the matrix is not of rank 2, is ragged, empty or too large, or has a payoff that is not a finite
        real number.

    Notes
    -----
    Not guaranteed: that the value is exact. Large games whose best replies floating point cannot tell apart
    may leave an interval, with `note` saying so; the interval itself is always certified.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 6; von Neumann's minimax theorem (1928).
    """
    game = integer_game(matrix)
    saddle = saddle_point(game.payoffs)
    if saddle is not None:
        return _pure(game, saddle)
    scaled = np.asarray(game.payoffs / game.payoffs.max(), dtype=np.float64) + 1
    found = exact_equilibrium(game.payoffs, simplex(scaled))
    if found.regret:
        found = min(found, exact_equilibrium(game.payoffs, linear_program(scaled)), key=lambda one: one.regret)
    return replace(found, lower=game.amount(found.lower), upper=game.amount(found.upper))


def _pure(game: IntegerGame, saddle: SaddlePoint) -> Equilibrium:
    value = game.amount(Fraction(int(saddle.value)))
    row, column = (
        MixedStrategy.proportional(size, [index], [1])
        for size, index in zip(game.payoffs.shape, (saddle.row, saddle.column), strict=True)
    )
    return Equilibrium(row, column, value, value)
