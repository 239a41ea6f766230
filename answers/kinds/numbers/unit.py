"""How finely a number is written: one unit of its last digit."""

from fractions import Fraction

LARGE = 100
"""From here on the zeros at the end of an integer may be no digits."""


def unit(written: Fraction) -> Fraction:
    """Return one unit of the last digit of a number: 1/100 for 0.36, 100 for 3500, 1 for 40, 0 for an exact 1/3."""
    below = written.denominator
    if below == 1:
        return Fraction(_zeros(abs(written.numerator)))
    digits = 1
    while 10**digits % below and digits < below.bit_length():
        digits += 1
    return Fraction(1, 10**digits) if 10**digits % below == 0 else Fraction(0)


def _zeros(number: int) -> int:
    """The greatest power of ten that divides a large integer, 1 for others."""
    power = 1
    while number >= LARGE and number % (10 * power) == 0:
        power *= 10
    return power
