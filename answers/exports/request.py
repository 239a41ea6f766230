"""The input and the result of an export."""

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from answers.errors import CorrigeError, Problem
from answers.exam.key import Key
from answers.exports.gradebook import Gradebook
from answers.exports.platform_list import ListedIdentifiers, MatchedRows, match_rows
from answers.exports.tables import PLAIN, Dialect, ExportTable
from answers.messages import Message
from answers.people.people_list import PeopleList

NO_DECISIONS = ExportTable(
    "decisions", ("student", "item", "decision", "value", "answer", "reason", "author", "time", "state")
)
"""The table of the teacher's decisions, without rows."""

BEGINNING = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive: the zip format requires a date, and equal files must give equal archives."""
READABLE = 0o644 << 16
"""The permissions of a file in an archive: everybody may read it."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The data and the options of an export."""

    gradebook: Gradebook
    """The marks of the class; without papers for an export of questions."""
    key_of: Callable[[int], Key]
    """Returns the key of the exam for a seed."""
    lang: str = "fr"
    dialect: Dialect = PLAIN
    listed: PeopleList | None = None
    """The list of students downloaded from the school's platform, for an export to that platform."""
    column: str = ""
    """The title of the exam's column on the platform."""
    by: str = "u0"
    """The column with the numbers that stand for students in published marks."""
    ranks: bool = False
    """Whether published marks have ranks."""
    feedback: Mapping[str, Path] = field(default_factory=dict)
    """The paths of the existing feedback sheets, by the student's identifier."""
    decisions: ExportTable = NO_DECISIONS
    """The teacher's decisions in the order in which they were made, each with its state."""
    moodle_folders: Mapping[str, str] = field(default_factory=dict)
    """The folder of a Moodle assignment from which each student's paper was downloaded, by identifier."""
    plain_names: bool = False
    """Whether feedback files are named by identifier, without folders."""
    recorded: ListedIdentifiers = field(default_factory=dict)
    """The identifiers of students in earlier lists of the platform."""
    secret: str = ""
    """The teacher's secret, which signs the codes on feedback pages; without it, the pages have no form for appeals."""

    def list_of(self, platform: str, *columns: str) -> PeopleList:
        """Return the list of a platform; raise CorrigeError if it is missing or lacks one of the columns.

        `platform` is the name of the format, for messages; `columns` are the headers that the list must have.
        """
        if self.listed is None:
            remedy = Message(
                "export the grades from the platform as CSV, then give this file: --to {platform} --list FILE",
                platform=platform,
            )
            raise CorrigeError.single(
                Message("marks for {platform} require the platform's own list of students", platform=platform),
                remedy=remedy,
            )
        missing = [column for column in columns if column not in map(str.strip, self.listed.columns)]
        if missing:
            cause = Message("the list has no column {missing}", missing=", ".join(map(repr, missing)))
            raise CorrigeError.single(
                cause,
                place=self.listed.place,
                remedy=Message("check that the list is really an export of {platform}", platform=platform),
            )
        return self.listed

    def match(self, listed: PeopleList) -> MatchedRows:
        """Match the students with the rows of the platform's list."""
        return match_rows(self.gradebook.rows, listed, self.moodle_folders, self.recorded)


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The content of an exported file, with problems that the teacher must examine before its use, and notes."""

    content: bytes
    problems: tuple[Problem, ...] = ()
    notes: tuple[Message, ...] = ()
    recorded: ListedIdentifiers = field(default_factory=dict)
    """The identifiers of students to be recorded when the file is written, if the platform's list is filled in."""


def zip_archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip archive of files, pairs of name and content, in their order; equal files give equal bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, BEGINNING)
            entry.external_attr, entry.compress_type = READABLE, zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return stream.getvalue()
