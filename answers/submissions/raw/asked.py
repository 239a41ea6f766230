"""What readers must know of an exam, and may ask for, wherever they run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.identity import NOBODY, Student


@dataclass(frozen=True, slots=True)
class Asked:
    """An exam as its readers know it: its name, and the number of items of each part."""

    name: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class WantedSheet:
    """A student's blank sheet once more, of the look that its seal tells."""

    exam: str
    lang: str
    u0: int
    student: Student = NOBODY
    look: str = ""


SheetOf: TypeAlias = Callable[[WantedSheet], bytes]
"""Finds the sheet, or prints that of today; raises CorrigeError where its exam is not to be had."""


def asked(exam: Exam) -> Asked:
    """Return what readers must know of `exam`."""
    return Asked(exam.name, {part.id: part.count for part in exam.parts})
