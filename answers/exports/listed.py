"""The list of a course as a school's platform exports it, and the rows of a class in it."""

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from answers.errors import CorrigeError, Problem
from answers.exports.gradebook import Row
from answers.messages import Message
from answers.people.encodings import read_text
from answers.people.matching import IDENTIFIERS, PARTICIPANT, PLATFORM_ID, PeopleList, Person, key_headers, match_people
from answers.people.names import name_key
from answers.people.table import FULL_NAME, NAME, TITLES, Line, header_separator, is_spreadsheet, read_table, role_of
from answers.submissions.raw.submission import decode

MAX_ROWS = 20_000
MAX_COLUMNS = 1_000

NO_FOLDERS: Mapping[str, str] = MappingProxyType({})


def read_list(content: bytes, place: str, students: Iterable[Row] = ()) -> PeopleList:
    """Read the list of a course: a workbook, or CSV with comma, semicolon, tab or bar, in any encoding.

    Up to ten lines of titles may stand above the header. Cells of CSV are left as they are, for a platform may want the
    same list back. A column that the students of the class have as their identifier is one. What is no list raises
    CorrigeError.
    """
    notes: tuple[Problem, ...] = ()
    if is_spreadsheet(content):
        table = read_table(content, place)
        rows, notes = [*table.lines], table.notes
    else:
        rows = _rows(_text(content, place).lstrip("\ufeff"), place)
    if len(rows) > MAX_ROWS or (rows and len(rows[0].cells) > MAX_COLUMNS):
        raise CorrigeError.one(
            Message("has {count} rows, at most {max_rows} are read", count=len(rows), max_rows=MAX_ROWS),
            place=place,
            remedy="split it",
        )
    if not rows:
        raise CorrigeError.one("the list is empty", place=place, remedy="export it again from the platform")
    known = [sum(bool(role_of(cell)) for cell in row.cells) for row in rows[:TITLES]]
    header, *body = rows[known.index(max(known)) :]
    width = len(header.cells)
    lines = (Line(row.number, (*row.cells[:width], *[""] * (width - len(row.cells)))) for row in body)
    keys = key_headers(_person(student, "") for student in students)
    listed = PeopleList(place, header.cells, tuple(lines), notes=notes, keys=keys)
    if not listed.having(*IDENTIFIERS, PARTICIPANT, FULL_NAME, NAME):
        shown = ", ".join(header.cells[:8])[:200]
        cause = Message("no column says who a student is; there are: {header}", header=shown)
        raise CorrigeError.one(cause, place=place, remedy="export the list with e-mail addresses or identifiers")
    return listed


def _text(content: bytes, place: str) -> str:
    """The text of a list; where it can be read in several ways, that of Windows: names that it spoils match nobody."""
    try:
        return read_text(content, place)[0]
    except CorrigeError:
        return decode(content, place)


def plain(text: str) -> str:
    """Return `text` in small letters, with single spaces, straight apostrophes and nothing in brackets at its end."""
    straight = re.sub(r"\s*\([^()]*\)\s*$", "", text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return " ".join(straight.casefold().split())


def _rows(text: str, place: str) -> list[Line]:
    """The rows that are not empty, each with the line that it begins on."""
    first = [line for line in islice(io.StringIO(text), TITLES) if line.strip()]
    mark = max(map(header_separator, first), default=(0, 0, ","), key=lambda found: found[:2])[2]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    rows, line = [], 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append(Line(line, tuple(row)))
            line = reader.line_num + 1
    except csv.Error as error:
        raise CorrigeError.one(
            Message("is not CSV: {error}", error=error), place=place, remedy="export it again as CSV"
        ) from error
    return rows


@dataclass(frozen=True, slots=True)
class Match:
    """One student, and a row of theirs in the platform's list."""

    row: Row
    listed: Line


@dataclass(frozen=True, slots=True)
class Matched:
    """The rows that were found, in the order of the list; what a person must look at, and what is only noted."""

    found: tuple[Match, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Message, ...]

    @property
    def by_line(self) -> dict[int, Row]:
        """The row of the class by the line of the list."""
        return {one.listed.number: one.row for one in self.found}


def match(rows: Iterable[Row], listed: PeopleList, folders: Mapping[str, str] = NO_FOLDERS) -> Matched:
    """Match the rows of a class with those of a platform's list: see `match_people`.

    `folders` has the Moodle folder that each student uploaded to, by identifier.
    """
    rows = tuple(rows)
    matching = match_people([_person(row, folders.get(row.student.id, "")) for row in rows], listed)
    found = tuple(Match(rows[student], listed.rows[at]) for student, at in matching.found)
    return Matched(found, (*listed.notes, *matching.problems), matching.notes)


def _person(row: Row, folder: str) -> Person:
    student = row.student
    name = ", ".join(filter(None, (student.name.strip(), student.first_name.strip())))
    if not name and len(name_key(student.id).split()) > 1:  # students may be known by their names
        name = student.id
    number = re.search(r"_(\d+)_", f"{folder}_")
    return Person(student.id, name, tuple(row.extra.items()), number[1] if number else "")


PEOPLE = IDENTIFIERS - {"ine"} | {PLATFORM_ID, "name", "first_name", "full_name"}
"""The roles of the columns that an import wants, to find people by."""
