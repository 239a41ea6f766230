"""Export marks to Blackboard, Brightspace and Sakai: fill them into the gradebook downloaded from the platform."""

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from answers.errors import CorrigeError, Problem
from answers.exports.platform_list import (
    PEOPLE,
    MatchedRows,
    maximum_problems,
    new_column_problem,
    no_identifier,
    title_key,
)
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import BOM, safe_cell
from answers.messages import Message
from answers.paper import points_number
from answers.people.people_list import PeopleList
from answers.people.table import LOGIN, NUMBER, plain

_GRADES = frozenset({"grade", "mark"})
"""Headers, made plain, of the column of marks in the file of a Sakai assignment."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How a platform writes its gradebook."""

    keys: tuple[str, ...]
    """Roles of the columns by which the platform finds students; at least one column is needed."""
    item: re.Pattern[str]
    """The header of a column of marks, with the groups title and points."""
    new: str
    """The header of a column of marks that the platform creates."""
    last: tuple[tuple[str, str], ...] = ()
    """Header and cell of a column that must end each row, if the platform needs one."""
    start: str = ""
    """The first characters of the file, such as a byte order mark."""


_FORMS: Mapping[str, _Form] = MappingProxyType(
    {
        "blackboard": _Form(
            (LOGIN,),
            re.compile(r"(?P<title>.+) \[[^\[\]\d]*(?P<points>\d[\d.,]*)[^\[\]]*\] \|\d+"),
            "{title}",
            start=BOM,
        ),
        "brightspace": _Form(
            (NUMBER, LOGIN),
            re.compile(r"(?P<title>.+) Points Grade(?: <.*?MaxPoints:(?P<points>[\d.]+).*>)?"),
            "{title} Points Grade",
            (("End-of-Line Indicator", "#"),),
        ),
        "sakai": _Form((NUMBER,), re.compile(r"(?P<title>[^*#$].*) \[(?P<points>[\d.,]+)\]"), "{title} [{points}]"),
    }
)


def filled_gradebook(platform: str) -> Callable[[ExportRequest], ExportResult]:
    """Return the function that exports marks to a platform: "blackboard", "brightspace" or "sakai".

    The exported file has the columns of the platform's gradebook that identify students, and the column of the exam,
    named `ExportRequest.column`; a new one beside other columns of marks is a problem. There is a row for each student
    with a final mark: in other columns and rows, the platform would import old marks. The function raises CorrigeError
    if the list is missing or identifies no students.

    Sources: Blackboard, help "Uploading or Downloading Grade Center Items for Working Offline" (the user name and the
    number of the column identify a cell); Brightspace, import of grades (a key field, the header of an item, the
    indicator at the end of each line); Sakai, gradebookng ImportGradesHelper.java (identifier and name come first).
    """
    form = _FORMS[platform]

    def write(request: ExportRequest) -> ExportResult:
        """Fill the marks into the gradebook that was exported from the platform."""
        listed = request.list_of(platform)
        if not listed.columns_with(*form.keys):
            remedy = Message("check that the list is really an export of {platform}", platform=platform)
            raise no_identifier(listed, remedy)
        matched = request.match(listed)
        if "display id" in map(plain, listed.columns):
            return _sakai_assignment(request, listed, matched)
        people = listed.columns_with(*PEOPLE)
        items = {column: match for column in listed.columns if (match := form.item.fullmatch(column.strip()))}
        title = title_key(request.column)
        named = [column for column, match in items.items() if title in (title_key(match["title"]), title_key(column))]
        problems, out_of = list[Problem](), request.gradebook.out_of
        if len(named) == 1:
            column = named[0]
            problems += maximum_problems(listed, filter(None, (items[column]["points"],)), out_of)
        else:
            column = form.new.format(title=request.column, points=points_number(out_of))
            problems += [new_column_problem(listed, request.column, items)] if items else []
        rows = [[*(listed.columns[at] for at in people), column, *(header for header, _ in form.last)]]
        ends = [cell for _, cell in form.last]
        rows += (
            [*(safe_cell(match.listed.cells[at]) for at in people), points_number(mark), *ends]
            for match in matched.rows
            if (mark := match.row.final_mark) is not None
        )
        return ExportResult(_csv(rows, form.start), (*problems, *matched.problems), matched.notes)

    return write


def _sakai_assignment(request: ExportRequest, listed: PeopleList, matched: MatchedRows) -> ExportResult:
    """Return `grades.csv` of a Sakai assignment, filled in; Sakai skips three lines (its AssignmentToolUtils)."""
    grade = next((at for at, column in enumerate(listed.columns) if plain(column) in _GRADES), None)
    if grade is None:
        cause = Message("the list has no column {missing}", missing=repr("grade"))
        raise CorrigeError.single(cause, place=listed.place, remedy="export the list again from the platform")
    rows: list[Sequence[str]] = [[request.column, "SCORE_GRADE_TYPE"], [""], listed.columns]
    for match in matched.rows:
        if (mark := match.row.final_mark) is not None:
            cells = [*map(safe_cell, match.listed.cells)]
            cells[grade] = points_number(mark)
            rows.append(cells)
    note = Message(
        "to upload the marks to Sakai: put this file into the downloaded archive under the name grades.csv, then "
        "choose “Upload All”"
    )
    return ExportResult(_csv(rows, ""), matched.problems, (*matched.notes, note))


def _csv(rows: Sequence[Sequence[str]], start: str) -> bytes:
    """Return rows as CSV with every cell quoted, in UTF-8; `start` begins the file."""
    stream = io.StringIO()
    stream.write(start)
    csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    return stream.getvalue().encode()
