"""Export files for holding an exam: blank sheets, a table for a mail merge, a workbook to type answers in."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from answers.assets import shared_words
from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exports.feedback import file_names, moodle_names
from answers.exports.gradebook import GradebookRow
from answers.exports.gradebook_xlsx import without_timestamps, workbook
from answers.exports.platform_list import match_rows
from answers.exports.request import ExportRequest, ExportResult, zip_archive
from answers.exports.tables import CellValue, Dialect, ExportTable, table_csv, translated_table
from answers.files import read_limited, saved, shown
from answers.messages import Message
from answers.people.people_list import PeopleList
from answers.people.table import EMAIL, role_of


def sheets_zip(rows: Iterable[GradebookRow], files: Mapping[str, Path], listed: PeopleList | None) -> ExportResult:
    """Return a zip archive of blank sheets, named after the students: "Nash Eva.pdf".

    `files` has the path of each sheet by the identifier of the student. If `listed` is the grading worksheet of a
    Moodle assignment, the files have the names that Moodle requires.
    """
    rows = tuple(rows)
    names, problems, notes = file_names(rows), tuple[Problem, ...](), tuple[Message, ...]()
    if listed is not None:
        names, problems, notes = moodle_names(rows, listed, match_rows(rows, listed))
    content = zip_archive((name, read_limited(files[student])) for student, name in names.items())
    return ExportResult(content, problems, notes)


def mail_merge(rows: Iterable[GradebookRow], files: Mapping[str, Path], exam: Exam, lang: str) -> ExportTable:
    """Return a table with a row for each student: names, e-mail address, u₀ and the path of the blank sheet.

    The address comes from a column of the class list, or from an identifier that is an address; else it is "".
    """
    columns = ("name", "first_name", "email", "u0", "file")
    cells: list[tuple[CellValue, ...]] = []
    for row in rows:
        student = row.student
        addresses = (text for header, text in row.extra.items() if role_of(header) == EMAIL and text)
        address = next(addresses, student.id if "@" in student.id else "")
        cells.append((student.name, student.first_name, address, row.u0, shown(files[student.id])))
    return translated_table(ExportTable("mail", columns, tuple(cells)), exam, lang)


def table_file(table: ExportTable, path: Path, dialect: Dialect) -> bytes:
    """Return a table as the content of a file: a workbook if the name of `path` ends in .xlsx, else CSV."""
    return workbook([table]) if path.suffix.lower() == ".xlsx" else table_csv(table, dialect)


def entry_table(request: ExportRequest) -> ExportResult:
    """Return a workbook in which a person types the answers: a row for each student and a column for each item.

    All cells are text cells, so that no spreadsheet turns 1/3 into a date. Students are named by their names, homonyms
    by their identifiers. `class collect` reads the filled workbook, and skips rows without answers.
    """
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    gradebook = request.gradebook
    names = Counter(row.student.display_name.casefold() for row in gradebook.rows)
    student = str(shared_words(request.lang)["tables"]["columns"]["student"])
    items: list[str] = []
    for part in gradebook.exam.parts:
        items += [part.id] if part.count == 1 else part.item_names
    rows = [[student, "u0", *items]]
    for row in sorted(gradebook.rows, key=lambda row: row.student.display_name.casefold()):
        name = row.student.display_name
        rows.append([name if names[name.casefold()] == 1 else row.student.id, *[""] * (len(items) + 1)])
    book = Workbook(write_only=True)
    sheet = book.create_sheet(gradebook.exam.name)
    sheet.freeze_panes = "B2"
    sheet.column_dimensions["A"].width = 30
    for texts in rows:
        cells = [WriteOnlyCell(sheet, text) for text in texts]
        for cell in cells:
            cell.number_format, cell.data_type = "@", "s"
        sheet.append(cells)
    return ExportResult(without_timestamps(saved(book.save)))
