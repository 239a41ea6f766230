"""What goes with sheets handed out: an archive for the platform, a table for a mail merge, one to type papers in."""

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from answers.assets import shared_words
from answers.exam.exam import Exam
from answers.exports.feedback import file_names, moodle_names
from answers.exports.gradebook import GradebookRow
from answers.exports.gradebook_xlsx import undated, workbook
from answers.exports.request import ExportRequest, ExportResult, zip_archive
from answers.exports.tables import CellValue, Dialect, ExportTable, table_csv, translated_table
from answers.files import read_limited, shown
from answers.people.people_list import PeopleList
from answers.people.table import EMAIL, role_of


def sheets_zip(rows: Iterable[GradebookRow], files: Mapping[str, Path], listed: PeopleList | None) -> ExportResult:
    """Return an archive of sheets, by identifier in `files`, called as the school calls people: "Nash Eva.pdf".

    With the grading table of a Moodle assignment they are named as its upload of feedback files expects.
    """
    rows = tuple(rows)
    names, problems, notes = moodle_names(rows, listed) if listed is not None else (file_names(rows), (), ())
    content = zip_archive((name, read_limited(files[student])) for student, name in names.items())
    return ExportResult(content, problems, notes)


def mail_merge(rows: Iterable[GradebookRow], files: Mapping[str, Path], exam: Exam, lang: str) -> ExportTable:
    """Return a row a student with what a letter wants: names, the address if the list has one, u₀, the file."""
    columns = ("name", "first_name", "email", "u0", "file")
    cells: list[tuple[CellValue, ...]] = []
    for row in rows:
        student = row.student
        addresses = (text for header, text in row.extra.items() if role_of(header) == EMAIL and text)
        address = next(addresses, student.id if "@" in student.id else "")
        cells.append((student.name, student.first_name, address, row.u0, shown(files[student.id])))
    return translated_table(ExportTable("mail", columns, tuple(cells)), exam, lang)


def table_file(table: ExportTable, path: Path, dialect: Dialect) -> bytes:
    """Return a table as the end of a file's name asks: a workbook (.xlsx), else CSV."""
    return workbook([table]) if path.suffix.lower() == ".xlsx" else table_csv(table, dialect)


def entry_table(request: ExportRequest) -> ExportResult:
    """Return a workbook to type papers into, a row a student and a column an item, all cells texts.

    What is typed stays as it is typed: no spreadsheet makes a date of 1/3. `class collect` reads it, rows without
    anything left out.
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
    for first, *others in (
        [student, "u0", *items],
        *(
            [_alone(row, names), *[""] * (len(items) + 1)]
            for row in sorted(gradebook.rows, key=lambda row: row.student.display_name.casefold())
        ),
    ):
        cells = [WriteOnlyCell(sheet, text) for text in (first, *others)]
        for cell in cells:
            cell.number_format, cell.data_type = "@", "s"
        sheet.append(cells)
    stream = io.BytesIO()
    book.save(stream)
    return ExportResult(undated(stream.getvalue()))


def _alone(row: GradebookRow, names: Mapping[str, int]) -> str:
    """What tells a student from all others: both names, else the identifier."""
    return row.student.display_name if names[row.student.display_name.casefold()] == 1 else row.student.id


def _items(part_id: str, count: int) -> list[str]:
    return [part_id] if count == 1 else [f"{part_id}.{at}" for at in range(1, count + 1)]
