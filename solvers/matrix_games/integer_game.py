"""Matrix games with payoffs of any kind, turned into games with integer payoffs, exactly.

Source: ours; equilibria do not change under increasing affine maps of the payoffs.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from numbers import Rational
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import ExactIntegers
from solvers.refusal import Refusal

MAX_SIDE: Final = 1000


@dataclass(frozen=True, slots=True)
class IntegerGame:
    """A game whose payoffs are `origin` + `unit` · `payoffs`."""

    payoffs: ExactIntegers
    """The smallest is 0 and they have no common divisor (all 0: a constant game); Python integers from 62 bits on."""
    origin: Fraction
    unit: Fraction
    """Positive."""

    def amount(self, payoff: Fraction | int) -> Fraction:
        """Return what `payoff`, in units of this game, is worth in the original game."""
        return self.origin + self.unit * payoff


def integer_game(matrix: ArrayLike) -> IntegerGame:
    """Return the game `matrix`, shape (m, n), 1 ≤ m, n ≤ 1000, on an integer scale of its own.

    Payoffs are booleans, integers, floats (the binary numbers they are, exactly) or objects that are ints, floats or
    Fractions, of any size; one that is not a finite real number is refused by name and place.
    """
    entries = _array(matrix)
    scaled, unit = _integers(entries)
    origin = int(scaled.min())
    shifted = scaled - origin
    divisor = int(np.gcd.reduce(shifted, axis=None)) or 1
    payoffs = shifted // divisor
    if int(payoffs.max()) < 1 << 61:
        payoffs = payoffs.astype(np.int64)
    return IntegerGame(payoffs, origin * unit, divisor * unit)


def _array(matrix: ArrayLike) -> ExactIntegers:
    try:
        entries = np.asarray(matrix)
    except (ValueError, OverflowError) as error:
        raise Refusal("a game must be a matrix of numbers with rows of equal length: {error}", error=error) from error
    if entries.ndim != 2 or not all(1 <= side <= MAX_SIDE for side in entries.shape):
        shape = " × ".join(map(str, entries.shape)) or "a single value"
        raise Refusal(
            "a game must be a matrix of 1 to {max_side} rows and columns, got {shape}", max_side=MAX_SIDE, shape=shape
        )
    if entries.dtype.kind not in "biufO":
        raise Refusal("payoffs must be integers, fractions or floats, got {dtype}", dtype=entries.dtype)
    return entries


def _integers(entries: ExactIntegers) -> tuple[ExactIntegers, Fraction]:
    """Return integers, and the unit that makes them the entries."""
    if entries.dtype.kind in "biu":
        return _widened(entries), Fraction(1)
    if entries.dtype.kind == "f":
        return _from_floats(entries)
    fractions = [[_fraction(entry, i, j) for j, entry in enumerate(row)] for i, row in enumerate(entries)]
    scale = lcm(*{entry.denominator for row in fractions for entry in row})
    numerators = [[entry.numerator * (scale // entry.denominator) for entry in row] for row in fractions]
    return np.array(numerators, dtype=object), Fraction(1, scale)


def _widened(entries: ExactIntegers) -> ExactIntegers:
    """Return int64 entries where differences cannot overflow, Python integers elsewhere."""
    small = int(entries.min()) > -(1 << 61) and int(entries.max()) < 1 << 61
    return entries.astype(np.int64 if small else object)


def _from_floats(entries: ExactIntegers) -> tuple[ExactIntegers, Fraction]:
    if entries.dtype.itemsize > 8:
        raise Refusal("floats must have at most 64 bits, got {dtype}", dtype=entries.dtype)
    if not np.isfinite(entries).all():
        i, j = np.argwhere(~np.isfinite(entries))[0]
        raise Refusal("payoffs must be finite, got {entries} in row {i}, column {j}", entries=entries[i, j], i=i, j=j)
    whole = entries.astype(np.float64)
    if np.abs(whole).max() < 1 << 53 and (whole == np.rint(whole)).all():
        return whole.astype(np.int64), Fraction(1)
    mantissas, exponents = np.frexp(whole)
    shift = int(exponents.min())
    integers = np.ldexp(mantissas, 53).astype(np.int64).astype(object) << (exponents - shift).astype(object)
    return integers, Fraction(2) ** (shift - 53)


def _fraction(entry: object, i: int, j: int) -> Fraction:
    try:
        if isinstance(entry, Rational):
            return Fraction(int(entry.numerator), int(entry.denominator))
        if isinstance(entry, float | np.floating):
            return Fraction(float(entry))
    except (ValueError, OverflowError):
        pass
    raise Refusal("payoffs must be finite real numbers, got {entry!r} in row {i}, column {j}", entry=entry, i=i, j=j)
