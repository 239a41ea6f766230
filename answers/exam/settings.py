"""The settings of a teacher: exams, the marking of answers, and the marks of a class."""

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

ZERO = Fraction(0)
DIGITS = 20
"""Numbers with more digits before or after the point are refused: converting them to fractions could take too long."""
_WRITTEN = re.compile(r"\d{1,20}(\.\d{1,20}|/0*[1-9]\d{0,20})?", re.ASCII)


class Per(StrEnum):
    """Unit of a penalty for lateness: each hour or day begun, or once for the paper."""

    PAPER = "paper"
    HOUR = "hour"
    DAY = "day"


MINUTES = {Per.HOUR: 60, Per.DAY: 24 * 60}


@dataclass(frozen=True, slots=True)
class Penalty:
    """Deduction from the mark of a late paper: `points` for each unit `per`, at most `most` in all (None: no limit)."""

    points: Fraction = ZERO
    per: Per = Per.PAPER
    most: Fraction | None = None

    def of(self, minutes: int) -> Fraction:
        """Return the deduction for a paper that is so many minutes late."""
        units = min(minutes, 1) if self.per is Per.PAPER else -(-minutes // MINUTES[self.per])
        deduction = self.points * units
        return deduction if self.most is None else min(deduction, self.most)


NEVER = Penalty()


@dataclass(frozen=True, slots=True)
class MarkRules:
    """Rules that convert the points of a paper to its mark. All amounts are in the unit of marks.

    Attributes
    ----------
    out_of
        Mark of a perfect paper; None for the points of the exam.
    late
        Deduction for lateness.
    step
        Marks are rounded to a multiple of it, halves up; 0 for no rounding.
    least
        Smallest mark of a marked paper.
    """

    out_of: Fraction | None = None
    late: Penalty = NEVER
    step: Fraction = ZERO
    least: Fraction = ZERO


AS_POINTS = MarkRules()
"""The mark of a paper is its points."""


FILE_NAME = "corrige.toml"


@dataclass(frozen=True, slots=True)
class ExamSettings:
    """Settings for one exam. Questions and parts are named "7" and "7a".

    Attributes
    ----------
    points, tolerance
        Points and tolerances by question or part.
    all_or_nothing
        Questions and parts that earn their points only if all items are right; True or False for all of them; None to
        leave it to the exam.
    mistakes
        Shares of an item's points for wrong answers, by the slug of a known mistake.
    as_printed
        True if wrong values that the document prints for its own seed count as right.
    folder
        Folder of the exam, if it does not come with corrige.
    """

    points: Mapping[str, Fraction] = field(default_factory=dict)
    tolerance: Mapping[str, Tolerance] = field(default_factory=dict)
    all_or_nothing: bool | tuple[str, ...] | None = None
    mistakes: Mapping[str, Fraction] = field(default_factory=dict)
    as_printed: bool = False
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings.

    Attributes
    ----------
    lang
        Language of sheets, "fr" or "en".
    secret
        Key of the signatures on the sheets.
    exam
        Name of the exam.
    exam_folders
        Folders in which exams are looked for.
    exams
        Settings by the name of the exam.
    deadline
        Time by which a class has to hand in, in local time.
    follow_through
        Share of an item's points for an answer that follows from wrong earlier answers, 0 to 1.
    atlas
        Number of further seeds, besides those of the class, from which the frequency of a value is estimated.
    mark
        Rules that convert points to marks.
    class_mistakes
        Mistakes found in the class that the teacher has accepted; they come from its store.
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

    @property
    def places(self) -> tuple[Path, ...]:
        """All folders with exams that do not come with corrige."""
        folders = (exam.folder for exam in self.exams.values() if exam.folder is not None)
        return (*self.exam_folders, *folders)


def end_of(day: date) -> datetime:
    """Return the last second of a day, the deadline if only a date is set."""
    return datetime(day.year, day.month, day.day, 23, 59, 59)


def written_amount(text: str) -> Fraction | None:
    """Return the number in a text such as "3", "0.5" or "1/3"; None if it is not such a number, or too long."""
    return Fraction(text) if _WRITTEN.fullmatch(text) else None


def exact_amount(value: object) -> Fraction | None:
    """Return a number as an exact fraction; None if it is not a finite number, or of more than `DIGITS` digits."""
    number = Decimal(repr(value)) if isinstance(value, float) else value
    if isinstance(number, bool) or not isinstance(number, int | Decimal):
        return None
    size = Decimal(number)
    return Fraction(number) if size.is_finite() and abs(size.adjusted()) <= DIGITS else None
