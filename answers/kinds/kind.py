"""What an answer can be: a kind reads what a student wrote, compares it, and writes an expected value."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, TypeAlias

from answers.kinds.numbers.text import Unreadable
from answers.kinds.tolerance import Tolerance

Value: TypeAlias = int | Fraction | float | tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """Nothing was written."""


Reading: TypeAlias = Value | Unreadable | Blank


class Kind(Protocol):
    """What the answer to a part is made of; one object serves reading, comparing and writing."""

    @property
    def count(self) -> int:
        """Number of items in an answer, which is the number of fields on the sheet."""

    def read(self, texts: tuple[str, ...]) -> tuple[Reading, ...]:
        """Read `count` items from one text a field, or from a single text that holds them all. Never raises."""

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Say whether `got` deserves the verdict "right"."""

    def format(self, value: Value, lang: str) -> str:
        """Write one expected item as a teacher would, so that `read` gives it back."""

    def describe(self, lang: str) -> str:
        """Say in a few words what is expected, "3 integers" for instance."""
