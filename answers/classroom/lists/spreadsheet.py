"""The first sheet of an Excel workbook that holds something, read as rows of text; no formula is ever computed."""

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime

from answers.errors import CorrigeError
from answers.messages import Message

SIGNATURE = b"PK\x03\x04"
MAX_COLUMNS = 500
MAX_UNPACKED = 200_000_000
MAX_MEMBERS = 2_000


def is_spreadsheet(content: bytes) -> bool:
    """Whether the bytes are an archive, as a workbook is."""
    return content.startswith(SIGNATURE)


def spreadsheet_rows(content: bytes, place: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of the first sheet that is not empty, each with its number; cells as a person reads them.

    A formula counts as the value that the spreadsheet saved with it, whole numbers are written without a point.

    Raises
    ------
    CorrigeError
        If the file is no workbook, is damaged, or unpacks to more than 200 MB.
    """
    import openpyxl

    _refuse_bomb(content, place)
    try:
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            rows = enumerate(sheet.iter_rows(max_col=MAX_COLUMNS, values_only=True), 1)
            first = next((found for found in rows if any(cell is not None for cell in found[1])), None)
            if first is not None:
                yield first[0], list(map(_text, first[1]))
                yield from ((number, list(map(_text, row))) for number, row in rows)
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


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and (value.hour, value.minute, value.second) == (0, 0, 0):
        return value.date().isoformat()
    return value.isoformat(" ") if isinstance(value, datetime) else _plain(value)


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)
