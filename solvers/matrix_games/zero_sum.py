"""Matrix games: exact value, exact optimal strategies, and the proof that they are.

A saddle point if there is one; else the simplex method in floating point finds a basis, whose linear systems are solved
in rationals, and the strategies are checked in integers against every row and column.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 4 and 6; von Neumann's minimax theorem (1928); G. B.
Dantzig's linear program of a matrix game (1951).
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import ExactIntegers
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.exact_equilibrium import exact_equilibrium
from solvers.matrix_games.integer_game import integer_game
from solvers.matrix_games.simplex import simplex
from solvers.refusal import Phrase, Refusal


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
        solved = exact_equilibrium(game.payoffs, simplex(scaled))
    return replace(solved, lower=game.amount(solved.lower), upper=game.amount(solved.upper))


def _saddle_point(payoffs: ExactIntegers) -> Equilibrium | None:
    """Return the first row and column that are best replies to each other, if any are."""
    guaranteed, conceded = payoffs.min(axis=1), payoffs.max(axis=0)
    row, column = int(np.argmax(guaranteed)), int(np.argmin(conceded))
    if guaranteed[row] != conceded[column]:
        return None
    return Equilibrium.pure(payoffs.shape, row, column, int(guaranteed[row]))


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
