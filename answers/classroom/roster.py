"""The class list: `students.csv`, one row a student with an identifier, names and a seed."""

import csv
import io
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.identity import Student
from answers.files import safe_name
from answers.submissions.raw.decode import decode
from answers.submissions.raw.dialect import separator
from solvers.sequence import lcg

COLUMNS = ("student", "name", "first_name", "u0")
MAX_STUDENTS = 5_000


@dataclass(frozen=True, slots=True)
class Pupil:
    """A student of the class and their seed, None until it is drawn."""

    student: Student
    u0: int | None = None


def parse_roster(content: bytes, place: str) -> tuple[Pupil, ...]:
    """Read a class list: CSV with the columns student, name, first_name, u0; only `student` is required.

    Comma, semicolon or tab; UTF-8 (with or without BOM) or Latin-1. Identifiers are made fit for file names, and must
    differ by more than capitals, which file systems and people overlook.

    Raises
    ------
    CorrigeError
        If columns are missing, doubled or unknown, a row is ragged, an identifier is empty or doubled, or a seed is
        not a number from 0 to 64006: all of them together, with their lines.
    """
    text = decode(content, place)
    header = text.partition("\n")[0]
    rows = list(_rows(text, separator(header, ",;\t"), place))
    if not rows:
        raise CorrigeError.one("the class list is empty", place=place, remedy=f"start with: {','.join(COLUMNS)}")
    (_, names), *body = rows
    columns = [name.strip().lower() for name in names]
    problems = [*_column_problems(columns, place), *_row_problems(columns, body, place)]
    if not body:
        problems.append(Problem("the class list has no student", place, "write one a line below the header"))
    if problems:
        raise CorrigeError(problems)
    return tuple(_pupil(dict(zip(columns, map(str.strip, row), strict=True))) for _, row in body)


def roster_csv(pupils: Iterable[Pupil]) -> bytes:
    """Return the class list as UTF-8 CSV, as `parse_roster` reads it."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for pupil in pupils:
        student = pupil.student
        writer.writerow([student.id, student.name, student.first_name, pupil.u0])
    return stream.getvalue().encode()


def draw_seeds(pupils: Iterable[Pupil], model_seed: int, source: random.Random) -> tuple[Pupil, ...]:
    """Give a seed to each pupil who has none: distinct, neither 0 nor the model's, uniform among the others."""
    pupils = tuple(pupils)
    taken = {0, model_seed, *(pupil.u0 for pupil in pupils)}
    free = [u0 for u0 in range(lcg.MODULUS) if u0 not in taken]
    drawn = iter(source.sample(free, sum(pupil.u0 is None for pupil in pupils)))
    return tuple(pupil if pupil.u0 is not None else replace(pupil, u0=next(drawn)) for pupil in pupils)


def _rows(text: str, delimiter: str, place: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not empty, each with its line; a quotation mark that is never closed swallows nothing."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
            line = reader.line_num + 1
    except csv.Error as error:
        cause = f"a quotation mark is not closed, or stands inside a cell ({error})"
        raise CorrigeError.one(cause, place=f"{place}, line {line}", remedy="close it, or write it twice") from error


def _pupil(cells: dict[str, str]) -> Pupil:
    student = Student(safe_name(cells["student"]), cells.get("name", ""), cells.get("first_name", ""))
    return Pupil(student, int(cells["u0"]) if cells.get("u0") else None)


def _column_problems(columns: list[str], place: str) -> list[Problem]:
    line = f"{place}, line 1"
    unknown = [Problem(f"unknown column {c!r}", line, did_you_mean(c, COLUMNS)) for c in columns if c not in COLUMNS]
    doubled = [
        Problem(f"column {c!r} stands {n} times", line, "keep one") for c, n in Counter(columns).items() if n > 1
    ]
    missing = [] if "student" in columns else [Problem("column 'student' is missing", line, "add it")]
    return [*unknown, *doubled, *missing]


def _row_problems(columns: list[str], body: list[tuple[int, list[str]]], place: str) -> list[Problem]:
    if "student" not in columns:
        return []
    if len(body) > MAX_STUDENTS:
        return [Problem(f"{len(body)} students, at most {MAX_STUDENTS}", place, "split the class")]
    problems = []
    seen: dict[str, int] = {}
    for line, row in body:
        where = f"{place}, line {line}"
        if len(row) != len(columns):
            problems.append(Problem(f"{len(row)} cells where there are {len(columns)} columns", where, "mend the row"))
            continue
        cells = dict(zip(columns, map(str.strip, row), strict=True))
        problems += _cell_problems(cells, where, seen)
        seen.setdefault(safe_name(cells["student"], "").casefold(), line)
    return problems


def _cell_problems(cells: dict[str, str], where: str, seen: dict[str, int]) -> list[Problem]:
    problems = []
    student = safe_name(cells["student"], "")
    if not student:
        problems.append(Problem("no identifier in column 'student'", where, "give letters, digits, '-' or '_'"))
    elif student.casefold() in seen:
        cause = f"student {student!r} stands on line {seen[student.casefold()]} too"
        problems.append(Problem(cause, where, "rename one"))
    u0 = cells.get("u0")
    if u0 and not (u0.isascii() and u0.isdigit() and len(u0) < 7 and int(u0) < lcg.MODULUS):
        problems.append(Problem(f"u0 is {u0[:40]!r}", where, f"give a number from 0 to {lcg.MODULUS - 1}, or nothing"))
    return problems
