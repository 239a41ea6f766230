"""Marks for Canvas: its own gradebook, exported and given back with one column filled."""

import re

from answers.errors import Problem
from answers.exports.platform_list import bare_column, match_rows
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import texts_csv
from answers.messages import Message
from answers.paper import rounded
from answers.people.people_list import PeopleList

PEOPLE = frozenset(
    {
        "student", "lastname", "firstname", "id", "sis user id", "sis login id", "integration id", "root account",
        "section",
    }
)  # fmt: skip
EXCUSED = "EX"
"""What Canvas takes for an assignment that counts for nothing."""


def canvas_marks(request: ExportRequest) -> ExportResult:
    """Return the people of Canvas's own gradebook, word for word, and one column of marks with its points.

    The column has the name that Canvas gives it, « Title (number) », when its list has it; else Canvas makes a new
    assignment of this title, which is a problem where the list has other assignments. An absence that is excused is so
    there too; else who has no mark has no row: an empty cell would take away the mark that Canvas has. The row in which
    Canvas says which marks are posted by hand is left.

    Source: lib/gradebook_importer.rb of Canvas (what it wants of a header, how it finds students).
    """
    listed = request.list_of("canvas", "Student", "ID", "Section")
    matched = match_rows(request.gradebook.rows, listed)
    kept = [at for at, column in enumerate(listed.columns) if column.strip().casefold() in PEOPLE]
    title, is_new = _column(listed, request.column)
    own = listed.columns.index(title) if title in listed.columns else -1
    points = f"{rounded(request.gradebook.out_of):g}"
    manual = [  # "Manual Posting", which is of no person
        [*(row.cells[at] for at in kept), row.cells[own]]
        for row in listed.rows
        if own >= 0 and row.cells[own].strip() and not any(row.cells[at].strip() for at in kept)
    ]
    rows = [
        [*(listed.columns[at] for at in kept), title],
        *manual,
        ["    Points Possible", *[""] * (len(kept) - 1), points],
    ]
    for one in matched.found:
        value = one.row.final_mark
        if value is not None or one.row.absence:
            rows.append([*(one.listed.cells[at] for at in kept), EXCUSED if value is None else f"{rounded(value):g}"])
    return ExportResult(texts_csv(rows), (*is_new, *matched.problems), matched.notes)


def _column(listed: PeopleList, title: str) -> tuple[str, tuple[Problem, ...]]:
    """Return what Canvas calls the assignment, its title and a number; a problem if none or two have it."""
    numbered = [column for column in listed.columns if re.search(r"\(\d+\)\s*$", column)]
    named = [column for column in numbered if column.strip() == title.strip()]
    named = named or [column for column in numbered if bare_column(column) == bare_column(title)]
    if len(named) == 1 or not numbered:
        return (*named, title)[0], ()
    cause = Message(
        "new column {column!r}; the list has: {columns}", column=title, columns=", ".join(map(repr, numbered))[:300]
    )
    return title, (Problem(cause, listed.place, "to fill one of these columns: --column NAME"),)
