"""The names of the students when their sheets were printed, to notice a column of names that was sorted by itself."""

import json
import shlex
from collections.abc import Iterable
from pathlib import Path

from answers.classroom.db import reading, save_setting, setting, transaction
from answers.classroom.folder import ClassData, roster_folder
from answers.classroom.roster import Enrollment
from answers.errors import Problem
from answers.messages import Message
from answers.people.names import name_key

NAMES = "names"
"""The setting of the store with the recorded name of each student by identifier, as JSON."""
MOST_NAMED = 3


def record_names(folder: Path, enrollments: Iterable[Enrollment], *, renew: bool = False) -> None:
    """Record the names of students that have no recorded name yet; with `renew`, of all."""
    home = roster_folder(folder.absolute())
    present = {e.student.id: e.student.both_names for e in enrollments if e.student.both_names}
    known = _recorded(home)
    new = {**known, **present} if renew else {**present, **known}
    if new != known:
        with transaction(home) as connection:
            save_setting(connection, NAMES, json.dumps(new))


def exchanged_names(class_data: ClassData) -> tuple[Problem, ...]:
    """Return a problem if students have names that other students had when the names were recorded.

    This happens when the names of a list are sorted, and its other columns are not. A changed name is no problem.
    """
    known = _recorded(roster_folder(class_data.folder.absolute()))
    owners = {name_key(name): student for student, name in known.items()}
    moved = [
        Message("{student} (before: {name})", student=student.label, name=known[student.id])
        for enrollment in class_data.enrollments
        if (student := enrollment.student).id in known
        and name_key(student.both_names) != name_key(known[student.id])
        and owners.get(name_key(student.both_names), student.id) != student.id
    ]
    if not moved:
        return ()
    cause = Message(
        "{count} student has in students.csv the name that another student had before",
        plural="{count} students have in students.csv the names that other students had before",
        count=len(moved),
    )
    remedy = Message(
        "if the column of names was sorted by itself, restore it; if the names are right now: corrige class sheets "
        "{folder} --force",
        folder=shlex.quote(str(class_data.folder)),
    )
    place = " ; ".join([*moved[:MOST_NAMED], *["…"] * (len(moved) > MOST_NAMED)])
    return (Problem(cause, place, remedy),)


def _recorded(home: Path) -> dict[str, str]:
    with reading(home) as connection:
        return dict(json.loads(setting(connection, NAMES) or "{}"))
