"""Record the students' names, to notice a column of names or identifiers that was later sorted alone.

A name is recorded when something is stored under the student's identifier: when sheets are printed, and when papers are
collected, assigned, decided about or marked.
"""

import json
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import TypeAdapter

from answers.classroom.db import reading, save_setting, setting, transaction, understood_values
from answers.classroom.folder import ClassData, roster_folder
from answers.classroom.roster import Enrollment
from answers.errors import Problem
from answers.exports.platform_list import ListedIdentifiers
from answers.messages import Message, shortened
from answers.people.names import NameMatch, name_key, name_words, names_agree
from answers.people.table import IDENTIFYING, INE, folded, plain, role_of

NAMES = "names"
"""The setting of the store with the recorded name of each student by identifier, as JSON."""
NAMES_BY_TEXT = "names-by-file"
"""The setting of the store with the recorded name of each student by other texts that identify the student, as JSON.

Signatures contain the file name, which another identifier may have, too: S1 and s1, or another line with its `file`.
Platforms know a student by an address, a number or a login, which are sorted apart from the names where these are the
identifiers.
"""


LISTED_IDENTIFIERS = "listed-identifiers"
"""The setting of the store with the students' identifiers in lists of a platform, as JSON; see `ListedIdentifiers`."""


def listed_identifiers(folder: Path) -> dict[str, dict[str, str]]:
    """Return the students' identifiers in the lists of a platform that exports filled in, by column and student."""
    home = roster_folder(folder)
    with reading(home) as connection:
        text = setting(connection, LISTED_IDENTIFIERS) or "{}"
    with understood_values(home, "setting"):
        return TypeAdapter(dict[str, dict[str, str]]).validate_json(text)


def record_identifiers(folder: Path, identifiers: ListedIdentifiers) -> None:
    """Record the students' identifiers in the list of a platform, with which later lists are compared."""
    new = {column: dict(texts) for column, texts in identifiers.items()}
    if new != listed_identifiers(folder):
        with transaction(roster_folder(folder)) as connection:
            save_setting(connection, LISTED_IDENTIFIERS, json.dumps(new))


def record_names(folder: Path, enrollments: Iterable[Enrollment], *, renew: bool = False) -> None:
    """Record the names of students who have no recorded name yet, or of all students with `renew`."""
    home = roster_folder(folder)
    named = [enrollment for enrollment in enrollments if enrollment.student.both_names]
    by_id = {enrollment.student.id: enrollment.student.both_names for enrollment in named}
    texts = [(text, enrollment.student.both_names) for enrollment in named for text in _identifying(enrollment)]
    owners = Counter(text for text, _ in texts)
    by_text = {text: name for text, name in texts if owners[text] == 1}  # siblings may share an address
    for name, present in ((NAMES, by_id), (NAMES_BY_TEXT, by_text)):
        known = _recorded(home, name)
        new = {**known, **present} if renew else {**present, **known}
        if new != known:
            with transaction(home) as connection:
                save_setting(connection, name, json.dumps(new))


def exchanged_names(class_data: ClassData) -> tuple[Problem, ...]:
    """Return up to two problems about names in the class list that differ from the recorded ones.

    The first is for students with names of other students, as when a column of names is sorted alone. The second is for
    names without a word in common with the recorded ones, as when the line of a student is given to another person, who
    would get the papers stored under the identifier. A name that changed in part, as by marriage, is no problem.
    """
    home = roster_folder(class_data.folder)
    known, by_text = _recorded(home, NAMES), _recorded(home, NAMES_BY_TEXT)
    texts_of: defaultdict[str, set[str]] = defaultdict(set)
    for text, name in (*known.items(), *by_text.items()):
        texts_of[name_key(name)].add(text)
    moved, replaced = list[Message](), list[Message]()
    for enrollment in class_data.enrollments:
        student, now = enrollment.student, enrollment.student.both_names
        is_name = len(student.id.split()) > 1 and not any(map(str.isdigit, student.id))
        stem, *others = texts = [*_identifying(enrollment)]
        before = [known.get(student.id, ""), student.id * is_name, by_text.get(stem, "")]
        further = [by_text.get(text, "") for text in others]
        earlier = [name for name in (*before, *further) if name and name_key(name) != name_key(now)]
        unlike = [name for name in before if not name_words(name) & name_words(now)]
        unlike = [name for name in unlike if names_agree(name, now) is NameMatch.CONTRADICT]
        label = Message("{student} (before: {name})", student=student.label, name=(*unlike, *earlier, "")[0])
        if earlier and texts_of[name_key(now)] - {student.id, *texts}:
            moved.append(label)
        elif unlike:
            replaced.append(label)
    folder = shlex.quote(str(class_data.folder))
    cause = Message(
        "{count} student has in students.csv the name that another student had before",
        plural="{count} students have in students.csv the names that other students had before",
        count=len(moved),
    )
    remedy = Message(
        "if the column of names was sorted without the other columns, restore its order; if the names are "
        "right now, print the sheets again with them: corrige class sheets {folder} --force",
        folder=folder,
    )
    other_cause = Message(
        "{count} student has in students.csv an entirely different name from before",
        plural="{count} students have in students.csv entirely different names from before",
        count=len(replaced),
    )
    other_remedy = Message(
        "papers are stored under the identifier and the file name: if this is another person, give this "
        "person another identifier (one that differs by more than capitals) and, if students.csv has a "
        "column `file`, another name there; if it is the same person, print the sheets again: corrige class "
        "sheets {folder} --force",
        folder=folder,
    )
    problems = ((moved, cause, remedy), (replaced, other_cause, other_remedy))
    return tuple(Problem(text, shortened(labels, 3, " ; "), advice) for labels, text, advice in problems if labels)


def _identifying(enrollment: Enrollment) -> Iterator[str]:
    """Yield the name of a student's files, and each further text that identifies the student, with its header."""
    yield folded(enrollment.student.stem)
    for header, text in enrollment.extra:
        if text and role_of(header) in (*IDENTIFYING, INE):
            yield f"{plain(header)}: {folded(text)}"


def _recorded(home: Path, setting_name: str) -> dict[str, str]:
    with reading(home) as connection:
        text = setting(connection, setting_name) or "{}"
    with understood_values(home, "setting"):
        return {str(key): str(name) for key, name in json.loads(text).items()}
