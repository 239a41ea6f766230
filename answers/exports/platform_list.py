"""Read the list of students that a school's platform exports, and match its lines with the students of a class."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from answers.errors import CorrigeError, Problem
from answers.exam.settings import written_amount
from answers.exports.gradebook import GradebookRow
from answers.messages import Message
from answers.people.matching import match_people
from answers.people.names import looks_like_name, unaccented
from answers.people.people_list import IDENTIFIERS, PARTICIPANT, PLATFORM_ID, PeopleList, Person, key_headers
from answers.people.table import FULL_NAME, NAME, Line, folded, plain, read_table

NO_FOLDERS: Mapping[str, str] = MappingProxyType({})


def read_platform_list(content: bytes, place: str, students: Iterable[GradebookRow] = ()) -> PeopleList:
    """Read the list of a platform: a workbook, or CSV with comma, semicolon, tab or bar, in any encoding.

    Up to ten lines of titles may stand above the header. Cells of CSV stay unchanged, since some platforms import only
    the cells that they exported. A column that repeats the identifiers of `students` counts as a column of identifiers,
    whatever its header. Raises CorrigeError if the file is empty or has no column that identifies students.
    """
    table = read_table(content, place, as_is=True)
    if not table.lines:
        raise CorrigeError.single(
            "the platform's list is empty", place=place, remedy="export the list again from the platform"
        )
    header, *body = table.lines
    width = len(header.cells)
    lines = (Line(row.number, (*row.cells[:width], *[""] * (width - len(row.cells)))) for row in body)
    keys = key_headers(_person(student, "") for student in students)
    listed = PeopleList(place, header.cells, tuple(lines), notes=table.notes, keys=keys)
    if not listed.columns_with(*IDENTIFIERS, PARTICIPANT, FULL_NAME, NAME):
        shown = ", ".join(header.cells[:8])[:200]
        cause = Message("no column of the list identifies the students; its columns are: {header}", header=shown)
        raise CorrigeError.single(cause, place=place, remedy="export the list with e-mail addresses or identifiers")
    return listed


def bare_column(column: str) -> str:
    """Return a header made plain as by `people.table.plain`, without brackets at its end: "Quiz 1 (23)" is "quiz 1"."""
    return plain(re.sub(r"\s*\([^()]*\)\s*$", "", column))


def title_key(title: str) -> str:
    """Return a column title in the form in which titles are compared: without capitals, accents and double spaces.

    All other signs count: "DM" differs from "DM (2)", and "C++" from "C#".
    """
    return unaccented(folded(title).replace("’", "'"))


def new_column_problem(listed: PeopleList, title: str, columns: Iterable[str]) -> Problem:
    """Return the problem that no column of marks in a list has the `title`, so that the platform makes a new column."""
    cause = Message(
        "the platform will create a new column {column!r}; the columns of marks in the list are: {columns}",
        column=title,
        columns=", ".join(map(repr, columns))[:300],
    )
    return Problem(cause, listed.place, "to write the marks into one of these columns: --column NAME")


def maximum_problems(listed: PeopleList, maxima: Iterable[str], out_of: Fraction) -> Iterator[Problem]:
    """Yield a problem for each of the `maxima`, the highest possible marks that a list states, that is not `out_of`."""
    for text in maxima:
        if written_amount(text.strip().replace(",", ".")) != out_of:
            cause = Message(
                "on the platform the assignment is marked out of {text}, but the exported marks are out of {points:g}",
                text=text,
                points=float(out_of),
            )
            remedy = Message("change the maximum grade of the assignment on the platform, or `out_of` in corrige.toml")
            yield Problem(cause, listed.place, remedy)


@dataclass(frozen=True, slots=True)
class MatchedRow:
    """A row of the gradebook with the line of the same student in the platform's list."""

    row: GradebookRow
    listed: Line


@dataclass(frozen=True, slots=True)
class MatchedRows:
    """The rows of the gradebook that were matched with a platform's list, in the order of the list.

    `problems` name the students and lines without a match, which the teacher must examine.
    """

    rows: tuple[MatchedRow, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Message, ...]

    @property
    def by_line(self) -> dict[int, GradebookRow]:
        """The matched rows of the gradebook, by the line number in the platform's list."""
        return {match.listed.number: match.row for match in self.rows}


def match_rows(
    rows: Iterable[GradebookRow], listed: PeopleList, folders: Mapping[str, str] = NO_FOLDERS
) -> MatchedRows:
    """Match the rows of a class with the lines of a platform's list; see `match_people`.

    `folders` has the Moodle folder from which each student's paper was downloaded, by identifier.
    """
    rows = tuple(rows)
    matching = match_people([_person(row, folders.get(row.student.id, "")) for row in rows], listed)
    matches = tuple(MatchedRow(rows[student], listed.rows[at]) for student, at in matching.pairs)
    return MatchedRows(matches, (*listed.notes, *matching.problems), matching.notes)


def _person(row: GradebookRow, folder: str) -> Person:
    """Return a student as the matching needs it; an identifier that looks like a name serves as a missing name."""
    student = row.student
    name = ", ".join(filter(None, (student.name.strip(), student.first_name.strip())))
    if not name and looks_like_name(student.id):
        name = student.id
    number = re.search(r"_(\d+)_", f"{folder}_")
    return Person(student.id, name, tuple(row.extra.items()), number[1] if number else "")


PEOPLE = IDENTIFIERS - {"ine"} | {PLATFORM_ID, "name", "first_name", "full_name"}
"""The roles of the columns by which a platform finds students."""
