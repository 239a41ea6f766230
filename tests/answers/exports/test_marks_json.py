import json
from dataclasses import replace

from answers.errors import Problem
from answers.exports.formats import MARKS_FILES
from answers.exports.gradebook import marks_document, marks_json
from answers.exports.tables import gradebook_csv
from tests.answers.exports.test_gradebook import ABSENT, DONE, PAPER, PRESENT, STRAY

PROBLEM = Problem("the file is damaged", "submissions/é.pdf", "ask for the file again")
DOCUMENT = {
    "schema": "corrige/grade/1",
    "exam": "tiny",
    "papers": [PAPER.to_json(), STRAY.to_json()],
    "problems": [{"place": "submissions/é.pdf", "cause": "the file is damaged", "remedy": "ask for the file again"}],
}


def test_the_promised_document() -> None:
    assert marks_document("tiny", [PAPER, STRAY], [PROBLEM]) == DOCUMENT
    assert marks_document("tiny", []) == {"schema": "corrige/grade/1", "exam": "tiny", "papers": [], "problems": []}


def test_all_papers_of_a_class_are_in_its_document() -> None:
    marks = replace(DONE, rows=(ABSENT, PRESENT), unassigned=(STRAY,), problems=(PROBLEM,))
    assert json.loads(marks_json(marks)) == DOCUMENT


def test_the_files_that_marking_writes_and_their_order() -> None:
    assert list(MARKS_FILES.items()) == [("marks.json", marks_json), ("gradebook.csv", gradebook_csv)]
