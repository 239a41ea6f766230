"""What to make of an answer that is not simply right or wrong: too few digits, a percentage, several readings."""

import re
from fractions import Fraction

from answers.exam.question import Part
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.reading import Value, Values

PERCENT = 100
DECIMALS = re.compile(r"(?<![\d.,])\d{1,12}[.,]\d{1,20}(?![\d.,])", re.ASCII)
LEAST_UNITS = 2
"""A value of one unit of its last digit, 0.1 or 1, is hardly a rounded one."""
DIGITS = 10
"""A value of at least so many units of its last digit has two digits: a share that small is hardly there by chance."""
LARGE = 100
"""From here on the zeros at the end of an integer may be no digits."""


def is_rounded(part: Part, expected: Value, got: Value, raw: str = "") -> bool:
    """Say whether a wrong number is the expected one with fewer digits than asked: 0.5 where 0.528 is, to 0.01.

    The expected value is rounded, or cut, at the last digit written; the zeros at the end of a large number are taken
    for no digits, unless integers are asked. `raw` is what was written, for the zeros at the end of 0.5000.
    """
    domain = domain_of(part)
    if domain is None or domain.integer or isinstance(expected, tuple) or isinstance(got, tuple):
        return False
    true, written = Fraction(expected), Fraction(got)
    step = written_unit(written, raw)
    if not step or abs(written) < LEAST_UNITS * step:
        return False
    return _is_cut_or_rounded(true, written, step)


def _is_cut_or_rounded(true: Fraction, written: Fraction, step: Fraction) -> bool:
    is_cut = abs(written) <= abs(true) < abs(written) + step and true * written > 0
    return is_cut or abs(true - written) <= step / 2


def written_unit(value: Fraction, raw: str = "") -> Fraction:
    """Return one unit of the last digit of a value, as it stands in a text: 1/10000 for 0.6000, 0 for an exact 1/3."""
    numerals = (text.replace(",", ".") for text in DECIMALS.findall(raw))
    decimals = (len(text.partition(".")[2]) for text in numerals if Fraction(text) == abs(value))
    return min([_unit(value), *(Fraction(1, 10**count) for count in decimals)])


def is_right_percentage(part: Part, expected: Value, got: Value) -> bool:
    """Say whether 52.8 was written where 0.528 is right: what is meant is for the teacher to say.

    Up to 1 it may also be the number itself: 0.929 is taken for 0.00929 only if these are its digits, two at least.
    """
    if isinstance(expected, tuple) or isinstance(got, tuple) or not may_be_percentage(part, got):
        return False
    written = Fraction(got)
    if not part.kind.agrees(expected, written / PERCENT, part.tolerance):
        return False
    step = written_unit(written)
    has_digits = 0 < DIGITS * step <= abs(written)
    return abs(written) > 1 or (has_digits and _is_cut_or_rounded(PERCENT * Fraction(expected), written, step))


def may_be_percentage(part: Part, got: Value) -> bool:
    """Say whether a number may be meant in hundredths, since no answer is larger than 1."""
    domain = domain_of(part)
    if domain is None or domain.integer or domain.high != 1 or isinstance(got, tuple):
        return False
    return -PERCENT <= got <= PERCENT


def is_wrong_anyhow(part: Part, expected: Value, possible: Values) -> bool:
    """Say whether an answer with several readings is wrong in each: neither right, nor right as a percentage."""
    return bool(possible) and not any(
        part.kind.agrees(expected, value, part.tolerance) or is_right_percentage(part, expected, value)
        for value in possible
    )


def domain_of(part: Part) -> Domain | None:
    """Return what values the items of a part can have, None if they are no numbers."""
    return part.kind.domain if isinstance(part.kind, Numbers) else None


def _unit(value: Fraction) -> Fraction:
    """Return one unit of the last digit of a number: 1/100 for 0.36, 100 for 3500, 1 for 40, 0 for an exact 1/3."""
    below = value.denominator
    if below == 1:
        return Fraction(_zeros(abs(value.numerator)))
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
