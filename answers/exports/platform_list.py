"""Read the list of students that a school's platform exports, and match its lines with the students of a class."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import TypeAlias

from answers.errors import CorrigeError, Problem
from answers.exam.settings import written_amount
from answers.exports.gradebook import GradebookRow
from answers.messages import Message
from answers.people.matching import match_people
from answers.people.names import (
    NameMatch,
    identifier_keys,
    identifier_text,
    looks_like_name,
    names_agree,
    unaccented,
)
from answers.people.people_list import IDENTIFIERS, PARTICIPANT, PLATFORM_ID, PeopleList, Person, key_headers
from answers.people.table import FULL_NAME, INE, NAME, Line, folded, plain, read_table

NO_FOLDERS: Mapping[str, str] = MappingProxyType({})
ListedIdentifiers: TypeAlias = Mapping[str, Mapping[str, str]]
"""Identifiers of students in lists of a platform: by column, see `_column_key`, and by the student's identifier."""
NOTHING: ListedIdentifiers = MappingProxyType({})
_TELLING_ROWS = 5
"""The fewest rows that hardly are in the order of a column by chance."""
_ASSIGNED = IDENTIFIERS - {INE} | {PARTICIPANT, PLATFORM_ID}
"""The roles of columns by which a platform may find the students of an imported file."""


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
        raise no_identifier(listed, "export the list with e-mail addresses or identifiers")
    return listed


def no_identifier(listed: PeopleList, remedy: str) -> CorrigeError:
    """Return the error that no column of a list identifies students."""
    shown = ", ".join(map(repr, listed.columns))[:300]
    cause = Message("no column of the list identifies the students; its columns are: {columns}", columns=shown)
    return CorrigeError.single(cause, place=listed.place, remedy=remedy)


def bare_column(column: str) -> str:
    """Return a header made plain as by `people.table.plain`, without brackets at its end: "Quiz 1 (23)" is "quiz 1"."""
    return plain(re.sub(r"\s*\([^()]*\)\s*$", "", column))


def title_key(title: str) -> str:
    """Return a column title without capitals, accents and double spaces; other signs count, as in "C++" and "C#"."""
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
    """The rows of the gradebook that were matched with a platform's list, in the order of the list."""

    rows: tuple[MatchedRow, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Message, ...]
    recorded: ListedIdentifiers = field(default_factory=dict)
    """The identifiers by column that the next list must confirm: those recorded before, and those of this list."""
    unknown: Problem | Message | None = None
    """Identifiers that nothing confirms and that are not recorded yet: a problem, or a note if names tell the rows."""

    @property
    def by_line(self) -> dict[int, GradebookRow]:
        """The matched rows of the gradebook, by the line number in the platform's list."""
        return {match.listed.number: match.row for match in self.rows}


def match_rows(
    rows: Iterable[GradebookRow],
    listed: PeopleList,
    folders: Mapping[str, str] = NO_FOLDERS,
    recorded: ListedIdentifiers = NOTHING,
) -> MatchedRows:
    """Match the rows of a class with the lines of a platform's list; see `match_people`.

    `folders` has the Moodle folder from which each student's paper was downloaded, by identifier. `recorded` has the
    identifiers of earlier lists, which count like columns of the class list that has not these columns. They do not
    count if fewer than half of them are in the list: Moodle gives other numbers for another assignment.
    """
    rows = tuple(rows)
    keys = {_column_key(listed, at): at for at in listed.columns_with(*_ASSIGNED)}
    known = {key: recorded[key] for key, at in keys.items() if key in recorded and _fits(recorded[key], listed, at)}
    people = []
    for row in rows:
        person = _person(row, folders.get(row.student.id, ""))
        own = {plain(header) for header, text in person.columns if text}
        earlier = {key: texts[row.student.id] for key, texts in known.items() if row.student.id in texts}
        columns = ((listed.columns[keys[key]], text) for key, text in earlier.items() if key not in own)
        participant = person.participant or earlier.get(PARTICIPANT, "")
        people.append(replace(person, columns=(*person.columns, *columns), participant=participant))
    matching = match_people(people, listed)
    matches = tuple(MatchedRow(rows[student], listed.rows[at]) for student, at in matching.pairs)
    result, unknown = dict(recorded), dict[int, set[int]]()
    for key, at in keys.items():
        texts = {match.row.student.id: text for match in matches if (text := _identifier(listed, match.listed, at))}
        if at not in matching.contradicted:
            earlier = {**known.get(key, {})}
            result[key] = texts | earlier
            unknown[at] = {s for s in matching.unconfirmed.get(at, ()) if rows[s].student.id not in earlier}
    by_name = {
        s for s, at in matching.pairs if names_agree(people[s].name, listed.name(listed.rows[at])) is NameMatch.AGREE
    }
    unconfirmed = _unknown_identifiers(
        listed, [(s, rows[s], listed.rows[at]) for s, at in matching.pairs], unknown, by_name
    )
    return MatchedRows(matches, (*listed.notes, *matching.problems), matching.notes, result, unconfirmed)


def _column_key(listed: PeopleList, at: int) -> str:
    """Return the text under which the identifiers of a column are recorded: its header, or the role of a number."""
    role = listed.roles[at]
    return role if role in (PARTICIPANT, PLATFORM_ID) else plain(listed.columns[at])


def _identifier(listed: PeopleList, row: Line, at: int) -> str:
    """Return the identifier in a column of a row; of a Moodle participant, only the digits."""
    cell = row.cells[at].strip()
    return "".join(filter(str.isdecimal, cell)) if listed.roles[at] == PARTICIPANT else cell


def _fits(texts: Mapping[str, str], listed: PeopleList, at: int) -> bool:
    """Return whether at least half of recorded identifiers are in a column, or half of the column is recorded."""
    cells = [_identifier(listed, row, at) for row in listed.rows]
    earlier, present = ({*keys} - {""} for keys in identifier_keys([*texts.values()], cells))
    return 2 * len(earlier & present) >= min(len(earlier), len(present))


def _unknown_identifiers(
    listed: PeopleList,
    pairs: Sequence[tuple[int, GradebookRow, Line]],
    unknown: Mapping[int, Set[int]],
    by_name: Set[int],
) -> Problem | Message | None:
    """Return what only a list says about the identifiers of students, with three rows to compare; None for nothing.

    It is a problem if most identifiers of a column are `unknown`, and names do not tell some of these rows, or the rows
    are in the order of the names and of the column too, as if the column had been sorted by itself.
    """
    unknown = {at: students for at, students in unknown.items() if students}
    if not unknown:
        return None
    of_unknown = [pair for pair in pairs if any(pair[0] in students for students in unknown.values())]
    shown = [of_unknown[at] for at in sorted({0, len(of_unknown) // 2, len(of_unknown) - 1})]
    texts = [
        f"{row.student.label} → {', '.join(line.cells[at] for at in unknown if s in unknown[at])}"
        for s, row, line in shown
    ]
    cause = Message(
        "only this list says which identifiers {count} student has in {columns}, by which the platform may find "
        "students: {rows}",
        plural="only this list says which identifiers {count} students have in {columns}, by which the platform may "
        "find students: {rows}",
        count=len({s for s, _, _ in of_unknown}),
        columns=", ".join(repr(listed.columns[at]) for at in unknown),
        rows=" ; ".join(texts),
    )
    most = [at for at in unknown if 2 * len(unknown[at]) > sum(bool(line.cells[at].strip()) for _, _, line in pairs)]
    if all(unknown[at] <= by_name and not _is_sorted_alone(listed, at) for at in most):
        return Message("{cause}; later lists are compared with these identifiers", cause=cause)
    remedy = Message(
        "compare these rows with the platform: if one differs, a column of the list was sorted or moved without the "
        "others, and you must export the list again. The identifiers are recorded, and later lists are compared with "
        "them"
    )
    return Problem(cause, listed.place, remedy)


def _is_sorted_alone(listed: PeopleList, at: int) -> bool:
    """Return whether the rows are in the order of a column, though most neighbours are in the order of the names."""
    rows = [row for row in listed.rows if listed.is_person(row) and row.cells[at].strip()]
    cells = [identifier_text(row.cells[at]) for row in rows]
    cells = [cell.zfill(max(map(len, cells))) for cell in cells] if all(map(str.isdecimal, cells)) else cells
    names = [plain(listed.name(row)) for row in rows]
    in_order = sum(first <= second for first, second in pairwise(names))
    return len(rows) >= _TELLING_ROWS and cells == sorted(cells) and 4 * in_order >= 3 * (len(rows) - 1)


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
