"""The class list: who is in the class, with a seed each; kept in `students.csv`, read from what a teacher has.

What tells no students apart, is ragged, doubled or out of range raises CorrigeError: all problems of the list together,
with their lines.
"""

import csv
import io
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from types import MappingProxyType

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.draw import PRACTISED
from answers.exam.identity import Student
from answers.exports.tables import escape_formulas, unescape_formulas
from answers.files import MAX_NAME, safe_name
from answers.messages import Message, joined
from answers.people.columns import FILE, OWN, Columns, columns_of, entries, identifying, is_own
from answers.people.encodings import is_lost
from answers.people.identifiers import are_cut, is_error, mended_identifiers, spoilt_problem
from answers.people.lines import StudentLines, student_lines
from answers.people.names import MAX_DIGITS
from answers.people.people_list import are_ranks
from answers.people.table import (
    FIRST_NAME,
    IDENTIFYING,
    INE,
    NAME,
    STUDENT,
    U0,
    InputTable,
    folded,
    plain,
    read_table,
    role_of,
)
from solvers.sequence import lcg

MOST_NAMED = 5
NO_FILES: Mapping[str, str] = MappingProxyType({})


def named_student(students: Iterable[Student], text: str, files: Mapping[str, str] = NO_FILES) -> Student:
    """Return the student whose identifier is `text`, else the stem of whose files, else who alone is meant by it.

    That is by both names in any order, by one, by the file handed in, with or without its folder, or else by a part of
    a name. Capitals, accents and spaces do not count in names, nor capitals in identifiers and stems. `files` has the
    identifier of the student of each file handed in, by its place in the class. CorrigeError says that nobody or
    several are meant.
    """
    known, said, wanted = list(students), text.strip(), plain(text)
    by_id = [one for one in known if said and folded(one.id) == folded(said)]
    if exact := by_id or [one for one in known if said and folded(one.stem) == folded(said)]:
        return exact[0]
    # A place in the class, the end of it after a folder, or the same from outside the class.
    handed_in = {
        student
        for place, student in files.items()
        if said and (said == place or place.endswith(f"/{said}") or said.endswith(f"/{place}"))
    }
    meant = [one for one in known if one.id in handed_in or wanted in _names(one)]
    meant = meant or [one for one in known if wanted and any(wanted in name for name in _names(one))]
    if len(meant) == 1:
        return meant[0]
    if meant:
        cause = Message("{count} students have the name {text!r}", count=len(meant), text=text[:60])
        shown = " ; ".join(one.label for one in meant[:MOST_NAMED])
        raise CorrigeError.one(cause, remedy=Message("give an identifier: {meant}", meant=shown))
    cause = Message("no student of the class has the identifier or name {identifier!r}", identifier=text[:60])
    raise CorrigeError.one(cause, remedy=did_you_mean(text, [one.id for one in known]))


def _names(student: Student) -> set[str]:
    first, last = student.first_name, student.name
    return {plain(name) for name in (f"{first} {last}", f"{last} {first}", first, last)} - {""}


COLUMNS = OWN
MAX_STUDENTS = 10_000
MAX_IDENTIFIER = 200
SHOWN = 5

RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
"""What Windows keeps for itself."""
ROOM = MAX_NAME - 6
"""Letters of a name that leave room for a number."""
SEATS = frozenset({"place", "seat", "siège", "siege", "table", "rang"})
"""What a list calls the column that says where somebody sits."""


@dataclass(frozen=True, slots=True)
class Enrollment:
    """A student of the class and their seed, None until it is drawn.

    `extra` are the other columns of the teacher's list, by header, in order.
    """

    student: Student
    u0: int | None = None
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def export_columns(self) -> dict[str, str]:
        """The other columns as exports have them: without the national number, which the teacher named for nothing."""
        return {header: text for header, text in self.extra if role_of(header) != INE}


@dataclass(frozen=True, slots=True)
class Roster:
    """The students of a list in its order, and what the teacher should know: homonyms, seeds that two have.

    `known_by` is the header of the column of identifiers, "" where they are the names; `lines` are those of the file.
    """

    enrollments: tuple[Enrollment, ...]
    notes: tuple[Problem, ...] = ()
    known_by: str = ""
    lines: tuple[int, ...] = ()
    place: str = ""


def parse_roster(content: bytes, place: str) -> tuple[Enrollment, ...]:
    """Return the students of a class list, as `read_own_roster` does."""
    return read_own_roster(content, place).enrollments


def read_own_roster(content: bytes, place: str) -> Roster:
    """Read the list of a class that is there, as `read_roster` does; nothing in a list of corrige's own is doubted."""
    return _roster(read_table(content, place), place, is_doubted=False)


def read_roster(content: bytes, place: str, known_by: str = "", encoding: str = "") -> Roster:
    """Read a class list: corrige's own, or an export of Moodle, Canvas, Pronote or a spreadsheet, as CSV or XLSX.

    Columns are known by their headers, French or English, in any order. Identifiers stay as they are; they must differ
    by more than capitals, which file systems and people overlook; they stand in the column that `known_by` names, if
    it does. File names are derived from them, unless the column
    `file` gives them. `encoding` is that of a CSV, where the teacher names it.
    """
    return _roster(read_table(content, place, encoding), place, known_by)


def _roster(table: InputTable, place: str, known_by: str = "", *, is_doubted: bool = True) -> Roster:
    """The list of a table. `is_doubted` asks for what is hardly meant in a list that a class has already, too."""
    if not table.lines:
        raise CorrigeError.one(
            "the class list is empty",
            place=place,
            remedy=Message("begin the line with: {columns}", columns=",".join(COLUMNS)),
        )
    is_ours = is_own(table) and not is_doubted
    if is_own(table):
        table = replace(
            table, lines=tuple(replace(line, cells=tuple(map(unescape_formulas, line.cells))) for line in table.lines)
        )
    mended: tuple[Problem, ...] = ()
    lines = StudentLines(table)
    if not is_ours:
        table, mended = mended_identifiers(table, place, known_by)
        lines = student_lines(table, place, known_by)
    table = lines.table
    columns = columns_of(table, place, known_by)
    table, twice = _once(table, columns, place)
    problems = [*columns.problems, *lines.problems]
    if len(table.lines) == 1:
        problems.append(Problem("the class list has no student", place, "write one student per line below the header"))
    if len(table.lines) > MAX_STUDENTS + 1:
        cause = Message(
            "{count} students, the limit is {max_students}", count=len(table.lines) - 1, max_students=MAX_STUDENTS
        )
        raise CorrigeError([*problems, Problem(cause, place, "split the class")])
    if not columns.problems or STUDENT in columns.roles.values():
        spoilt = [] if is_ours else list(_spoilt_problems(table, columns, place))
        places = {problem.place for problem in spoilt}  # where identifiers are lost, two that look alike say nothing
        problems += [problem for problem in _row_problems(table, columns, place) if problem.place not in places]
        problems += spoilt
    if problems:
        raise CorrigeError(problems)
    students, enrollments = entries(table, columns), []
    stems = file_names([one.cells[STUDENT] for one in students], [one.cells.get(FILE, "") for one in students])
    for entry, stem in zip(students, stems, strict=True):
        cells = entry.cells
        own = "" if stem == cells[STUDENT] else stem
        student = Student(cells[STUDENT], cells.get(NAME, ""), cells.get(FIRST_NAME, ""), own)
        enrollments.append(Enrollment(student, int(cells[U0]) if cells.get(U0) else None, entry.extra))
    by = next((table.lines[0].cells[at] for at, role in columns.roles.items() if role == STUDENT), "")
    notes = (*table.notes, *mended, *lines.notes, *twice, *columns.notes, *_remarks(enrollments, place))
    return Roster(tuple(enrollments), notes, by, tuple(entry.line for entry in students), place)


def with_key_column(roster: Roster) -> tuple[Enrollment, ...]:
    """Return the students with their identifiers in a further column too, where only its header shows what they are.

    Those are small numbers, which another list may have as ranks, or numbers under a header such as N°.
    """
    header, ids = roster.known_by, [enrollment.student.id for enrollment in roster.enrollments]
    if not header or header.casefold() in COLUMNS or (role_of(header) in (*IDENTIFYING, INE) and not are_ranks(ids)):
        return roster.enrollments
    return tuple(replace(one, extra=((header, one.student.id), *one.extra)) for one in roster.enrollments)


def _once(table: InputTable, columns: Columns, place: str) -> tuple[InputTable, list[Problem]]:
    """The table with each person once, who stands in it on several lines with the same identifier and both names."""
    if STUDENT not in columns.roles.values():
        return table, []
    first: dict[tuple[str, ...], int] = {}
    again: dict[int, int] = {}
    for entry in entries(table, columns):
        person = tuple(folded(entry.cells.get(role, "")) for role in (STUDENT, NAME, FIRST_NAME))
        if all(person) and first.setdefault(person, entry.line) != entry.line:
            again[entry.line] = first[person]
    notes = [
        Problem(
            Message("the same student as on line {line}, added once", line=other),
            Message("{place}, line {line}", place=place, line=line),
            "other columns are taken from the first of the two lines",
        )
        for line, other in again.items()
    ]
    return replace(table, lines=tuple(line for line in table.lines if line.number not in again)), notes


def identifying_columns(content: bytes, place: str, encoding: str = "") -> dict[str, tuple[str, ...]]:
    """Return the columns of a class list that could identify its students, with their texts: see `identifying`."""
    table = read_table(content, place, encoding)
    if not table.lines:
        return {}
    table = student_lines(mended_identifiers(table, place)[0], place).table
    header, *body = table.lines
    at = {column: header.cells.index(column) for column in identifying(table)}
    return {column: tuple(line.cells[i] for line in body if i < len(line.cells)) for column, i in at.items()}


def roster_csv(enrollments: Sequence[Enrollment]) -> bytes:
    """Return the class list as UTF-8 CSV, disarmed, as `parse_roster` reads it.

    The column `file` is written when a file name is not the identifier itself; then come the teacher's other columns.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    files = [FILE] if any(enrollment.student.stem != enrollment.student.id for enrollment in enrollments) else []
    others = list(dict.fromkeys(name for enrollment in enrollments for name, _ in enrollment.extra))
    writer.writerow(map(escape_formulas, (*COLUMNS, *files, *others)))
    for enrollment in enrollments:
        student, extra = enrollment.student, dict(enrollment.extra)
        u0 = "" if enrollment.u0 is None else str(enrollment.u0)
        own = [student.id, student.name, student.first_name, u0, *([student.stem] if files else [])]
        writer.writerow(map(escape_formulas, (*own, *(extra.get(name, "") for name in others))))
    return stream.getvalue().encode()


def free_seeds(enrollments: Iterable[Enrollment], model_seed: int) -> list[int]:
    """Return what a class may draw: neither 0, the model's, nor one of practice, and not what somebody has."""
    taken = {0, model_seed, *(enrollment.u0 for enrollment in enrollments)}
    return [u0 for u0 in range(PRACTISED.start) if u0 not in taken]


def draw_seeds(enrollments: Iterable[Enrollment], model_seed: int, source: random.Random) -> tuple[Enrollment, ...]:
    """Give a seed to each student who has none: distinct, uniform among those that are free."""
    enrollments = tuple(enrollments)
    drawn = iter(
        source.sample(free_seeds(enrollments, model_seed), sum(enrollment.u0 is None for enrollment in enrollments))
    )
    return tuple(
        enrollment if enrollment.u0 is not None else replace(enrollment, u0=next(drawn)) for enrollment in enrollments
    )


def seat(enrollment: Enrollment) -> str:
    """Return where a student sits, as the teacher's list says in a column called place, seat or the like; else ""."""
    return next((text for name, text in enrollment.extra if name.strip().casefold() in SEATS), "")


def natural_key(text: str) -> list[tuple[int, int, str]]:
    """Return what orders texts as people do: "A2" before "A10"."""
    return [
        (0, int(run), "") if run.isdecimal() and run.isascii() else (1, 0, run)
        for run in re.findall(r"\d{1,18}|\D+", text.casefold())
    ]


def _row_problems(table: InputTable, columns: Columns, place: str) -> list[Problem]:
    header, *body = table.lines
    width = len(header.cells)
    ragged = {line.number for line in body if len(line.cells) < width or any(line.cells[width:])}
    seen: dict[str, int] = {}
    files: dict[str, int] = {}
    sizes = {line.number: len(line.cells) for line in body}
    problems = []
    for entry in entries(table, columns):
        where = Message("{place}, line {line}", place=place, line=entry.line)
        if entry.line in ragged:
            cause = Message(
                "{cells} instead of {columns}",
                cells=Message("{count} cell", plural="{count} cells", count=sizes[entry.line]),
                columns=Message("{count} column", plural="{count} columns", count=width),
            )
            problems.append(Problem(cause, where, "correct the row"))
            continue
        student, stem, u0 = entry.cells[STUDENT], entry.cells.get(FILE, ""), entry.cells.get(U0, "")
        if not any(map(str.isalnum, student)) or not student.isprintable() or len(student) > MAX_IDENTIFIER:
            problems.append(Problem("no identifier in column 'student'", where, "give letters, digits, '-' or '_'"))
        elif seen.setdefault(student.casefold(), entry.line) != entry.line:
            first = seen[student.casefold()]
            cause = Message("student {student!r} is on line {seen} too", student=student, seen=first)
            remedy = Message("remove one line if they are the same person; otherwise correct one of them")
            problems.append(Problem(cause, where, remedy))
        if stem and safe_name(stem, "") != stem:
            remedy = Message("give at most 60 letters, digits, '-' or '_', or nothing")
            problems.append(Problem(Message("the file is named {stem!r}", stem=stem[:40]), where, remedy))
        elif stem and files.setdefault(stem.casefold(), entry.line) != entry.line:
            first = files[stem.casefold()]
            cause = Message("the file name {stem!r} is on line {files} too", stem=stem, files=first)
            problems.append(Problem(cause, where, "rename one of them, or give no name"))
        if u0 and not (u0.isascii() and u0.isdigit() and len(u0) < 7 and int(u0) < lcg.MODULUS):
            remedy = Message("give a number from 0 to {modulus}, or nothing", modulus=lcg.MODULUS - 1)
            problems.append(Problem(Message("u0 is {u0!r}", u0=u0[:40]), where, remedy))
    return problems


def _spoilt_problems(table: InputTable, columns: Columns, place: str) -> Iterator[Problem]:
    """Names that lost letters when their file was saved, and identifiers and names that a spreadsheet spoilt."""
    students = entries(table, columns)
    is_cut = are_cut([entry.cells[STUDENT] for entry in students])
    for entry in students:
        where = Message("{place}, line {line}", place=place, line=entry.line)
        problem = spoilt_problem(entry.cells[STUDENT])
        if problem is not None:
            yield replace(problem, place=where)
        elif is_cut and len(entry.cells[STUDENT]) > MAX_DIGITS:
            cause = Message("the identifier {text} has lost digits", text=entry.cells[STUDENT][:40])
            remedy = "export the list again, and format the column as text before it is opened or typed"
            yield Problem(cause, where, remedy)
        for name in (entry.cells.get(NAME, ""), entry.cells.get(FIRST_NAME, "")):
            if is_error(name):
                yield Problem(Message("{text} is not a name", text=name[:40]), where, "write the name of this student")
            elif is_lost(name):
                cause = Message("the name {name!r} has lost letters", name=name[:60])
                yield Problem(cause, where, "write the name, or save the list again as XLSX or UTF-8 CSV")


def _remarks(enrollments: Sequence[Enrollment], place: str) -> Iterator[Problem]:
    names = _shared((f"{p.student.first_name} {p.student.name}".strip().casefold(), p) for p in enrollments)
    for same in names:
        identifiers = _listed(p.student.id for p in same)
        name = f"{same[0].student.first_name} {same[0].student.name}".rstrip()
        cause = Message("{told} all have the name {name}", told=identifiers, name=name)
        yield Problem(cause, place, "a paper with only this name on it cannot be assigned to a student")
    for same in _shared(("" if p.u0 is None else str(p.u0), p) for p in enrollments):
        yield Problem(
            Message("{listed} have the same u0, {u0}", listed=_listed(p.student.id for p in same), u0=same[0].u0),
            place,
            "change one of the two",
        )


def _shared(pairs: Iterable[tuple[str, Enrollment]]) -> list[list[Enrollment]]:
    """The students who have something in common, group by group."""
    groups: defaultdict[str, list[Enrollment]] = defaultdict(list)
    for what, enrollment in pairs:
        groups[what].append(enrollment)
    return [same for what, same in groups.items() if what and len(same) > 1]


def _listed(names: Iterable[str]) -> str:
    first = list(names)
    left = len(first) - SHOWN
    more = Message(" and {count} other", plural=" and {count} others", count=left) if left > 0 else ""
    return joined("", (", ".join(first[:SHOWN]), more))


def file_names(identifiers: Iterable[str], given: Iterable[str]) -> Iterator[str]:
    """Yield the stem of the files of each student: the one given, else one made of the identifier.

    An identifier that is fit for it stays as it is. Stems differ by more than capitals: of two that would not, the
    later gets a number.
    """
    given = tuple(given)
    taken = {stem.casefold() for stem in given if stem} | RESERVED
    for identifier, stem in zip(identifiers, given, strict=True):
        usual = safe_name(identifier)
        numbered = chain([usual], (f"{usual[:ROOM]}-{n}" for n in count(2)))
        name = stem or next(one for one in numbered if one.casefold() not in taken)
        taken.add(name.casefold())
        yield name
