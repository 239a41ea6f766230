"""Marked papers → the teacher's gradebook: one row a student, safe to open in a spreadsheet."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exam.identity import Student
from answers.flags import NO_PAPER
from answers.paper import Paper

SCHEMA = "corrige/grade/1"
FORMULA_STARTS = ("=", "+", "-", "@")
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Row:
    """One student of the roster, the seed they were given, and their paper; None when none could be read."""

    student: Student
    u0: int | None
    paper: Paper | None


def gradebook_csv(exam: Exam, rows: Iterable[Row]) -> bytes:
    """Return the gradebook as UTF-8 CSV: student, u0, score, max, one column a part, whether to look, and why.

    A student without a paper has an empty score, never a zero. Texts that a spreadsheet would run as a formula are
    preceded by an apostrophe.
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    parts = [part.id for part in exam.parts]
    writer.writerow(["student", "name", "first_name", "u0", "score", "max", *parts, "needs_teacher", "flags", "file"])
    writer.writerows([_cell(value) for value in _row(row, parts)] for row in rows)
    return stream.getvalue().encode()


def grade_document(exam: str, papers: Iterable[Paper], problems: Sequence[Problem] = ()) -> dict[str, Any]:
    """Return the promised JSON document; `problems` lists the files that could not be read at all."""
    return {
        "schema": SCHEMA,
        "exam": exam,
        "papers": [paper.to_json() for paper in papers],
        "problems": [{"place": p.place, "cause": p.cause, "remedy": p.remedy} for p in problems],
    }


def document_bytes(document: dict[str, Any]) -> bytes:
    """Return a JSON document as people and machines both read it: two spaces, UTF-8, a final line feed."""
    return (json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def _row(row: Row, parts: list[str]) -> list[object]:
    student = [row.student.id, row.student.name, row.student.first_name, _text(row.u0)]
    if row.paper is None:
        return [*student, "", "", *([""] * len(parts)), "yes", str(NO_PAPER), ""]
    marks = row.paper.to_json()
    scores = [marks["parts"][part]["score"] for part in parts]
    total = [marks["score"], marks["max"]] if row.paper.u0 is not None else ["", ""]
    looks = "yes" if row.paper.needs_teacher else "no"
    return [*student, *total, *scores, looks, " ".join(map(str, row.paper.flags)), str(row.paper.place)]


def _text(u0: int | None) -> str:
    return "" if u0 is None else str(u0)


def _cell(value: object) -> object:
    """Disarm texts: no control character breaks a row, and none starts what a spreadsheet would run."""
    if not isinstance(value, str):
        return value
    text = CONTROLS.sub(" ", value)
    return f"'{text}" if text.lstrip().startswith(FORMULA_STARTS) else text
