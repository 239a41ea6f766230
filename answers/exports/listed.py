"""The list of a course as a school's platform exports it: CSV, its columns known by what they hold."""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from answers.errors import CorrigeError, Problem
from answers.exports.gradebook import Row
from answers.files import safe_name
from answers.messages import Message
from answers.submissions.raw.submission import decode, separator

MAX_ROWS = 20_000
MAX_COLUMNS = 1_000

ROLES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "participant": frozenset({"identifier", "identifiant"}),
        "id": frozenset(
            {
                "id", "id number", "numéro d'identification", "numero d'identification", "sis user id", "sis login id",
                "integration id", "username", "user name", "nom d'utilisateur", "student id", "student",
            }
        ),
        "email": frozenset(
            {"email address", "email", "e-mail", "adresse de courriel", "courriel", "adresse e-mail", "mail"}
        ),
        "first_name": frozenset({"first name", "firstname", "prénom", "prenom", "first_name"}),
        "name": frozenset({"surname", "last name", "lastname", "nom", "nom de famille", "name"}),
        "full_name": frozenset(
            {"full name", "nom complet", "student", "student name", "élève", "eleve", "étudiant", "etudiant"}
        ),
    }
)  # fmt: skip
"""What the columns of platforms hold, by their names in French and English, in small letters."""

NOT_PEOPLE = frozenset({"points possible", "student, test", "test student"})
"""What Canvas lists among the students."""


NO_FOLDERS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Listed:
    """What a platform exported: the names of its columns, and rows as wide as they are."""

    place: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def having(self, *roles: str) -> tuple[int, ...]:
        """Return the places of the columns that hold one of these: see `ROLES`."""
        wanted = frozenset().union(*(ROLES[role] for role in roles))
        return tuple(at for at, column in enumerate(self.columns) if plain(column) in wanted)


def read_list(content: bytes, place: str) -> Listed:
    """Read the list of a course, CSV with comma, semicolon or tab, UTF-8 or Latin-1; else CorrigeError."""
    if content[:2] == b"PK":
        raise CorrigeError.one("is a spreadsheet file", place=place, remedy="export the list as text (CSV)")
    text = decode(content, place)
    rows = _rows(text, place)
    if not rows:
        raise CorrigeError.one("the list is empty", place=place, remedy="export it again from the platform")
    header, *body = rows
    listed = Listed(place, tuple(header), tuple(_as_wide(row, len(header)) for row in body))
    if not listed.having("id", "email", "participant", "full_name", "name"):
        cause = Message("no column says who a student is; there are: {header}", header=", ".join(header[:8])[:200])
        raise CorrigeError.one(cause, place=place, remedy="export the list with e-mail addresses or identifiers")
    return listed


def plain(text: str) -> str:
    """Return `text` in small letters, with single spaces, straight apostrophes and nothing in brackets at its end."""
    straight = re.sub(r"\s*\([^()]*\)\s*$", "", text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return " ".join(straight.casefold().split())


def _rows(text: str, place: str) -> list[list[str]]:
    header = text.lstrip("\ufeff").partition("\n")[0]
    try:
        read = csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=separator(header, ",;\t"))
        rows = [row for row in read if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise CorrigeError.one(
            Message("is not CSV: {error}", error=error), place=place, remedy="export it again as CSV"
        ) from error
    if len(rows) > MAX_ROWS or (rows and len(rows[0]) > MAX_COLUMNS):
        raise CorrigeError.one(
            Message("has {count} rows, at most {max_rows} are read", count=len(rows), max_rows=MAX_ROWS),
            place=place,
            remedy="split it",
        )
    return rows


def _as_wide(row: Iterable[str], width: int) -> tuple[str, ...]:
    cells = tuple(row)[:width]
    return (*cells, *[""] * (width - len(cells)))


@dataclass(frozen=True, slots=True)
class Match:
    """One student, and their row in the platform's list."""

    row: Row
    listed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matching:
    """Who was found, in the order of the platform's list, and who was not, on either side."""

    found: tuple[Match, ...]
    problems: tuple[Problem, ...]


def match(rows: Iterable[Row], listed: Listed, folders: Mapping[str, str] = NO_FOLDERS) -> Matching:
    """Find each student of a class in a platform's list: by identifier or e-mail address, else by full name.

    Homonyms are found by their name and the participant's number of the folder of Moodle's that they uploaded to, or
    whatever else the class list and the platform's both say of them, such as a date of birth.
    What two students, or two rows of the list, have in common tells nobody apart and is not used. Those whom nothing
    tells are named, students of the class first: a platform refuses a whole file for one stranger in it.
    """
    students = tuple(rows)
    found: dict[int, int] = {}
    identifiers = _unique(_identifiers(students))
    for ours, theirs in (
        (identifiers, _listed_identifiers(listed, identifiers)),
        (_unique(_names(students)), _listed_names(listed)),
        (_unique(_uploaders(students, folders)), _listed_uploaders(listed)),
        (_unique(_names_and(students)), _listed_names_and(listed)),
    ):
        found |= _found_by(ours, _unique(theirs), found)
    matches = tuple(Match(students[found[at]], listed.rows[at]) for at in sorted(found))
    left = [at for at in range(len(listed.rows)) if at not in found]
    return Matching(matches, tuple(_problems(students, listed, matches, left)))


def _found_by(ours: Mapping[str, int], theirs: Mapping[str, int], found: Mapping[int, int]) -> dict[int, int]:
    """Rows of the list with the one student that each claims: none found before, no student claimed twice."""
    claims: dict[int, set[int]] = defaultdict(set)
    for key, at in theirs.items():
        if key in ours and at not in found:
            claims[at].add(ours[key])
    sure = {at: next(iter(claimed)) for at, claimed in claims.items() if len(claimed) == 1}
    taken = Counter((*found.values(), *sure.values()))
    return {at: student for at, student in sure.items() if taken[student] == 1}


def _identifiers(students: Sequence[Row]) -> Iterator[tuple[str, int]]:
    for at, row in enumerate(students):
        for text in {row.student.id, *row.extra.values()}:
            if text.strip():
                yield text.strip().casefold(), at


def _listed_identifiers(listed: Listed, known: Container[str]) -> Iterator[tuple[str, int]]:
    columns = {*listed.having("id", "email"), *_telling_columns(listed, known)}
    for at, row in enumerate(listed.rows):
        for text in {row[column].strip() for column in columns} - {""}:
            yield text.casefold(), at
            yield safe_name(text, fallback=text).casefold(), at  # how a class list writes what is no file name


def _telling_columns(listed: Listed, known: Container[str]) -> Iterator[int]:
    """Columns of whatever name with a text of its own in each row, most of which identify a student of the class."""
    for column in range(len(listed.columns)):
        texts = [text for row in listed.rows if (text := row[column].strip().casefold())]
        if len({*texts}) == len(texts) < 2 * sum(text in known for text in texts):
            yield column


def _names(students: Sequence[Row]) -> Iterator[tuple[str, int]]:
    for at, row in enumerate(students):
        first, last = row.student.first_name, row.student.name
        if last.strip():
            yield _words(f"{first} {last}"), at


def _uploaders(students: Sequence[Row], folders: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    for name, at in _names(students):
        if folder := folders.get(students[at].student.id):
            yield f"{folder.split('_')[1]} {name}", at


def _listed_uploaders(listed: Listed) -> Iterator[tuple[str, int]]:
    for name, at in _listed_names(listed):
        for column in listed.having("participant"):
            yield f"{''.join(filter(str.isdecimal, listed.rows[at][column]))} {name}", at


def _names_and(students: Sequence[Row]) -> Iterator[tuple[str, int]]:
    for name, at in _names(students):
        for text in students[at].extra.values():
            if folded := " ".join(text.casefold().split()):
                yield f"{name} {folded}", at


def _listed_names_and(listed: Listed) -> Iterator[tuple[str, int]]:
    for name, at in _listed_names(listed):
        for cell in listed.rows[at]:
            yield f"{name} {' '.join(cell.casefold().split())}", at


def _listed_names(listed: Listed) -> Iterator[tuple[str, int]]:
    first, last, full = (listed.having(role)[:1] for role in ("first_name", "name", "full_name"))
    for at, row in enumerate(listed.rows):
        told = [row[column] for column in (*first, *last)] if first and last else [row[column] for column in full]
        name = _words(" ".join(told))
        if name:
            yield name, at


def _words(name: str) -> str:
    """The words of a name in alphabetical order: "Last, First" and "First Last" are one."""
    return " ".join(sorted(name.replace(",", " ").casefold().split()))


def _unique(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """What belongs to one only."""
    owners: dict[str, set[int]] = defaultdict(set)
    for key, at in pairs:
        owners[key].add(at)
    return {key: next(iter(whose)) for key, whose in owners.items() if len(whose) == 1}


def _problems(
    students: Sequence[Row], listed: Listed, matches: Sequence[Match], left: Sequence[int]
) -> Iterator[Problem]:
    missing = _missing(students, matches)
    alike = _alike(missing, listed, left)
    known = {row.student.id for rows, _ in alike for row in rows}
    told = {at for _, places in alike for at in places}
    yield from (_not_found(listed, row) for row in missing if row.student.id not in known)
    yield from (_namesakes(listed, rows, places) for rows, places in alike)
    yield from _strangers(listed, [at for at in left if at not in told])


def _missing(students: Sequence[Row], matches: Sequence[Match]) -> list[Row]:
    found = {match.row.student.id for match in matches}
    return [row for row in students if row.student.id not in found]


def _alike(missing: Sequence[Row], listed: Listed, left: Sequence[int]) -> list[tuple[list[Row], list[int]]]:
    """The students without a row and the rows left, those of one name together."""
    ours, theirs = _by_name(_names(missing)), _by_name(pair for pair in _listed_names(listed) if pair[1] in left)
    return [([missing[at] for at in ours[name]], theirs[name]) for name in theirs if name in ours]


def _not_found(listed: Listed, row: Row) -> Problem:
    cause = Message(
        "{who} ({id}) is in the class and is not found in the list, or not alone",
        who=row.student.called,
        id=row.student.id,
    )
    return Problem(cause, listed.place, "what is theirs is left out: export the list again, or hand it over by hand")


def _by_name(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    bearers: dict[str, list[int]] = defaultdict(list)
    for name, at in pairs:
        bearers[name].append(at)
    return bearers


def _namesakes(listed: Listed, ours: Sequence[Row], theirs: Sequence[int]) -> Problem:
    """Students and rows of one name that nothing tells apart, and what would."""
    cause = Message(
        "{name}: {ids} in the class, {count} row in the list, and nothing tells which is whose",
        plural="{name}: {ids} in the class, {count} rows in the list, and nothing tells which is whose",
        name=ours[0].student.called,
        ids=", ".join(row.student.id for row in ours),
        count=len(theirs),
    )
    column = _telling_column(listed, theirs)
    remedy = Message(
        "nothing is given; add a column {column!r} to students.csv, with what the list says of each", column=column
    )
    missing = "nothing is given; export the list with e-mail addresses or numbers that students.csv has too"
    return Problem(cause, listed.place, remedy if column else missing)


def _telling_column(listed: Listed, rows: Sequence[int]) -> str:
    """The first column, an address or a number if one does, that has a text of its own in each of some rows."""
    names = {*listed.having("participant", "first_name", "name", "full_name")}
    columns: list[int] = [*listed.having("email", "id"), *range(len(listed.columns))]
    for column in columns:
        texts = {listed.rows[at][column].strip().casefold() for at in rows} - {""}
        if len(texts) == len(rows) and column not in names:
            return listed.columns[column]
    return ""


def _strangers(listed: Listed, left: Iterable[int]) -> Iterator[Problem]:
    """The rows that are of nobody."""
    telling = listed.having(*ROLES)
    for at in left:
        shown = " ".join(filter(None, (listed.rows[at][column].strip() for column in telling)))[:100]
        if not any(cell.strip().casefold() in NOT_PEOPLE for cell in listed.rows[at]):
            cause = Message("{shown} is in the list and is not found in the class", shown=shown)
            yield Problem(cause, listed.place, "nothing is given")
