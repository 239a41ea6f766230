"""What an export is made from, and what it gives: a file, and what a person must see first."""

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from answers.errors import CorrigeError, Problem
from answers.exam.key import Key
from answers.exports.gradebook import Gradebook
from answers.exports.tables import PLAIN, Dialect, ExportTable
from answers.messages import Message
from answers.people.people_list import PeopleList

NO_DECISIONS = ExportTable(
    "decisions", ("student", "item", "decision", "value", "answer", "reason", "author", "time", "state")
)

BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The date of every file: an archive cannot say that there is none."""
READABLE = 0o644 << 16


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """A class to be given back."""

    gradebook: Gradebook
    """The marks; without papers for an export of the questions."""
    key_of: Callable[[int], Key]
    lang: str = "fr"
    dialect: Dialect = PLAIN
    listed: PeopleList | None = None
    """What the school's platform exported, for an export that is made for it."""
    column: str = ""
    """What the exam is called on the platform."""
    by: str = "u0"
    """The column of the number that students know themselves by, where marks are published."""
    ranks: bool = False
    feedback: Mapping[str, Path] = field(default_factory=dict)
    """The feedback sheet of each student, by identifier, for those who have one."""
    decisions: ExportTable = NO_DECISIONS
    """What the teacher decided, as it was written down."""
    moodle_folders: Mapping[str, str] = field(default_factory=dict)
    """By identifier, the folder of a Moodle assignment that the paper of a student was downloaded in."""
    plain_names: bool = False
    """Feedback is called by identifiers, in no folders."""

    def list_of(self, platform: str, *columns: str) -> PeopleList:
        """Return the list of the platform, which must be there and have these columns, or CorrigeError says so."""
        if self.listed is None:
            remedy = Message(
                "export the grades there as CSV, then give that file: --to {platform} --list FILE", platform=platform
            )
            raise CorrigeError.one(
                Message("marks for {platform} require the platform's own list of students", platform=platform),
                remedy=remedy,
            )
        missing = [column for column in columns if column not in map(str.strip, self.listed.columns)]
        if missing:
            cause = Message("has no column {missing}", missing=", ".join(map(repr, missing)))
            raise CorrigeError.one(
                cause,
                place=self.listed.place,
                remedy=Message("is it really an export of {platform}?", platform=platform),
            )
        return self.listed


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The content of a file, what a person must look at before it is used, and what is only said of it."""

    content: bytes
    problems: tuple[Problem, ...] = ()
    notes: tuple[Message, ...] = ()


def zip_archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip archive of files, each a name and its content, in the order given."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, BEGINNING)
            entry.external_attr, entry.compress_type = READABLE, zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return stream.getvalue()
