"""Export marks without names, by seed or another number of the class list, and marks by name for Pronote."""

from collections import Counter
from dataclasses import replace

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exports.gradebook import GradebookRow
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import CellValue, ExportTable, table_csv, translated_table
from answers.messages import Message
from answers.paper import rounded
from answers.people.people_list import IDENTIFIERS
from answers.people.table import FIRST_NAME, FULL_NAME, IDENTIFYING, NAME, plain, role_of

U0, MARK, RANK = "u0", "mark", "rank"
ABSENT, ABSENT_ZERO, NOT_GRADED = "A", "Z", "N"
"""Codes of Pronote in place of a mark: absent, absent without an excuse (counts as 0), not marked; see its manual."""

ORDER = Message(
    "the marks are in the order of students.csv; before you paste the column, compare the names with those in Pronote, "
    "or give a list exported from Pronote: --list FILE"
)


def published_marks(request: ExportRequest) -> ExportResult:
    """Return a list of final marks without names, in the order of the students' numbers.

    The number of a student is the seed u₀, or the cell in the column `ExportRequest.by` of the class list. With
    `ExportRequest.ranks`, the list has ranks; equal marks have equal ranks. A student without a final mark has a row
    with an empty cell. Raises CorrigeError if two students have the same number, or if a student has none.
    """
    gradebook = request.gradebook
    marks = sorted((mark for row in gradebook.rows if (mark := row.final_mark) is not None), reverse=True)
    columns = (request.by, MARK, *((RANK,) if request.ranks else ()))

    by, known = request.by, [name for row in gradebook.rows for name in row.extra]
    if by not in known and role_of(by) in IDENTIFYING:  # another header for the identifiers of the class list
        similar = [name for name in known if plain(name) == plain(by) or role_of(name) == role_of(by)]
        by = next(iter(similar), "student")
    if by not in (U0, "student", *known):
        cause = Message("the list has no column {name!r}", name=by[:60])
        raise CorrigeError.single(cause, remedy=did_you_mean(by, [U0, "student", *dict.fromkeys(known)]))
    numbers = [
        {"student": row.student.id, U0: str(row.u0)}.get(by, row.extra.get(by, "").strip()) for row in gradebook.rows
    ]
    numbered, counts = list(zip(numbers, gradebook.rows, strict=True)), Counter(numbers)
    if indistinct := [row.student.label for number, row in numbered if not number or counts[number] > 1]:
        cause = Message(
            "in the column {by!r}, these students have no number, or the same number as another student, so "
            "the list would not tell them apart: {students}",
            by=by,
            students=" ; ".join(indistinct),
        )
        raise CorrigeError.single(cause, remedy="choose another column for the numbers of the students: --by COLUMN")
    cells = list[tuple[CellValue, ...]]()
    for number, row in sorted(numbered, key=lambda pair: (not pair[0].isdecimal(), len(pair[0]), pair[0])):
        mark = row.final_mark
        shown = int(number) if number.isdecimal() and not number.startswith("0") else number
        rank = (None if mark is None else marks.index(mark) + 1,) if request.ranks else ()
        cells.append((shown, None if mark is None else rounded(mark), *rank))
    result = _table_export(request, ExportTable("published", columns, tuple(cells)))
    notes = (
        Message(
            "in the exported list, {student} has the number {u0}, but the paper was marked with u₀ = {other}: tell the "
            "student",
            student=row.student.label,
            u0=row.u0,
            other=row.marked.u0,
        )
        for row in gradebook.rows
        if row.marked is not None and row.final_mark is not None and row.marked.u0 not in (None, row.u0)
    )
    return replace(result, notes=tuple(notes) if request.by == U0 else ())


def pronote_marks(request: ExportRequest) -> ExportResult:
    """Return names and marks in the order of Pronote's list, from which the column of marks can be pasted into Pronote.

    Without `ExportRequest.listed` the order is that of the class list. Lines below the last person of Pronote's list,
    such as a mean, are omitted. Homonyms have their identifiers in brackets.
    """
    gradebook, listed = request.gradebook, request.listed
    if listed is None:
        counts = Counter(row.student.display_name for row in gradebook.rows)
        names = (
            f"{name} ({row.student.id})" if counts[name := row.student.display_name] > 1 else name
            for row in gradebook.rows
        )
        named = tuple(zip(names, map(_mark_cell, gradebook.rows), strict=True))
        result = replace(_table_export(request, ExportTable("pronote", ("name", MARK), named)), notes=(ORDER,))
        written = [plain(row.student.display_name) for row in gradebook.rows]
        if any(keys == sorted(keys) for keys in (written, [key.replace(" ", "") for key in written])):
            return result
        cause = Message(
            "the marks are in the order of students.csv, which is not alphabetical: the column would give marks to "
            "other students if Pronote lists them by name"
        )
        remedy = Message("give a list exported from Pronote: --list FILE; or sort students.csv as in Pronote")
        return replace(result, problems=(Problem(cause, "", remedy),))
    matched = request.match(listed)
    last = max((at for at, line in enumerate(listed.rows) if listed.is_person(line)), default=-1)
    columns = listed.columns_with(FULL_NAME, NAME, FIRST_NAME)
    written = [" ".join(dict.fromkeys(line.cells[column] for column in columns)) for line in listed.rows]
    texts = [*zip(*(row.cells for row in listed.rows), strict=True)]  # by column
    identifiers = listed.columns_with(*IDENTIFIERS)
    others = (at for at in range(len(texts)) if at not in identifiers and at not in listed.numbering_columns)
    order, cells, counts = (*identifiers, *others), list[tuple[CellValue, ...]](), Counter(written)
    for name, line in zip(written[: last + 1], listed.rows, strict=False):
        row, distinction = matched.by_line.get(line.number), ""
        if counts[name] > 1:  # a cell that no other line has, identifiers first, or the student's identifier
            unique = (line.cells[at].strip() for at in order if texts[at].count(line.cells[at]) == 1)
            distinction = next(filter(None, unique), row.student.id if row else "")
        cells.append((f"{name} ({distinction})" if distinction else name, _mark_cell(row) if row else None))
    result = _table_export(request, ExportTable("pronote", ("name", MARK), tuple(cells)))
    return replace(result, problems=matched.problems, notes=matched.notes)


def _mark_cell(row: GradebookRow) -> CellValue:
    """Return the cell for Pronote: the final mark, or the code of an absence or of a paper without a final mark."""
    if row.absence:
        return ABSENT_ZERO if row.absence.is_zero else ABSENT
    return NOT_GRADED if row.final_mark is None else rounded(row.final_mark)


def _table_export(request: ExportRequest, table: ExportTable) -> ExportResult:
    translated = translated_table(table, request.gradebook.exam, request.lang)
    return ExportResult(table_csv(translated, request.dialect))
