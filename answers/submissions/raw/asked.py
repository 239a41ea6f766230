"""What readers must know of an exam, and can be sent to another process: its name, its parts and their items."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from answers.exam.identity import Identity, Student

SheetOf = Callable[[Identity, Student, str], bytes]
"""Prints the blank sheet of a student once more, in a language, sealed as it was."""


class AskedPart(Protocol):
    """A part of an exam, by its id ("1a") and the number of its items."""

    @property
    def id(self) -> str:
        """Question number and letter."""

    @property
    def count(self) -> int:
        """Number of items."""


class Asked(Protocol):
    """An exam, as far as its readers are concerned; a whole `Exam` is one."""

    @property
    def name(self) -> str:
        """Identifier of the exam."""

    @property
    def parts(self) -> Sequence[AskedPart]:
        """Its parts, in order."""


@dataclass(frozen=True, slots=True)
class PartOutline:
    """A part without what marking needs."""

    id: str
    count: int


@dataclass(frozen=True, slots=True)
class Outline:
    """An exam without what marking needs."""

    name: str
    parts: tuple[PartOutline, ...]


def outline(exam: Asked) -> Outline:
    """Return what readers must know of `exam`."""
    return Outline(exam.name, tuple(PartOutline(part.id, part.count) for part in exam.parts))
