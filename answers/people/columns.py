"""Find the role of each column of a class list: family name, e-mail address, student number and so on."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from textwrap import shorten

from answers.errors import Problem, did_you_mean
from answers.messages import Message
from answers.people.names import POWER
from answers.people.table import (
    EMAIL,
    FIRST_NAME,
    FULL_NAME,
    ID,
    IDENTIFYING,
    INE,
    NAME,
    STUDENT,
    U0,
    InputTable,
    Line,
    folded,
    plain,
    role_of,
    tidy,
)

OWN = (STUDENT, NAME, FIRST_NAME, U0)
"""The first headers of a class list that corrige wrote."""
FILE = "file"
PARTICIPANT = re.compile(r"participant\D*\d+", re.IGNORECASE)
"""An anonymous name such as "Participant 123", which Moodle gives to a student in one assignment only."""

BY_NAMES = -1
"""The value in place of a column position if students are identified by their names, not by a column."""

_NO_IDENTIFIER = re.compile(r"\d{1,4}([-/. ])\d{1,2}\1\d{1,4}( .*)?|oui|non|yes|no", re.IGNORECASE)
"""A text that cannot be an identifier: a date, yes or no."""

CANVAS = frozenset({"section", "sis user id", "sis login id"})
"""Headers that only a gradebook of Canvas has."""
_INE = re.compile(r"\d{9}[A-Z0-9][A-Z]|[A-Z]\d{9}[A-Z0-9]", re.IGNORECASE)
"""A French national student number: eleven characters, nine or ten of them digits."""


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """One student of a class list, as read from one line of the file; lines are counted from 1."""

    line: int
    cells: Mapping[str, str]
    """The text of each column with a role, by role."""
    extra: tuple[tuple[str, str], ...]
    """The other columns that have a header, as pairs of header and text."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The roles of the columns of a class list, and the problems of its header line."""

    roles: Mapping[int, str]
    """The role of columns by position, from 0."""
    others: Mapping[int, str]
    """The headers of the columns without a role, by position."""
    problems: tuple[Problem, ...]
    """What must be corrected before the list can be used."""
    notes: tuple[Problem, ...]


def columns_of(table: InputTable, place: str, known_by: str = "") -> Columns:
    """Return the role of each column of a class list.

    A list that begins with the headers student, name, first_name, u0 was written by corrige; its further columns are
    kept unchanged. In any other list, the column with the header `known_by` identifies students, if the teacher chose
    one. Otherwise it is the first of these columns that is filled for everyone and distinguishes the students: student,
    number, login, identifier, e-mail address. If there is none, the family name and the first name together identify
    students.

    `place` names the list in messages. A missing `known_by` column, a repeated header, and a list in which nothing
    identifies students are problems of the result; nothing is raised.
    """
    header, *body = table.lines
    known_by_column = next(
        (i for i, cell in enumerate(header.cells) if known_by and plain(cell) == plain(known_by)), None
    )
    if known_by and known_by_column is None:
        named = {NAME, FIRST_NAME, FULL_NAME}
        names = {i for i, role in positions_of_roles(header, body).items() if role in named}
        usable = (i for i, cell in enumerate(header.cells) if cell and i not in names and _tells_apart(body, i))
        cause = Message("the list has no column {name!r}", name=known_by[:60])
        remedy = did_you_mean(known_by, [header.cells[i] for i in usable])
        return Columns({}, {}, (Problem(cause, place, remedy),), ())
    counts = Counter(cell.casefold() for cell in header.cells if cell)
    where = Message("{place}, line {number}", place=place, number=header.number)
    causes = (
        Message("the list has {number} columns with the header {name!r}", name=cell, number=count)
        for cell, count in counts.items()
        if count > 1
    )
    problems = [Problem(cause, where, "keep only one column with this name") for cause in causes]
    if is_own(table) and known_by_column is None:
        roles = {i: cell.casefold() for i, cell in enumerate(header.cells[: len(OWN) + 1])}
        student_roles = {i: role for i, role in roles.items() if role in (*OWN, FILE)}
        notes: tuple[Problem, ...] = ()
    else:
        roles = positions_of_roles(header, body)
        identifier = _identifier(roles, body) if known_by_column is None else known_by_column
        student_roles = {i: role for i, role in roles.items() if role not in (*IDENTIFYING, INE)}
        if identifier is not None and identifier != BY_NAMES:
            student_roles[identifier] = STUDENT
        if identifier is None:
            columns = shorten(", ".join(repr(cell) for cell in header.cells if cell), 300, placeholder=" …")
            cause = Message(
                "no column of the list identifies the students; its columns are: {columns}",
                columns=columns,
            )
            with_header = (
                "add a column with an identifier, a number, a login or an e-mail address, or columns with both names"
            )
            without_header = (
                "if this line is a student, add a header line above it, such as Nom;Prénom; otherwise name the column "
                "that identifies students: --known-by COLUMN"
            )
            problems.append(Problem(cause, where, with_header if roles else without_header))
        notes = tuple(_identifier_notes(header, body, roles, identifier, place)) if known_by_column is None else ()
    other_headers = {i: cell for i, cell in enumerate(header.cells) if i not in student_roles and cell}
    return Columns(student_roles, other_headers, tuple(problems), notes)


def is_own(table: InputTable) -> bool:
    """Return whether corrige wrote this list: its first headers are student, name, first_name, u0."""
    return tuple(cell.casefold() for cell in table.lines[0].cells[: len(OWN)]) == OWN


def identifying(table: InputTable) -> tuple[str, ...]:
    """Return the headers of the columns by which the teacher may identify students, the most reliable first.

    Each of them is filled for every student and distinguishes the students. The result is empty for a list with a
    column "student", which then identifies students. The national number (INE) is left out.
    """
    header, *body = table.lines
    roles = positions_of_roles(header, body)
    if is_own(table) or STUDENT in roles.values():
        return ()
    return tuple(header.cells[at] for at in _filled(roles, body))


def _identifier_notes(
    header: Line, body: Sequence[Line], roles: Mapping[int, str], by: int | None, place: str
) -> Iterator[Problem]:
    """Yield notes on the column that identifies students, at `by`, or BY_NAMES or None, and on usable ones."""
    usable = [i for i, role in roles.items() if role in (*IDENTIFYING, INE) and _is_filled(body, i, roles)]
    alternatives = [header.cells[i] for i in usable if i != by]
    remedy = (
        Message("to identify students by another column: --known-by {name}", name=shlex.quote(alternatives[0]))
        if alternatives
        else ""
    )
    if by != BY_NAMES:
        if by is not None and roles.get(by) != STUDENT:
            cause = Message("students are identified by the column {name!r}", name=header.cells[by])
            yield Problem(cause, place, remedy)
        return
    for at in (i for i, role in roles.items() if role in IDENTIFYING):
        empty = [line.number for line in body if not line.cell(at)]
        if len(empty) == len(body) and not remedy:
            cause = Message(
                "students are identified by their names, since the column {name!r} is empty", name=header.cells[at]
            )
            remedy = (
                "if this column has formulas, open the list in a spreadsheet and save it again, so that their results "
                "are saved"
            )
            yield Problem(cause, place, remedy)
            return
        if 0 < len(empty) * 4 <= len(body):
            cause = Message(
                "students are identified by their names, since the column {name!r} is empty on line {lines}",
                name=header.cells[at],
                lines=", ".join(map(str, empty[:5])) + (", …" if len(empty) > 5 else ""),
            )
            yield Problem(cause, place, "to identify the students by this column, fill in the missing cells")
            return
    unknown = [cell for i, cell in enumerate(header.cells) if cell and i not in roles and _tells_apart(body, i)]
    if unknown and not remedy:
        remedy = Message(
            "if the column {name!r}, whose values are all different, identifies the students: --known-by {quoted}",
            name=unknown[0],
            quoted=shlex.quote(unknown[0]),
        )
    alone = Message("students are identified by their names, since no other column identifies them")
    yield Problem("students are identified by their names" if remedy else alone, place, remedy)


def _tells_apart(body: Sequence[Line], position: int) -> bool:
    """Return whether all texts of a column differ, and none is empty, a date, a yes or no, or a single letter."""
    cells = [line.cell(position) for line in body]
    is_identifier = not any(_NO_IDENTIFIER.fullmatch(cell) or (len(cell) == 1 and cell.isalpha()) for cell in cells)
    return all(cells) and len({*cells}) == len(cells) > 1 and is_identifier


def entries(table: InputTable, columns: Columns) -> list[RosterEntry]:
    """Return the students of a table, one for each line below the header.

    In a list without a column of identifiers, the names become the identifier, and students with equal names get a
    letter: "Martin Paul A", "Martin Paul B". A full name is split if the list has no other names.
    """
    result = []
    for line in table.lines[1:]:
        cells = {role: tidy(line.cell(i)) for i, role in columns.roles.items()}
        if cells.get(NAME) == "":  # only some students have a name in use; the others have a name at birth
            births = (tidy(line.cell(i)) for i, header in columns.others.items() if role_of(header) == NAME)
            cells[NAME] = next(births, "")
        if FULL_NAME in cells and not cells.get(NAME) and not cells.get(FIRST_NAME):
            cells[NAME], cells[FIRST_NAME] = split_name(cells[FULL_NAME])
        if STUDENT not in cells:
            cells[STUDENT] = " ".join(filter(None, (cells.get(NAME), cells.get(FIRST_NAME))))
        extra = tuple((name, line.cell(i)) for i, name in columns.others.items())
        result.append(RosterEntry(line.number, cells, extra))
    if STUDENT in columns.roles.values():
        return result
    counts = Counter(folded(entry.cells[STUDENT]) for entry in result)
    letters = {name: iter(ascii_uppercase) for name, count in counts.items() if name and count > 1}
    for at, entry in enumerate(result):
        letter = next(letters.get(folded(entry.cells[STUDENT]), iter(())), "")
        result[at] = replace(entry, cells={**entry.cells, STUDENT: f"{entry.cells[STUDENT]} {letter}".strip()})
    return result


def split_name(text: str) -> tuple[str, str]:
    """Split a name, "Block, Jasen" or "DUPONT Marie", into family name and first name; ("Li Bo", "") for others."""
    last, comma, first = text.partition(",")
    if comma:
        return last.strip(), first.strip()
    words = text.split()
    capitals = [word for word in words if word.isupper() and len(word) > 1]
    first_names = [word for word in words if word not in capitals]
    return (" ".join(capitals), " ".join(first_names)) if capitals and first_names else (text, "")


def is_canvas(header: Line) -> bool:
    """Return whether a header line is that of a gradebook exported from Canvas."""
    return bool(CANVAS & {plain(cell) for cell in header.cells}) and ID in map(role_of, header.cells)


def positions_of_roles(header: Line, body: Sequence[Line] = ()) -> dict[int, str]:
    """Return the role of each column by its position; of several columns with one role, only the first is included.

    In a list of Canvas, "Student" is a full name. A column "Nom" without a column of first names has full names if most
    of its cells have two words; a column of identifiers in the form of national numbers has the role INE (`body` are
    the lines below the header).
    """
    named = [role_of(cell) for cell in header.cells]
    if is_canvas(header) and STUDENT in named:
        named[named.index(STUDENT)] = FULL_NAME
    if NAME in named and not {FIRST_NAME, FULL_NAME} & {*named}:
        cells = [line.cell(named.index(NAME)) for line in body]
        if sum(len(cell.split()) > 1 for cell in cells) * 2 > len(cells):
            named[named.index(NAME)] = FULL_NAME
    if ID in named and INE not in named:
        cells = list(filter(None, (line.cell(named.index(ID)) for line in body)))
        if cells and all(map(_INE.fullmatch, cells)):
            named[named.index(ID)] = INE
    return {named.index(role): role for role in dict.fromkeys(named) if role}


def _identifier(roles: Mapping[int, str], body: Sequence[Line]) -> int | None:
    """Return the position of the identifying column, which is incomplete only without names, `BY_NAMES`, or None."""
    positions = {role: i for i, role in roles.items()}
    candidates = [positions[role] for role in IDENTIFYING if role in positions]
    if STUDENT in positions and candidates[0] == positions[STUDENT]:
        return candidates[0]
    full = _filled(roles, body)
    names = [BY_NAMES] * ({NAME, FIRST_NAME} <= {*positions} or FULL_NAME in positions)
    return next(iter((*full, *names, *candidates)), None)


def _filled(roles: Mapping[int, str], body: Sequence[Line]) -> list[int]:
    """Return the positions of the identifying columns that are filled for everybody, the most reliable first."""
    positions = {role: i for i, role in roles.items()}
    return [positions[role] for role in IDENTIFYING if role in positions and _is_filled(body, positions[role], roles)]


def _is_filled(body: Sequence[Line], position: int, roles: Mapping[int, str]) -> bool:
    """Return whether a column is filled in every row and distinguishes students; only addresses must be unique."""
    cells = [line.cell(position).casefold() for line in body]
    if not all(cells) or all(map(PARTICIPANT.fullmatch, cells)):
        return False
    if any(map(POWER.fullmatch, cells)):  # lost digits are reported later; no other column replaces this one
        return True
    names = [at for at, role in roles.items() if role in (NAME, FIRST_NAME, FULL_NAME)]
    persons = {(cell, *(folded(line.cell(at)) for at in names)) for cell, line in zip(cells, body, strict=True)}
    if roles.get(position) == EMAIL and names:
        return len(persons) == len({*cells})
    return len({*cells}) * 2 > len(persons if names else cells) or len(cells) < 2
