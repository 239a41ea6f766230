"""Read and write the class list `students.csv`: the students of a class, each with a seed u₀.

A seed is the number that determines a student's exam. A list that does not distinguish its students, or has ragged
lines, duplicates or values out of range, raises CorrigeError with all problems and their lines.
"""

import csv
import io
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import chain, count
from types import MappingProxyType

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.draw import PRACTISED
from answers.exports.tables import escape_formulas, unescape_formulas
from answers.files import MAX_NAME, safe_name
from answers.messages import Message, abridged, either
from answers.people.columns import FILE, OWN, Columns, columns_of, entries, identifying, is_own
from answers.people.encodings import is_lost
from answers.people.identifiers import are_cut, is_error, mended_identifiers, spoilt_problem
from answers.people.names import MAX_DIGITS
from answers.people.people_list import are_ranks
from answers.people.student_lines import StudentLines, student_lines
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
from answers.sheets.identity import Student
from solvers.sequence import lcg

MOST_NAMED = 5
"""The most students that a message names."""
NEAR = 0.6
"""The least similarity, from 0 to 1, of a name or identifier that is suggested for an unknown one."""
NO_FILES: Mapping[str, str] = MappingProxyType({})


def named_student(students: Iterable[Student], text: str, files: Mapping[str, str] = NO_FILES) -> Student:
    """Return the student whom a text names: by identifier, by the stem of the student's files, or by a unique name.

    The text may be the first name and the family name in any order, one of these two, or the file that the student
    handed in, with or without its folder. A part of one of the two names is not enough, since another student may have
    it. Capitals, accents and spaces do not count in names; capitals do not count in identifiers and stems. `files`
    has the identifier of a student by the place of each file in the class. Raises CorrigeError, with similar names, if
    no student or several students match.
    """
    known, stripped, plain_name = list(students), text.strip(), plain(text)
    by_id = [student for student in known if stripped and folded(student.id) == folded(stripped)]
    if exact := by_id or [student for student in known if stripped and folded(student.stem) == folded(stripped)]:
        return exact[0]
    # The text is the path of a file in the class, the end of this path, or a longer path.
    handed_in = {
        student
        for place, student in files.items()
        if stripped and (stripped == place or place.endswith(f"/{stripped}") or stripped.endswith(f"/{place}"))
    }
    matches = [student for student in known if student.id in handed_in or plain_name in _names(student)]
    if len(matches) == 1:
        return matches[0]
    if matches:
        cause = Message("{count} students have the name {text!r}", count=len(matches), text=text[:60])
        shown = " ; ".join(student.label for student in matches[:MOST_NAMED])
        raise CorrigeError.single(cause, remedy=Message("give an identifier: {identifiers}", identifiers=shown))
    cause = Message("no student of the class has the identifier or name {identifier!r}", identifier=text[:60])
    near = [student for student in known if plain_name and any(plain_name in name for name in _names(student))]
    if not near:
        written = {name: student for student in known for name in (*_names(student), folded(student.id))}
        near = [written[name] for name in get_close_matches(plain_name, written, MOST_NAMED, NEAR)]
    labels = list(dict.fromkeys(student.label for student in near))[:MOST_NAMED]
    remedy = Message("did you mean {names}?", names=either(labels)) if labels else None
    raise CorrigeError.single(cause, remedy=remedy or did_you_mean(text, [student.id for student in known]))


def _names(student: Student) -> set[str]:
    first, last = student.first_name, student.name
    return {plain(name) for name in (f"{first} {last}", f"{last} {first}", first, last)} - {""}


MAX_STUDENTS = 10_000
MAX_IDENTIFIER = 200

RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
"""File names that Windows reserves."""
MAX_UNNUMBERED = MAX_NAME - 6
"""The longest beginning of a file name to which a number can be added."""
SEATS = frozenset({"place", "seat", "siège", "siege", "table", "rang"})
"""Headers of a column with the students' seats, in small letters."""


@dataclass(frozen=True, slots=True)
class Enrollment:
    """A student of the class with the seed u₀, which is None until it is drawn.

    `extra` has the other columns of the teacher's list, in order, as pairs of header and text.
    """

    student: Student
    u0: int | None = None
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def export_columns(self) -> dict[str, str]:
        """The other columns by header, without the national number, which must not be exported."""
        return {header: text for header, text in self.extra if role_of(header) != INE}


@dataclass(frozen=True, slots=True)
class Roster:
    """A class list: its students in order, and notes for the teacher on homonyms, shared seeds and corrections.

    `known_by` is the header of the column of identifiers, "" if the names are the identifiers. `lines` are the line
    numbers of the students in the file, and `place` names the file in messages.
    """

    enrollments: tuple[Enrollment, ...]
    notes: tuple[Problem, ...] = ()
    known_by: str = ""
    lines: tuple[int, ...] = ()
    place: str = ""


def read_own_roster(content: bytes, place: str) -> Roster:
    """Read the list of an existing class, also with identifiers and lines that `read_roster` refuses."""
    return _roster(read_table(content, place), place, is_doubted=False)


def read_roster(content: bytes, place: str, known_by: str = "", encoding: str = "") -> Roster:
    """Read a class list: corrige's own, or an export of Moodle, Canvas, Pronote or a spreadsheet, as CSV or XLSX.

    Columns are recognized by their French or English headers, in any order. Identifiers are taken unchanged from the
    column `known_by`, unless it is "". Identifiers must differ by more than capitals, which file systems and people
    overlook. File names are derived from the identifiers, unless the list has a column `file`. `encoding` is that of a
    CSV file, "" if the teacher names none.
    """
    return _roster(read_table(content, place, encoding), place, known_by)


def _roster(table: InputTable, place: str, known_by: str = "", *, is_doubted: bool = True) -> Roster:
    """Return the class list in a table; with `is_doubted`, corrige's own lists are checked for unlikely texts too."""
    if not table.lines:
        raise CorrigeError.single(
            "the class list is empty",
            place=place,
            remedy=Message("write this header on the first line: {columns}", columns=",".join(OWN)),
        )
    is_ours = is_own(table) and not is_doubted
    if is_own(table):
        lines_read = (replace(line, cells=tuple(map(unescape_formulas, line.cells))) for line in table.lines)
        table = replace(table, lines=tuple(lines_read))
    mended: tuple[Problem, ...] = ()
    lines = StudentLines(table)
    if not is_ours:
        table, mended = mended_identifiers(table, place, known_by)
        lines = student_lines(table, place, known_by)
    table = lines.table
    columns = columns_of(table, place, known_by)
    table, twice = _without_repeated(table, columns, place)
    problems = [*columns.problems, *lines.problems]
    if len(table.lines) == 1:
        problems.append(Problem("the class list has no student", place, "write one student per line below the header"))
    if len(table.lines) > MAX_STUDENTS + 1:
        cause = Message(
            "the list has {count} students, but a class may have at most {max_students}",
            count=len(table.lines) - 1,
            max_students=MAX_STUDENTS,
        )
        raise CorrigeError([*problems, Problem(cause, place, "divide the list into several classes")])
    if not columns.problems or STUDENT in columns.roles.values():
        spoilt = [] if is_ours else list(_spoilt_problems(table, columns, place))
        places = {problem.place for problem in spoilt}  # two spoilt identifiers may be equal by chance
        problems += [problem for problem in _row_problems(table, columns, place) if problem.place not in places]
        problems += spoilt
    if problems:
        raise CorrigeError(problems)
    students, enrollments = entries(table, columns), []
    stems = file_names([entry.cells[STUDENT] for entry in students], [entry.cells.get(FILE, "") for entry in students])
    for entry, stem in zip(students, stems, strict=True):
        cells = entry.cells
        file = "" if stem == cells[STUDENT] else stem
        student = Student(cells[STUDENT], cells.get(NAME, ""), cells.get(FIRST_NAME, ""), file)
        enrollments.append(Enrollment(student, int(cells[U0]) if cells.get(U0) else None, entry.extra))
    by = next((table.lines[0].cells[at] for at, role in columns.roles.items() if role == STUDENT), "")
    notes = (*table.notes, *mended, *lines.notes, *twice, *columns.notes, *_duplicate_notes(enrollments, place))
    return Roster(tuple(enrollments), notes, by, tuple(entry.line for entry in students), place)


def with_key_column(roster: Roster) -> tuple[Enrollment, ...]:
    """Return the students of a list; add their identifiers as a further column if later lists need its header.

    The header is needed to recognise the same identifiers in another list if they are small numbers, which may be ranks
    in that list, or if they are under a header that corrige does not know.
    """
    header, ids = roster.known_by, [enrollment.student.id for enrollment in roster.enrollments]
    if not header or header.casefold() in OWN or (role_of(header) in (*IDENTIFYING, INE) and not are_ranks(ids)):
        return roster.enrollments
    return tuple(
        replace(student, extra=((header, student.student.id), *student.extra)) for student in roster.enrollments
    )


def _without_repeated(table: InputTable, columns: Columns, place: str) -> tuple[InputTable, list[Problem]]:
    """Return the table without lines that repeat identifier and both names of an earlier line, and notes on these."""
    if STUDENT not in columns.roles.values():
        return table, []
    first: dict[tuple[str, ...], int] = {}
    again: dict[int, int] = {}
    for entry in entries(table, columns):
        person = tuple(folded(entry.cells.get(role, "")) for role in (STUDENT, NAME, FIRST_NAME))
        others = tuple(folded(text) for header, text in entry.extra if role_of(header) in (*IDENTIFYING, INE))
        if all(person) and first.setdefault((*person, *others), entry.line) != entry.line:
            again[entry.line] = first[*person, *others]
    notes = [
        Problem(
            Message("this line and line {line} are the same student, who was added only once", line=first_line),
            Message("{place}, line {line}", place=place, line=line),
            "the other columns of this student are read from the first of the two lines",
        )
        for line, first_line in again.items()
    ]
    return replace(table, lines=tuple(line for line in table.lines if line.number not in again)), notes


def identifying_columns(content: bytes, place: str, encoding: str = "") -> dict[str, tuple[str, ...]]:
    """Return the texts of the columns that could identify the students of a list, by header; see `identifying`."""
    table = read_table(content, place, encoding)
    if not table.lines:
        return {}
    table = student_lines(mended_identifiers(table, place)[0], place).table
    header, *body = table.lines
    at = {column: header.cells.index(column) for column in identifying(table)}
    return {column: tuple(line.cells[i] for line in body if i < len(line.cells)) for column, i in at.items()}


def roster_csv(enrollments: Sequence[Enrollment]) -> bytes:
    """Return the class list as UTF-8 CSV, which `read_own_roster` reads, with formulas escaped.

    The column `file` is only written if a file name differs from the identifier. The teacher's other columns follow.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    files = [FILE] if any(enrollment.student.stem != enrollment.student.id for enrollment in enrollments) else []
    other_headers = list(dict.fromkeys(name for enrollment in enrollments for name, _ in enrollment.extra))
    writer.writerow(map(escape_formulas, (*OWN, *files, *other_headers)))
    for enrollment in enrollments:
        student, extra = enrollment.student, dict(enrollment.extra)
        u0 = "" if enrollment.u0 is None else str(enrollment.u0)
        cells = [student.id, student.name, student.first_name, u0, *([student.stem] if files else [])]
        writer.writerow(map(escape_formulas, (*cells, *(extra.get(name, "") for name in other_headers))))
    return stream.getvalue().encode()


def free_seeds(enrollments: Iterable[Enrollment], model_seed: int, former: Iterable[int] = ()) -> list[int]:
    """Return the seeds that a class may draw.

    Not 0, the model sheet's seed, practice seeds, a seed of a student, or the `former` ones that a redraw replaces.
    """
    excluded = {0, model_seed, *former, *(enrollment.u0 for enrollment in enrollments)}
    return [u0 for u0 in range(PRACTISED.start) if u0 not in excluded]


def draw_seeds(
    enrollments: Iterable[Enrollment], model_seed: int, source: random.Random, former: Iterable[int] = ()
) -> tuple[Enrollment, ...]:
    """Return the students, with a seed drawn for each who has none: distinct, and uniform among the free seeds."""
    enrollments = tuple(enrollments)
    missing = sum(enrollment.u0 is None for enrollment in enrollments)
    drawn = iter(source.sample(free_seeds(enrollments, model_seed, former), missing))
    return tuple(
        enrollment if enrollment.u0 is not None else replace(enrollment, u0=next(drawn)) for enrollment in enrollments
    )


def seed_from_text(text: str) -> int | None:
    """Parse a seed u₀; None if the text is not a number in the range of seeds."""
    bare = text.strip()
    is_seed = bare.isascii() and bare.isdigit() and len(bare) < 7 and int(bare) < lcg.MODULUS
    return int(bare) if is_seed else None


def seat(enrollment: Enrollment) -> str:
    """Return the seat of a student, from a column with a header such as "place" or "seat"; "" if there is none."""
    return next((text for name, text in enrollment.extra if name.strip().casefold() in SEATS), "")


def natural_key(text: str) -> list[tuple[int, int, str]]:
    """Return a key that sorts texts with numbers as people do: "A2" before "A10"."""
    return [
        (0, int(run), "") if run.isdecimal() and run.isascii() else (1, 0, run)
        for run in re.findall(r"\d{1,18}|\D+", text.casefold())
    ]


def _row_problems(table: InputTable, columns: Columns, place: str) -> Iterator[Problem]:
    """Yield the problems of a list's lines: ragged lines, invalid or repeated identifiers, file names and seeds."""
    header, *body = table.lines
    width = len(header.cells)
    ragged = {line.number: len(line.cells) for line in body if len(line.cells) < width or any(line.cells[width:])}
    line_of_id, line_of_file = dict[str, int](), dict[str, int]()
    for entry in entries(table, columns):
        where = Message("{place}, line {line}", place=place, line=entry.line)
        if entry.line in ragged:
            cause = Message(
                "this line has {count} cell, but the header has {columns}",
                plural="this line has {count} cells, but the header has {columns}",
                count=ragged[entry.line],
                columns=width,
            )
            yield Problem(cause, where, "correct this line of the list")
            continue
        student, stem, u0 = entry.cells[STUDENT], entry.cells.get(FILE, ""), entry.cells.get(U0, "")
        if not any(map(str.isalnum, student)) or not student.isprintable() or len(student) > MAX_IDENTIFIER:
            cause = Message("this line has no identifier in the column 'student'")
            yield Problem(cause, where, "write an identifier of letters, digits, '-' or '_'")
        elif (first := line_of_id.setdefault(student.casefold(), entry.line)) != entry.line:
            cause = Message("student {student!r} is on line {line} too", student=student, line=first)
            yield Problem(
                cause, where, "remove one of the two lines if they are the same person; otherwise correct one line"
            )
        if stem and safe_name(stem, "") != stem:
            cause = Message("the file name {stem!r} of this student is not allowed", stem=stem[:40])
            yield Problem(
                cause, where, "write a file name of at most 60 letters, digits, '-' or '_', or leave the cell empty"
            )
        elif stem and (first := line_of_file.setdefault(stem.casefold(), entry.line)) != entry.line:
            cause = Message("the file name {stem!r} is on line {line} too", stem=stem, line=first)
            yield Problem(cause, where, "give one of the two students another file name, or none")
        if u0 and seed_from_text(u0) is None:
            remedy = Message(
                "write a whole number from 0 to {modulus}, or leave the cell empty", modulus=lcg.MODULUS - 1
            )
            yield Problem(Message("{u0!r} is not a possible u₀, the seed of a student", u0=u0[:40]), where, remedy)


def _spoilt_problems(table: InputTable, columns: Columns, place: str) -> Iterator[Problem]:
    """Yield the problems of names that lost letters, and of identifiers and names that a spreadsheet has spoilt."""
    students = entries(table, columns)
    is_cut = are_cut([entry.cells[STUDENT] for entry in students])
    for entry in students:
        where = Message("{place}, line {line}", place=place, line=entry.line)
        problem = spoilt_problem(entry.cells[STUDENT])
        if problem is not None:
            yield replace(problem, place=where)
        elif is_cut and len(entry.cells[STUDENT]) > MAX_DIGITS:
            cause = Message(
                "the identifier {text} has lost digits in a spreadsheet: it is written as a rounded number",
                text=entry.cells[STUDENT][:40],
            )
            remedy = (
                "export the list again, and in the spreadsheet give the column of identifiers the format “text” "
                "before you open or type the list"
            )
            yield Problem(cause, where, remedy)
        for name in (entry.cells.get(NAME, ""), entry.cells.get(FIRST_NAME, "")):
            if is_error(name):
                cause = Message("{text} is an error of a spreadsheet, not a name", text=name[:40])
                yield Problem(cause, where, "write the name of this student")
            elif is_lost(name):
                cause = Message(
                    "some letters of the name {name!r} are lost: the program that saved the list replaced "
                    "them by other signs",
                    name=name[:60],
                )
                yield Problem(cause, where, "write the right name, or save the list again as XLSX or UTF-8 CSV")


def _duplicate_notes(enrollments: Sequence[Enrollment], place: str) -> Iterator[Problem]:
    """Yield notes on students with equal names, and on students with equal seeds."""
    names = _groups_sharing((f"{p.student.first_name} {p.student.name}".strip().casefold(), p) for p in enrollments)
    for same in names:
        identifiers = abridged([p.student.id for p in same], MOST_NAMED)
        name = f"{same[0].student.first_name} {same[0].student.name}".rstrip()
        cause = Message("the students {identifiers} have the same name, {name}", identifiers=identifiers, name=name)
        yield Problem(
            cause,
            place,
            "nothing to do now; a paper that has only this name, and no signature, will be assigned to no "
            "student until you decide",
        )
    for same in _groups_sharing(("" if p.u0 is None else str(p.u0), p) for p in enrollments):
        cause = Message(
            "the students {listed} have the same u0, {u0}, and so the same answers",
            listed=abridged([p.student.id for p in same], MOST_NAMED),
            u0=same[0].u0,
        )
        yield Problem(
            cause, place, "give one of these students another u0, unless you accept that they have the same data"
        )


def _groups_sharing(pairs: Iterable[tuple[str, Enrollment]]) -> list[list[Enrollment]]:
    """Return the groups of at least two students with the same text, which is not empty."""
    groups: defaultdict[str, list[Enrollment]] = defaultdict(list)
    for text, enrollment in pairs:
        groups[text].append(enrollment)
    return [same for text, same in groups.items() if text and len(same) > 1]


def file_names(identifiers: Iterable[str], stems: Iterable[str]) -> Iterator[str]:
    """Yield the stem of each student's files: the stem in the list, or else a stem derived from the identifier.

    A valid file name is used unchanged. Stems differ by more than capitals: a later duplicate gets a number.
    """
    stems = tuple(stems)
    used_stems = {stem.casefold() for stem in stems if stem} | RESERVED
    for identifier, stem in zip(identifiers, stems, strict=True):
        usual = safe_name(identifier)
        numbered = chain([usual], (f"{usual[:MAX_UNNUMBERED]}-{n}" for n in count(2)))
        name = stem or next(name for name in numbered if name.casefold() not in used_stems)
        used_stems.add(name.casefold())
        yield name
