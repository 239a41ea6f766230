"""The transcriptions of scanned boxes: what a person has read in a box.

The last transcription of a box is active, and one without a scan withdraws it. A transcription is valid for one scan;
if the page is scanned again, the box waits again, as does a box that was only crossed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from answers.classroom.db import insert, log_rows, reading, transaction, undo_last_action
from answers.errors import CorrigeError
from answers.exports.tables import one_line
from answers.messages import Message
from answers.submissions.raw.submission import MAX_TEXT

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
    """Return all transcriptions of a class, in order."""
    with reading(folder) as connection:
        return tuple(map(_transcription, log_rows(connection, "transcription")))


def _transcription(row: Mapping[str, str]) -> Transcription:
    return Transcription(row["student"], row["item"], row["text"], row["author"], row["at"], row["scan"])


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
    with transaction(folder) as connection:
        present = tuple(map(_transcription, log_rows(connection, "transcription")))
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
        rows = [
            {
                "student": transcription.student,
                "item": transcription.item,
                "text": one_line(transcription.text).strip()[:MAX_TEXT],
                "scan": transcription.crop,
                "author": transcription.author,
                "at": transcription.when,
            }
            for transcription in new
        ]
        insert(connection, "transcription", rows)
    return (*present, *map(_transcription, rows))


def undo_transcriptions(folder: Path, author: str, when: str) -> tuple[Transcription, ...]:
    """Undo the last action of a person that is not undone yet, by adding transcriptions, and return these.

    Nothing is added if there is no such action. Later transcriptions of the same boxes by others stay.
    """
    with transaction(folder) as connection:
        return tuple(map(_transcription, undo_last_action(connection, "transcription", author, when)))
