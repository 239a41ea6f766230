"""The input of an export, and its result."""

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
"""The date of every file in an archive, since the zip format requires a date."""
READABLE = 0o644 << 16


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The data and options of an export."""

    gradebook: Gradebook
    """The marks; without papers for an export of questions."""
    key_of: Callable[[int], Key]
    lang: str = "fr"
    dialect: Dialect = PLAIN
    listed: PeopleList | None = None
    """The list of students exported from the school's platform, for an export to that platform."""
    column: str = ""
    """The name of the exam on the platform."""
    by: str = "u0"
    """The column of the numbers that identify students where marks are published."""
    ranks: bool = False
    feedback: Mapping[str, Path] = field(default_factory=dict)
    """By identifier, the paths of the feedback sheets that exist."""
    decisions: ExportTable = NO_DECISIONS
    """The teacher's decisions in order, with the state of each."""
    moodle_folders: Mapping[str, str] = field(default_factory=dict)
    """By identifier, the folder of a Moodle assignment from which the student's paper was downloaded."""
    plain_names: bool = False
    """Whether feedback files are named by identifier, without folders."""

    def list_of(self, platform: str, *columns: str) -> PeopleList:
        """Return the list of the platform; raise CorrigeError if it is missing or lacks one of the columns."""
        if self.listed is None:
            remedy = Message(
                "export the grades there as CSV, then give that file: --to {platform} --list FILE", platform=platform
            )
            raise CorrigeError.single(
                Message("marks for {platform} require the platform's own list of students", platform=platform),
                remedy=remedy,
            )
        missing = [column for column in columns if column not in map(str.strip, self.listed.columns)]
        if missing:
            cause = Message("has no column {missing}", missing=", ".join(map(repr, missing)))
            raise CorrigeError.single(
                cause,
                place=self.listed.place,
                remedy=Message("is it really an export of {platform}?", platform=platform),
            )
        return self.listed


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The content of an exported file, with problems to examine before its use and with notes."""

    content: bytes
    problems: tuple[Problem, ...] = ()
    notes: tuple[Message, ...] = ()


def zip_archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip archive of files, pairs of name and content, in their order; the same files give the same bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, BEGINNING)
            entry.external_attr, entry.compress_type = READABLE, zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return stream.getvalue()
