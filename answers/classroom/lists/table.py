"""A table that a teacher has, as CSV of any dialect or as a spreadsheet, read into lines of cells.

What is no table, is damaged or too large raises CorrigeError.
"""

import csv
import io
import zipfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from answers.classroom.lists.headers import role_of
from answers.errors import CorrigeError, Problem
from answers.messages import Message
from answers.submissions.raw.decode import decode
from answers.submissions.raw.dialect import separator

SEPARATORS = ",;\t|"
MAX_LINES = 50_000
TITLES = 10
"""Lines that may stand above the header: a school, a class, a date."""

SIGNATURE = b"PK\x03\x04"
MAX_COLUMNS = 500
MAX_UNPACKED = 200_000_000
MAX_MEMBERS = 2_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file, counted from 1, and its cells without the spaces around them."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The lines that are not empty, the header first, and what the teacher should know of the file."""

    lines: tuple[Line, ...]
    notes: tuple[Problem, ...] = ()


def read_table(content: bytes, place: str) -> Table:
    """Return the table of a file: a spreadsheet (.xlsx) by its content, else CSV.

    Comma, semicolon, tab or bar; UTF-8, UTF-16, cp1252 or Latin-1, and lines of both kinds in one file, which is noted.
    Up to ten lines of titles above the header are left out.
    """
    if is_spreadsheet(content):
        return Table(_from_header(tuple(_kept(spreadsheet_rows(content, place), place))))
    if content.startswith(b"%PDF") or (b"\0" in content and not content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))):
        remedy = "give it as CSV or XLSX, as the school's platform or a spreadsheet saves it"
        raise CorrigeError.one(
            "is a PDF, and no list" if content.startswith(b"%PDF") else "is no list", place=place, remedy=remedy
        )
    _refuse_long(content.count(b"\n") + content.count(b"\r") - content.count(b"\r\n"), place)
    text, notes = _text(content, place)
    return Table(_from_header(tuple(_kept(_csv_rows(text, _separator(text), place), place))), notes)


def _kept(rows: Iterator[tuple[int, list[str]]], place: str) -> Iterator[Line]:
    for number, row in rows:
        _refuse_long(number, place)
        cells = tuple(map(str.strip, row))
        if any(cells):
            yield Line(number, cells)


def _refuse_long(lines: int, place: str) -> None:
    if lines > MAX_LINES:
        cause = Message("the list has more than {max_lines} lines, which no class has", max_lines=MAX_LINES)
        raise CorrigeError.one(cause, place=place, remedy="give the list of one class")


def _from_header(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines from the header on: the first of those with the most columns that are known."""
    if not lines:
        return ()
    known = [sum(bool(role_of(cell)) for cell in line.cells) for line in lines[:TITLES]]
    first, *others = lines[known.index(max(known)) :] if not known[0] else lines
    used = max(i for i, cell in enumerate(first.cells, 1) if cell)
    return (Line(first.number, first.cells[:used]), *others)


def _separator(text: str) -> str:
    """The separator of the header, wherever it stands: the one that yields the most known columns."""
    lines = [line for line in islice(io.StringIO(text), TITLES) if line.strip()]
    known = max((_known(line) for line in lines), default=(0, 0, ","), key=lambda found: found[:2])
    return known[2]


def _known(line: str) -> tuple[int, int, str]:
    best = separator(line, SEPARATORS, lambda cells: 100 * sum(bool(role_of(cell)) for cell in cells) + len(cells))
    cells = line.split(best)
    return sum(bool(role_of(cell)) for cell in cells), len(cells), best


def _text(content: bytes, place: str) -> tuple[str, tuple[Problem, ...]]:
    """The text, each line in the encoding that it is in, when two lists in different ones were put together."""
    lines = content.splitlines(keepends=True)
    marked = [number for number, line in enumerate(lines, 1) if not line.isascii() and _is_utf8(line)]
    if not marked or _is_utf8(content) or b"\0" in content:
        return decode(content, place), ()
    text = "".join(decode(line, place) for line in lines)
    told = ", ".join(map(str, marked[:5])) + (", …" if len(marked) > 5 else "")
    cause = Message(
        "two encodings in one file: UTF-8 in line {told}, Windows Latin-1 in others; each was read in its own",
        told=told,
    )
    return text, (Problem(cause, place, "check the accents of the names"),)


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _csv_rows(text: str, delimiter: str, place: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows, each with its line; a quotation mark that is never closed swallows nothing."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            yield reader.line_num, row
            line = reader.line_num + 1
    except csv.Error as error:
        cause = Message("a quotation mark is not closed, or stands inside a cell ({error})", error=error)
        raise CorrigeError.one(
            cause, place=Message("{place}, line {line}", place=place, line=line), remedy="close it, or write it twice"
        ) from error


def is_spreadsheet(content: bytes) -> bool:
    """Whether the bytes are an archive, as a workbook is."""
    return content.startswith(SIGNATURE)


def spreadsheet_rows(content: bytes, place: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of the first sheet that is not empty, each with its number; cells as a person reads them.

    A formula counts as the value that the spreadsheet saved with it, whole numbers are written without a point.
    """
    import openpyxl

    _refuse_bomb(content, place)
    try:
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            rows = enumerate(sheet.iter_rows(max_col=MAX_COLUMNS, values_only=True), 1)
            first = next((found for found in rows if any(cell is not None for cell in found[1])), None)
            if first is not None:
                yield first[0], list(map(_cell_text, first[1]))
                yield from ((number, list(map(_cell_text, row))) for number, row in rows)
                return
    except CorrigeError:
        raise
    except Exception as error:  # openpyxl raises whatever its parts raise on a damaged workbook
        raise _no_workbook(place) from error


def _refuse_bomb(content: bytes, place: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise _no_workbook(place) from error
    if len(members) > MAX_MEMBERS or sum(member.file_size for member in members) > MAX_UNPACKED:
        cause = Message(
            "the workbook unpacks to more than {max_unpacked} MB and was not read",
            max_unpacked=MAX_UNPACKED // 1_000_000,
        )
        raise CorrigeError.one(cause, place=place, remedy="save the list alone, as CSV")


def _no_workbook(place: str) -> CorrigeError:
    return CorrigeError.one("is no Excel workbook, or a damaged one", place=place, remedy="save it as .xlsx or CSV")


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and (value.hour, value.minute, value.second) == (0, 0, 0):
        return value.date().isoformat()
    return value.isoformat(" ") if isinstance(value, datetime) else _plain(value)


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)
