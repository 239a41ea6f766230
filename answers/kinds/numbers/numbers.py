"""Answers made of a fixed count of numbers; a set of dice is one, whose binary digits say which are kept."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, zip_longest

from answers.assets import shared_words
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.format import SHORT, format_decimal, format_exact
from answers.kinds.parsing import Blank, ParseResult, Unreadable, Value, Values
from answers.kinds.tolerance import Tolerance

SUM = Tolerance(absolute=Fraction(1, 200))
"""How near to 1 the other shares of a mixed strategy must come for a blank to be a 0."""
PLAYERS = Domain(integer=True, low=1, high=2)


@dataclass(frozen=True, slots=True)
class Numbers:
    """`count` numbers, each in `domain`, which only serves to read ambiguous writing: see docs/numbers.md.

    The first `mix` of them are the shares of a mixed strategy, which sum to 1: a share left blank may be a 0. A matrix
    is given row by row, in `rows` rows. The first `players` say which of two players it is, 1 or 2. A float is printed
    to `digits` significant digits, which must do for the tolerance.
    """

    count: int
    domain: Domain
    mix: int = 0
    rows: int = 1
    players: int = 0
    digits: int = SHORT

    def at(self, index: int) -> "Numbers":
        """Return the kind with the domain of one item."""
        return replace(self, domain=PLAYERS) if index < self.players else self

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Read `count` numbers from one text a field, or from one text (or first field) that holds them all.

        In a list of another length what is blank keeps its place: nothing moves up into it. What is no list may be a
        matrix whose rows stand apart: "1 2 ; 3 4", "[[1, 2], [3, 4]]".
        """
        readings = self._read_list(texts)
        if self.rows > 1 and _unread(readings):
            readings = self._read_rows(texts) or readings
        return self._with_zeros(self._with_possible(texts, readings) if _unread(readings) else readings)

    def _read_list(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        if not any(text.strip() for text in texts):
            return (Blank(),) * self.count
        if self._has_one_each(texts):
            return tuple(item for text in _unpaired(texts) for item in self._read_some(text, 1))
        several = len(texts) != self.count and len(texts) > 1
        return self._read_some(" ; ".join(text.strip() or "?" for text in texts) if several else texts[0], self.count)

    def _with_possible(self, texts: tuple[str, ...], readings: tuple[ParseResult, ...]) -> tuple[ParseResult, ...]:
        """The readings, those of texts that are not read with the values that they may have."""
        reasons = {unreadable.reason for unreadable in _unread(readings)}
        possible: tuple[Values, ...] = ()
        if reasons == {"too-few-values"}:
            possible = tuple((value,) for value in self._first_values(texts))
        elif "ambiguous" in reasons:
            possible = self._possible(texts)
        return tuple(
            replace(one, possible=values) if isinstance(one, Unreadable) else one
            for one, values in zip_longest(readings, possible, fillvalue=())
        )

    def _possible(self, texts: tuple[str, ...]) -> tuple[Values, ...]:
        """For each number every value that it has in a reading of the texts; none where that is not known."""
        from answers.kinds.numbers.text import every_interpretation

        if self._has_one_each(texts):
            each = [every_interpretation(text, 1, self.domain) for text in _unpaired(texts)]
            return tuple(_known(value for (value,) in one) for one in each)
        if len(_filled(texts)) != 1:
            return ()
        whole = every_interpretation(texts[0], self.count, self.domain)
        return tuple(map(_known, zip(*whole, strict=True)))

    def _first_values(self, texts: tuple[str, ...]) -> Values:
        """The values, two at least, of a list that is too short; none if it can be read in several ways."""
        from answers.kinds.numbers.text import read_numbers

        written = _filled(texts)
        if len(written) != 1:
            return ()
        lists = [read_numbers(written[0], fewer, self.domain) for fewer in range(1, self.count)]
        shorter = [one for one in lists if not isinstance(one, Unreadable)]
        if len(shorter) != 1:
            return ()
        values = _known(shorter[0])
        return values if 1 < len(values) == len(shorter[0]) else ()

    def _with_zeros(self, readings: tuple[ParseResult, ...]) -> tuple[ParseResult, ...]:
        """The readings, a blank share of a mixed strategy being a zero if the others sum to 1."""
        shares = [reading for reading in readings[: self.mix] if not isinstance(reading, Blank)]
        numbers = [fraction for fraction in shares if isinstance(fraction, Fraction)]
        is_whole = len(numbers) == len(shares) and SUM.accepts(1, sum(numbers, Fraction(0))) and min(numbers) >= 0
        if not is_whole:
            return readings
        zeros = (Blank(is_zero=True) if isinstance(reading, Blank) else reading for reading in readings[: self.mix])
        return (*zeros, *readings[self.mix :])

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Compare two numbers exactly."""
        return tolerance.accepts(_exact(expected), _exact(got))

    def format(self, value: Value, lang: str) -> str:
        """Write a number: exactly when that is short enough, with its decimal value otherwise."""
        if isinstance(value, float):
            return f"≈ {format_decimal(value, lang, self.digits)}"
        if isinstance(value, tuple):
            raise TypeError(f"a number was expected, got {value}")
        return format_exact(value, lang)

    def characters(self, tolerance: Tolerance) -> int:
        """Return how many characters the longest right answer takes, as precisely as it is asked; 0 for a fraction."""
        return self.domain.characters(tolerance)

    def describe(self, lang: str) -> str:
        """Return "3 integers" or its like."""
        kind = "integer" if self.domain.integer else "number"
        return f"{self.count} {shared_words(lang)['kinds'][kind if self.count == 1 else f'{kind}s']}"

    def _read_rows(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """The numbers of a single text with so many rows that each can be read; none for another."""
        from answers.kinds.numbers.text import rows

        written = _filled(texts)
        lines = rows(written[0], self.rows) if len(written) == 1 else ()
        readings = tuple(item for line in lines for item in self._read_some(line, self.count // self.rows))
        return () if _unread(readings) else readings

    def _has_one_each(self, texts: tuple[str, ...]) -> bool:
        return len(texts) == self.count and not self._holds_several(texts)

    def _holds_several(self, texts: tuple[str, ...]) -> bool:
        """Whether the first of several fields, the only filled one, may hold more than its own value.

        "17 519" alone in the first field is then too few values, not the number 17519.
        """
        if any(text.strip() for text in texts[1:]):
            return False
        from answers.kinds.numbers.text import read_numbers

        lists = (read_numbers(texts[0], count, self.domain) for count in range(2, self.count + 1))
        return any(not isinstance(one, Unreadable) for one in lists)

    def _read_some(self, text: str, count: int) -> tuple[ParseResult, ...]:
        from answers.kinds.numbers.text import read_numbers  # its patterns are slow to make, and no sheet needs them

        numbers = read_numbers(text, count, self.domain)
        if isinstance(numbers, Unreadable):
            places = text.split(";")
            if count == 1 or len(places) != count:
                return (numbers,) * count
            return tuple(one for place in places for one in self._read_some(place, 1))
        return tuple(Blank() if value is None else value for value in numbers)


def _unread(readings: tuple[ParseResult, ...]) -> list[Unreadable]:
    return [reading for reading in readings if isinstance(reading, Unreadable)]


def _filled(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for text in texts if text.strip())


def _known(values: Iterable[Fraction | None]) -> tuple[Fraction, ...]:
    return tuple(value for value in values if value is not None)


def _unpaired(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Take the brackets off a pair written in two fields, "(4" and "6)"."""
    bare = list(texts)
    for i, (first, second) in enumerate(pairwise(text.strip() for text in texts)):
        if first[:1] == "(" and ")" not in first and second[-1:] == ")" and "(" not in second:
            bare[i], bare[i + 1] = first[1:].rstrip(" ,;"), second[:-1]
    return tuple(bare)


def _exact(value: Value) -> int | Fraction:
    if isinstance(value, tuple):
        raise TypeError(f"a number was expected, got {value}")
    return Fraction(value) if isinstance(value, float) else value


def integers(count: int, low: int, high: int, *, players: int = 0) -> Numbers:
    """Return the kind "count integers between low and high", the first `players` of which are 1 or 2."""
    return Numbers(count, Domain(integer=True, low=low, high=high), players=players)


def probabilities(count: int, *, mix: bool = False, digits: int = SHORT) -> Numbers:
    """Return the kind "count numbers between 0 and 1", which are all the shares of one mixed strategy if `mix`."""
    return Numbers(count, Domain(low=0, high=1), count if mix else 0, digits=digits)


@dataclass(frozen=True, slots=True)
class Codes(Numbers):
    """Codes are integers of at most `bits` binary digits: 14 for 01110 if there are five.

    Just `bits` digits 0 or 1 are bits: 01000 is 8, and 00011 is 3. Anything else is read as numbers are, so that 10 and
    11 are the integers ten and eleven.
    """

    bits: int = 1

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Read `count` codes from one text a field, or from one text (or first field) that holds them all."""
        bits = re.compile(rf"(?<![\w.,])[01]{{{self.bits}}}(?![.,]?\w)", re.ASCII)
        plain = tuple(bits.sub(lambda digits: str(int(digits[0], 2)), text) for text in texts)
        written = " ; ".join(text for text in texts if text.strip())
        readings = Numbers.read(self, plain)
        return tuple(
            replace(reading, raw=written) if isinstance(reading, Unreadable) else reading for reading in readings
        )


def codes(count: int, bits: int, *, none: bool = False) -> Codes:
    """Return the kind "count codes of so many bits"; with `none`, -1 says that there is no code."""
    return Codes(count, Domain(integer=True, low=-1 if none else 0, high=2**bits - 1), bits=bits)
