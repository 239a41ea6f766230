"""What an answer can be: a kind reads what a student wrote, compares it, and writes an expected value."""

from typing import Protocol

from answers.kinds.reading import Reading, Value
from answers.kinds.tolerance import Tolerance


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
