"""Add students to a class and remove them; no data of a student is deleted.

Functions raise CorrigeError if there is no class, it does not have the student, or a file cannot be written.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from answers.classroom.changes import MAX_MARKS
from answers.classroom.db import insert, now_text, transaction
from answers.classroom.folder import (
    FEEDBACK,
    ROSTER,
    SET_ASIDE,
    open_class,
    removal_row,
    removed_students,
    roster_folder,
    sittings,
)
from answers.classroom.listed_names import record_names
from answers.classroom.roster import (
    MOST_NAMED,
    Enrollment,
    Roster,
    file_names,
    named_student,
    read_own_roster,
    roster_csv,
)
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exports.gradebook import MARKS
from answers.files import json_bytes, json_of, make_folder, read_limited, write_atomic, write_keeping
from answers.messages import Message, joined
from answers.people.columns import OWN
from answers.people.matching import match_people
from answers.people.names import NameMatch, identifier_keys, name_key, names_agree
from answers.people.people_list import RANK_HEADERS, PeopleList, Person, are_ranks
from answers.people.table import FIRST_NAME, IDENTIFYING, INE, NAME, STUDENT, Line, plain, role_of
from answers.sheets.identity import Student
from answers.sheets.issued_files import SHEETS

_PEOPLE = (*IDENTIFYING, INE)


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding students: the new class list, the new students, and persons who were already in the class.

    `unresolved` are questions to the teacher about persons who were not added. `ineffective` are notes that persons
    whom the teacher called new are already in the class.
    """

    roster: Roster
    new: tuple[Enrollment, ...]
    known: tuple[Enrollment, ...]
    unresolved: tuple[Problem, ...] = ()
    ineffective: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class TeacherAnswers:
    """The teacher's answers about persons who may already be in the class, by their identifiers in the new list.

    `same` has the identifier or name in the class of each person who is in it, "" if only one student is possible.
    `new` are the persons who are not. `ALL` in place of an identifier means all persons.
    """

    same: Mapping[str, str] = field(default_factory=dict)
    new: frozenset[str] = frozenset()


ALL = "all"
"""The identifier in `TeacherAnswers` that means all persons who may be in the class."""
NO_TEACHER_ANSWERS = TeacherAnswers()


def add_students(folder: Path, listed: Roster, answers: TeacherAnswers = NO_TEACHER_ANSWERS) -> Added:
    """Add the persons of a list who are not in the class yet; students of the class are left unchanged.

    A person of the list is taken for a student of the class if the names agree, and so does an identifier or another
    column that distinguishes persons; without names, if an identifier agrees. If only one of the two agrees, the result
    has a question to the teacher; and also about a person with a name but no identifier, if the students of the class
    have numbers. `answers` are the teacher's answers. A person whom the teacher declares to be a student keeps the
    student's identifier and seed, and takes the name of the list if it differs. A student who was removed comes back
    with the same seed and file names.
    """
    home = roster_folder(folder)
    present, former = open_class(home).enrollments, removed_students(home)
    present_ids = {_folded_id(enrollment) for enrollment in present}
    everyone = (*present, *(enrollment for enrollment in former if _folded_id(enrollment) not in present_ids))
    answers = _by_list_identifiers(answers, listed)
    verdicts = _verdicts(listed, everyone)
    same = _declared_same(listed, verdicts, answers, everyone)
    # If the class has the identifiers of the list as a further column, new students get it too.
    headers, by = dict.fromkeys(header for student in present for header, _ in student.extra), listed.known_by
    same_headers = (text for text in headers if by and (plain(text) == plain(by) or role_of(text) == role_of(by) != ""))
    id_column = next(same_headers, "")
    coming, known, problems, ineffective = [], [], [], []
    changed: dict[str, Enrollment] = {}
    for enrollment, line, (certain, likely) in zip(listed.enrollments, listed.lines, verdicts, strict=True):
        student = certain or same.get(_folded_id(enrollment))
        where = Message("{place}, line {line}", place=listed.place, line=line)
        if student is not None and _folded_id(enrollment) in answers.new:
            cause = Message(
                "{person} is already in the class, as {student}, and was not added a second time in spite of --new",
                person=enrollment.student.label,
                student=student.student.label,
            )
            remedy = Message(
                "omit --new for this person; if another person with the same name must be added, give that person "
                "another identifier"
            )
            ineffective.append(Problem(cause, where, remedy))
        if student is None and (doubt := _doubt(enrollment, likely, listed, present, former, answers)):
            problems.append(replace(doubt, place=where))
            continue
        if certain is None and student is not None:
            is_free = _folded_id(enrollment) not in present_ids or listed.known_by in dict(student.extra)
            changed[_folded_id(student)] = _with_list_name(student, enrollment, listed.known_by if is_free else "")
        if student is None:
            coming.append(_with_column(enrollment, id_column, enrollment.student.id) if id_column else enrollment)
        elif _folded_id(student) in present_ids:
            known.append(enrollment)
        else:
            coming.append(changed.get(_folded_id(student), student))
    present = tuple(changed.get(_folded_id(enrollment), enrollment) for enrollment in present)
    # A new student has file names that no other student has, not even a removed one.
    known_files = [enrollment for enrollment in (*present, *former) if enrollment not in coming]
    ids = [enrollment.student.id for enrollment in (*known_files, *coming)]
    used = [
        enrollment.student.stem if enrollment in (*present, *former) else "" for enrollment in (*known_files, *coming)
    ]
    stems = [*file_names(ids, used)][len(known_files) :]
    new = tuple(
        replace(enrollment, student=replace(enrollment.student, file="" if stem == enrollment.student.id else stem))
        for enrollment, stem in zip(coming, stems, strict=True)
    )
    content = roster_csv((*present, *new))
    roster = read_own_roster(content, str(home / ROSTER))
    write_atomic(home / ROSTER, content, overwrite=True)
    record_names(home, changed.values(), renew=True)  # the teacher knows the persons under their new names
    return Added(roster, new, tuple(known), tuple(problems), tuple(ineffective))


def _verdicts(listed: Roster, everyone: Sequence[Enrollment]) -> list[tuple[Enrollment | None, tuple[Enrollment, ...]]]:
    """Return, for each person of a list, the student the person certainly is, or None and the possible students."""
    columns = dict.fromkeys(header for enrollment in listed.enrollments for header, _ in enrollment.extra)
    header = (listed.known_by or STUDENT, NAME, FIRST_NAME, *columns)
    rows = []
    for enrollment, line in zip(listed.enrollments, listed.lines, strict=True):
        student, extra = enrollment.student, dict(enrollment.extra)
        identifier = student.id if listed.known_by or not student.both_names else ""
        cells = (extra.get(column, "") for column in columns)
        rows.append(Line(line, (identifier, student.name, student.first_name, *cells)))
    persons = [Person(enrollment.student.id, _name(enrollment), enrollment.extra) for enrollment in everyone]
    matching = match_people(persons, PeopleList(listed.place, header, tuple(rows)))
    matched = {row: everyone[student] for student, row in matching.pairs}
    matched_students = {student for student, _ in matching.pairs}
    equal = _equal_texts(listed, everyone)
    verdicts: list[tuple[Enrollment | None, tuple[Enrollment, ...]]] = []
    for row, enrollment in enumerate(listed.enrollments):
        match, name = matched.get(row), _name(enrollment)
        agreements = {at: names_agree(_name(everyone[at]), name) for at in equal[row]}
        same_name = [
            everyone[at]
            for at, agreement in agreements.items()
            if agreement is NameMatch.AGREE or (agreement is NameMatch.UNKNOWN and equal[row][at])
        ]
        is_by_names = (
            match is not None
            and not listed.known_by
            and len(match.student.id.split()) > 1
            and not any(map(str.isdigit, match.student.id))
            and name_key(_name(match)) == name_key(name)
        )
        if is_by_names or match in [everyone[at] for at in equal[row]]:
            verdicts.append((match, ()))
        elif (
            match is None
            and len(same_name) == 1
            and row not in matching.ambiguous
            and same_name[0] not in matched.values()
        ):
            verdicts.append((same_name[0], ()))
        else:
            # The identifier may be that of another student, with whom this one was exchanged in the list.
            equals = [
                everyone[at]
                for at, is_identifier in equal[row].items()
                if at not in matched_students or (is_identifier and match is not None)
            ]
            others = [other for at, other in enumerate(everyone) if at not in matched_students]
            named = [other for other in others if names_agree(_name(other), name) is NameMatch.AGREE]
            likely = {_folded_id(student): student for student in (match, *equals, *named) if student is not None}
            verdicts.append((None, tuple(likely.values())))
    return verdicts


def _equal_texts(listed: Roster, everyone: Sequence[Enrollment]) -> list[dict[int, bool]]:
    """Return, for each person of a list, the students, by position, who have the same distinguishing text.

    The text is an identifier, or one of a column in which nearly all differ; the value is true for an identifier.
    """

    def columns(enrollments: Sequence[Enrollment], identifier: str) -> dict[str, list[str]]:
        headers = dict.fromkeys(header for enrollment in enrollments for header, _ in enrollment.extra)
        cells = {header: [dict(enrollment.extra).get(header, "") for enrollment in enrollments] for header in headers}
        return {identifier: [enrollment.student.id for enrollment in enrollments], **cells}

    result: list[dict[int, bool]] = [{} for _ in listed.enrollments]
    listed_id = listed.known_by or STUDENT
    for header, texts in columns(everyone, "").items():
        for column, cells in columns(listed.enrollments, listed_id).items():
            is_identifier = column == listed_id or role_of(column) in _PEOPLE
            is_same = plain(header) == plain(column) or (
                role_of(header) in _PEOPLE and role_of(header) == role_of(column)
            )
            is_rank = plain(column) in {"", *RANK_HEADERS} and are_ranks(texts)
            if not (is_same and not is_rank if header else is_identifier):
                continue
            keys, list_keys = identifier_keys(texts, cells)
            filled = [key for key in keys if key]
            if len({*filled}) * 10 < len(filled) * 9 and not is_identifier:
                continue
            for row, key in enumerate(list_keys):
                for student, class_key in enumerate(keys):
                    if key and class_key == key:
                        result[row][student] = is_identifier or result[row].get(student, False)
    return result


def _name(enrollment: Enrollment) -> str:
    """Return the name of a student as "Last, First", or an identifier of several words that is a name; else ""."""
    student = enrollment.student
    if student.name or student.first_name:
        return ", ".join(filter(None, (student.name, student.first_name)))
    return student.id if len(student.id.split()) > 1 else ""


def _doubt(
    enrollment: Enrollment,
    likely: Sequence[Enrollment],
    listed: Roster,
    present: Sequence[Enrollment],
    former: Sequence[Enrollment],
    answers: TeacherAnswers,
) -> Problem | None:
    """Return the question to the teacher about an unknown person of a list; None if the person can be added.

    The identifier of a removed student is never given to another person, since papers are stored under it.
    """
    lines = {_folded_id(other): line for line, other in enumerate(present, 2)}
    quoted_id, is_new = shlex.quote(enrollment.student.id), bool({_folded_id(enrollment), ALL} & answers.new)
    left = [other for other in former if _folded_id(other) == _folded_id(enrollment) and _folded_id(other) not in lines]
    if left:
        cause = Message(
            "{person} of the list has the identifier of {other}, a removed student whose papers are stored under it",
            person=enrollment.student.label,
            other=left[0].student.label,
        )
        remedy = Message(
            "add --same {same} if this is the same person; otherwise give this person another identifier in the list",
            same=shlex.quote(f"{enrollment.student.id}={left[0].student.id}"),
        )
        return Problem(cause, "", remedy)
    if likely and not is_new:
        students = []
        for other in likely[:MOST_NAMED]:
            label, line = other.student.label, lines.get(_folded_id(other))
            here = Message("{student} ({file}, line {line})", student=label, file=ROSTER, line=line)
            students.append(
                Message("{student}, who was removed from the class", student=label) if line is None else here
            )
        cause = Message(
            "{person} may be in the class already: {students}",
            person=enrollment.student.label,
            students=joined(" ; ", students),
        )
        same = quoted_id if len(likely) == 1 else shlex.quote(f"{enrollment.student.id}={likely[0].student.id}")
        remedy = Message(
            "add --same {same} if this is the same person, or --new {new} if this is another person",
            same=same,
            new=quoted_id,
        )
        return Problem(cause, "", remedy)
    has_numbers = all(any(map(str.isdigit, student.student.id)) for student in present)
    if has_numbers and not listed.known_by and enrollment.student.both_names and not is_new:
        cause = Message(
            "{person} has a name but no identifier, while students of the class have numbers",
            person=enrollment.student.label,
        )
        remedy = Message(
            "give the column of identifiers: --known-by COLUMN; or --same {same} if the student is in the "
            "class, --new {new} to use the name as identifier",
            same=shlex.quote(f"{enrollment.student.id}=ID"),
            new=quoted_id,
        )
        return Problem(cause, "", remedy)
    if (line := lines.get(_folded_id(enrollment))) is not None:
        cause = Message(
            "the identifier of {person} is already in the class: {other}",
            person=enrollment.student.label,
            other=present[line - 2].student.label,
        )
        remedy = Message(
            "give one of the two persons another identifier, or choose another column of identifiers with --known-by"
        )
        return Problem(cause, "", remedy)
    return None


def _declared_same(
    listed: Roster,
    verdicts: Sequence[tuple[Enrollment | None, tuple[Enrollment, ...]]],
    answers: TeacherAnswers,
    everyone: Sequence[Enrollment],
) -> dict[str, Enrollment]:
    """Return the student of each person of the list whom the teacher declares to be a student of the class.

    All persons cannot be declared at once if a row has the name of one student and the identifier of another: in a list
    sorted in a part, none of its numbers is certain.
    """
    is_mixed = any(
        len(likely) > 1
        and _folded_id(enrollment) not in (*answers.same, *answers.new)
        and any(names_agree(_name(student), _name(enrollment)) is NameMatch.CONTRADICT for student in likely)
        for enrollment, (_, likely) in zip(listed.enrollments, verdicts, strict=True)
    )
    is_all = ALL in answers.same and not is_mixed
    persons = zip(listed.enrollments, verdicts, strict=True)
    owners = {_folded_id(certain): enrollment for enrollment, (certain, _) in persons if certain}
    result: dict[str, Enrollment] = {}
    for enrollment, (certain, likely) in zip(listed.enrollments, verdicts, strict=True):
        is_named, text = _folded_id(enrollment) in answers.same, answers.same.get(_folded_id(enrollment), "")
        if not text and (certain is not None or not (is_named or (len(likely) == 1 and is_all))):
            continue
        if not text and len(likely) != 1:
            cause = Message(
                "{person} may be any of several students of the class"
                if likely
                else "the list does not tell which student of the class {person} is",
                person=enrollment.student.label,
            )
            example_id = likely[0].student.id if likely else "ID"
            remedy = Message(
                "say which student of the class the person is: --same {same}",
                same=shlex.quote(f"{enrollment.student.id}={example_id}"),
            )
            raise CorrigeError.single(cause, remedy=remedy)
        student = _named(text, everyone) if text else likely[0]
        if certain is not None and certain != student:
            cause = Message(
                "{person} of the list has the identifier and name of {student}, but --same names another student",
                person=enrollment.student.label,
                student=certain.student.label,
            )
            remedy = Message("remove this option --same, or correct the list")
            raise CorrigeError.single(cause, place=listed.place, remedy=remedy)
        other = owners.setdefault(_folded_id(student), enrollment)
        if other is not enrollment:
            cause = Message(
                "{person} and {other} of the list would both be taken for the student {student} of the class",
                person=other.student.label,
                other=enrollment.student.label,
                student=student.student.label,
            )
            remedy = Message("declare one of the two a new student: --new WHO")
            raise CorrigeError.single(cause, place=listed.place, remedy=remedy)
        result[_folded_id(enrollment)] = student
    return result


def _named(text: str, enrollments: Sequence[Enrollment]) -> Enrollment:
    """Return the last student whose identifier is a text, else the student whom it names; see `named_student`."""
    known = {_folded_id(enrollment): enrollment for enrollment in enrollments}
    key = text.strip().casefold()
    return known[key if key in known else named_student((e.student for e in enrollments), text).id.casefold()]


def _with_list_name(enrolled: Enrollment, enrollment: Enrollment, known_by: str) -> Enrollment:
    """Return a student with name and further identifier of the newer list, if they contradict or lack those."""
    student, new = enrolled.student, enrollment.student
    agreement = names_agree(_name(enrolled), _name(enrollment))
    if new.both_names and (agreement is NameMatch.CONTRADICT or not student.both_names):
        first_name = new.first_name or (student.first_name if len(new.name.split()) == 1 else "")
        student = replace(student, name=new.name, first_name=first_name)
        enrolled = replace(enrolled, student=student)
    is_same = new.id.casefold().lstrip("0") == student.id.casefold().lstrip("0")
    is_column = known_by and known_by.casefold() not in OWN and not is_same
    return _with_column(enrolled, known_by, new.id) if is_column else enrolled


def _by_list_identifiers(answers: TeacherAnswers, listed: Roster) -> TeacherAnswers:
    """Return the teacher's answers with the identifiers of the list, in small letters, as keys."""
    known = {_folded_id(enrollment): enrollment.student.id for enrollment in listed.enrollments} | {ALL: ALL}

    def identifier(text: str) -> str:
        """Return the identifier of the person whom a text names, without leading zeros if necessary."""
        if text.strip().casefold() in known:
            return text.strip().casefold()
        bearers = [
            enrollment.student
            for enrollment in listed.enrollments
            if name_key(text) == name_key(enrollment.student.both_names) != ""
        ]
        if bearers:
            return named_student(bearers, text).id.casefold()
        digits = text.strip().lstrip("0")
        padded = [plain for plain in known if digits.isdecimal() and plain.lstrip("0") == digits]
        if len(padded) == 1:  # spreadsheets and people omit leading zeros
            return padded[0]
        cause = Message("no student of the list has the identifier or name {identifier!r}", identifier=text[:60])
        raise CorrigeError.single(cause, place=listed.place, remedy=did_you_mean(text, known.values()))

    return TeacherAnswers(
        {identifier(text): answer for text, answer in answers.same.items()}, frozenset(map(identifier, answers.new))
    )


def _with_column(enrollment: Enrollment, header: str, text: str) -> Enrollment:
    return replace(enrollment, extra=tuple({**dict(enrollment.extra), header: text}.items()))


def remove_student(folder: Path, text: str, author: str = "") -> tuple[Student, tuple[Path, ...]]:
    """Remove the student whose identifier or name is `text` from the class list; see `named_student`.

    Return the student and the files set aside: blank sheets, feedback and marks. The student's row stays in the store,
    and papers stay in place. After an interruption the removal can be repeated by the identifier.
    """
    home = roster_folder(folder)
    present, former = open_class(home).enrollments, removed_students(home)
    # A former student by the identifier, so that an interrupted removal can be completed.
    left = [enrollment for enrollment in former if _folded_id(enrollment) == text.strip().casefold()]
    enrollment = _named(text, (*left, *present))
    rest = [other for other in present if other != enrollment]
    if not rest:
        raise CorrigeError.single("the last student of a class cannot be removed", place=str(home / ROSTER))
    if enrollment in present:
        with transaction(home) as connection:
            insert(connection, "removal", [removal_row(enrollment, author, now_text())])
    files = [Path(inside, f"{enrollment.student.stem}.pdf") for inside in (SHEETS, FEEDBACK)]
    places = [(sitting, file) for sitting in sittings(home) for file in files if (sitting / file).is_file()]
    moves = [(sitting / file, sitting / SET_ASIDE / file) for sitting, file in places]
    for old, new in moves:
        write_keeping(make_folder(new.parent) / new.name, read_limited(old))
    marks = filter(None, [_save_marks(sitting, enrollment) for sitting in sittings(home)])
    write_atomic(home / ROSTER, roster_csv(rest), overwrite=True)
    for old, _ in moves:
        old.unlink()
    return enrollment.student, (*(new for _, new in moves), *marks)


def _folded_id(enrollment: Enrollment) -> str:
    return enrollment.student.id.casefold()


def _save_marks(sitting: Path, enrollment: Enrollment) -> Path | None:
    """Copy the papers of a student from `marks.json` and return the copy; None if there are none."""
    try:
        document = json_of(read_limited(sitting / MARKS, MAX_MARKS))
        papers = [paper for paper in document["papers"] if paper["student"] == enrollment.student.id]
    except (CorrigeError, ValueError, TypeError, KeyError):  # not marked yet, or changed since
        return None
    if not papers:
        return None
    path = make_folder(sitting / SET_ASIDE) / f"{enrollment.student.stem}.json"
    write_keeping(path, json_bytes({**document, "papers": papers, "problems": []}))
    return path
