"""What a teacher may choose: of exams, of how answers are marked, and of the marks of a class."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

from answers.kinds.tolerance import Tolerance

ZERO = Fraction(0)
DIGITS = 20
"""Beyond so many digits before or after the point a number is not even made exact, which could take for ever."""
_WRITTEN = re.compile(r"\d{1,20}(\.\d{1,20}|/0*[1-9]\d{0,20})?", re.ASCII)


class Per(StrEnum):
    """What a penalty is taken off for: each hour or day begun, or once for the paper."""

    PAPER = "paper"
    HOUR = "hour"
    DAY = "day"


MINUTES = {Per.HOUR: 60, Per.DAY: 24 * 60}


@dataclass(frozen=True, slots=True)
class Penalty:
    """What being late takes off the mark, at most `most` in all."""

    points: Fraction = ZERO
    per: Per = Per.PAPER
    most: Fraction | None = None

    def of(self, minutes: int) -> Fraction:
        """Return what so many minutes take off."""
        begun = min(minutes, 1) if self.per is Per.PAPER else -(-minutes // MINUTES[self.per])
        taken = self.points * begun
        return taken if self.most is None else min(taken, self.most)


NEVER = Penalty()


@dataclass(frozen=True, slots=True)
class MarkRules:
    """What a teacher chooses for the marks of a class, in their unit: the most there is (that of the exam without it).

    Also what being late takes off, what marks are multiples of (halves go up; 0: not rounded), and the least that a
    marked paper gets.
    """

    out_of: Fraction | None = None
    late: Penalty = NEVER
    step: Fraction = ZERO
    least: Fraction = ZERO


AS_POINTS = MarkRules()
"""The mark is the points."""


FILE_NAME = "corrige.toml"


@dataclass(frozen=True, slots=True)
class ExamSettings:
    """Choices for one exam; the keys of `points` and `tolerance` are questions ("7") or parts ("7a").

    `all_or_nothing` lists questions and parts whose items earn nothing unless all are right, or is true or false for
    all; without it the exam decides. `mistakes` are shares of an item's points, by the slug of a known mistake.
    `as_printed` counts as right what a document printed wrong for its own seed. `folder` is where an exam of the
    teacher's own lives.
    """

    points: Mapping[str, Fraction] = field(default_factory=dict)
    tolerance: Mapping[str, Tolerance] = field(default_factory=dict)
    all_or_nothing: bool | tuple[str, ...] | None = None
    mistakes: Mapping[str, Fraction] = field(default_factory=dict)
    as_printed: bool = False
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be chosen. `secret` keys the digest printed on the sheets.

    `exam_folders` are where to look for exams of the teacher's own, `exams` the choices for each exam by name,
    `follow_through` the share that an answer earns which is right but for an earlier one, `deadline` when a class had
    to hand in (local time), `atlas` how many seeds of the atlas say how rare a value is, besides those of the class,
    `mark` how the points of a paper become its mark.
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

    @property
    def places(self) -> tuple[Path, ...]:
        """All folders where exams of the teacher's own are."""
        own = (chosen.folder for chosen in self.exams.values() if chosen.folder is not None)
        return (*self.exam_folders, *own)


def end_of(day: date) -> datetime:
    """Return the last second of a day: until then one may hand in."""
    return datetime(day.year, day.month, day.day, 23, 59, 59)


def written_amount(text: str) -> Fraction | None:
    """Return the number that a text is, such as 3, 0.5 or 1/3, None if it is none; nothing that is long to compute."""
    return Fraction(text) if _WRITTEN.fullmatch(text) else None


def exact_amount(value: object) -> Fraction | None:
    """Return a number as a fraction, None if it is none, or so large or small that this would take for ever."""
    number = Decimal(repr(value)) if isinstance(value, float) else value
    if isinstance(number, bool) or not isinstance(number, int | Decimal):
        return None
    size = Decimal(number)
    return Fraction(number) if size.is_finite() and abs(size.adjusted()) <= DIGITS else None
