"""What an answer can be: a kind reads what a student wrote, a value, nothing, or a text that it does not read."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

from answers.kinds.tolerance import Tolerance

Value: TypeAlias = int | Fraction | float | tuple["Value", ...]
Values: TypeAlias = tuple[Value, ...]


def number(value: Value) -> Fraction:
    """Return a value that is a number, exactly."""
    if isinstance(value, tuple):
        raise TypeError(f"a number was expected, got {value}")
    return Fraction(value)


@dataclass(frozen=True, slots=True)
class Blank:
    """Nothing was written; `is_zero` if that says 0, since the other shares of a mixed strategy sum to 1."""

    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A text that the policy of a kind does not read.

    Attributes
    ----------
    raw : str
        What was written, whole.
    reason : str
        A stable slug; each kind says which it gives.
    possible : tuple of values
        All that the item may be, where that is known: the values of an "ambiguous" text; of an item that stands in a
        list with "too-few-values", the one in its place there.
    """

    raw: str
    reason: str
    possible: Values = ()


ParseResult: TypeAlias = Value | Unreadable | Blank


class Kind(Protocol):
    """What the answer to a part is made of; one object serves reading, comparing and writing."""

    @property
    def count(self) -> int:
        """Number of items in an answer, which is the number of fields on the sheet."""

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Read `count` items from one text a field, or from a single text that holds them all. Never raises."""

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Say whether `got` deserves the verdict "right"."""

    def format(self, value: Value, lang: str) -> str:
        """Write one expected item as a teacher would, so that `read` gives it back."""

    def describe(self, lang: str) -> str:
        """Say in a few words what is expected, "3 integers" for instance."""
