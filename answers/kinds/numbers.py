"""Answers made of a fixed count of numbers."""

from dataclasses import dataclass
from fractions import Fraction

from answers.kinds.kind import Blank, Reading, Value
from answers.kinds.number_format import format_decimal, format_exact
from answers.kinds.number_text import Domain, Unreadable, read_numbers
from answers.kinds.tolerance import Tolerance

WORDS = {
    "fr": {True: ("entier", "entiers"), False: ("nombre", "nombres")},
    "en": {True: ("integer", "integers"), False: ("number", "numbers")},
}


@dataclass(frozen=True, slots=True)
class Numbers:
    """`count` numbers, each in `domain`, which only serves to read ambiguous writing: see docs/numbers.md."""

    count: int
    domain: Domain

    def read(self, texts: tuple[str, ...]) -> tuple[Reading, ...]:
        """Read `count` numbers from one text a field, or from one text (or one filled field) that holds them all."""
        if len(texts) != self.count or self._all_in_first(texts):
            return self._read_together(" ; ".join(texts))
        return tuple(item for text in texts for item in self._read_some(text, 1))

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Compare two numbers exactly."""
        return tolerance.accepts(_fraction(expected), _fraction(got))

    def format(self, value: Value, lang: str) -> str:
        """Write a number: exactly when that is short enough, with its decimal value otherwise."""
        if isinstance(value, float):
            return f"≈ {format_decimal(value, lang)}"
        if isinstance(value, tuple):
            raise TypeError(f"a number was expected, got {value}")
        return format_exact(value, lang)

    def describe(self, lang: str) -> str:
        """Return "3 integers" or its like."""
        one, many = WORDS[lang][self.domain.integer]
        return f"{self.count} {one if self.count == 1 else many}"

    def _all_in_first(self, texts: tuple[str, ...]) -> bool:
        """Whether the student wrote the whole list in the first of several fields."""
        if self.count == 1 or any(text.strip() for text in texts[1:]):
            return False
        return not isinstance(read_numbers(texts[0], self.count, self.domain), Unreadable)

    def _read_together(self, text: str) -> tuple[Reading, ...]:
        return self._read_some(text, self.count)

    def _read_some(self, text: str, count: int) -> tuple[Reading, ...]:
        found = read_numbers(text, count, self.domain)
        if isinstance(found, Unreadable):
            return (found,) * count
        return tuple(Blank() if value is None else value for value in found)


def _fraction(value: Value) -> Fraction:
    if isinstance(value, tuple):
        raise TypeError(f"a number was expected, got {value}")
    return Fraction(value)


def integers(count: int, low: int, high: int) -> Numbers:
    """Return the kind "count integers between low and high"."""
    return Numbers(count, Domain(integer=True, low=low, high=high))


def probabilities(count: int) -> Numbers:
    """Return the kind "count numbers between 0 and 1"."""
    return Numbers(count, Domain(low=0, high=1))
