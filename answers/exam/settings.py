"""Define the settings of a teacher: exams, the marking of answers, and the marks of a class."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from answers.kinds.tolerance import Tolerance

if TYPE_CHECKING:
    from answers.exam.mutation import ClassMistake
    from answers.kinds.written import Criterion

ZERO = Fraction(0)
DIGITS = 20
"""Largest number of digits before or after the point; converting longer numbers to fractions could take too long."""
_WRITTEN = re.compile(r"\d{1,20}(\.\d{1,20}|/0*[1-9]\d{0,20})?", re.ASCII)


class Per(StrEnum):
    """The unit of a penalty for lateness: once for the paper, or for each hour or day that has begun."""

    PAPER = "paper"
    HOUR = "hour"
    DAY = "day"


MINUTES = {Per.HOUR: 60, Per.DAY: 24 * 60}


@dataclass(frozen=True, slots=True)
class Penalty:
    """The deduction of `points` for each unit `per` of lateness, at most `most` in all; None means without limit."""

    points: Fraction = ZERO
    per: Per = Per.PAPER
    most: Fraction | None = None

    def of(self, minutes: int) -> Fraction:
        """Return the points to deduct for a paper that is `minutes` minutes late."""
        units = min(minutes, 1) if self.per is Per.PAPER else -(-minutes // MINUTES[self.per])
        deduction = self.points * units
        return deduction if self.most is None else min(deduction, self.most)


NEVER = Penalty()


@dataclass(frozen=True, slots=True)
class MarkRules:
    """The rules by which the points of a paper become its mark; all amounts are in the unit of marks.

    Attributes
    ----------
    out_of
        Mark of a perfect paper; None for the points of the exam.
    step
        Marks are rounded to a multiple of this number, halves up; 0 for no rounding.
    least
        Smallest mark of a marked paper.
    """

    out_of: Fraction | None = None
    late: Penalty = NEVER
    step: Fraction = ZERO
    least: Fraction = ZERO


AS_POINTS = MarkRules()
"""The rules by which the mark of a paper is its points."""


FILE_NAME = "corrige.toml"


@dataclass(frozen=True, slots=True)
class ExamSettings:
    """Settings for one exam. Questions and parts are named "7" and "7a".

    Attributes
    ----------
    all_or_nothing
        Questions and parts that earn their points only if all items are right; True or False for all of them; None to
        leave it to the exam.
    mistakes
        Shares of an item's points for wrong answers, by the slug of a known mistake.
    as_printed
        True if wrong values that the document prints for its own seed count as right.
    """

    points: Mapping[str, Fraction] = field(default_factory=dict)
    tolerance: Mapping[str, Tolerance] = field(default_factory=dict)
    all_or_nothing: bool | tuple[str, ...] | None = None
    mistakes: Mapping[str, Fraction] = field(default_factory=dict)
    as_printed: bool = False
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a teacher for one class, or for commands without a class.

    Attributes
    ----------
    deadline
        Time by which a class has to hand in, in local time; None if it is not set.
    follow_through
        Share of an item's points for an answer that follows from wrong earlier answers, 0 to 1.
    atlas
        Number of further seeds, besides those of the class, from which the frequency of a value is estimated.
    class_mistakes
        Mistakes found in the class that the teacher has accepted; they come from its store.
    criteria
        Criteria of written answers that were changed for the class, each with its part id; they come from its store.
    """

    lang: str = "fr"
    secret: str = ""
    exam: str | None = None
    exam_folders: tuple[Path, ...] = ()
    exams: Mapping[str, ExamSettings] = field(default_factory=dict)
    deadline: datetime | None = None
    follow_through: Fraction = Fraction(1)
    atlas: int = 0
    mark: MarkRules = AS_POINTS
    class_mistakes: "tuple[ClassMistake, ...]" = ()
    criteria: "tuple[tuple[str, Criterion], ...]" = ()

    @property
    def places(self) -> tuple[Path, ...]:
        """All folders with exams that do not come with corrige."""
        folders = (exam.folder for exam in self.exams.values() if exam.folder is not None)
        return (*self.exam_folders, *folders)


def end_of(day: date) -> datetime:
    """Return the last second of a day, which is the deadline if the teacher sets a date without a time."""
    return datetime(day.year, day.month, day.day, 23, 59, 59)


def written_amount(text: str) -> Fraction | None:
    """Return the fraction in a text such as "3", "0.5" or "1/3"; None if it is no such number or too long."""
    return Fraction(text) if _WRITTEN.fullmatch(text) else None


def signed_amount(text: str) -> Fraction | None:
    """Return the fraction in a text such as "0.5", "+1" or "-1/3"; None if it is no such number or too long."""
    bare = text.replace("\N{MINUS SIGN}", "-").removeprefix("+")
    amount = written_amount(bare.removeprefix("-"))
    return amount if amount is None or not bare.startswith("-") else -amount


def exact_amount(value: object) -> Fraction | None:
    """Return an int, a Decimal or a float as an exact fraction; a float as it is written, so 0.1 is one tenth.

    None for another type, for a number that is not finite, and for one that is too large or too small (`DIGITS`).
    """
    number = Decimal(repr(value)) if isinstance(value, float) else value
    if isinstance(number, bool) or not isinstance(number, int | Decimal):
        return None
    size = Decimal(number)
    return Fraction(number) if size.is_finite() and abs(size.adjusted()) <= DIGITS else None
