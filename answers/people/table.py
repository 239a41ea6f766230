"""Read a teacher's table, a CSV file of any dialect or a spreadsheet, into lines of cells.

A file that is no table, is damaged or is too large raises CorrigeError.
"""

import csv
import io
import re
import unicodedata
import zipfile
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from answers.errors import CorrigeError, Problem
from answers.messages import Message
from answers.people.encodings import mended, read_text, utf16_unmarked
from answers.people.names import unaccented
from answers.submissions.raw.submission import decode, separator
from answers.submissions.text.office_file import Merged, merged_cells, tree

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

STUDENT, NUMBER, LOGIN, ID, EMAIL, INE = "student", "number", "login", "id", "email", "ine"
NAME, FIRST_NAME, FULL_NAME, U0 = "name", "first_name", "full_name", "u0"
IDENTIFYING = (STUDENT, NUMBER, LOGIN, ID, EMAIL)
"""Roles of columns that identify students, the most reliable first; not INE, which is personal data."""

_WRITTEN = {
    STUDENT: "student, candidat, candidate",
    NUMBER: "id number, numero d identification, numero identification, numero etudiant, num etudiant, no etudiant, "
    "n etudiant, numero d etudiant, num etu, student number, student id, numero, number, matricule, sis user id, "
    "code etudiant, cod etu, apol a01 code, numero apogee, n apogee, code apogee, numero de dossier, "
    "n dossier, numero dossier, display id, orgdefinedid, org defined id, matrikelnummer, id nummer",
    INE: "ine, numero ine, n ine, code ine, ine etudiant, numero national, identifiant national, "
    "identifiant national etudiant, "
    "identifiant national eleve, cod nne ind",
    LOGIN: "login, username, user name, nom d utilisateur, utilisateur, sis login id, compte, "
    "identifiant de connexion, benutzername, anmeldename",
    ID: "id, identifiant, identifier, identifiant unique, unique identifier, identifiant etablissement",
    EMAIL: "email, e mail, mail, mel, courriel, email address, e mail address, adresse de courriel, adresse e mail, "
    "adresse email, adresse mail, adresse electronique, adresse courriel, email institutionnel, mail institutionnel, "
    "adresse mail institutionnelle, courriel institutionnel, e mail adresse",
    NAME: "name, nom, nom de famille, nom famille, surname, last name, lastname, family name, nom d usage, nom usuel, "
    "nom patronymique, nom de naissance, lib nom pat ind, apol a02 nom, nachname",
    FIRST_NAME: "first name, firstname, first names, given name, given names, forename, forenames, prenom, prenoms, "
    "prenom s, prenom usuel, prenom d usage, premier prenom, 1er prenom, prenom 1, lib pr1 ind, "
    "apol a03 prenom, vorname",
    FULL_NAME: "full name, nom complet, nom et prenom, nom prenom, nom et prenoms, nom prenoms, noms et prenoms, "
    "noms prenoms, nom s prenom s, nom s et prenom s, noms, prenom nom, prenom et nom, student name, names, eleve, "
    "eleves, etudiant, etudiants, etudiante, etudiant e, etudiants es, students, participants, participant, apprenant, "
    "apprenants, identite, stagiaire, stagiaires, apprenti, apprentis, personne, personnes, inscrit, inscrits, pupil, "
    "pupils, learner, learners, person, people, display name, nom affiche, vollstandiger name",
    U0: "u0, u 0, graine, seed",
}
"""The headers of each role, made plain."""
_OF_STUDENT = re.compile(r" (?:(?:de l|de la|du|d un|of the) )?(?:eleve|etudiante?|candidate?|apprenante?|student)$")
"""The end of a header that names the student, as in "Nom de l'élève"; it does not change the role."""
_ROLES: Mapping[str, str] = MappingProxyType(
    {text: role for role, headers in _WRITTEN.items() for text in headers.split(", ")}
)


def role_of(header: str) -> str:
    """Return the role of a column according to its header, made plain: "name" for "Nom de famille"; "" if unknown."""
    text = plain(header)
    return _ROLES.get(text) or _ROLES.get(_OF_STUDENT.sub("", text), "")


def folded(text: str) -> str:
    """Return a text for comparison: in small letters, with single spaces and normalized accents (NFC)."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def plain(text: str) -> str:
    """Return a text in small letters without accents and punctuation, with single spaces; œ becomes oe."""
    return " ".join(re.findall(r"[^\W_]+", unaccented(text.casefold())))


SEPARATORS = ",;\t|"
MAX_LINES = 50_000
TITLES = 10
"""The number of lines among which the header is searched: titles such as school, class and date may precede it."""

SIGNATURE = b"PK\x03\x04"
"""The first bytes of a ZIP archive."""
ODS = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
"""The name and the content of the first file in an OpenDocument spreadsheet, after the 30 bytes of its local header."""
_OFFICE, _TABLE, _TEXT, _STYLE = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{part}:1.0}}" for part in ("office", "table", "text", "style")
)
LAST_ROW = 2**20
"""The most rows of a sheet; programs write the last one if a whole column has a format."""
MAX_COLUMNS = 500
"""The most cells of a line that are read from a spreadsheet."""
MAX_UNPACKED = 200_000_000
"""The largest size of an unpacked workbook, in bytes."""
MAX_SHOWN = 20
"""The most ranges of merged cells that a note lists."""
MAX_MEMBERS = 2_000
"""The most files in the archive of a workbook."""
KEPT = 10**15
"""The least number of which a spreadsheet loses digits."""
ZEROS = re.compile(r"(?:\[[^]]*\])?(0+)(?:;.*)?")
"""A number format that shows leading zeros, such as 00000."""


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the file: its cells, and the number of its first line in the file, from 1."""

    number: int
    cells: tuple[str, ...]

    def cell(self, position: int) -> str:
        """Return the cell at a position, or "" where the line is shorter."""
        return self.cells[position] if position < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class InputTable:
    """The table in a file; `notes` tell the teacher how the file was read."""

    lines: tuple[Line, ...]
    """The header, then the other lines that are not empty; () for an empty file."""
    notes: tuple[Problem, ...] = ()
    titles: tuple[Line, ...] = ()
    """The lines above the header."""


def read_table(content: bytes, place: str, encoding: str = "", *, as_is: bool = False) -> InputTable:
    """Return the table in a file: a spreadsheet (.xlsx or .ods), recognized by its content, or else CSV.

    The separator of CSV may be a comma, a semicolon, a tab or a bar. `encoding` is the encoding that the teacher chose;
    without it, see `encodings.read_text`. The header is the line with the most known columns among the first ten lines
    that are not empty. Accents are normalized (NFC). Accents that were encoded twice are corrected, with a note.

    With `as_is`, the cells of CSV below the header stay unchanged, for programs that want their own list back, and a
    file of unclear encoding is decoded as Windows Latin-1.
    """
    if content.startswith(SIGNATURE):
        return _workbook(content, place)
    is_binary = b"\0" in content and not content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    if content.startswith(b"%PDF") or (is_binary and not encoding and not utf16_unmarked(content)):
        remedy = "give the list as CSV or XLSX, as the school's platform or a spreadsheet saves it"
        raise CorrigeError.single(
            "the file is a PDF, not a list" if content.startswith(b"%PDF") else "the file is not a list of students",
            place=place,
            remedy=remedy,
        )
    _refuse_long(content.count(b"\n") + content.count(b"\r") - content.count(b"\r\n"), place)
    try:
        text, notes = read_text(content, place, encoding)
    except CorrigeError:
        if not as_is:
            raise
        text, notes = decode(content, place), ()  # damaged names match nobody
    signs = []  # for each possible header: the number of known columns, the number of columns, the separator
    for line in (line for line in islice(io.StringIO(text), TITLES) if line.strip()):
        sign = separator(line, SEPARATORS, lambda cells: 100 * _columns_known(cells) + len(cells))
        cells = line.split(sign)
        signs.append((_columns_known(cells), len(cells), sign))
    *_, sign = max(signs, default=(0, 0, ","), key=lambda counts: counts[:2])
    rows = list(_csv_rows(text, sign, place))
    if as_is:
        return _table(tuple(Line(number, tuple(row)) for number, row in rows if any(map(str.strip, row))), notes)
    return _table(tuple(_filled_lines(rows, place)), (*notes, *_mending_notes(rows, place)))


def _filled_lines(rows: Iterable[tuple[int, list[str]]], place: str) -> Iterator[Line]:
    """Yield the rows that are not empty, with clean cells; raise CorrigeError for too long a list."""
    for number, row in rows:
        cells = tuple(map(_clean, row))
        if any(cells):
            _refuse_long(number, place)
            yield Line(number, cells)


_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]")
"""Characters that are invisible in a name, such as a soft hyphen."""

_SPACES = re.compile(r"[^\S\x1c-\x1f\x85]+")
"""Spaces, but not the control characters that Python counts as spaces: in a name, those show a wrong encoding."""


def tidy(text: str) -> str:
    """Return a name, an identifier or a header with single spaces and without invisible characters."""
    return _SPACES.sub(" ", text if text.isascii() else _UNSEEN.sub("", text)).strip(" ")


def _clean(cell: str) -> str:
    """Return a cell without surrounding spaces, with normalized accents (NFC), and double encoding corrected."""
    return (cell if cell.isascii() else unicodedata.normalize("NFC", mended(cell))).strip(" \t\r\n\xa0\u202f")


def _mending_notes(rows: Iterable[tuple[int, list[str]]], place: str) -> Iterator[Problem]:
    """Yield one note, with the first corrected cell as an example, if accents were encoded twice."""
    for number, row in rows:
        for cell in row:
            if not cell.isascii() and mended(cell) != cell:
                where = Message("{place}, line {line}", place=place, line=number)
                cause = Message(
                    "the accents in the list were garbled by a wrong encoding, which was corrected: {cell!r} is read "
                    "as {corrected!r}",
                    cell=cell[:40],
                    corrected=_clean(cell)[:40],
                )
                yield Problem(cause, where, "check the accents of the names")
                return


def _refuse_long(lines: int, place: str) -> None:
    if lines > MAX_LINES:
        cause = Message(
            "the list has more than {max_lines} lines, too many for a class, and was not read", max_lines=MAX_LINES
        )
        raise CorrigeError.single(cause, place=place, remedy="use a list of one class only")


def _table(lines: tuple[Line, ...], notes: tuple[Problem, ...]) -> InputTable:
    """Return the table that begins with its header, which is the first line with the most known columns."""
    if not lines:
        return InputTable((), notes)
    known = [_columns_known(line.cells) for line in lines[:TITLES]]
    start = 0 if known[0] == max(known) else known.index(max(known))
    header = lines[start]
    used = max(i for i, cell in enumerate(header.cells, 1) if cell.strip())
    header = Line(header.number, tuple(map(tidy, header.cells[:used])))
    return InputTable((header, *lines[start + 1 :]), notes, lines[:start])


def _columns_known(cells: Iterable[str]) -> int:
    """Return how many cells of a line are headers with a role."""
    return sum(role_of(cell) != "" for cell in cells)


def _csv_rows(text: str, delimiter: str, place: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row of a CSV text with the number of its first line; CorrigeError for an open quotation mark."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        cause = Message(
            "the list cannot be read: a cell has an opening quotation mark that is not closed, or a quotation "
            "mark inside ({error})",
            error=error,
        )
        raise CorrigeError.single(
            cause,
            place=Message("{place}, line {line}", place=place, line=line),
            remedy="close the quotation mark; inside a cell, write each quotation mark twice",
        ) from error


def _workbook(content: bytes, place: str) -> InputTable:
    """Return the list in a workbook: the only sheet with text or with known columns; a note names the others."""
    has_hidden_rows = _has_hidden_rows(content, place)
    try:
        rows, hidden, merged = (_ods_sheets if content[30:].startswith(ODS) else _xlsx_sheets)(content)
    except Exception as error:  # openpyxl raises errors of any type for a damaged workbook
        raise _no_workbook(place) from error
    filled = {
        title: lines for title, sheet_lines in rows.items() if (lines := tuple(_filled_lines(sheet_lines, place)))
    }
    listing = {
        title: lines for title, lines in filled.items() if any(_columns_known(line.cells) for line in lines[:TITLES])
    } or filled
    if len(listing) > 1:
        cause = Message(
            "it is not clear which sheet of the workbook to read, so none was read: {names}",
            names=", ".join(map(repr, listing)),
        )
        raise CorrigeError.single(
            cause, place=place, remedy="combine the sheets into one, or save only the right sheet, as CSV"
        )
    title, lines = next(iter(listing.items()), ("", ()))
    unread = ", ".join(repr(one) for one in (*filled, *hidden) if one != title)
    cause = Message(
        "of this workbook, the sheet {name!r} was read, but not the sheets {names}", name=title, names=unread
    )
    notes = (Problem(cause, place, "check that all students are in the sheet that was read"),) if unread else ()
    if has_hidden_rows:
        cause = Message("the workbook has hidden rows, as after a filter; the students in these rows were read too")
        notes = (*notes, Problem(cause, place, "check that no person is in the class by mistake"))
    table = _table(lines, (*notes, *_mending_notes(rows.get(title, []), place)))
    return replace(table, notes=(*table.notes, *_merged_notes(table, merged.get(title, ()), place)))


def _merged_notes(table: InputTable, merged: Iterable[Merged], place: str) -> Iterator[Problem]:
    """Yield a note on the merged cells of students, of which only the first has a text; headings need no note."""
    from openpyxl.utils import get_column_letter

    texts = {line.number: line for line in table.lines[1:]}
    names = table.lines[0].cells if table.lines else ()
    used = {at for at, name in enumerate(names) if name}
    ranges = []
    for lines, columns in merged:
        first = texts.get(lines[0] + 1)
        crossed = used.intersection(columns)
        is_of_several = any(line + 1 in texts for line in lines[1:])
        is_split = crossed and (is_of_several or (len(crossed) > 1 and crossed != used))
        if first and first.cell(columns[0]) and is_split:
            corners = (columns[0], lines[0]), (columns[-1], lines[-1])
            ranges.append(":".join(f"{get_column_letter(column + 1)}{line + 1}" for column, line in corners))
    if ranges:
        cause = Message(
            "cells of the list are merged, and only the first of each range was read: {cells}",
            cells=", ".join([*ranges[:MAX_SHOWN], *["…"][: len(ranges) - MAX_SHOWN]]),
        )
        remedy = "split the merged cells, write the text in each row, and give the list again; or complete students.csv"
        yield Problem(cause, place, remedy)


_HIDDEN_ROW = re.compile(
    rb"<(?:\w+:)?row\s[^>]*\bhidden=\"(?:1|true)\"|<table:table-row\s[^>]*table:visibility=\"(?:filter|collapse)\""
)


def _has_hidden_rows(content: bytes, place: str) -> bool:
    """Return whether a sheet of a workbook has hidden rows; CorrigeError for no ZIP archive or one too large."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise _no_workbook(place) from error
    with archive:
        members = archive.infolist()
        if len(members) > MAX_MEMBERS or sum(member.file_size for member in members) > MAX_UNPACKED:
            cause = Message(
                "the workbook unpacks to more than {max_unpacked} MB and was not read",
                max_unpacked=MAX_UNPACKED // 1_000_000,
            )
            raise CorrigeError.single(cause, place=place, remedy="save the list alone, as CSV")
        names = archive.namelist()
        sheets = [name for name in names if name == "content.xml" or re.fullmatch(r"xl/worksheets/.*\.xml", name)]
        try:
            return any(_HIDDEN_ROW.search(archive.read(name)) for name in sheets)
        except (zipfile.BadZipFile, zlib.error, RuntimeError, OSError):  # the workbook does not use this sheet
            return False


_Rows: TypeAlias = list[tuple[int, list[str]]]
"""The rows of a sheet, each with its number from 1."""
_Sheets: TypeAlias = tuple[dict[str, _Rows], list[str], dict[str, list[Merged]]]
"""The rows of each visible sheet, by name; the names of hidden sheets with text; the merged cells of each sheet."""


def _xlsx_sheets(content: bytes) -> _Sheets:
    """Return the rows, the names of hidden sheets and the merged cells of an Excel workbook."""
    import openpyxl

    load = partial(openpyxl.load_workbook, read_only=True, keep_links=False)
    book, formulas = (load(io.BytesIO(content), data_only=is_value) for is_value in (True, False))
    visible = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    closed = [sheet for sheet in book.worksheets if sheet not in visible]
    hidden = [sheet.title for sheet in closed if any(True for _ in _sheet_rows(sheet, formulas[sheet.title]))]
    rows = {sheet.title: _sheet_rows(sheet, formulas[sheet.title]) for sheet in visible}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:  # openpyxl skips merged cells
        paths = {sheet.title: str(vars(sheet)["_worksheet_path"]) for sheet in visible}
        sheets = {title: archive.read(path) for title, path in paths.items()}
    merged = {title: merged_cells(sheet) for title, sheet in sheets.items()}
    return {title: list(islice(sheet_rows, MAX_LINES + 1)) for title, sheet_rows in rows.items()}, hidden, merged


def _ods_sheets(content: bytes) -> _Sheets:
    """Return the rows, the names of hidden sheets and the merged cells of an OpenDocument file, as shown."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        document = tree(archive.read("content.xml"))
    hidden_styles = {
        style.get(f"{_STYLE}name")
        for style in document.iter(f"{_STYLE}style")
        if any(part.get(f"{_TABLE}display") == "false" for part in style)
    }
    visible, hidden = dict[str, _Rows](), list[str]()
    merged: dict[str, list[Merged]] = {}
    for sheet in document.iter(f"{_TABLE}table"):
        rows, number, ranges = _Rows(), 0, list[Merged]()
        for row in sheet.iter(f"{_TABLE}table-row"):
            cells: list[str] = []
            for cell in row:
                # without comments on the cell
                shown = "\n".join("".join(text.itertext()) for text in cell.findall(f"{_TEXT}p"))
                value, day = cell.get(f"{_OFFICE}value"), cell.get(f"{_OFFICE}date-value")
                is_number = cell.get(f"{_OFFICE}value-type") == "float" and value is not None
                if is_number and not shown.isdecimal():
                    shown = _cell_text(float(value or 0), "")
                down, across = (int(cell.get(f"{_TABLE}number-{way}-spanned", "1")) for way in ("rows", "columns"))
                if down * across > 1:
                    lines, columns = min(down, MAX_LINES), min(across, MAX_COLUMNS)
                    ranges.append((range(number, number + lines), range(len(cells), len(cells) + columns)))
                count = int(cell.get(f"{_TABLE}number-columns-repeated", "1"))
                cells += [day or shown] * min(count, MAX_COLUMNS - len(cells))
            count = int(row.get(f"{_TABLE}number-rows-repeated", "1"))
            if any(cells):
                rows += [(number + at, cells) for at in range(1, min(count, MAX_LINES - len(rows) + 1) + 1)]
            number += count
        name = sheet.get(f"{_TABLE}name", "")
        if sheet.get(f"{_TABLE}style-name") not in hidden_styles:
            visible[name], merged[name] = rows, ranges
        elif rows:
            hidden.append(name)
    return visible, hidden, merged


def _sheet_rows(sheet: "ReadOnlyWorksheet", formulas: "ReadOnlyWorksheet") -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of an Excel sheet that are not empty, with numbers; "#N/A" for a formula without a result."""
    for worksheet in (sheet, formulas):
        worksheet.reset_dimensions()  # the size that the file states may leave out its last rows
    for number, (row, formula_row) in islice(enumerate(zip(sheet.rows, formulas.rows, strict=True), 1), LAST_ROW):
        texts = [_cell_text(cell.value, cell.number_format) if cell.value is not None else "" for cell in row]
        texts = [text if text or cell.value is None else "#N/A" for text, cell in zip(texts, formula_row, strict=True)]
        if any(texts):
            yield number, [*texts, *[""] * MAX_COLUMNS][:MAX_COLUMNS]


def _no_workbook(place: str) -> CorrigeError:
    return CorrigeError.single(
        "the file is not a workbook, or is damaged", place=place, remedy="save the list as .xlsx, .ods or CSV"
    )


def _cell_text(value: object, number_format: str) -> str:
    """Return the text of a cell as the spreadsheet shows it: 00012, 1.23457E+17 for lost digits, 2007-03-02."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and abs(value) >= KEPT:
        return f"{float(value):.5E}"
    if isinstance(value, int) and (zeros := ZEROS.fullmatch(number_format)):
        return f"{value:0{len(zeros[1])}}"
    if isinstance(value, datetime):
        is_day = (value.hour, value.minute, value.second) == (0, 0, 0)
        return value.date().isoformat() if is_day else value.isoformat(" ")
    return value.isoformat() if isinstance(value, date) else str(value)
