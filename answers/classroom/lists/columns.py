"""Which column of a class list is which: corrige's own list, or what Moodle, Canvas, Pronote or a teacher made."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from answers.classroom.lists.headers import (
    FIRST_NAME,
    FULL_NAME,
    ID,
    IDENTIFYING,
    NAME,
    STUDENT,
    U0,
    plain,
    role_of,
)
from answers.classroom.lists.table import Line, Table
from answers.errors import Problem
from answers.messages import Message

OWN = (STUDENT, NAME, FIRST_NAME, U0)
FILE = "file"
PARTICIPANT = re.compile(r"participant\D*\d+", re.IGNORECASE)
"""How Moodle calls the students of one assignment: no identifier that lasts."""

BY_NAMES = -1

_CANVAS = {"section", "sis user id", "sis login id"}
_NO_STUDENT = {"points possible", "student, test", "test student"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One student as the list has them: the line, the text of each role, and all other columns by their header."""

    line: int
    cells: Mapping[str, str]
    extra: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """What each column is, by its position, and what is wrong or to be told of the header."""

    roles: Mapping[int, str]
    others: Mapping[int, str]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]


def columns_of(table: Table, place: str) -> Columns:
    """Say what each column of a table is.

    A list that begins with student, name, first_name, u0 is corrige's own: whatever else it has is kept as it is. In
    any other, students are known by the first column that tells them apart and is filled for everyone: a student's
    identifier, number, login, e-mail address; else by both their names.
    """
    header, *body = table.lines
    if is_own(table):
        roles = {i: cell.casefold() for i, cell in enumerate(header.cells[: len(OWN) + 1])}
        roles = {i: role for i, role in roles.items() if role in (*OWN, FILE)}
        return Columns(roles, _others(header, roles), _doubled(header, place), ())
    roles = _first_of_each(header)
    by = _identifier(roles, body)
    kept = {i: role for i, role in roles.items() if role not in IDENTIFYING}
    if by is not None and by != BY_NAMES:
        kept[by] = STUDENT
    problems = _doubled(header, place)
    if by is None:
        where = Message("{place}, line {number}", place=place, number=header.number)
        remedy = Message("add an identifier, a number, a login, an e-mail address, or both names")
        problems += (Problem("column 'student' is missing", where, remedy),)
    return Columns(kept, _others(header, kept), problems, tuple(_told_by(header, roles, by, place)))


def is_own(table: Table) -> bool:
    """Say whether a list is corrige's own."""
    return tuple(cell.casefold() for cell in table.lines[0].cells[: len(OWN)]) == OWN


def _told_by(header: Line, roles: Mapping[int, str], by: int | None, place: str) -> Iterator[Problem]:
    """What students are known by, unless it is the column that is called so."""
    if by == BY_NAMES:
        yield Problem("students are known by their names, since no other column tells them apart", place)
    elif by is not None and roles[by] != STUDENT:
        yield Problem(Message("students are known by the column {name!r}", name=header.cells[by]), place)


def entries(table: Table, columns: Columns) -> list[Entry]:
    """Return the students of a table; what Canvas writes in lines of its own is left out."""
    rows = (_entry(line, columns) for line in table.lines[1:])
    return [entry for entry in rows if entry.cells.get(FULL_NAME, "").casefold() not in _NO_STUDENT]


def split_name(text: str) -> tuple[str, str]:
    """Return name and first name of "Block, Jasen" or "DUPONT Marie"; the whole as a name when nothing tells."""
    last, comma, first = text.partition(",")
    if comma:
        return last.strip(), first.strip()
    words = text.split()
    capitals = [word for word in words if word.isupper() and len(word) > 1]
    others = [word for word in words if word not in capitals]
    return (" ".join(capitals), " ".join(others)) if capitals and others else (text, "")


def _entry(line: Line, columns: Columns) -> Entry:
    cells = {role: _at(line, i) for i, role in columns.roles.items()}
    if FULL_NAME in cells and not cells.get(NAME) and not cells.get(FIRST_NAME):
        cells[NAME], cells[FIRST_NAME] = split_name(cells[FULL_NAME])
    if STUDENT not in cells:
        cells[STUDENT] = " ".join(filter(None, (cells.get(NAME), cells.get(FIRST_NAME))))
    return Entry(line.number, cells, tuple((name, _at(line, i)) for i, name in columns.others.items()))


def _at(line: Line, position: int) -> str:
    return line.cells[position] if position < len(line.cells) else ""


def _first_of_each(header: Line) -> dict[int, str]:
    """Roles by position, each at the first column that has it; in a list of Canvas, "Student" is a name."""
    named = [role_of(cell) for cell in header.cells]
    if _CANVAS & {plain(cell) for cell in header.cells} and {STUDENT, ID} <= set(named):
        named[named.index(STUDENT)] = FULL_NAME
    return {named.index(role): role for role in dict.fromkeys(named) if role}


def _identifier(roles: Mapping[int, str], body: Sequence[Line]) -> int | None:
    """The position of the identifier, `BY_NAMES` when those must do, None when there is nothing."""
    positions = {role: i for i, role in roles.items()}
    candidates = [positions[role] for role in IDENTIFYING if role in positions]
    if STUDENT in positions and candidates[0] == positions[STUDENT]:
        return candidates[0]
    full = [i for i in candidates if _is_filled(body, i, roles)]
    names = [BY_NAMES] * ({NAME, FIRST_NAME} <= {*positions} or FULL_NAME in positions)
    return next(iter((*full, *names, *candidates)), None)


def _is_filled(body: Sequence[Line], position: int, roles: Mapping[int, str]) -> bool:
    names = {i for i, role in roles.items() if role in (NAME, FULL_NAME)}
    cells = [_at(line, position) for line in body if not _is_no_student(line, names)]
    return all(cells) and not all(map(PARTICIPANT.fullmatch, cells))


def _is_no_student(line: Line, names: set[int]) -> bool:
    return any(_at(line, i).casefold() in _NO_STUDENT for i in names)


def _others(header: Line, roles: Mapping[int, str]) -> dict[int, str]:
    """Headers of the columns that are kept as they are."""
    return {i: cell for i, cell in enumerate(header.cells) if i not in roles and cell}


def _doubled(header: Line, place: str) -> tuple[Problem, ...]:
    counts = Counter(cell.casefold() for cell in header.cells if cell)
    where = Message("{place}, line {number}", place=place, number=header.number)
    return tuple(
        Problem(Message("column {name!r} stands {n} times", name=c, n=n), where, "keep one")
        for c, n in counts.items()
        if n > 1
    )
