"""Marked papers as the JSON document that `corrige grade --json` promises."""

import json
from collections.abc import Iterable, Mapping, Sequence

from answers.errors import Problem
from answers.exports.gradebook import Gradebook
from answers.paper import Paper

SCHEMA = "corrige/grade/1"


def marks_json(gradebook: Gradebook) -> bytes:
    """Return all papers of a class as one JSON document."""
    return document_bytes(marks_document(gradebook.exam.name, gradebook.papers, gradebook.problems))


def marks_document(exam: str, papers: Iterable[Paper], problems: Sequence[Problem] = ()) -> dict[str, object]:
    """Return the promised JSON document; `problems` lists the files that could not be read at all."""
    return {
        "schema": SCHEMA,
        "exam": exam,
        "papers": [paper.to_json() for paper in papers],
        "problems": [{"place": p.place, "cause": p.cause, "remedy": p.remedy} for p in problems],
    }


def document_bytes(document: Mapping[str, object]) -> bytes:
    """Return a JSON document as people and machines both read it: two spaces, UTF-8, a final line feed."""
    return (json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()
