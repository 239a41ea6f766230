"""Exports before an exam: an archive of blank sheets, a table for a mail merge, a workbook for typing answers."""

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from answers.assets import shared_words
from answers.exam.exam import Exam
from answers.exports.feedback import file_names, moodle_names
from answers.exports.gradebook import GradebookRow
from answers.exports.gradebook_xlsx import without_timestamps, workbook
from answers.exports.request import ExportRequest, ExportResult, zip_archive
from answers.exports.tables import CellValue, Dialect, ExportTable, table_csv, translated_table
from answers.files import read_limited, shown
from answers.people.people_list import PeopleList
from answers.people.table import EMAIL, role_of


def sheets_zip(rows: Iterable[GradebookRow], files: Mapping[str, Path], listed: PeopleList | None) -> ExportResult:
    """Return an archive of the sheets in `files`, by identifier, named after the students: "Nash Eva.pdf".

    With the grading table of a Moodle assignment, the names are those of Moodle's upload of feedback files.
    """
    rows = tuple(rows)
    names, problems, notes = moodle_names(rows, listed) if listed is not None else (file_names(rows), (), ())
    content = zip_archive((name, read_limited(files[student])) for student, name in names.items())
    return ExportResult(content, problems, notes)


def mail_merge(rows: Iterable[GradebookRow], files: Mapping[str, Path], exam: Exam, lang: str) -> ExportTable:
    """Return the table for a mail merge: names, e-mail address if the class list has it, u₀, path of the sheet."""
    columns = ("name", "first_name", "email", "u0", "file")
    cells: list[tuple[CellValue, ...]] = []
    for row in rows:
        student = row.student
        addresses = (text for header, text in row.extra.items() if role_of(header) == EMAIL and text)
        address = next(addresses, student.id if "@" in student.id else "")
        cells.append((student.name, student.first_name, address, row.u0, shown(files[student.id])))
    return translated_table(ExportTable("mail", columns, tuple(cells)), exam, lang)


def table_file(table: ExportTable, path: Path, dialect: Dialect) -> bytes:
    """Return the table as a workbook if the name of the file ends in .xlsx, else as CSV."""
    return workbook([table]) if path.suffix.lower() == ".xlsx" else table_csv(table, dialect)


def entry_table(request: ExportRequest) -> ExportResult:
    """Return a workbook for typing answers, with a row for each student and a column for each item.

    All cells are text cells, so that no spreadsheet turns 1/3 into a date. `class collect` reads the workbook, and
    skips rows without answers.
    """
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    gradebook = request.gradebook
    names = Counter(row.student.display_name.casefold() for row in gradebook.rows)
    student = str(shared_words(request.lang)["tables"]["columns"]["student"])
    items = [name for part in gradebook.exam.parts for name in _items(part.id, part.count)]
    book = Workbook(write_only=True)
    sheet = book.create_sheet(gradebook.exam.name)
    sheet.freeze_panes = "B2"
    sheet.column_dimensions["A"].width = 30
    for texts in (
        [student, "u0", *items],
        *(
            [_unique_name(row, names), *[""] * (len(items) + 1)]
            for row in sorted(gradebook.rows, key=lambda row: row.student.display_name.casefold())
        ),
    ):
        cells = [WriteOnlyCell(sheet, text) for text in texts]
        for cell in cells:
            cell.number_format, cell.data_type = "@", "s"
        sheet.append(cells)
    stream = io.BytesIO()
    book.save(stream)
    return ExportResult(without_timestamps(stream.getvalue()))


def _unique_name(row: GradebookRow, names: Mapping[str, int]) -> str:
    """Return the student's full name if no other student has it, else the identifier."""
    return row.student.display_name if names[row.student.display_name.casefold()] == 1 else row.student.id


def _items(part_id: str, count: int) -> list[str]:
    return [part_id] if count == 1 else [f"{part_id}.{at}" for at in range(1, count + 1)]
