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
    """A blank sheet to print once more: of a student, sealed as it was, or the model's without a seal (no `u0`)."""

    exam: str
    lang: str
    u0: int | None = None
    student: Student = NOBODY


SheetOf: TypeAlias = Callable[[WantedSheet], bytes]
"""Prints a sheet; raises CorrigeError where its exam is not to be had."""


def asked(exam: Exam) -> Asked:
    """Return what readers must know of `exam`."""
    return Asked(exam.name, {part.id: part.count for part in exam.parts})
