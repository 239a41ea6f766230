"""A right value as a student would write it, in one writing that is marked right."""

import re
from collections.abc import Iterator
from fractions import Fraction

from answers.exam.question import Part
from answers.grading.mark import is_right
from answers.kinds.numbers.format import MAX_PRECISION, format_decimal
from answers.kinds.reading import Blank, Unreadable, Value, Values
from answers.kinds.tolerance import EXACT

SIGNS = re.compile(r" ?[=≈] ")
"""Between the writings of a value in a key: "1/2 = 0,5"."""
KEYS_DIGITS = 5


def plain_writing(part: Part, expected: Values, position: int, lang: str) -> str:
    """Return the expected value of an item, from 0: a decimal where one may be rounded, otherwise a fraction."""
    texts = tuple(part.kind.format(value, lang) for value in expected)

    def counts(text: str) -> bool:
        reading = part.kind.read((*texts[:position], text, *texts[position + 1 :]))[position]
        return not isinstance(reading, Blank | Unreadable) and is_right(part, expected[position], reading)

    return next(filter(counts, _writings(part, texts[position], expected[position], lang)), texts[position])


def _writings(part: Part, text: str, value: Value, lang: str) -> Iterator[str]:
    own = [one for one in SIGNS.split(text) if one]
    yield from own if part.tolerance == EXACT else reversed(own)
    if not isinstance(value, tuple):
        yield from (format_decimal(value, lang, digits) for digits in range(KEYS_DIGITS, MAX_PRECISION))
        yield str(Fraction(value))
