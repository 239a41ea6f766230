"""The gradebook as a spreadsheet opens it: one row a student, no cell that a student could make run."""

import csv
import io
import re

from answers.exports.gradebook import Gradebook, Row
from answers.flags import NO_PAPER
from answers.paper import rounded

FORMULA = re.compile(r"(^|[;,\t|])(\s*)(?=[=+\-@])")
"""Where a formula could begin: at the start of a cell, or after what the spreadsheets of some countries take for the
next cell's, whatever the quotation marks say."""
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def gradebook_csv(gradebook: Gradebook) -> bytes:
    """Return the gradebook as UTF-8 CSV: student, u0, score, max, one column a part, whether to look, and why.

    A student without a paper, or whose paper could not be marked, has empty scores, never zeros. Every text is quoted,
    and preceded by an apostrophe where a spreadsheet of any country would run it as a formula.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    parts = [part.id for part in gradebook.exam.parts]
    writer.writerow(["student", "name", "first_name", "u0", "score", "max", *parts, "needs_teacher", "flags", "file"])
    writer.writerows([_cell(value) for value in _row(row, parts)] for row in gradebook.all_rows)
    return stream.getvalue().encode()


def _row(row: Row, parts: list[str]) -> list[object]:
    paper = row.paper
    student = [row.student.id, row.student.name, row.student.first_name, "" if row.u0 is None else row.u0]
    if paper is None:
        return [*student, "", "", *([""] * len(parts)), "yes", str(NO_PAPER), ""]
    looks = "yes" if paper.needs_teacher else "no"
    scores = [rounded(paper.parts[part].score) for part in parts]
    marks = [rounded(paper.score), rounded(paper.points), *scores] if paper.u0 is not None else [""] * (2 + len(parts))
    return [*student, *marks, looks, " ".join(map(str, paper.flags)), str(paper.place)]


def _cell(value: object) -> object:
    """Disarm texts: no control character breaks a row, and none starts what a spreadsheet would run."""
    if not isinstance(value, str):
        return value
    return FORMULA.sub(r"\1\2'", CONTROLS.sub(" ", value))
