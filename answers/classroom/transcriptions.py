"""The transcriptions of scanned boxes: what a person has read in a box.

The last transcription of a box is active, and one without a scan withdraws it. A transcription is valid for one scan:
if the page is scanned again, its boxes have to be transcribed again. A box that was only crossed has to be transcribed,
too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TypeAlias

from answers.classroom.db import OwnActions, insert, read_log, reading, transaction, undo_last_action
from answers.errors import CorrigeError
from answers.exports.tables import one_line
from answers.messages import Message
from answers.submissions.raw.submission import MAX_TEXT

CROSSED = "crossed "
"""The prefix of the scan of a box that was crossed, as wrongly read, on the contact sheet."""

BoxKey: TypeAlias = tuple[str, str]
"""The identity of a box: the student's identifier and the item, such as ("z.ba", "4b.1")."""


@dataclass(frozen=True, slots=True)
class Transcription:
    """The text that a person has read in a box, "" if the box is empty.

    `scan` is the `ScannedBox.source` of the box. Without a scan, the earlier transcription is withdrawn.
    """

    student: str
    item: str
    text: str
    author: str = ""
    at: str = ""
    scan: str = ""

    @property
    def box_key(self) -> BoxKey:
        """The identity of the box: the student's identifier and the item, such as ("z.ba", "4b.1")."""
        return self.student, self.item

    @property
    def is_cross(self) -> bool:
        """Whether the box was only crossed as wrongly read, so that it waits for a transcription."""
        return self.scan.startswith(CROSSED)


def load_readings(folder: Path) -> tuple[Transcription, ...]:
    """Return all transcriptions of a class, in the order in which they were made."""
    with reading(folder) as connection:
        return read_log(connection, "transcription", Transcription)


def active_readings(transcriptions: Iterable[Transcription]) -> Mapping[BoxKey, Transcription]:
    """Return the last transcription of each box, also if it is a cross, except withdrawn ones."""
    last = {transcription.box_key: transcription for transcription in transcriptions}
    return {where: transcription for where, transcription in last.items() if transcription.scan}


def times_read(transcriptions: Iterable[Transcription]) -> Mapping[BoxKey, int]:
    """Return the number of transcriptions of each box, by which a concurrent change is noticed."""
    return Counter(transcription.box_key for transcription in transcriptions)


def add_readings(
    folder: Path, new: Sequence[Transcription], times_seen: Mapping[BoxKey, int] | None = None
) -> tuple[Transcription, ...]:
    """Store transcriptions, all or none, and return all that the class now has; they are then on the disk.

    `times_seen` has the number of transcriptions of each box when the person looked at it; CorrigeError if it has
    grown.
    """
    with transaction(folder) as connection:
        present = read_log(connection, "transcription", Transcription)
        times, last = times_read(present), {transcription.box_key: transcription for transcription in present}
        outdated = [
            last[box] for box, count in (times_seen or {}).items() if times.get(box, 0) != count and box in last
        ]
        if outdated:
            first = outdated[0]
            cause = Message(
                "{person} read the answer to {item} of {student} after it was shown to you",
                person=first.author,
                item=first.item,
                student=first.student,
            )
            remedy = Message(
                "look at the answer again: the page now shows what the other person read; what you read was not saved"
            )
            raise CorrigeError.single(cause, remedy=remedy)
        new = [replace(transcription, text=one_line(transcription.text).strip()[:MAX_TEXT]) for transcription in new]
        insert(connection, "transcription", map(asdict, new))
    return (*present, *new)


def undo_transcriptions(
    folder: Path, author: str, at: str, actions: OwnActions | None = None
) -> tuple[Transcription, ...]:
    """Undo a person's last transcribing that is not undone yet; return the transcriptions appended for this, or ().

    With `actions`, only transcriptions of these actions are undone. Later ones of the same boxes by others stay.
    """
    with transaction(folder) as connection:
        rows = undo_last_action(connection, "transcription", author, at, actions)
    names = [field.name for field in fields(Transcription)]
    return tuple(Transcription(**{name: row[name] for name in names}) for row in rows)
