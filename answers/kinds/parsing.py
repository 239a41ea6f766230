"""Define the interface `Kind` of types of answers, and the results of parsing a text: value, blank or unreadable."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from answers.kinds.tolerance import Tolerance
from answers.messages import Message

DASHES = "-\u2212\u2013\u2014\u2012\u2015\u2010\u2011\ufe63"
"""The hyphen-minus, then the dashes that students and programs write for it: minus, en dash, em dash, figure dash,
horizontal bar, hyphen, non-breaking hyphen, small hyphen-minus."""

Value: TypeAlias = int | Fraction | float | str | tuple["Value", ...]
"""The value of one item, a box of an answer sheet: a number, a text, or a tuple of these."""
Values: TypeAlias = tuple[Value, ...]
"""The values of all items of a part."""


def number(value: Value) -> Fraction:
    """Return a value as an exact fraction; TypeError if it is a text or a tuple."""
    if isinstance(value, tuple | str):
        raise TypeError(f"a number was expected, got {value}")
    return value if isinstance(value, Fraction) else Fraction(value)


@dataclass(frozen=True, slots=True)
class Blank:
    """The result of parsing an empty item; `is_zero` is True for a blank probability that counts as 0 in a mix."""

    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The result of parsing an item whose text has no value, or several possible values.

    Attributes
    ----------
    reason
        A slug such as "ambiguous". docs/numbers.md lists the reasons for numbers.
    possible
        All values that the item may have, empty if unknown. For the reason "ambiguous", they are the values that the
        text may mean. For "too-few-values", a list shorter than asked, it is the value that the list has at the
        position of the item.
    """

    raw: str
    reason: str
    possible: Values = ()


ParseResult: TypeAlias = Value | Unreadable | Blank
"""The result of parsing one item."""


class Kind(Protocol):
    """The type of the answers to a part, such as three integers: parses, compares and prints them."""

    @property
    def count(self) -> int:
        """The number of items of an answer, which is the number of boxes on the sheet."""

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Parse the `count` items of an answer, from one text for each box or from one text with all items.

        An unreadable text gives an `Unreadable`, never an exception.
        """

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Return whether `got`, the value of a student's item, is right; `expected` is the value in the key."""

    def format(self, value: Value, lang: str) -> str:
        """Return a value of the key as text that `read` accepts and `agrees` finds right; "≈" in front if rounded."""

    def describe(self, lang: str) -> str:
        """Return a short description of the answer for the teacher, "3 integers", in the language "fr" or "en"."""

    def characters(self, tolerance: Tolerance) -> int:
        """Return the length in characters of the longest right answer, for the size of the box; 0 for fractions."""

    def chance(self, value: Value) -> float | None:
        """Return the probability that a wrong answer is `value` by chance; None to compute it from the domain."""

    def to_value(self, answer: object) -> Value:
        """Return the value of an item that a solution function returned; TypeError if the item has another type."""

    def from_value(self, value: Value) -> object:
        """Return `value` in the form for solution functions: an int, a Fraction, a float, a text or a tuple."""


def to_values(kind: Kind, answer: object) -> Values:
    """Return the values of the items that a solution function returned as the answer to a part.

    `answer` is the item itself if the kind has only one item, else an iterable of items. ValueError if their number is
    not that of the kind, TypeError if an item has another type.
    """
    if kind.count == 1:
        return (kind.to_value(answer),)
    items = tuple(answer) if isinstance(answer, Iterable) else (answer,)
    if len(items) != kind.count:
        raise ValueError(
            Message(
                "the part has {count} item, but its solution returned another number of values: {answer}",
                plural="the part has {count} items, but its solution returned another number of values: {answer}",
                count=kind.count,
                answer=repr(answer),
            )
        )
    return tuple(map(kind.to_value, items))


def from_values(kind: Kind, values: Values) -> Any:
    """Return the values of a part in the form for solution functions: a single item, or a tuple of items."""
    items = tuple(map(kind.from_value, values))
    return items[0] if kind.count == 1 else items
