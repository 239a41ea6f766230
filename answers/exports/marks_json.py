"""Marked papers as the JSON document that `corrige grade --json` promises."""

from collections.abc import Iterable, Sequence

from answers.errors import Problem
from answers.exports.gradebook import Gradebook
from answers.files import json_bytes
from answers.paper import Paper

SCHEMA = "corrige/grade/1"


def marks_json(gradebook: Gradebook) -> bytes:
    """Return all papers of a class as one JSON document."""
    return json_bytes(marks_document(gradebook.exam.name, gradebook.papers, gradebook.problems))


def marks_document(exam: str, papers: Iterable[Paper], problems: Sequence[Problem] = ()) -> dict[str, object]:
    """Return the promised JSON document; `problems` lists the files that could not be read at all."""
    return {
        "schema": SCHEMA,
        "exam": exam,
        "papers": [paper.to_json() for paper in papers],
        "problems": [{"place": p.place, "cause": p.cause, "remedy": p.remedy} for p in problems],
    }
