"""What a teacher may choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path

from answers.exam.mark_rules import AS_POINTS, MarkRules
from answers.kinds.tolerance import Tolerance

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
