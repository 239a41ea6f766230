"""What people read in the boxes of scanned papers, in `readings.csv`: whose, item, text, who, when, which scan.

The file only grows: the last line about a box holds, and one without a crop takes back what was read. A reading is of
the scan that was looked at; where a page was scanned again, the box waits once more, as does one that was only crossed.
Functions raise CorrigeError where the file is damaged or cannot be written.
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
"""What stands before the scan of a box that was crossed on the contact sheet."""
PATIENCE = 10.0
"""Seconds that a reading waits for another command on the folder."""

BoxKey: TypeAlias = tuple[str, str]
"""A student's identifier and an item, "4b.1": a box."""


@dataclass(frozen=True, slots=True)
class Transcription:
    """What somebody read in a box: nothing if the text is empty; without a crop what was read is taken back.

    The crop is the `source` of the box; older lines have the digest of its picture.
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
        """Whether it only says that the box is not what it seems: it waits to be read."""
        return self.crop.startswith(CROSSED)


def load_readings(folder: Path) -> tuple[Transcription, ...]:
    """Return what was read in the class of a folder, in order; CorrigeError with every line that makes no sense."""
    return tuple(transcription for _, transcription in read_rows(folder / FILE, COLUMNS, _parsed_row, MAX_FILE))


def _parsed_row(cells: Sequence[str]) -> Transcription | Problem:
    is_reading = cells[0] and cells[1]
    return (
        Transcription(*cells) if is_reading else Problem("is not a valid reading", "", "correct the line, or remove it")
    )


def active_readings(transcriptions: Iterable[Transcription]) -> Mapping[BoxKey, Transcription]:
    """Return the last word on each box, a cross too, without those taken back."""
    last = {transcription.box_key: transcription for transcription in transcriptions}
    return {where: transcription for where, transcription in last.items() if transcription.crop}


def times_read(transcriptions: Iterable[Transcription]) -> Mapping[BoxKey, int]:
    """Return how often something was said of each box: who saw the same number has seen the last."""
    return Counter(transcription.box_key for transcription in transcriptions)


def add_readings(
    folder: Path, new: Sequence[Transcription], seen: Mapping[BoxKey, int] | None = None
) -> tuple[Transcription, ...]:
    """Add readings, all or none, and return all there are; they are on the disk when this returns.

    `seen` says how often each box had been read when the person looked; a box read meanwhile raises CorrigeError.
    """
    with locked(folder, PATIENCE):
        present = load_readings(folder)
        times, last = times_read(present), {transcription.box_key: transcription for transcription in present}
        outdated = [last[one] for one, count in (seen or {}).items() if times.get(one, 0) != count and one in last]
        if outdated:
            first = outdated[0]
            cause = Message(
                "{who} has read {item} of {student} meanwhile",
                who=first.author,
                item=first.item,
                student=first.student,
            )
            remedy = Message("look again: the other reading is shown now; yours was not saved")
            raise CorrigeError.one(cause, remedy=remedy)
        bounded = tuple(
            replace(transcription, text=one_line(transcription.text).strip()[:MAX_TEXT]) for transcription in new
        )
        return _written(folder, present, bounded)


def undo_transcriptions(folder: Path, who: str, when: str) -> tuple[Transcription, ...]:
    """Undo the last thing that somebody did and has not undone, by further lines, and return these; none if none is.

    What others have read in the same boxes since stays.
    """
    with locked(folder, PATIENCE):
        present = load_readings(folder)
        before = rows_to_restore(present, who, attrgetter("box_key"), attrgetter("author", "when"), _says)
        lines = []
        for (student, item), transcription in before.items():
            text, crop = _says(transcription)
            lines.append(Transcription(student, item, text, who, when, crop))
        if lines:
            _written(folder, present, tuple(lines))
        return tuple(lines)


def _written(
    folder: Path, present: tuple[Transcription, ...], new: tuple[Transcription, ...]
) -> tuple[Transcription, ...]:
    """Write what is there, as it is if it is as we write it, and then what is new."""
    path, header = folder / FILE, texts_csv([COLUMNS])
    before = read_limited(path, MAX_FILE) if path.exists() else header
    if not (before.startswith(header) and before.endswith(b"\n") and b"\r" not in before):
        before = texts_csv([COLUMNS, *map(astuple, present)])
    write_atomic(path, before + texts_csv(map(astuple, new)), overwrite=True)
    return (*present, *new)


def _says(transcription: Transcription | None) -> tuple[str, str]:
    return (transcription.text, transcription.crop) if transcription else ("", "")
