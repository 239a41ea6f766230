"""Answers made of codes: a set of dice as the integer whose binary digits say which are kept, or as these digits."""

import re
from dataclasses import dataclass, replace

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.reading import Reading, Unreadable


@dataclass(frozen=True, slots=True)
class Codes(Numbers):
    """Codes are integers of at most `bits` binary digits: 14 for 01110 if there are five.

    Just `bits` digits 0 or 1 are bits: 01000 is 8, and 00011 is 3. Anything else is read as numbers are, so that 10 and
    11 are the integers ten and eleven.
    """

    bits: int = 1

    def read(self, texts: tuple[str, ...]) -> tuple[Reading, ...]:
        """Read `count` codes from one text a field, or from one text (or first field) that holds them all."""
        bits = re.compile(rf"(?<![\w.,])[01]{{{self.bits}}}(?![.,]?\w)", re.ASCII)
        plain = tuple(bits.sub(lambda digits: str(int(digits[0], 2)), text) for text in texts)
        written = " ; ".join(text for text in texts if text.strip())
        readings = Numbers.read(self, plain)
        return tuple(replace(one, raw=written) if isinstance(one, Unreadable) else one for one in readings)


def codes(count: int, bits: int, *, none: bool = False) -> Codes:
    """Return the kind "count codes of so many bits"; with `none`, -1 says that there is no code."""
    return Codes(count, Domain(integer=True, low=-1 if none else 0, high=2**bits - 1), bits=bits)
