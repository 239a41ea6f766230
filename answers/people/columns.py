"""Which column of a class list is which: corrige's own list, or what Moodle, Canvas, Pronote or a teacher made."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from answers.errors import Problem, did_you_mean
from answers.messages import Message
from answers.people.table import (
    FIRST_NAME,
    FULL_NAME,
    ID,
    IDENTIFYING,
    INE,
    NAME,
    STUDENT,
    U0,
    Line,
    Table,
    folded,
    plain,
    role_of,
    tidy,
)

OWN = (STUDENT, NAME, FIRST_NAME, U0)
FILE = "file"
PARTICIPANT = re.compile(r"participant\D*\d+", re.IGNORECASE)
"""How Moodle calls the students of one assignment: no identifier that lasts."""

BY_NAMES = -1

_NO_IDENTIFIER = re.compile(r"\d{1,4}([-/. ])\d{1,2}\1\d{1,4}( .*)?|oui|non|yes|no", re.IGNORECASE)

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


def columns_of(table: Table, place: str, known_by: str = "") -> Columns:
    """Say what each column of a table is.

    A list that begins with student, name, first_name, u0 is corrige's own: whatever else it has is kept as it is. In
    any other, students are known by the column that the teacher names, else by the first one that tells them apart and
    is filled for everyone: a student's identifier, number, login, e-mail address; else by both their names.
    """
    header, *body = table.lines
    chosen = _named(known_by, header)
    if known_by and chosen is None:
        cause = Message("there is no column {name!r}", name=known_by[:60])
        return Columns({}, {}, (Problem(cause, place, did_you_mean(known_by, _offered(header, body))),), ())
    if is_own(table) and chosen is None:
        roles = {i: cell.casefold() for i, cell in enumerate(header.cells[: len(OWN) + 1])}
        roles = {i: role for i, role in roles.items() if role in (*OWN, FILE)}
        return Columns(roles, _others(header, roles), _doubled(header, place), ())
    return _anybodys(header, body, place, chosen)


def _named(known_by: str, header: Line) -> int | None:
    named = [i for i, cell in enumerate(header.cells) if known_by and plain(cell) == plain(known_by)]
    return named[0] if named else None


def _anybodys(header: Line, body: Sequence[Line], place: str, chosen: int | None) -> Columns:
    """What each column is in a list that is not corrige's own."""
    roles = _first_of_each(header)
    by = _identifier(roles, body) if chosen is None else chosen
    kept = {i: role for i, role in roles.items() if role not in (*IDENTIFYING, INE)}
    if by is not None and by != BY_NAMES:
        kept[by] = STUDENT
    problems = _doubled(header, place)
    if by is None:
        where = Message("{place}, line {number}", place=place, number=header.number)
        remedy = Message("add an identifier, a number, a login, an e-mail address, or both names")
        problems += (Problem("column 'student' is missing", where, remedy),)
    notes = tuple(_told_by(header, body, roles, by, place)) if chosen is None else ()
    return Columns(kept, _others(header, kept), problems, notes)


def is_own(table: Table) -> bool:
    """Say whether a list is corrige's own."""
    return tuple(cell.casefold() for cell in table.lines[0].cells[: len(OWN)]) == OWN


def identifying(table: Table) -> tuple[str, ...]:
    """Return the headers of the columns that tell all students apart, the surest first, where none is called so.

    The national number is none of them: it identifies nobody unless the teacher names it.
    """
    header, *body = table.lines
    roles = _first_of_each(header)
    if is_own(table) or STUDENT in roles.values():
        return ()
    return tuple(header.cells[at] for at in _filled(roles, body))


def _told_by(
    header: Line, body: Sequence[Line], roles: Mapping[int, str], by: int | None, place: str
) -> Iterator[Problem]:
    """What students are known by, unless it is the column that is called so, and by what else they could be."""
    others = [header.cells[i] for i, role in roles.items() if i != by and role in (*IDENTIFYING, INE)]
    remedy = Message("or choose another: --known-by {name}", name=shlex.quote(others[0])) if others else ""
    if by == BY_NAMES:
        yield _told_by_names(header, body, roles, place, remedy)
    elif by is not None and roles.get(by) != STUDENT:
        yield Problem(Message("students are known by the column {name!r}", name=header.cells[by]), place, remedy)


def _told_by_names(header: Line, body: Sequence[Line], roles: Mapping[int, str], place: str, remedy: str) -> Problem:
    """That students are known by their names, and the first other column that tells them apart, if any does."""
    unknown = [cell for i, cell in enumerate(header.cells) if cell and i not in roles and _tells_apart(body, i)]
    if unknown:
        remedy = Message(
            "each has another {name!r}; to take that: --known-by {quoted}",
            name=unknown[0],
            quoted=shlex.quote(unknown[0]),
        )
        return Problem("students are known by their names", place, remedy)
    return Problem("students are known by their names, since no other column tells them apart", place, remedy)


def _offered(header: Line, body: Sequence[Line]) -> list[str]:
    """The headers of the columns that a teacher may mean: no name, no date."""
    names = {i for i, role in _first_of_each(header).items() if role in (NAME, FIRST_NAME, FULL_NAME)}
    return [cell for i, cell in enumerate(header.cells) if cell and i not in names and _tells_apart(body, i)]


def _tells_apart(body: Sequence[Line], position: int) -> bool:
    """Whether a column has a text of its own for everybody that may be an identifier, no date nor a yes."""
    cells = [_at(line, position) for line in body]
    return all(cells) and len({*cells}) == len(cells) > 1 and not any(map(_NO_IDENTIFIER.fullmatch, cells))


def entries(table: Table, columns: Columns) -> list[Entry]:
    """Return the students of a table; what Canvas writes in lines of its own is left out."""
    rows = (_entry(line, columns) for line in table.lines[1:])
    found = [entry for entry in rows if entry.cells.get(FULL_NAME, "").casefold() not in _NO_STUDENT]
    return found if STUDENT in columns.roles.values() else _lettered(found)


def _lettered(known_by_names: list[Entry]) -> list[Entry]:
    """The students who have no identifier but their names, homonyms with a letter each."""
    bearers = Counter(folded(entry.cells[STUDENT]) for entry in known_by_names)
    letters = {name: iter(ascii_uppercase) for name, count in bearers.items() if name and count > 1}

    def told_apart(entry: Entry) -> Entry:
        letter = next(letters.get(folded(entry.cells[STUDENT]), iter(())), "")
        return replace(entry, cells={**entry.cells, STUDENT: f"{entry.cells[STUDENT]} {letter}".strip()})

    return list(map(told_apart, known_by_names))


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
    cells = {role: tidy(_at(line, i)) for i, role in columns.roles.items()}
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
    full = _filled(roles, body)
    names = [BY_NAMES] * ({NAME, FIRST_NAME} <= {*positions} or FULL_NAME in positions)
    return next(iter((*full, *names, *candidates)), None)


def _filled(roles: Mapping[int, str], body: Sequence[Line]) -> list[int]:
    """The positions of what identifies students and is there for everybody, the surest first."""
    positions = {role: i for i, role in roles.items()}
    return [positions[role] for role in IDENTIFYING if role in positions and _is_filled(body, positions[role], roles)]


def _is_filled(body: Sequence[Line], position: int, roles: Mapping[int, str]) -> bool:
    names = {i for i, role in roles.items() if role in (NAME, FULL_NAME)}
    cells = [_at(line, position) for line in body if not any(_at(line, i).casefold() in _NO_STUDENT for i in names)]
    return all(cells) and not all(map(PARTICIPANT.fullmatch, cells))


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
