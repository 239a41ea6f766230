"""Define answers that consist of a fixed count of numbers, or of codes for sets of dice."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise, zip_longest
from math import ceil, log10

from answers.assets import shared_words
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.format import SHORT, format_decimal, format_exact
from answers.kinds.parsing import Blank, ParseResult, Unreadable, Value, Values, number
from answers.kinds.tolerance import EXACT, Tolerance
from answers.messages import Message

UNKNOWN = 11
"""Length in characters of a number whose size is unknown, such as "1,8229·10⁹"."""
LEADING = 3
"""Greatest number of zeros at the beginning of the decimals of a probability."""
SUM = Tolerance(absolute=Fraction(1, 200))
"""If the other probabilities of a mixed strategy sum to 1 within this tolerance, a blank one counts as 0."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The kind of an answer that consists of numbers. docs/numbers.md states how they are parsed and printed.

    Attributes
    ----------
    mix
        The first `mix` items are the probabilities of a mixed strategy. A blank one counts as 0 if the others sum to 1.
    rows
        Number of rows of a matrix, whose items are given row by row; 1 for other answers.
    players
        The first `players` items are numbers of players.
    first_player
        Number of the first player, 0 or 1; that of the other player is one more.
    digits
        Significant digits with which a key prints floats. They must be enough for the tolerance.
    """

    count: int
    domain: Domain
    mix: int = 0
    rows: int = 1
    players: int = 0
    first_player: int = 1
    digits: int = SHORT

    @property
    def columns(self) -> int:
        """The number of columns of a matrix; 0 for other numbers."""
        return self.count // self.rows if self.rows > 1 else 0

    def at(self, index: int) -> "Numbers":
        """Return a copy whose domain is that of the item at position `index`, from 0."""
        if index >= self.players:
            return self
        return replace(self, domain=Domain(integer=True, low=self.first_player, high=self.first_player + 1))

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Parse `count` numbers, from one text for each box, or from one text (or the first box) with all numbers.

        If the number of texts is neither 1 nor `count`, the texts are joined, and a blank text stands for a blank item.
        The text of a matrix may separate its rows: "1 2 ; 3 4" or "[[1, 2], [3, 4]]".
        """
        if self.players and len([text for text in texts if text.strip()]) == 1 < self.count:
            from answers.kinds.numbers.text import player_numbers

            texts = tuple(player_numbers(text, self.players) for text in texts)
        if not any(text.strip() for text in texts):
            readings: tuple[ParseResult, ...] = (Blank(),) * self.count
        elif self._has_one_each(texts):
            boxes = enumerate(_unpaired(texts))
            readings = tuple(item for index, text in boxes for item in _read_some(text, 1, self.at(index).domain))
        else:
            several = len(texts) != self.count and len(texts) > 1
            text = " ; ".join(text.strip() or "?" for text in texts) if several else texts[0]
            readings = _read_some(text, self.count, self.domain)
        if _unread(readings):
            readings = self._read_rows(texts) or self._with_possible(texts, readings)
        elif len(texts) == self.count > 1 and not any(map(str.strip, texts[1:])) and (whole := self._grouped(texts[0])):
            possible: list[Values] = [(reading,) if isinstance(reading, Fraction) else () for reading in readings]
            possible[0] += (whole,)
            readings = tuple(Unreadable(texts[0], "ambiguous", values) for values in possible)
        readings = self._counted_from_1(texts, readings)
        # Blank shares of a mixed strategy are zeros if the others sum to 1.
        shares = [reading for reading in readings[: self.mix] if not isinstance(reading, Blank)]
        numbers = [fraction for fraction in shares if isinstance(fraction, Fraction)]
        if len(numbers) != len(shares) or not SUM.accepts(1, sum(numbers, Fraction(0))) or min(numbers) < 0:
            return readings
        zeros = (Blank(is_zero=True) if isinstance(reading, Blank) else reading for reading in readings[: self.mix])
        return (*zeros, *readings[self.mix :])

    def _counted_from_1(self, texts: tuple[str, ...], readings: tuple[ParseResult, ...]) -> tuple[ParseResult, ...]:
        """Return the results, with the players 0 and 1 made ambiguous if the student may count players from 0."""
        players = readings[: self.players]
        has_zero = any(
            reading == 0 or (isinstance(reading, Unreadable) and reading.reason == "ambiguous") for reading in players
        )
        if not has_zero or Fraction(2) in players or not self.first_player:
            return readings
        raws = texts if len(texts) == self.count else (" ; ".join(texts),) * self.count
        counted = (
            Unreadable(raw, "ambiguous", (reading, reading + 1))
            if isinstance(reading, Fraction) and reading in (0, 1)
            else reading
            for reading, raw in zip(players, raws, strict=False)
        )
        return (*counted, *readings[self.players :])

    def _read_rows(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Return the numbers of a matrix whose rows are separated in a single text; () if a row is unreadable."""
        from answers.kinds.numbers.text import rows

        filled = [text for text in texts if text.strip()]
        lines = rows(filled[0], self.rows) if self.rows > 1 and len(filled) == 1 else ()
        readings = tuple(item for line in lines for item in _read_some(line, self.columns, self.domain))
        return () if _unread(readings) else readings

    def _with_possible(self, texts: tuple[str, ...], readings: tuple[ParseResult, ...]) -> tuple[ParseResult, ...]:
        """Return the results, with the possible values of each unreadable item."""
        # The values of an ambiguous item are those of all interpretations of the texts. The items of a list that is too
        # short have the values of the list, if it has two or more and a single interpretation.
        from answers.kinds.numbers.text import every_interpretation, read_numbers

        filled = [text for text in texts if text.strip()]
        reasons = {unreadable.reason for unreadable in _unread(readings)}
        possible: list[Values] = []
        if reasons == {"too-few-values"} and len(filled) == 1:
            lists = [read_numbers(filled[0], fewer, self.domain) for fewer in range(1, self.count)]
            shorter = [values for values in lists if not isinstance(values, Unreadable)]
            if len(shorter) == 1 and len(shorter[0]) > 1 and None not in shorter[0]:
                possible = [_known([value]) for value in shorter[0]]
        elif "ambiguous" in reasons and self._has_one_each(texts):
            each = [every_interpretation(text, 1, self.domain) for text in _unpaired(texts)]
            possible = [_known(value for (value,) in interpretations) for interpretations in each]
        elif "ambiguous" in reasons and len(filled) == 1:
            whole = every_interpretation(texts[0], self.count, self.domain)
            possible = list(map(_known, zip(*whole, strict=True)))
        return tuple(
            replace(reading, possible=values) if isinstance(reading, Unreadable) else reading
            for reading, values in zip_longest(readings, possible, fillvalue=())
        )

    def _grouped(self, text: str) -> Fraction | None:
        """Return the number with digits in groups of three that the text of the first box may be: 29 586."""
        if not re.fullmatch(r"\s*[-+−]?\d{1,3}(?:\s\d{3})+\s*", text):
            return None
        from answers.kinds.numbers.text import read_numbers

        values = read_numbers(text, 1, self.domain)
        whole = None if isinstance(values, Unreadable) else values[0]
        return whole if whole is not None and self.at(0).domain.fits(whole) else None

    def _has_one_each(self, texts: tuple[str, ...]) -> bool:
        """Return whether each box has one value, so that the first box has not all values."""
        # "17 519" alone in the first box has too few values, and is not the number 17519. A list that is too short, and
        # without a value that its items can have, is not meant: "0,90" is 0.9 where each item is 1 or 2.
        if len(texts) != self.count or any(text.strip() for text in texts[1:]):
            return len(texts) == self.count
        from answers.kinds.numbers.text import read_numbers

        for count in range(2, self.count + 1):
            values = read_numbers(texts[0], count, self.domain)
            if not isinstance(values, Unreadable) and (
                count == self.count
                or any(value is None or self.at(index).domain.fits(value) for index, value in enumerate(values))
            ):
                return False
        return True

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Return whether `got` differs from `expected` by at most the tolerance, in exact arithmetic."""
        right, other = (value if isinstance(value, int | Fraction) else number(value) for value in (expected, got))
        return tolerance.accepts(right, other)

    def format(self, value: Value, lang: str) -> str:
        """Return a number as text: a float as "≈ " and `digits` significant digits, others as by `format_exact`."""
        if isinstance(value, float):
            return f"≈ {format_decimal(value, lang, self.digits)}"
        return format_exact(number(value), lang)

    def to_value(self, answer: object) -> Value:
        """Return the number that a solution returned, converted from numpy; TypeError for another answer."""
        number = answer.item() if hasattr(answer, "item") else answer  # numpy.int64 and the like
        if isinstance(number, bool) or not isinstance(number, int | Fraction | float):
            raise TypeError(Message("the solution returned {answer} instead of a number", answer=repr(answer)))
        return number

    def from_value(self, value: Value) -> Value:
        """Return a value as solution functions use it: an int if value and domain are integers, else unchanged."""
        is_integer = isinstance(value, Fraction) and value.denominator == 1 and self.domain.integer
        return int(value) if is_integer and isinstance(value, Fraction) else value

    def characters(self, tolerance: Tolerance) -> int:
        """Return how many characters the longest possible value of an item has, for the width of its box.

        Values are written to the precision that `tolerance` asks for. 0 for exact fractions, `UNKNOWN` without limits.
        """
        low, high, is_integer = self.domain.low, self.domain.high, self.domain.integer
        if not is_integer and tolerance == EXACT:
            return 0
        if low is None or high is None:
            return UNKNOWN
        whole = max(len(str(int(bound))) for bound in (low, high))
        if is_integer:
            return whole
        if tolerance.absolute:
            return whole + 1 + max(ceil(-log10(2 * tolerance.absolute)), 1)
        digits = 1 + max(ceil(-log10(2 * tolerance.relative)), 1)
        return whole + 1 + (LEADING + digits if high <= 1 else digits - 1)

    def chance(self, value: Value) -> None:
        """Return None: the probability of a chance match depends on the domain and the digits that were written."""

    def describe(self, lang: str) -> str:
        """Return a short description in the language "fr" or "en", such as "3 integers"."""
        kind = "integer" if self.domain.integer else "number"
        return f"{self.count} {shared_words(lang)['kinds'][kind if self.count == 1 else f'{kind}s']}"


def _read_some(text: str, count: int, domain: Domain) -> tuple[ParseResult, ...]:
    """Return the results of parsing `text` as `count` numbers."""
    from answers.kinds.numbers.text import read_numbers  # slow to import, and not needed to print a sheet

    numbers = read_numbers(text, count, domain)
    if isinstance(numbers, Unreadable):
        places = text.split(";")
        if count == 1 or len(places) != count:
            return (numbers,) * count
        return tuple(reading for place in places for reading in _read_some(place, 1, domain))
    return tuple(Blank() if value is None else value for value in numbers)


def _unread(readings: tuple[ParseResult, ...]) -> list[Unreadable]:
    return [reading for reading in readings if isinstance(reading, Unreadable)]


def _known(values: Iterable[Fraction | None]) -> tuple[Fraction, ...]:
    return tuple(value for value in values if value is not None)


def _unpaired(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the texts of two boxes, "(4" and "6)", without the brackets of a pair written over both boxes."""
    bare = list(texts)
    for i, (first, second) in enumerate(pairwise(text.strip() for text in texts)):
        if first[:1] == "(" and ")" not in first and second[-1:] == ")" and "(" not in second:
            bare[i], bare[i + 1] = first[1:].rstrip(" ,;"), second[:-1]
    return tuple(bare)


def integers(count: int, low: int, high: int, *, players: int = 0, first_player: int = 1) -> Numbers:
    """Return the kind of `count` integers from `low` to `high`.

    The first `players` of them are numbers of players: `first_player` and the next number.
    """
    return Numbers(count, Domain(integer=True, low=low, high=high), players=players, first_player=first_player)


def probabilities(count: int, *, mix: bool = False, digits: int = SHORT) -> Numbers:
    """Return the kind of `count` numbers between 0 and 1.

    If `mix` is True, they are the probabilities of one mixed strategy, which sum to 1. Floats are printed with `digits`
    significant digits in the key.
    """
    return Numbers(count, Domain(low=0, high=1), count if mix else 0, digits=digits)


def matrix(rows: int, columns: int, low: int, high: int) -> Numbers:
    """Return the kind of a matrix of integers from `low` to `high`, whose items are given row by row."""
    return Numbers(rows * columns, Domain(integer=True, low=low, high=high), rows=rows)


@dataclass(frozen=True, slots=True)
class Codes(Numbers):
    """The kind of an answer that consists of codes: integers of at most `bits` binary digits, such as sets of dice.

    A text of exactly `bits` digits 0 or 1 is read as a binary number: if `bits` is 5, 01000 is 8 and 00011 is 3. Other
    texts are read as decimal numbers, so that 10 and 11 are ten and eleven, unless they are marked as binary: 0b10,
    10₂. A text such as 1110, whose decimal number exceeds every code, may be a binary number without its first zeros.
    It is unreadable, with the reason "ambiguous".
    """

    bits: int = 1

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Parse `count` codes, from one text for each box, or from one text (or the first box) with all codes."""
        bits = re.compile(
            rf"(?<![\w.,])(?:['\"]?0b(?P<python>[01]{{1,{self.bits}}})['\"]?|"
            # the base is marked: 12 is twelve
            rf"(?P<based>[01]{{1,{self.bits}}})(?:_\{{?2\}}?|₂)|\((?P<within>[01]{{1,{self.bits}}})\)(?:_?\{{?2\}}?|₂)|"
            rf"(?P<whole>[01]{{{self.bits}}}))(?![.,]?\w)",
            re.ASCII,
        )
        plain = tuple(bits.sub(lambda code: str(int(code[code.lastgroup or 0], 2)), text) for text in texts)
        raw = " ; ".join(text for text in texts if text.strip())
        readings: list[ParseResult] = []
        for reading in Numbers.read(self, plain):
            digits = str(reading)
            if isinstance(reading, Unreadable):
                readings.append(replace(reading, raw=raw))
            elif set(digits) <= {"0", "1"} and int(digits) >= 2**self.bits:
                readings.append(Unreadable(raw, "ambiguous", (*self.binary(digits), Fraction(digits))))
            else:
                readings.append(reading)
        return tuple(readings)

    def binary(self, value: Value) -> tuple[Fraction, ...]:
        """Return the code that 2 to `bits` decimal digits 0 and 1 mean in binary: (2,) for 10; else ()."""
        digits = str(value)
        is_binary = 1 < len(digits) <= self.bits and set(digits) <= {"0", "1"}
        return (Fraction(int(digits, 2)),) if is_binary else ()


def codes(count: int, bits: int, *, none: bool = False) -> Codes:
    """Return the kind of `count` codes of `bits` bits. If `none` is True, the value -1 stands for "no code"."""
    return Codes(count, Domain(integer=True, low=-1 if none else 0, high=2**bits - 1), bits=bits)
