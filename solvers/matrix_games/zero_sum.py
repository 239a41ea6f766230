"""Matrix games: the exact value, exact optimal strategies, and a proof of both.

The result is a saddle point if there is one. Otherwise the simplex method in floating point finds a basis, its linear
systems are solved in rationals, and the strategies are checked in integers against every row and column.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 4 and 6; von Neumann's minimax theorem (1928); G. B.
Dantzig's linear program of a matrix game (1951).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from numbers import Rational
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import ExactIntegers
from solvers.invalid_input import InvalidInput, Translatable
from solvers.matrix_games.equilibrium import Equilibrium
from solvers.matrix_games.exact_equilibrium import exact_equilibrium
from solvers.matrix_games.simplex import simplex

MAX_SIDE: Final = 1000


def zero_sum(matrix: ArrayLike) -> Equilibrium:
    """Return an equilibrium of the zero-sum game `matrix`, shape (m, n), 1 ≤ m, n ≤ 1000; the row player maximises.

    Payoffs are booleans, integers, Fractions or finite floats, taken as the exact binary numbers they are; other
    payoffs raise `InvalidInput`. Of several equilibria any may be returned. An exact value is not guaranteed: if
    floating point cannot distinguish the best replies of a large game, the value may be known only within a certified
    interval, which `note` then explains.
    """
    game = integer_game(matrix)
    payoffs = game.payoffs
    guaranteed, conceded = payoffs.min(axis=1), payoffs.max(axis=0)
    row, column = int(np.argmax(guaranteed)), int(np.argmin(conceded))
    if guaranteed[row] == conceded[column]:
        solved = Equilibrium.pure(payoffs.shape, row, column, int(guaranteed[row]))
    else:
        scaled = np.asarray(payoffs / payoffs.max(), dtype=np.float64) + 1
        solved = exact_equilibrium(payoffs, simplex(scaled))
    lower, upper = (game.origin + game.unit * payoff for payoff in (solved.lower, solved.upper))
    return replace(solved, lower=lower, upper=upper)


@dataclass(frozen=True, slots=True)
class IntegerGame:
    """A game whose payoffs are `origin` + `unit` · `payoffs`."""

    payoffs: ExactIntegers
    """The smallest is 0 and they have no common divisor (all 0: a constant game); Python integers from 62 bits on."""
    origin: Fraction
    unit: Fraction
    """Positive."""


def integer_game(matrix: ArrayLike) -> IntegerGame:
    """Return the game `matrix`, shape (m, n), 1 ≤ m, n ≤ 1000, with integer payoffs, an origin and a unit.

    Payoffs are booleans, integers, floats (the binary numbers they are, exactly) or objects that are ints, floats or
    Fractions, of any size. A payoff that is not a finite real number raises an `InvalidInput` that names it and its
    place.
    """
    try:
        entries = np.asarray(matrix)
    except (ValueError, OverflowError) as error:
        raise InvalidInput(
            "a game must be a matrix of numbers with rows of equal length: {error}", error=error
        ) from error
    if entries.ndim != 2 or not all(1 <= side <= MAX_SIDE for side in entries.shape):
        shape = " × ".join(map(str, entries.shape)) or "a single value"
        raise InvalidInput(
            "a game must be a matrix of 1 to {max_side} rows and columns, got {shape}", max_side=MAX_SIDE, shape=shape
        )
    if entries.dtype.kind == "f":
        scaled, unit = _from_floats(entries)
    elif entries.dtype.kind in "biu":  # machine integers where differences cannot overflow, Python integers elsewhere
        small = int(entries.min()) > -(1 << 61) and int(entries.max()) < 1 << 61
        scaled, unit = entries.astype(np.int64 if small else object), Fraction(1)
    elif entries.dtype.kind == "O":
        fractions = [[_fraction(entry, i, j) for j, entry in enumerate(row)] for i, row in enumerate(entries)]
        scale = lcm(*{entry.denominator for row in fractions for entry in row})
        numerators = [[entry.numerator * (scale // entry.denominator) for entry in row] for row in fractions]
        scaled, unit = np.array(numerators, dtype=object), Fraction(1, scale)
    else:
        raise InvalidInput(
            ("the payoffs of a matrix game must be integers, fractions or floats, got {dtype}"), dtype=entries.dtype
        )
    origin = int(scaled.min())
    shifted = scaled - origin
    divisor = int(np.gcd.reduce(shifted, axis=None)) or 1
    payoffs = shifted // divisor
    if int(payoffs.max()) < 1 << 61:
        payoffs = payoffs.astype(np.int64)
    return IntegerGame(payoffs, origin * unit, divisor * unit)


def _from_floats(entries: ExactIntegers) -> tuple[ExactIntegers, Fraction]:
    """Return integers and a unit; the entries are their products."""
    if entries.dtype.itemsize > 8:
        raise InvalidInput("payoffs that are floats must have at most 64 bits, got {dtype}", dtype=entries.dtype)
    if not np.isfinite(entries).all():
        i, j = np.argwhere(~np.isfinite(entries))[0]
        raise InvalidInput(
            "payoffs must be finite, got {entries} in row {i}, column {j} (both counted from 0)",
            entries=entries[i, j],
            i=i,
            j=j,
        )
    whole = entries.astype(np.float64)
    if np.abs(whole).max() < 1 << 53 and (whole == np.rint(whole)).all():
        return whole.astype(np.int64), Fraction(1)
    mantissas, exponents = np.frexp(whole)
    shift = int(exponents.min())
    integers = np.ldexp(mantissas, 53).astype(np.int64).astype(object) << (exponents - shift).astype(object)
    return integers, Fraction(2) ** (shift - 53)


def _fraction(entry: object, i: int, j: int) -> Fraction:
    """Return the payoff in row `i` and column `j` as a fraction; InvalidInput unless it is a finite real number."""
    try:
        if isinstance(entry, Rational):
            return Fraction(int(entry.numerator), int(entry.denominator))
        if isinstance(entry, float | np.floating):
            return Fraction(float(entry))
    except (ValueError, OverflowError):
        pass
    raise InvalidInput(
        "payoffs must be finite real numbers, got {entry!r} in row {i}, column {j} (both counted from 0)",
        entry=entry,
        i=i,
        j=j,
    )


def expected_payoff(
    matrix: Sequence[Sequence[Fraction]], row: Sequence[Fraction], column: Sequence[Fraction]
) -> Fraction:
    """Return Σᵢ Σⱼ pᵢ p′ⱼ rᵢⱼ of the mixed strategies p = `row` and p′ = `column`; InvalidInput if they are none."""
    for name, mix, count in (
        (Translatable("player who chooses the row"), row, len(matrix)),
        (Translatable("player who chooses the column"), column, len(matrix[0])),
    ):
        if len(mix) != count:
            raise InvalidInput(
                "the mixed strategy of the {name} must have {count} probabilities, got {given}",
                name=name,
                count=count,
                given=len(mix),
            )
        if min(mix) < 0:
            raise InvalidInput(
                "the mixed strategy of the {name} contains {mix}, but a probability is at least 0",
                name=name,
                mix=min(mix),
            )
        if sum(mix) != 1:
            raise InvalidInput(
                "the probabilities of the mixed strategy of the {name} must have the sum 1, got {mix}: write "
                "fractions such as 1/3",
                name=name,
                mix=sum(mix),
            )
    against = (sum((q * payoff for q, payoff in zip(column, payoffs, strict=True)), Fraction(0)) for payoffs in matrix)
    return sum((p * payoff for p, payoff in zip(row, against, strict=True)), Fraction(0))
