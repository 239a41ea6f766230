"""Record the students' names and seeds, to notice a column of the class list that was later sorted alone.

A name is recorded when something is stored under the student's identifier: when sheets are printed, and when papers are
collected, assigned, decided about or marked. A seed is recorded when a sheet or the subject is printed.
"""

import json
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

from answers.classroom.db import reading, save_setting, setting, transaction, understood_values
from answers.classroom.folder import ClassData, roster_folder
from answers.classroom.roster import Enrollment
from answers.errors import Problem
from answers.exports.platform_list import ListedIdentifiers
from answers.messages import Message, shortened
from answers.people.names import NameMatch, name_key, names_agree
from answers.people.table import IDENTIFYING, INE, folded, plain, role_of

NAMES = "names"
"""The setting of the store with the recorded name of each student by identifier, as JSON."""
NAMES_BY_TEXT = "names-by-file"
"""The setting of the store with the recorded name of each student by other texts that identify the student, as JSON.

Signatures contain the file name, which another identifier may have, too: S1 and s1, or another line with its `file`.
Platforms know a student by an address, a number or a login, which are sorted apart from the names where these are the
identifiers.
"""


_NEAR = 0.75
"""The least likeness of two spellings of a word, by `difflib`: Mathieu and Matthieu, but not Léa and Hugo."""
SEEDS = "issued-seeds"
"""The setting of the store with the seed of the last sheet of each student by identifier, as JSON."""
LISTED_IDENTIFIERS = "listed-identifiers"
"""The setting of the store with the students' identifiers in lists of a platform, as JSON; see `ListedIdentifiers`."""
_Recorded = TypeVar("_Recorded")


def listed_identifiers(folder: Path) -> dict[str, dict[str, str]]:
    """Return the students' identifiers in the lists of a platform that exports filled in, by column and student."""
    return _recorded(roster_folder(folder), LISTED_IDENTIFIERS, dict[str, dict[str, str]])


def record_identifiers(folder: Path, identifiers: ListedIdentifiers) -> None:
    """Record the identifiers that the list of a platform gives the students, with which later lists are compared."""
    new = {column: dict(texts) for column, texts in identifiers.items()}
    _record(roster_folder(folder), LISTED_IDENTIFIERS, listed_identifiers(folder), new)


def record_names(folder: Path, enrollments: Iterable[Enrollment], *, renew: bool = False) -> None:
    """Record the names of students who have no recorded name yet, or of all students with `renew`."""
    home = roster_folder(folder)
    named = [enrollment for enrollment in enrollments if enrollment.student.both_names]
    by_id = {enrollment.student.id: enrollment.student.both_names for enrollment in named}
    texts = [(text, enrollment.student.both_names) for enrollment in named for text in _identifying(enrollment)]
    owners = Counter(text for text, _ in texts)
    by_text = {text: name for text, name in texts if owners[text] == 1}  # siblings may share an address
    for name, present in ((NAMES, by_id), (NAMES_BY_TEXT, by_text)):
        known = _recorded(home, name, dict[str, str])
        _record(home, name, known, {**known, **present} if renew else {**present, **known})


def list_problems(class_data: ClassData) -> tuple[Problem, ...]:
    """Return the problems about names and seeds in the class list that differ from the recorded ones."""
    issued, folder = issued_seeds(class_data.folder), shlex.quote(str(class_data.folder))
    changed = [
        Message("{student} (u₀ = {now}, sheet: {u0})", student=each.student.label, now=each.u0 or "—", u0=u0)
        for each in class_data.enrollments
        if (u0 := issued.get(each.student.id)) not in (None, each.u0)
    ]
    cause = Message(
        "{count} student has in students.csv another u₀ than on the sheet that was issued",
        plural="{count} students have in students.csv another u₀ than on the sheets that were issued",
        count=len(changed),
    )
    remedy = Message(
        "if the column u0 was sorted, emptied or overtyped, restore it; an empty u₀ gets back that of the sheet by "
        "corrige class seeds {folder}; if new sheets replace the earlier ones: corrige class sheets {folder} --force",
        folder=folder,
    )
    problems = (Problem(cause, shortened(changed, 3, " ; "), remedy),) if changed else ()
    return (*exchanged_names(class_data), *problems)


def issued_seeds(folder: Path) -> dict[str, int]:
    """Return the seed of the last sheet of each student by identifier."""
    return _recorded(folder, SEEDS, dict[str, int])


def record_seeds(folder: Path, seeds: Mapping[str, int]) -> None:
    """Record the seeds of sheets that are issued, in place of all recorded ones."""
    _record(folder, SEEDS, issued_seeds(folder), dict(seeds))


def exchanged_names(class_data: ClassData) -> tuple[Problem, ...]:
    """Return up to two problems about names in the class list that differ from the recorded ones.

    The first is for students with names of other students, as when a column of names is sorted alone. The second is for
    names that contradict the recorded ones, as when the line of a student is given to another person, who would get the
    papers stored under the identifier, or when family names are sorted alone. A corrected letter or a further name is
    no problem; a marriage is reported, since only the teacher knows that Roy Léa is no other person than Martin Léa.
    """
    home = roster_folder(class_data.folder)
    known, by_text = (_recorded(home, name, dict[str, str]) for name in (NAMES, NAMES_BY_TEXT))
    texts_of: defaultdict[str, set[str]] = defaultdict(set)
    for text, name in (*known.items(), *by_text.items()):
        texts_of[name_key(name)].add(text)
    moved, replaced = list[Message](), list[Message]()
    for enrollment in class_data.enrollments:
        student, now = enrollment.student, enrollment.student.both_names
        is_name = len(student.id.split()) > 1 and not any(map(str.isdigit, student.id))
        is_name = is_name and names_agree(student.id, now) is not NameMatch.AGREE  # as "Roy Eva A", of two homonyms
        stem, *others = texts = [*_identifying(enrollment)]
        before = [known.get(student.id, ""), student.id * is_name, by_text.get(stem, "")]
        further = [by_text.get(text, "") for text in others]
        earlier = [name for name in (*before, *further) if name and name_key(name) != name_key(now)]
        unlike = [name for name in before if is_other_person(name, now)]
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
        "{count} student has in students.csv another name than before",
        plural="{count} students have in students.csv other names than before",
        count=len(replaced),
    )
    other_remedy = Message(
        "if the column of family names or of first names was sorted alone, restore its order; papers are stored "
        "under the identifier and the file name: if this is another person, give this "
        "person another identifier (one that differs by more than capitals) and, if students.csv has a "
        "column `file`, another name there; if it is the same person, print the sheets again: corrige class "
        "sheets {folder} --force",
        folder=folder,
    )
    problems = ((moved, cause, remedy), (replaced, other_cause, other_remedy))
    return tuple(Problem(text, shortened(labels, 3, " ; "), advice) for labels, text, advice in problems if labels)


def is_other_person(before: str, now: str) -> bool:
    """Return whether two names contradict each other in more than the spelling of some words."""
    words = [set(name_key(name).split()) for name in (before, now)]
    fewer, more = sorted((words[0] - words[1], words[1] - words[0]), key=len)
    is_near = all(get_close_matches(word, more, cutoff=_NEAR) for word in fewer)
    return names_agree(before, now) is NameMatch.CONTRADICT and not is_near


def _identifying(enrollment: Enrollment) -> Iterator[str]:
    """Yield the name of a student's files, and each further text that identifies the student, with its header."""
    yield folded(enrollment.student.stem)
    for header, text in enrollment.extra:
        if text and role_of(header) in (*IDENTIFYING, INE):
            yield f"{plain(header)}: {folded(text)}"


def _recorded(home: Path, name: str, form: type[_Recorded]) -> _Recorded:
    """Return the JSON object in a setting of the store; an empty one if there is none."""
    with reading(home) as connection:
        text = setting(connection, name) or "{}"
    with understood_values(home, "setting"):
        return TypeAdapter(form).validate_json(text)


def _record(home: Path, name: str, known: Mapping[str, object], new: Mapping[str, object]) -> None:
    if new != known:
        with transaction(home) as connection:
            save_setting(connection, name, json.dumps(new))
