"""Export the gradebook as an Excel workbook, with a sheet each for marks, items, decisions and flags."""

import io
import re
import zipfile
from collections.abc import Iterable
from typing import TYPE_CHECKING

from answers.exports.request import ExportRequest, ExportResult, zip_archive
from answers.exports.tables import ExportTable, flags_table, items_table, marks_table, one_line, translated_table
from answers.files import saved

if TYPE_CHECKING:
    from openpyxl.cell import Cell as WrittenCell
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

DATES = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
"""The times in the properties of a workbook."""
MAX_TEXT = 32_000
"""The most characters of a cell; Excel allows 32 767."""
WIDEST, NARROWEST = 40, 8
"""The largest and the smallest width of a column, in characters."""


def gradebook_xlsx(request: ExportRequest) -> ExportResult:
    """Return the gradebook as a workbook of numbers and of texts that run no formula; always the same bytes."""
    gradebook, lang = request.gradebook, request.lang
    tables = (
        marks_table(gradebook, lambda flag: flag.render(lang)),
        items_table(gradebook),
        request.decisions,
        flags_table(gradebook, lang),
    )
    return ExportResult(workbook(translated_table(table, gradebook.exam, lang) for table in tables))


def workbook(tables: Iterable[ExportTable]) -> bytes:
    """Return a workbook with a sheet for each table; header and first column are frozen, and columns have filters."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for table in tables:
        from openpyxl.utils import get_column_letter

        sheet = book.create_sheet(table.name)
        sheet.freeze_panes = "B2"
        for at, column in enumerate(table.columns):
            longest = max((len(str(row[at])) for row in table.rows if row[at] is not None), default=0)
            width = min(max(longest, len(column), NARROWEST), WIDEST)
            sheet.column_dimensions[get_column_letter(at + 1)].width = width + 2
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(table.columns))}{len(table.rows) + 1}"
        sheet.append([_text(sheet, column, bold=True) for column in table.columns])
        for row in table.rows:
            sheet.append([_text(sheet, cell) if isinstance(cell, str) else cell for cell in row])
    return without_timestamps(saved(book.save))


def _text(sheet: "WriteOnlyWorksheet", text: str, *, bold: bool = False) -> "WrittenCell":
    """Return a text cell, on one line; a text that begins like a formula has the apostrophe mark of spreadsheets."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    cell = WriteOnlyCell(sheet, one_line(text)[:MAX_TEXT])
    cell.data_type = "s"
    if text[:1] in tuple("=+-@＝＋－＠"):
        cell.quotePrefix = True  # like a typed apostrophe: the cell stays a text when it is edited
    if bold:
        cell.font = Font(bold=True)
    return cell


def without_timestamps(content: bytes) -> bytes:
    """Return a workbook in which all times are 1 January 1980, so that equal workbooks have equal bytes."""
    with zipfile.ZipFile(io.BytesIO(content)) as dated:
        members = {name: dated.read(name) for name in dated.namelist()}
    members["docProps/core.xml"] = DATES.sub(b"1980-01-01T00:00:00Z", members["docProps/core.xml"])
    return zip_archive(members.items())
