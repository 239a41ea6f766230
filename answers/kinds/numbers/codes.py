"""Answers made of codes: a set of dice as the integer whose binary digits say which are kept, or as these digits."""

import re
from dataclasses import dataclass, replace

from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.reading import Reading, Unreadable, Value
from answers.kinds.tolerance import Tolerance


@dataclass(frozen=True, slots=True)
class Codes:
    """`numbers` are the codes, as integers of at most `bits` binary digits: 14 for 01110 if there are five.

    Just `bits` digits 0 or 1 are bits: 01000 is 8, and 00011 is 3. Anything else is read as numbers are, so that 10 and
    11 are the integers ten and eleven.
    """

    numbers: Numbers
    bits: int

    @property
    def count(self) -> int:
        """Number of codes."""
        return self.numbers.count

    def read(self, texts: tuple[str, ...]) -> tuple[Reading, ...]:
        """Read `count` codes from one text a field, or from one text (or first field) that holds them all."""
        bits = re.compile(rf"(?<![\w.,])[01]{{{self.bits}}}(?![.,]?\w)", re.ASCII)
        found = self.numbers.read(tuple(bits.sub(lambda digits: str(int(digits[0], 2)), text) for text in texts))
        written = " ; ".join(text for text in texts if text.strip())
        return tuple(replace(item, raw=written) if isinstance(item, Unreadable) else item for item in found)

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Compare two codes; the tolerance should be exact, for nothing lies between two codes."""
        return self.numbers.agrees(expected, got, tolerance)

    def format(self, value: Value, lang: str) -> str:
        """Write a code as an integer."""
        return self.numbers.format(value, lang)

    def describe(self, lang: str) -> str:
        """Return "1 integer" or its like."""
        return self.numbers.describe(lang)


def codes(count: int, bits: int, *, none: bool = False) -> Codes:
    """Return the kind "count codes of so many bits"; with `none`, -1 says that there is no code."""
    return Codes(integers(count, -1 if none else 0, 2**bits - 1), bits)
