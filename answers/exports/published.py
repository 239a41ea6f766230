"""Marks for people who know names or only their own number: a list to be pinned up, a column for Pronote."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from answers.errors import CorrigeError, did_you_mean
from answers.exports.gradebook import Gradebook, GradebookRow
from answers.exports.platform_list import match_rows
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import CellValue, ExportTable, table_csv, translated_table
from answers.messages import Message
from answers.paper import rounded
from answers.people.people_list import IDENTIFIERS, PeopleList
from answers.people.table import FIRST_NAME, FULL_NAME, IDENTIFYING, NAME, Line, plain, role_of

U0, MARK, RANK = "u0", "mark", "rank"
ABSENT, ABSENT_ZERO, NOT_GRADED = "A", "Z", "N"
"""What Pronote takes in the place of a mark: absent, absent without an excuse (its average counts a 0), not marked.

Source: documentation of Pronote, entry of grades: how an absence is told.
"""

ORDER = Message(
    "the order is that of the list given to `class init`, students added later last; before you paste the "
    "column, compare the names with Pronote's, or give its own export: --list FILE"
)


def published(request: ExportRequest) -> ExportResult:
    """Return the marks by a number that each student knows, in the order of the numbers: u₀ or a column of the list.

    With ranks if they are asked for, equal marks having the same. Who has no mark has a row without one.
    """
    gradebook = request.gradebook
    marks = sorted((mark for row in gradebook.rows if (mark := row.final_mark) is not None), reverse=True)
    columns = (request.by, MARK, *((RANK,) if request.ranks else ()))

    def cells(number: str, row: GradebookRow) -> Iterator[CellValue]:
        yield int(number) if number.isdecimal() and not number.startswith("0") else number
        yield None if row.final_mark is None else rounded(row.final_mark)
        if request.ranks:
            yield None if row.final_mark is None else marks.index(row.final_mark) + 1

    rows = sorted(_numbers(gradebook, request.by), key=lambda pair: (not pair[0].isdecimal(), len(pair[0]), pair[0]))
    made = _table(request, ExportTable("published", columns, tuple(tuple(cells(*pair)) for pair in rows)))
    return replace(made, notes=tuple(_exchanged(gradebook.rows)) if request.by == U0 else ())


def _exchanged(rows: Iterable[GradebookRow]) -> Iterator[Message]:
    """Who is in the list under the number given, and has another one on the marked sheet."""
    for row in rows:
        if row.marked is not None and row.final_mark is not None and row.marked.u0 not in (None, row.u0):
            yield Message(
                "{student} is listed with {u0}, but the paper was marked for {other}: tell the student",
                student=row.student.label,
                u0=row.u0,
                other=row.marked.u0,
            )


def pronote_marks(request: ExportRequest) -> ExportResult:
    """Return names and marks in the order of Pronote's own list, else of the class's, for the column to be pasted.

    What stands below the last person of the list, such as a mean, is left out.
    """
    gradebook, listed = request.gradebook, request.listed
    if listed is None:
        bearers = Counter(row.student.display_name for row in gradebook.rows)
        students = [(row.student, _told(row)) for row in gradebook.rows]  # homonyms with their identifiers
        named = tuple(
            (
                student.display_name
                if bearers[student.display_name] == 1
                else f"{student.display_name} ({student.id})",
                told,
            )
            for student, told in students
        )
        return replace(_table(request, ExportTable("pronote", ("name", MARK), named)), notes=(ORDER,))
    matched = match_rows(gradebook.rows, listed)
    last = max((at for at, line in enumerate(listed.rows) if listed.is_person(line)), default=-1)
    columns = listed.columns_with(FULL_NAME, NAME, FIRST_NAME)
    bearers = Counter(_named(line, columns) for line in listed.rows)
    cells = tuple(
        (f"{name}{_apart(line, listed, row) if bearers[name] > 1 else ''}", _told(row) if row else None)
        for line in listed.rows[: last + 1]
        for name, row in [(_named(line, columns), matched.by_line.get(line.number))]
    )
    made = _table(request, ExportTable("pronote", ("name", MARK), cells))
    return replace(made, problems=matched.problems, notes=matched.notes)


def _named(line: Line, columns: tuple[int, ...]) -> str:
    return " ".join(dict.fromkeys(line.cells[column] for column in columns))


def _apart(line: Line, listed: PeopleList, row: GradebookRow | None) -> str:
    """What tells a line from others of its name, in brackets: an identifier, another cell but a rank, the class's own.

    "" if nothing does.
    """
    columns = [*zip(*(one.cells for one in listed.rows), strict=True)]
    identifiers = listed.columns_with(*IDENTIFIERS)
    others = (at for at in range(len(columns)) if at not in identifiers and at not in listed.numbering_columns)
    alone = (line.cells[at].strip() for at in (*identifiers, *others) if columns[at].count(line.cells[at]) == 1)
    told = next(filter(None, alone), row.student.id if row else "")
    return f" ({told})" if told else ""


def _told(row: GradebookRow) -> CellValue:
    if row.absence:
        return ABSENT_ZERO if row.absence.is_zero else ABSENT
    return NOT_GRADED if row.final_mark is None else rounded(row.final_mark)


def _table(request: ExportRequest, table: ExportTable) -> ExportResult:
    told = translated_table(table, request.gradebook.exam, request.lang)
    return ExportResult(table_csv(told, request.dialect))


def _numbers(gradebook: Gradebook, by: str) -> Iterator[tuple[str, GradebookRow]]:
    """Each row with the number of its student, which nobody else has."""
    known = [name for row in gradebook.rows for name in row.extra]
    if by not in known and role_of(by) in IDENTIFYING:  # what the list called the identifiers that the class has
        alike = [name for name in known if plain(name) == plain(by) or role_of(name) == role_of(by)]
        by = next(iter(alike), "student")
    if by not in (U0, "student", *known):
        cause = Message("there is no column {name!r}", name=by[:60])
        raise CorrigeError.one(cause, remedy=did_you_mean(by, [U0, "student", *dict.fromkeys(known)]))
    own = [{"student": row.student.id, U0: str(row.u0)} for row in gradebook.rows]
    numbers = [one.get(by, row.extra.get(by, "").strip()) for one, row in zip(own, gradebook.rows, strict=True)]
    often = Counter(numbers)
    wrong = [row for number, row in zip(numbers, gradebook.rows, strict=True) if not number or often[number] > 1]
    if wrong:
        label = " ; ".join(row.student.label for row in wrong)
        cause = Message("no distinct number in {by!r}: {students}", by=by, students=label)
        raise CorrigeError.one(cause, remedy="name another column: --by COLUMN")
    return zip(numbers, gradebook.rows, strict=True)
