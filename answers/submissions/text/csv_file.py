"""Read the answers of a class from a table with one row per student and one column per part or item."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from answers.errors import Problem
from answers.flags import Place
from answers.messages import Message
from answers.sheets.identity import FIRST_NAME, U0
from answers.submissions.raw.submission import (
    EXAM_FIELD,
    STUDENT,
    ExpectedExam,
    FileSource,
    Submission,
    another_exam,
    by_part,
    doubled_students,
    field_word,
    item_word,
    part_word,
    refuse_any,
    separator,
    tidy_name,
    unknown_item,
    unknown_word,
)

_SEPARATORS = ";\t,"
_ANNOUNCED = re.compile(r'"?sep=([^\r\n"])"?\s*', re.IGNORECASE)
_FIELD_NAMES = (STUDENT, FIRST_NAME, U0, EXAM_FIELD)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table that is not empty, with the number of its line from 1."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    """A parsed table without its empty rows.

    `mark` separates its columns. `words` has the header cells as written, and `columns` the field, part or item that
    each names, None if unknown. `broken` has the problems of a table that ends too early.
    """

    mark: str
    words: tuple[str, ...]
    columns: tuple[str | None, ...]
    rows: tuple[_Row, ...]
    broken: tuple[Problem, ...]


def read(source: FileSource, workbook: str | None = None) -> tuple[Submission, ...]:
    """Return the submissions in a table with the header `student,u0,1a,1b,…`, one per row; `u0` is the student's seed.

    The separator is taken from Excel's `sep=` line, or else the one of comma, semicolon and tab with which the header
    names most fields and parts. Empty rows are skipped; so are rows with only a student, if there is a `u0` column.
    `workbook` has the rows of a workbook as CSV, read in place of the content of the file; messages then number the
    rows as a spreadsheet does. CorrigeError has all problems of the table.
    """
    place, exam = source.place, source.exam
    table = _parsed(source.text if workbook is None else workbook, place, is_workbook=workbook is not None)
    refuse_any(_problems(table, place, exam))
    return tuple(_submission(row, table, place, exam) for row in table.rows)


def is_header(cells: Iterable[str]) -> bool:
    """Return whether cells are the header of a table of answers: one names students, and another a part or an item."""
    columns = {_column_name(cell.strip()) for cell in cells} - {None}
    return STUDENT in columns and bool(columns.difference(_FIELD_NAMES))


def _problems(table: _Table, place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    yield from table.broken
    yield from _column_problems(table, place, exam)
    whole = [row for row in table.rows if len(row.cells) == len(table.columns)]
    submissions = [_submission(row, table, place) for row in whole]
    if not table.rows:
        yield Problem(
            "the table has no row of answers below its header", place, "write one row per student below the header"
        )
    width = len(table.columns)
    for row in table.rows:
        for at, cell in enumerate(row.cells):
            first, *others = cell.split("\n")
            # A cell with answers on several lines does not complete both rows, and its last line begins with no name.
            is_named = at > 0 and bool(others) and re.match(r"\s*(?:[^\W\d_]|\d{5})", others[-1]) is not None
            if is_named and first.count(table.mark) == width - at - 1 and others[-1].count(table.mark) == at:
                yield Problem(
                    "a cell of the row holds the end of this row and the beginning of another one",
                    Message("{place}, line {line}", place=place, line=row.line),
                    "check the quotation marks of the row",
                )
                break
        if len(row.cells) != width:
            yield Problem(
                Message(
                    "the row has {count} cell, the header has {width}",
                    plural="the row has {count} cells, the header has {width}",
                    count=len(row.cells),
                    width=width,
                ),
                Message("{place}, line {line}", place=place, line=row.line),
                "quote the cells that hold the separator, or separate columns by semicolons",
            )
    if STUDENT in table.columns:
        yield from (
            Problem(
                "the row does not name a student",
                str(submission.place),
                "write the identifier of the student who gave these answers",
            )
            for submission in submissions
            if not submission.student
        )
        yield from doubled_students(submissions)
    for submission in submissions:
        yield from another_exam(submission.exam, str(submission.place), exam)


def _column_problems(table: _Table, place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    """Yield the problems of the header: a missing, unknown or repeated column."""
    header = Message("{place}, header", place=place)
    if STUDENT not in table.columns:
        yield Problem(
            "the table has no column that names the students",
            header,
            'give the name "student" to the column with the identifiers or names of the students',
        )
    if not any(column not in _FIELD_NAMES for column in table.columns):
        yield Problem(
            "the table has no column with the answers to a part",
            header,
            "name each column by its part: student,u0,1a,1b,…",
        )
    for index, column in enumerate(table.columns):
        here = Message("{place}, column {column}", place=header, column=index + 1)
        if column is None:
            yield unknown_word(table.words[index], here, exam)
        elif (
            earlier := next(  # the same heading, or that of a part beside an item of the part
                (
                    at
                    for at, other in enumerate(table.columns[:index], 1)
                    if other and {column, column.partition(".")[0]} & {other, other.partition(".")[0]} & {column, other}
                ),
                0,
            )
        ):
            cause = Message("{column} is already the heading of column {earlier}", column=column, earlier=earlier)
            yield Problem(cause, here, "keep one of the two columns")
        elif column not in _FIELD_NAMES:
            yield from unknown_item(column, table.words[index], here, exam)


def _submission(row: _Row, table: _Table, place: str, exam: ExpectedExam | None = None) -> Submission:
    """Return the submission in one row; the row must have a cell for each column."""
    cells = {column: cell for column, cell in zip(table.columns, row.cells, strict=True) if column is not None}
    return Submission(
        place=Place(place, Message("line {line}", line=row.line)),
        student=tidy_name(cells.get(FIRST_NAME, ""), cells.get(STUDENT, "")),
        u0=cells.get(U0) or None,
        exam=cells.get(EXAM_FIELD) or None,
        answers=by_part({column: cell for column, cell in cells.items() if column not in _FIELD_NAMES}, exam),
    )


def _parsed(text: str, place: str, *, is_workbook: bool) -> _Table:

    def known(words: list[str]) -> int:
        """Return how many of the words are names of columns that Corrige knows."""
        return sum(_column_name(word.strip(' "\r')) is not None for word in words)

    first, _, body = text.partition("\n")
    if announced := _ANNOUNCED.fullmatch(first):
        mark, skipped = announced[1], 1
    else:
        names = next((line for line in text.splitlines() if line.strip()), "")
        body, skipped = text, 0
        mark = separator(names, _SEPARATORS, known)
    header: tuple[str, ...] = ()
    width = 0  # the number of cells of the header, with the empty ones at its end
    rows: list[_Row] = []
    broken: tuple[Problem, ...] = ()
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=mark, strict=True)
    line = skipped + 1
    try:
        for number, cells in enumerate(reader, 1):
            line = number if is_workbook else line
            stripped = tuple(cell.strip() for cell in cells)
            if any(stripped):
                header, width = (header, width) if header else (_trimmed(stripped, 0), len(stripped))
                # Decimal commas without quotation marks add cells: "s01,0,5," has 0,5 and an empty cell.
                is_ragged = mark == "," and len(stripped) > width
                rows.append(_Row(line, stripped if is_ragged else _trimmed(stripped, len(header))))
            line = skipped + reader.line_num + 1
    except csv.Error as error:
        broken = (
            Problem(
                Message("the table ends too early: {error}", error=error),
                Message("{place}, line {line}", place=place, line=line),
                "check the quotation marks at the end of the table",
            ),
        )
    columns = tuple(map(_column_name, header))
    filled = []
    for row in rows[1:]:
        # A row with neither a u₀ nor an answer has only the name of a student, whose paper is not typed yet.
        others = (cell for column, cell in zip(columns, row.cells, strict=False) if column not in (STUDENT, FIRST_NAME))
        if U0 not in columns or len(row.cells) != len(columns) or any(others):
            filled.append(row)
    return _Table(mark, header, columns, tuple(filled), broken)


def _column_name(word: str) -> str | None:
    return field_word(word) or part_word(word) or item_word(word)


def _trimmed(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    """Drop the empty cells that spreadsheets leave on the right, down to `width`."""
    while len(cells) > width and not cells[-1]:
        cells = cells[:-1]
    return cells
