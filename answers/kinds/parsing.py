"""Types of answers: the interface `Kind`, and the results of parsing a text: a value, a blank, an unreadable text."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from answers.kinds.tolerance import Tolerance

Value: TypeAlias = int | Fraction | float | str | tuple["Value", ...]
Values: TypeAlias = tuple[Value, ...]


def number(value: Value) -> Fraction:
    """Return a value as an exact fraction; a TypeError if it is a text or a tuple."""
    if isinstance(value, tuple | str):
        raise TypeError(f"a number was expected, got {value}")
    return Fraction(value)


@dataclass(frozen=True, slots=True)
class Blank:
    """An item without an answer.

    `is_zero` is True for a share of a mixed strategy that counts as 0 because the other shares sum to 1.
    """

    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A text that cannot be parsed.

    Attributes
    ----------
    raw
        The whole text.
    reason
        A slug such as "ambiguous"; docs/numbers.md lists those of numbers.
    possible
        All values that the item may have, if they are known: the values of an "ambiguous" text; for a list with
        "too-few-values", the value at the place of the item.
    """

    raw: str
    reason: str
    possible: Values = ()


ParseResult: TypeAlias = Value | Unreadable | Blank


class Kind(Protocol):
    """Type of the answers to a part: parses, compares and formats them."""

    @property
    def count(self) -> int:
        """Number of items of an answer, which is the number of boxes on the sheet."""

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Parse the `count` items of an answer, from one text for each box or from one text with all items.

        Never raises an exception.
        """

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Tell whether the value `got` is right, given the `expected` value of the key."""

    def format(self, value: Value, lang: str) -> str:
        """Return a value of the key as text in the language "fr" or "en"; `read` parses it to the same value.

        A text that begins with "≈" is rounded.
        """

    def describe(self, lang: str) -> str:
        """Return a short description of the answer in the language "fr" or "en", such as "3 integers"."""

    def characters(self, tolerance: Tolerance) -> int:
        """Return the length in characters of the longest right answer, for the size of the box; 0 for fractions."""

    def chance(self, value: Value) -> float | None:
        """Return the probability that an unrelated wrong answer is `value`; None if it is computed from the domain."""

    def to_value(self, answer: object) -> Value:
        """Return an item that a solution function returned as a value; a TypeError if it is of another type."""

    def from_value(self, value: Value) -> object:
        """Return a value as solution functions use it: an int, a Fraction, a float, a text, a tuple."""


def to_values(kind: Kind, answer: object) -> Values:
    """Return the answer of a solution function to a part as values, one for each item.

    A ValueError if it has another number of items than the kind, a TypeError if an item is of another type.
    """
    if kind.count == 1:
        return (kind.to_value(answer),)
    items = tuple(answer) if isinstance(answer, Iterable) else (answer,)
    if len(items) != kind.count:
        raise ValueError(f"the answer has {kind.count} boxes, the solution returned {answer!r}")
    return tuple(map(kind.to_value, items))


def from_values(kind: Kind, values: Values) -> Any:
    """Return the values of a part as solution functions use them: a single item, or a tuple of items."""
    items = tuple(map(kind.from_value, values))
    return items[0] if kind.count == 1 else items
