"""Who comes into a class late and who leaves it: the list changes, and nothing of anybody is deleted.

Both raise CorrigeError where there is no class, it does not have the student, or a file cannot be written.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from answers.classroom.folder import FEEDBACK, ROSTER, SET_ASIDE, open_class, roster_folder, sittings
from answers.classroom.roster import (
    COLUMNS,
    SHOWN,
    Enrollment,
    Roster,
    file_names,
    named_student,
    parse_roster,
    read_own_roster,
    roster_csv,
)
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.identity import Student
from answers.exports.gradebook import MARKS
from answers.files import json_bytes, json_of, make_folder, read_limited, write_atomic, write_keeping
from answers.messages import Message, joined
from answers.people.matching import match_people
from answers.people.names import Agreement, identifier_keys, name_key, names_agree
from answers.people.people_list import PeopleList, Person
from answers.people.table import FIRST_NAME, IDENTIFYING, INE, NAME, STUDENT, Line, plain, role_of
from answers.sheets.issued_files import SHEETS

_PEOPLE = (*IDENTIFYING, INE)


@dataclass(frozen=True, slots=True)
class Added:
    """The class after it, who is new in it, who was in it already, and who is asked about, and not added.

    `ineffective` says of whom the teacher says that they are new, and who are in the class already.
    """

    roster: Roster
    new: tuple[Enrollment, ...]
    known: tuple[Enrollment, ...]
    unresolved: tuple[Problem, ...] = ()
    ineffective: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class TeacherAnswers:
    """What the teacher says of those who may be in the class already, by their identifiers in the new list.

    `same` are in the class, each with the identifier or name there, "" where only one can be meant; `new` are not.
    """

    same: Mapping[str, str] = field(default_factory=dict)
    new: frozenset[str] = frozenset()


ALL = "all"
"""Says of all who may be in the class that they are, or are not."""
NO_TEACHER_ANSWERS = TeacherAnswers()


def add_students(folder: Path, listed: Roster, answers: TeacherAnswers = NO_TEACHER_ANSWERS) -> Added:
    """Add to a class who is not in it yet; those who are in it are left as they are.

    A person is in the class if names agree and an identifier does, or another column that tells people apart; without
    names, if an identifier does. Of who may be in it, by one of the two alone, the teacher is asked; so too of who has
    no identifier but a name, where the students of the class have numbers. Who is the same by the teacher's word keeps
    identifier and seed, and takes the name of the list where it is another. Somebody who had left comes back with the
    same seed and the same file names.
    """
    home = roster_folder(folder.absolute())
    present, left = open_class(home).enrollments, removed_students(home)
    here = {_plain(enrollment) for enrollment in present}
    everyone = (*present, *(enrollment for enrollment in left if _plain(enrollment) not in here))
    answers = _of_list(answers, listed)
    verdicts = _verdicts(listed, everyone)
    same = _same(listed, verdicts, answers, everyone)
    # The class may have the identifiers of the list as a further column: who is new has them there too.
    headers, by = dict.fromkeys(header for one in present for header, _ in one.extra), listed.known_by
    alike = (one for one in headers if by and (plain(one) == plain(by) or role_of(one) == role_of(by) != ""))
    own = next(alike, "")
    coming, known, problems, ineffective = [], [], [], []
    changed: dict[str, Enrollment] = {}
    for enrollment, line, (certain, likely) in zip(listed.enrollments, listed.lines, verdicts, strict=True):
        found = certain or same.get(_plain(enrollment))
        where = Message("{place}, line {line}", place=listed.place, line=line)
        if found is not None and _plain(enrollment) in answers.new:
            ineffective.append(_ineffective_problem(enrollment, found, where))
        if found is None and (doubt := _doubt(enrollment, likely, listed, present, answers)):
            problems.append(replace(doubt, place=where))
            continue
        if certain is None and found is not None:
            is_free = _plain(enrollment) not in here or listed.known_by in dict(found.extra)
            changed[_plain(found)] = _joined(found, enrollment, listed.known_by if is_free else "")
        if found is None:
            coming.append(_with_column(enrollment, own, enrollment.student.id) if own else enrollment)
        elif _plain(found) in here:
            known.append(enrollment)
        else:
            coming.append(changed.get(_plain(found), found))
    present = tuple(changed.get(_plain(enrollment), enrollment) for enrollment in present)
    new = _with_free_names(coming, (*present, *left))
    content = roster_csv((*present, *new))
    roster = read_own_roster(content, str(home / ROSTER))
    write_atomic(home / ROSTER, content, overwrite=True)
    return Added(roster, new, tuple(known), tuple(problems), tuple(ineffective))


def _verdicts(listed: Roster, everyone: Sequence[Enrollment]) -> list[tuple[Enrollment | None, tuple[Enrollment, ...]]]:
    """Return for each person of a list the student who it certainly is, and those who it may be."""
    columns = dict.fromkeys(header for enrollment in listed.enrollments for header, _ in enrollment.extra)
    header = (listed.known_by or STUDENT, NAME, FIRST_NAME, *columns)
    rows = [
        Line(
            line,
            (
                enrollment.student.id if listed.known_by or not enrollment.student.both_names else "",
                enrollment.student.name,
                enrollment.student.first_name,
                *(dict(enrollment.extra).get(column, "") for column in columns),
            ),
        )
        for enrollment, line in zip(listed.enrollments, listed.lines, strict=True)
    ]
    persons = [Person(enrollment.student.id, _name(enrollment), enrollment.extra) for enrollment in everyone]
    matching = match_people(persons, PeopleList(listed.place, header, tuple(rows)))
    matched = {row: everyone[student] for student, row in matching.pairs}
    taken = {student for student, _ in matching.pairs}
    equal = _equal_texts(listed, everyone)
    verdicts: list[tuple[Enrollment | None, tuple[Enrollment, ...]]] = []
    for row, enrollment in enumerate(listed.enrollments):
        found = matched.get(row)
        own = [
            student
            for student in equal[row]
            if names_agree(_name(everyone[student]), _name(enrollment)) is not Agreement.CONTRADICT
        ]
        is_equal = found is not None and any(everyone[student] == found for student in equal[row])
        is_by_names = found is not None and not listed.known_by and len(found.student.id.split()) > 1
        is_by_names = is_by_names and found is not None and not any(map(str.isdigit, found.student.id))
        if is_equal or (found is not None and is_by_names and name_key(_name(found)) == name_key(_name(enrollment))):
            verdicts.append((found, ()))
        elif found is None and len(own) == 1 and own[0] not in taken and row not in matching.ambiguous:
            verdicts.append((everyone[own[0]], ()))
        else:
            likely = {_plain(found): found} if found is not None else {}
            likely |= {_plain(everyone[student]): everyone[student] for student in equal[row] if student not in taken}
            likely |= {
                _plain(other): other
                for student, other in enumerate(everyone)
                if student not in taken and names_agree(_name(other), _name(enrollment)) is Agreement.AGREE
            }
            verdicts.append((None, tuple(likely.values())))
    return verdicts


def _equal_texts(listed: Roster, everyone: Sequence[Enrollment]) -> list[list[int]]:
    """Return for each person of a list the students who alone have a text of theirs that tells people apart.

    That is the identifier of the class, under whatever header the list has it, or a column of the same role or header
    in which nearly all students differ.
    """
    found: list[list[int]] = [[] for _ in listed.enrollments]
    theirs: dict[str, list[str]] = {
        listed.known_by or STUDENT: [enrollment.student.id for enrollment in listed.enrollments]
    }
    for column in dict.fromkeys(header for enrollment in listed.enrollments for header, _ in enrollment.extra):
        theirs[column] = [dict(enrollment.extra).get(column, "") for enrollment in listed.enrollments]
    ours: dict[str, list[str]] = {"": [enrollment.student.id for enrollment in everyone]}
    for column in dict.fromkeys(header for enrollment in everyone for header, _ in enrollment.extra):
        ours[column] = [dict(enrollment.extra).get(column, "") for enrollment in everyone]
    for header, texts in ours.items():
        for column, cells in theirs.items():
            is_identifier = column == (listed.known_by or STUDENT) or role_of(column) in _PEOPLE
            is_same = plain(header) == plain(column) or (
                role_of(header) in _PEOPLE and role_of(header) == role_of(column)
            )
            if not (is_identifier if not header else is_same):
                continue
            keys, others = identifier_keys(texts, cells)
            filled = [key for key in keys if key]
            if len({*filled}) * 10 < len(filled) * 9 and not is_identifier:
                continue
            for row, key in enumerate(others):
                owners = [student for student, own in enumerate(keys) if key and own == key]
                found[row] += [student for student in owners if student not in found[row]]
    return found


def _name(enrollment: Enrollment) -> str:
    student = enrollment.student
    if student.name or student.first_name:
        return ", ".join(filter(None, (student.name, student.first_name)))
    return student.id if len(student.id.split()) > 1 else ""


def _doubt(
    enrollment: Enrollment,
    likely: Sequence[Enrollment],
    listed: Roster,
    present: Sequence[Enrollment],
    answers: TeacherAnswers,
) -> Problem | None:
    """Return why a person whom nobody knows is not added before the teacher says who it is; None if nothing is.

    It may be one of some students, by name or identifier; it has a name alone, in a class that is known by numbers; or
    it has the identifier of somebody else.
    """
    lines = {_plain(other): line for line, other in enumerate(present, 2)}
    own, is_new = shlex.quote(enrollment.student.id), bool({_plain(enrollment), ALL} & answers.new)
    if likely and not is_new:
        students = []
        for other in likely[:SHOWN]:
            told, line = other.student.label, lines.get(_plain(other))
            here = Message("{student} ({file}, line {line})", student=told, file=ROSTER, line=line)
            students.append(Message("{student}, who left the class", student=told) if line is None else here)
        cause = Message(
            "{person} may be in the class already: {students}",
            person=enrollment.student.label,
            students=joined(" ; ", students),
        )
        same = own if len(likely) == 1 else shlex.quote(f"{enrollment.student.id}={likely[0].student.id}")
        remedy = Message(
            "--same {same} if this is the same person, --new {new} if this is another person", same=same, new=own
        )
        return Problem(cause, "", remedy)
    has_numbers = all(any(map(str.isdigit, one.student.id)) for one in present)
    if has_numbers and not listed.known_by and enrollment.student.both_names and not is_new:
        cause = Message(
            "{person} has a name but no identifier, while students of the class have numbers",
            person=enrollment.student.label,
        )
        remedy = Message(
            "give the column of identifiers: --known-by COLUMN; or --same {same} if the student is in the "
            "class, --new {new} to use the name as identifier",
            same=shlex.quote(f"{enrollment.student.id}=ID"),
            new=own,
        )
        return Problem(cause, "", remedy)
    if (line := lines.get(_plain(enrollment))) is not None:
        other = present[line - 2]
        cause = Message(
            "the identifier of {person} is already in the class: {other}",
            person=enrollment.student.label,
            other=other.student.label,
        )
        return Problem(cause, "", "give one of the two another identifier, or choose another --known-by")
    return None


def _same(
    listed: Roster,
    verdicts: Sequence[tuple[Enrollment | None, tuple[Enrollment, ...]]],
    answers: TeacherAnswers,
    everyone: Sequence[Enrollment],
) -> dict[str, Enrollment]:
    """Return the student of each person of the list who is in the class by the teacher's word."""
    owners = {
        _plain(certain): enrollment
        for enrollment, (certain, _) in zip(listed.enrollments, verdicts, strict=True)
        if certain
    }
    known = {_plain(enrollment): enrollment for enrollment in everyone}
    found: dict[str, Enrollment] = {}
    for enrollment, (certain, likely) in zip(listed.enrollments, verdicts, strict=True):
        is_named, whom = _plain(enrollment) in answers.same, answers.same.get(_plain(enrollment), "")
        if not whom and (certain is not None or not (is_named or (likely and ALL in answers.same))):
            continue
        if not whom and len(likely) != 1:
            cause = Message("{person} may be any of several students", person=enrollment.student.label)
            if not likely:
                cause = Message(
                    "the list does not tell which student of the class {person} is", person=enrollment.student.label
                )
            own = likely[0].student.id if likely else "ID"
            remedy = Message("choose a student: --same {same}", same=shlex.quote(f"{enrollment.student.id}={own}"))
            raise CorrigeError.one(cause, remedy=remedy)
        key = whom.strip().casefold()
        if not whom:
            student = likely[0]
        elif key in known:
            student = known[key]
        else:
            student = known[named_student((one.student for one in everyone), whom).id.casefold()]
        if certain is not None and certain != student:
            cause = Message(
                "{person} is {student} by identifier and name",
                person=enrollment.student.label,
                student=certain.student.label,
            )
            raise CorrigeError.one(cause, place=listed.place, remedy="remove this --same, or correct the list")
        other = owners.setdefault(_plain(student), enrollment)
        if other is not enrollment:
            cause = Message(
                "{person} and {other} of the list would both be matched with {student}",
                person=other.student.label,
                other=enrollment.student.label,
                student=student.student.label,
            )
            raise CorrigeError.one(cause, place=listed.place, remedy="declare one of the two a new person: --new WHO")
        found[_plain(enrollment)] = student
    return found


def _joined(found: Enrollment, enrollment: Enrollment, known_by: str) -> Enrollment:
    """Return a student with the name that a newer list has, if it is another, and the identifier there as a column."""
    student, new = found.student, enrollment.student
    agreement = names_agree(_name(found), _name(enrollment))
    if new.both_names and (agreement is Agreement.CONTRADICT or not student.both_names):
        first_name = new.first_name or (student.first_name if len(new.name.split()) == 1 else "")
        student = replace(student, name=new.name, first_name=first_name)
        found = replace(found, student=student)
    is_same = new.id.casefold().lstrip("0") == student.id.casefold().lstrip("0")
    is_column = known_by and known_by.casefold() not in COLUMNS and not is_same
    return _with_column(found, known_by, new.id) if is_column else found


def _ineffective_problem(enrollment: Enrollment, found: Enrollment, where: Message) -> Problem:
    """Say that a person whom the teacher calls new is in the class already."""
    cause = Message(
        "{person} is already in the class ({student}): --new changes nothing",
        person=enrollment.student.label,
        student=found.student.label,
    )
    return Problem(cause, where, "omit it; if another person has the same name, give that person another identifier")


def _of_list(answers: TeacherAnswers, listed: Roster) -> TeacherAnswers:
    """Return the answers by identifiers of the list in small letters; refuse those about nobody in it."""
    known = {_plain(enrollment): enrollment.student.id for enrollment in listed.enrollments} | {ALL: ALL}

    def identifier(who: str) -> str:
        if who.strip().casefold() in known:
            return who.strip().casefold()
        bearers = [
            enrollment.student
            for enrollment in listed.enrollments
            if name_key(who) == name_key(enrollment.student.both_names) != ""
        ]
        if bearers:
            return named_student(bearers, who).id.casefold()
        digits = who.strip().lstrip("0")
        padded = [plain for plain in known if digits.isdecimal() and plain.lstrip("0") == digits]
        if len(padded) == 1:  # a spreadsheet takes zeros off, and people do
            return padded[0]
        cause = Message("no student of the list has the identifier or name {identifier!r}", identifier=who[:60])
        raise CorrigeError.one(cause, place=listed.place, remedy=did_you_mean(who, known.values()))

    return TeacherAnswers(
        {identifier(who): whom for who, whom in answers.same.items()}, frozenset(map(identifier, answers.new))
    )


def _with_column(enrollment: Enrollment, header: str, text: str) -> Enrollment:
    """A student with what a newer list says in a column, by which they are known the next time."""
    return replace(enrollment, extra=tuple({**dict(enrollment.extra), header: text}.items()))


def find_member(folder: Path, text: str) -> Student:
    """Return the student of a class whom `named_student` takes a text for; an identifier may be of who has left."""
    home = roster_folder(folder.absolute())
    present = open_class(home).enrollments
    known = {_plain(enrollment): enrollment.student for enrollment in (*removed_students(home), *present)}
    return known.get(text.strip().casefold()) or named_student((enrollment.student for enrollment in present), text)


def remove_student(folder: Path, identifier: str) -> tuple[Path, ...]:
    """Take a student off the list, set their sheets, feedback and marks aside, and return where these are now.

    The row is kept in `set-aside/students.csv`. What they handed in stays where it is. Interrupted and run again, it
    goes on where it was.
    """
    home = roster_folder(folder.absolute())
    present, left = open_class(home).enrollments, removed_students(home)
    known = {
        _plain(enrollment): enrollment for enrollment in (*left, *present)
    }  # who left, for what was interrupted to be ended
    enrollment = known.get(identifier.strip().casefold())
    if enrollment is None:
        cause = Message("no student of the class has the identifier or name {identifier!r}", identifier=identifier[:60])
        raise CorrigeError.one(
            cause, remedy=did_you_mean(identifier, [one.student.id for one in known.values()][:5000])
        )
    rest = [one for one in present if one != enrollment]
    if not rest:
        raise CorrigeError.one("a class has at least one student", place=str(home / ROSTER))
    if enrollment in present:
        others = [one for one in left if _plain(one) != _plain(enrollment)]
        write_atomic(make_folder(home / SET_ASIDE) / ROSTER, roster_csv([*others, enrollment]), overwrite=True)
    files = [Path(inside, f"{enrollment.student.stem}.pdf") for inside in (SHEETS, FEEDBACK)]
    places = [(sitting, file) for sitting in sittings(home) for file in files if (sitting / file).is_file()]
    moves = [(sitting / file, sitting / SET_ASIDE / file) for sitting, file in places]
    for old, new in moves:
        write_keeping(make_folder(new.parent) / new.name, read_limited(old))
    marks = filter(None, [_keep_marks(sitting, enrollment) for sitting in sittings(home)])
    write_atomic(home / ROSTER, roster_csv(rest), overwrite=True)
    for old, _ in moves:
        old.unlink()
    return (*(new for _, new in moves), *marks)


def removed_students(folder: Path) -> tuple[Enrollment, ...]:
    """Return those who were taken off the list of the class in `folder`, with their seeds; some may be back in it."""
    path = folder / SET_ASIDE / ROSTER
    return parse_roster(read_limited(path), str(path)) if path.exists() else ()


def _plain(enrollment: Enrollment) -> str:
    return enrollment.student.id.casefold()


def _with_free_names(coming: Sequence[Enrollment], others: Sequence[Enrollment]) -> tuple[Enrollment, ...]:
    """Those who come, their files called like nobody else's, not even like those of somebody who left."""
    before = [enrollment for enrollment in others if enrollment not in coming]
    everyone = [*before, *coming]
    given = [enrollment.student.stem for enrollment in before] + [
        enrollment.student.stem if enrollment in others else "" for enrollment in coming
    ]
    stems = list(file_names([enrollment.student.id for enrollment in everyone], given))[len(before) :]
    return tuple(
        replace(enrollment, student=replace(enrollment.student, file="" if stem == enrollment.student.id else stem))
        for enrollment, stem in zip(coming, stems, strict=True)
    )


def _keep_marks(sitting: Path, enrollment: Enrollment) -> Path | None:
    """Copy the papers of a student out of `marks.json`, which the next marking writes without them."""
    try:
        document = json_of(read_limited(sitting / MARKS))
        papers = [paper for paper in document["papers"] if paper["student"] == enrollment.student.id]
    except (CorrigeError, ValueError, TypeError, KeyError):  # not marked yet, or no longer what was written
        return None
    if not papers:
        return None
    path = make_folder(sitting / SET_ASIDE) / f"{enrollment.student.stem}.json"
    write_keeping(path, json_bytes({**document, "papers": papers, "problems": []}))
    return path
