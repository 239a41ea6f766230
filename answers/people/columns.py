"""Find the role of each column of a class list, from corrige, Moodle, Canvas, Pronote or a teacher."""

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
FILE = "file"
PARTICIPANT = re.compile(r"participant\D*\d+", re.IGNORECASE)
"""The name that Moodle gives the students of one assignment, which is not a lasting identifier."""

BY_NAMES = -1
"""Stands for a position where no column identifies the students but their names do."""

_NO_IDENTIFIER = re.compile(r"\d{1,4}([-/. ])\d{1,2}\1\d{1,4}( .*)?|oui|non|yes|no", re.IGNORECASE)

_CANVAS = {"section", "sis user id", "sis login id"}
_INE = re.compile(r"\d{9}[A-Z0-9][A-Z]|[A-Z]\d{9}[A-Z0-9]", re.IGNORECASE)
"""A national student number: eleven characters, nine or ten of them digits."""


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """A student on a line of the list: the line number, the text of each role, and the other columns by header."""

    line: int
    cells: Mapping[str, str]
    extra: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """The roles of the columns and the headers of the other columns, by position; problems and notes on the header."""

    roles: Mapping[int, str]
    others: Mapping[int, str]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]


def columns_of(table: InputTable, place: str, known_by: str = "") -> Columns:
    """Return the role of each column of a table.

    A list that begins with student, name, first_name, u0 is corrige's own; its further columns are kept unchanged. In
    any other list, students are identified by the column `known_by` if the teacher names one; else by the first column
    that is filled for everyone and distinguishes the students: identifier, number, login, e-mail address; else by both
    names.
    """
    header, *body = table.lines
    known_by_column = next(
        (i for i, cell in enumerate(header.cells) if known_by and plain(cell) == plain(known_by)), None
    )
    if known_by and known_by_column is None:
        named = {NAME, FIRST_NAME, FULL_NAME}
        names = {i for i, role in positions_of_roles(header, body).items() if role in named}
        usable = (i for i, cell in enumerate(header.cells) if cell and i not in names and _tells_apart(body, i))
        cause = Message("there is no column {name!r}", name=known_by[:60])
        remedy = did_you_mean(known_by, [header.cells[i] for i in usable])
        return Columns({}, {}, (Problem(cause, place, remedy),), ())
    counts = Counter(cell.casefold() for cell in header.cells if cell)
    where = Message("{place}, line {number}", place=place, number=header.number)
    repeated = [(cell, count) for cell, count in counts.items() if count > 1]
    problems = [
        Problem(Message("column {name!r} occurs {n} times", name=cell, n=count), where, "keep only one")
        for cell, count in repeated
    ]
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
            problems.append(_no_identifier_problem(header, roles, where))
        notes = tuple(_identifier_notes(header, body, roles, identifier, place)) if known_by_column is None else ()
    other_headers = {i: cell for i, cell in enumerate(header.cells) if i not in student_roles and cell}
    return Columns(student_roles, other_headers, tuple(problems), notes)


def _no_identifier_problem(header: Line, roles: Mapping[int, str], where: Message) -> Problem:
    """Return the problem that no column identifies the students, with the columns of the list."""
    columns = shorten(", ".join(repr(cell) for cell in header.cells if cell), 300, placeholder=" …")
    cause = Message("no column identifies the students; the columns are: {columns}", columns=columns)
    if roles:
        return Problem(cause, where, "add an identifier, a number, a login, an e-mail address, or both names")
    remedy = Message(
        "if this line is a student, add a header line above it, such as Nom;Prénom; otherwise name the column "
        "that identifies students: --known-by COLUMN"
    )
    return Problem(cause, where, remedy)


def is_own(table: InputTable) -> bool:
    """Return whether a list was written by corrige."""
    return tuple(cell.casefold() for cell in table.lines[0].cells[: len(OWN)]) == OWN


def identifying(table: InputTable) -> tuple[str, ...]:
    """Return the headers of the columns that distinguish all students, the surest first.

    There are none in a list with a column called student. The national number is left out: it identifies students only
    if the teacher names it.
    """
    header, *body = table.lines
    roles = positions_of_roles(header, body)
    if is_own(table) or STUDENT in roles.values():
        return ()
    return tuple(header.cells[at] for at in _filled(roles, body))


def _identifier_notes(
    header: Line, body: Sequence[Line], roles: Mapping[int, str], by: int | None, place: str
) -> Iterator[Problem]:
    """Yield notes on how students are identified, unless by a column called student, and on the alternatives."""
    usable = [i for i, role in roles.items() if role in (*IDENTIFYING, INE) and _is_filled(body, i, roles)]
    alternatives = [header.cells[i] for i in usable if i != by]
    remedy = Message("or choose another: --known-by {name}", name=shlex.quote(alternatives[0])) if alternatives else ""
    if by != BY_NAMES:
        if by is not None and roles.get(by) != STUDENT:
            yield Problem(
                Message("students are identified by the column {name!r}", name=header.cells[by]), place, remedy
            )
        return
    for at in (i for i, role in roles.items() if role in IDENTIFYING):
        empty = [line.number for line in body if not _at(line, at)]
        if len(empty) == len(body) and not remedy:
            cause = Message(
                "students are identified by their names, since the column {name!r} is empty", name=header.cells[at]
            )
            yield Problem(cause, place, "if it has formulas, save the list once more in a spreadsheet, or as CSV")
            return
        if 0 < len(empty) * 4 <= len(body):
            cause = Message(
                "students are identified by their names, since the column {name!r} is empty on line {lines}",
                name=header.cells[at],
                lines=", ".join(map(str, empty[:5])) + (", …" if len(empty) > 5 else ""),
            )
            yield Problem(cause, place, "fill this column, and it will identify them")
            return
    unknown = [cell for i, cell in enumerate(header.cells) if cell and i not in roles and _tells_apart(body, i)]
    if unknown and not remedy:
        remedy = Message(
            "their {name!r} differ; to tell them apart by this column: --known-by {quoted}",
            name=unknown[0],
            quoted=shlex.quote(unknown[0]),
        )
    if remedy:
        yield Problem("students are identified by their names", place, remedy)
    else:
        cause = Message("students are identified by their names, since no other column identifies them")
        yield Problem(cause, place, remedy)


def _tells_apart(body: Sequence[Line], position: int) -> bool:
    """Return whether a column has a different text for everybody, and these may be identifiers: no dates, no yes."""
    cells = [_at(line, position) for line in body]
    is_identifier = not any(_NO_IDENTIFIER.fullmatch(cell) or (len(cell) == 1 and cell.isalpha()) for cell in cells)
    return all(cells) and len({*cells}) == len(cells) > 1 and is_identifier


def entries(table: InputTable, columns: Columns) -> list[RosterEntry]:
    """Return the students of a table, one entry for each line.

    If names identify the students, a letter is added to the identifiers of homonyms.
    """
    result = []
    for line in table.lines[1:]:
        cells = {role: tidy(_at(line, i)) for i, role in columns.roles.items()}
        if cells.get(NAME) == "":  # only some have a name of use; the others have a name of birth
            births = (tidy(_at(line, i)) for i, header in columns.others.items() if role_of(header) == NAME)
            cells[NAME] = next(births, "")
        if FULL_NAME in cells and not cells.get(NAME) and not cells.get(FIRST_NAME):
            cells[NAME], cells[FIRST_NAME] = split_name(cells[FULL_NAME])
        if STUDENT not in cells:
            cells[STUDENT] = " ".join(filter(None, (cells.get(NAME), cells.get(FIRST_NAME))))
        result.append(
            RosterEntry(line.number, cells, tuple((name, _at(line, i)) for i, name in columns.others.items()))
        )
    if STUDENT in columns.roles.values():
        return result
    counts = Counter(folded(entry.cells[STUDENT]) for entry in result)
    letters = {name: iter(ascii_uppercase) for name, count in counts.items() if name and count > 1}

    def with_letter(entry: RosterEntry) -> RosterEntry:
        letter = next(letters.get(folded(entry.cells[STUDENT]), iter(())), "")
        return replace(entry, cells={**entry.cells, STUDENT: f"{entry.cells[STUDENT]} {letter}".strip()})

    return list(map(with_letter, result))


def split_name(text: str) -> tuple[str, str]:
    """Return the family name and first name of "Block, Jasen" or "DUPONT Marie".

    A text that shows no division is the family name.
    """
    last, comma, first = text.partition(",")
    if comma:
        return last.strip(), first.strip()
    words = text.split()
    capitals = [word for word in words if word.isupper() and len(word) > 1]
    first_names = [word for word in words if word not in capitals]
    return (" ".join(capitals), " ".join(first_names)) if capitals and first_names else (text, "")


def _at(line: Line, position: int) -> str:
    return line.cells[position] if position < len(line.cells) else ""


def is_canvas(header: Line) -> bool:
    """Return whether a header is that of a Canvas gradebook."""
    return bool(_CANVAS & {plain(cell) for cell in header.cells}) and ID in map(role_of, header.cells)


def positions_of_roles(header: Line, body: Sequence[Line] = ()) -> dict[int, str]:
    """Return the role of each column by position; a role belongs to the first column that has it.

    In a list of Canvas "Student" is a full name. A column "Nom" without a column of first names holds full names if
    most of its cells have two words. A column of identifiers that all have the form of a national number is INE.
    """
    named = [role_of(cell) for cell in header.cells]
    if is_canvas(header) and STUDENT in named:
        named[named.index(STUDENT)] = FULL_NAME
    if NAME in named and not {FIRST_NAME, FULL_NAME} & {*named}:
        cells = [_at(line, named.index(NAME)) for line in body]
        if sum(len(cell.split()) > 1 for cell in cells) * 2 > len(cells):
            named[named.index(NAME)] = FULL_NAME
    if ID in named and INE not in named:
        cells = list(filter(None, (_at(line, named.index(ID)) for line in body)))
        if cells and all(map(_INE.fullmatch, cells)):
            named[named.index(ID)] = INE
    return {named.index(role): role for role in dict.fromkeys(named) if role}


def _identifier(roles: Mapping[int, str], body: Sequence[Line]) -> int | None:
    """Return the position of the identifier, `BY_NAMES` if the names must do, None if the list has neither."""
    positions = {role: i for i, role in roles.items()}
    candidates = [positions[role] for role in IDENTIFYING if role in positions]
    if STUDENT in positions and candidates[0] == positions[STUDENT]:
        return candidates[0]
    full = _filled(roles, body)
    names = [BY_NAMES] * ({NAME, FIRST_NAME} <= {*positions} or FULL_NAME in positions)
    return next(iter((*full, *names, *candidates)), None)


def _filled(roles: Mapping[int, str], body: Sequence[Line]) -> list[int]:
    """Return the positions of the columns that identify students and are filled for everybody, the surest first."""
    positions = {role: i for i, role in roles.items()}
    return [positions[role] for role in IDENTIFYING if role in positions and _is_filled(body, positions[role], roles)]


def _is_filled(body: Sequence[Line], position: int, roles: Mapping[int, str]) -> bool:
    """Return whether a column has a text for everybody and may distinguish them.

    It does not if most persons share a text, or if two persons with different names have the same e-mail address, as
    siblings do. A number that two persons have is a mistake of the list, which is reported.
    """
    cells = [_at(line, position).casefold() for line in body]
    if not all(cells) or all(map(PARTICIPANT.fullmatch, cells)):
        return False
    if any(map(POWER.fullmatch, cells)):  # the lost digits are refused later; no other column is taken instead
        return True
    names = [at for at, role in roles.items() if role in (NAME, FIRST_NAME, FULL_NAME)]
    persons = {(cell, *(folded(_at(line, at)) for at in names)) for cell, line in zip(cells, body, strict=True)}
    if roles.get(position) == EMAIL and names:
        return len(persons) == len({*cells})
    return len({*cells}) * 2 > len(persons if names else cells) or len(cells) < 2
