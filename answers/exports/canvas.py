"""Export marks to Canvas: the gradebook downloaded from Canvas, with a column of marks filled in."""

import re

from answers.exam.settings import written_amount
from answers.exports.platform_list import maximum_problems, new_column_problem, title_key
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import texts_csv
from answers.paper import points_number
from answers.people.table import plain

PEOPLE = frozenset(
    {
        "student", "lastname", "firstname", "id", "sis user id", "sis login id", "integration id", "root account",
        "section",
    }
)  # fmt: skip
"""Headers, in small letters, of the columns by which Canvas identifies students."""
EXCUSED = "EX"
"""The cell that excuses a student from an assignment in Canvas."""


def canvas_marks(request: ExportRequest) -> ExportResult:
    """Return the columns of the Canvas gradebook that identify students, unchanged, and a column of marks.

    Its header is « Title (number) » as in the gradebook; otherwise Canvas creates an assignment, which is a problem
    beside others. An acknowledged absence without a mark is "EX" (excused). Other students without a final mark have no
    row, since an empty cell would delete their mark in Canvas. The row "Manual Posting" of Canvas stays. Another
    maximum in the row "Points Possible" of the gradebook is a problem.

    Source: lib/gradebook_importer.rb of Canvas (the header it requires, how it finds students).
    """
    listed = request.list_of("canvas", "Student", "ID", "Section")
    matched = request.match(listed)
    people = [at for at, column in enumerate(listed.columns) if column.strip().casefold() in PEOPLE]
    title, key = request.column, title_key(request.column)
    titles = {column: found[1] for column in listed.columns if (found := re.fullmatch(r"(.*)\(\d+\)\s*", column))}
    named = [column for column in titles if title_key(column) == key]
    named = named or [column for column, own in titles.items() if title_key(own) == key]
    is_new = bool(titles) and len(named) != 1
    problems = [new_column_problem(listed, title, titles)] if is_new else []
    title = named[0] if len(named) == 1 else title
    marks = listed.columns.index(title) if title in listed.columns else -1
    points = points_number(request.gradebook.out_of)
    possible = {
        text
        for row in listed.rows
        if marks >= 0 and any(plain(row.cells[at]).startswith("points possible") for at in people)
        if written_amount(text := row.cells[marks].strip().replace(",", ".")) is not None
    }
    manual = [  # the row "Manual Posting", which is no student
        [*(row.cells[at] for at in people), row.cells[marks]]
        for row in listed.rows
        if marks >= 0 and row.cells[marks].strip() and not any(row.cells[at].strip() for at in people)
    ]
    rows = [
        [*(listed.columns[at] for at in people), title],
        *manual,
        ["    Points Possible", *[""] * (len(people) - 1), points],
    ]
    for match in matched.rows:
        value = match.row.final_mark
        if value is not None or match.row.absence:
            mark = EXCUSED if value is None else points_number(value)
            rows.append([*(match.listed.cells[at] for at in people), mark])
    maxima = maximum_problems(listed, possible, request.gradebook.out_of)
    return ExportResult(texts_csv(rows), (*problems, *maxima, *matched.problems), matched.notes)
