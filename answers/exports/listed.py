"""The list of a course as a school's platform exports it: CSV, its columns known by what they hold."""

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from answers.errors import CorrigeError
from answers.messages import Message
from answers.submissions.raw.decode import decode
from answers.submissions.raw.dialect import separator

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
        "full_name": frozenset({"full name", "nom complet", "student", "student name"}),
    }
)  # fmt: skip
"""What the columns of platforms hold, by their names in French and English, in small letters."""


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
    """Read the list of a course: CSV with comma, semicolon or tab, UTF-8 or Latin-1.

    Raises
    ------
    CorrigeError
        If it is a spreadsheet and no CSV, is empty, is not CSV, has more than 20 000 rows, or no column that tells who
        somebody is.
    """
    if content[:2] == b"PK":
        raise CorrigeError.one("is a spreadsheet file", place=place, remedy="export the list as text (CSV)")
    text = decode(content, place)
    rows = _rows(text, place)
    if not rows:
        raise CorrigeError.one("the list is empty", place=place, remedy="export it again from the platform")
    header, *body = rows
    found = Listed(place, tuple(header), tuple(_as_wide(row, len(header)) for row in body))
    if not found.having("id", "email", "participant", "full_name", "name"):
        cause = Message("no column says who a student is; there are: {header}", header=", ".join(header[:8])[:200])
        raise CorrigeError.one(cause, place=place, remedy="export the list with e-mail addresses or identifiers")
    return found


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
