"""What a student handed in, as it was written: raw text and its place, nothing parsed yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from answers.exam.identity import Seal
from answers.flags import Flag, Place


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's raw answers.

    `place` is the file, with the row, line or index when the file holds several students. `u0` and `exam` are
    what the student or the file declares, None when absent. `answers` gives for a part id ("1a") either one text
    a field of the sheet, or a single text that holds all items. `flags` are for the teacher.
    """

    place: Place
    student: str
    u0: str | None
    exam: str | None
    answers: Mapping[str, tuple[str, ...]]
    seal: Seal | None = None
    flags: tuple[Flag, ...] = field(default=())
