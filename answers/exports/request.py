"""What an export is made from, and what it gives: a file, and what a person must see first."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from answers.errors import CorrigeError, Problem
from answers.exam.key import Key
from answers.exports.gradebook import Gradebook
from answers.exports.listed import Listed
from answers.exports.spreadsheet import PLAIN, Dialect
from answers.exports.tables import Table
from answers.messages import Message

NO_DECISIONS = Table(
    "decisions", ("student", "item", "decision", "value", "answer", "reason", "author", "time", "state")
)


@dataclass(frozen=True, slots=True)
class Request:
    """A class to be given back.

    Attributes
    ----------
    gradebook
        The marks; without papers for an export of the questions.
    key_of
        Gives the key of a seed.
    lang, dialect
        Of texts, "fr" or "en", and of numbers and separators.
    listed
        What the school's platform exported, for an export that is made for it.
    column
        What the exam is called on the platform.
    feedback
        The feedback sheet of each student, by identifier, for those who have one.
    decisions
        What the teacher decided, as it was written down.
    moodle_folders
        The folder that each student's paper was downloaded in from a Moodle assignment, by identifier, for those who
        uploaded theirs there.
    """

    gradebook: Gradebook
    key_of: Callable[[int], Key]
    lang: str = "fr"
    dialect: Dialect = PLAIN
    listed: Listed | None = None
    column: str = ""
    feedback: Mapping[str, Path] = field(default_factory=dict)
    decisions: Table = NO_DECISIONS
    moodle_folders: Mapping[str, str] = field(default_factory=dict)

    def list_of(self, platform: str, *columns: str) -> Listed:
        """Return the list of the platform, which must have these columns.

        Raises
        ------
        CorrigeError
            If there is no list, or it lacks one of them.
        """
        if self.listed is None:
            remedy = Message(
                "export the grades there as CSV, then give that file: --to {platform} --list FILE", platform=platform
            )
            raise CorrigeError.one(
                Message("marks for {platform} are made from its own list of students", platform=platform), remedy=remedy
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
class Exported:
    """The content of a file, what a person must look at before it is used, and what is only said of it."""

    content: bytes
    problems: tuple[Problem, ...] = ()
    notes: tuple[Message, ...] = ()
