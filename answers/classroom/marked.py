"""A class opened and marked, for the commands that look at its marks."""

import getpass
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from answers.classroom.folder import Cohort, open_class
from answers.classroom.marks import Marking, grade_handed_in, marking_of
from answers.classroom.versions import HandedIn, handed_in
from answers.exports.gradebook import Gradebook


@dataclass(frozen=True, slots=True)
class Marked:
    """A class, how it is marked, and its marks with the decisions taken."""

    cohort: Cohort
    marking: Marking
    gradebook: Gradebook


def marked_class(folder: Path) -> Marked:
    """Open a class and mark it; nothing is written."""
    cohort = open_class(folder)
    return marked_as(cohort, handed_in(cohort))


def marked_as(cohort: Cohort, received: HandedIn) -> Marked:
    """Mark what was read of a class."""
    marking = marking_of(cohort, received)
    return Marked(cohort, marking, grade_handed_in(cohort, marking))


def author_name() -> str:
    """Return who is logged in, "" when the system does not know."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def now_text() -> str:
    """Return the time on the clock of this machine; no two actions of a person have the same."""
    return datetime.now().isoformat(timespec="microseconds")
