"""Read and write the transcriptions of scanned boxes in `readings.csv`: student, item, text, author, time, scan.

The file only grows: the last line of a box is active, and a line without a scan withdraws it. A transcription is valid
for one scan; if the page is scanned again, the box waits again, as does a box that was only crossed. Functions raise
CorrigeError if the file is damaged or cannot be written.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import TypeAlias

from answers.classroom.folder import locked
from answers.classroom.table_file import read_rows, rows_to_restore
from answers.errors import CorrigeError, Problem
from answers.exports.tables import one_line, texts_csv
from answers.files import read_limited, write_atomic
from answers.messages import Message
from answers.submissions.raw.submission import MAX_TEXT

FILE = "readings.csv"
COLUMNS = ("student", "item", "text", "who", "when", "crop")
MAX_FILE = 200_000_000
CROSSED = "crossed "
"""The prefix of the scan of a box that was crossed on the contact sheet."""
PATIENCE = 10.0
"""The seconds that a transcription waits for another command on the folder."""

BoxKey: TypeAlias = tuple[str, str]
"""A box: a student's identifier and an item, "4b.1"."""


@dataclass(frozen=True, slots=True)
class Transcription:
    """The text that a person read in a box: "" if it is empty. Without a crop it withdraws the earlier transcription.

    `crop` is the `source` of the box; older lines have the digest of its picture.
    """

    student: str
    item: str
    text: str
    author: str = ""
    when: str = ""
    crop: str = ""

    @property
    def box_key(self) -> BoxKey:
        """The box."""
        return self.student, self.item

    @property
    def is_cross(self) -> bool:
        """Whether the box was only marked as wrong, so that it waits to be read."""
        return self.crop.startswith(CROSSED)


def load_readings(folder: Path) -> tuple[Transcription, ...]:
    """Return all transcriptions of a class folder, in order.

    CorrigeError is raised with every line that is not valid.
    """
    return tuple(transcription for _, transcription in read_rows(folder / FILE, COLUMNS, _parsed_row, MAX_FILE))


def _parsed_row(cells: Sequence[str]) -> Transcription | Problem:
    is_reading = cells[0] and cells[1]
    return (
        Transcription(*cells) if is_reading else Problem("is not a valid reading", "", "correct the line, or remove it")
    )


def active_readings(transcriptions: Iterable[Transcription]) -> Mapping[BoxKey, Transcription]:
    """Return the last transcription of each box, crosses too, without withdrawn ones."""
    last = {transcription.box_key: transcription for transcription in transcriptions}
    return {where: transcription for where, transcription in last.items() if transcription.crop}


def times_read(transcriptions: Iterable[Transcription]) -> Mapping[BoxKey, int]:
    """Return the number of transcriptions of each box, by which a concurrent change is noticed."""
    return Counter(transcription.box_key for transcription in transcriptions)


def add_readings(
    folder: Path, new: Sequence[Transcription], times_seen: Mapping[BoxKey, int] | None = None
) -> tuple[Transcription, ...]:
    """Add transcriptions, all or none, and return all there are; they are safe on the disk when this returns.

    `times_seen` has the number of transcriptions of each box when the person looked at it. If a box has been read
    since, CorrigeError is raised.
    """
    with locked(folder, PATIENCE):
        present = load_readings(folder)
        times, last = times_read(present), {transcription.box_key: transcription for transcription in present}
        outdated = [
            last[box] for box, count in (times_seen or {}).items() if times.get(box, 0) != count and box in last
        ]
        if outdated:
            first = outdated[0]
            cause = Message(
                "{who} has read {item} of {student} meanwhile",
                who=first.author,
                item=first.item,
                student=first.student,
            )
            remedy = Message("look again: the other reading is shown now; yours was not saved")
            raise CorrigeError.single(cause, remedy=remedy)
        bounded = tuple(
            replace(transcription, text=one_line(transcription.text).strip()[:MAX_TEXT]) for transcription in new
        )
        return _written(folder, present, bounded)


def undo_transcriptions(folder: Path, author: str, when: str) -> tuple[Transcription, ...]:
    """Undo the last action of a person that is not undone yet, by adding lines, and return these.

    Nothing is added if there is no such action. Later transcriptions of the same boxes by others stay.
    """
    with locked(folder, PATIENCE):
        present = load_readings(folder)
        before = rows_to_restore(present, author, attrgetter("box_key"), attrgetter("author", "when"), _says)
        lines = []
        for (student, item), transcription in before.items():
            text, crop = _says(transcription)
            lines.append(Transcription(student, item, text, author, when, crop))
        if lines:
            _written(folder, present, tuple(lines))
        return tuple(lines)


def _written(
    folder: Path, present: tuple[Transcription, ...], new: tuple[Transcription, ...]
) -> tuple[Transcription, ...]:
    """Add lines to the file, keeping its content unless its format differs, and return all transcriptions."""
    path, header = folder / FILE, texts_csv([COLUMNS])
    before = read_limited(path, MAX_FILE) if path.exists() else header
    if not (before.startswith(header) and before.endswith(b"\n") and b"\r" not in before):
        before = texts_csv([COLUMNS, *map(astuple, present)])
    write_atomic(path, before + texts_csv(map(astuple, new)), overwrite=True)
    return (*present, *new)


def _says(transcription: Transcription | None) -> tuple[str, str]:
    return (transcription.text, transcription.crop) if transcription else ("", "")
