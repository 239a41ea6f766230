"""What a student handed in, as it was written: raw text and its place, nothing parsed yet."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from answers.exam.identity import Seal
from answers.flags import Flag, Place

MAX_SHOWN = 500  # letters of a text, as many as are ever read
MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's raw answers.

    `place` is the file, with the row, line or index when the file holds several students. `u0` and `exam` are
    what the student or the file declares, None when absent. `answers` gives for a part id ("1a") either one text
    a field of the sheet, or a single text that holds all items. `flags` are for the teacher. `waiting` are the items
    ("4b.1") of a scanned sheet where something is written that nobody has read yet.
    """

    place: Place
    student: str
    u0: str | None
    exam: str | None
    answers: Mapping[str, tuple[str, ...]]
    seal: Seal | None = None
    flags: tuple[Flag, ...] = field(default=())
    waiting: tuple[str, ...] = ()


def bounded(submission: Submission) -> Submission:
    """Return `submission` with every text cut where nobody reads on, for reports of bounded size; a cut ends in "…"."""
    return replace(
        submission,
        student=_cut(submission.student, MAX_NAME),
        u0=submission.u0 and _cut(submission.u0, MAX_NAME),
        exam=submission.exam and _cut(submission.exam, MAX_NAME),
        answers={part: tuple(_cut(text, MAX_SHOWN) for text in texts) for part, texts in submission.answers.items()},
    )


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}…"
