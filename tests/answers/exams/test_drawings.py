"""Every drawing of a sheet, of a subject and of a document, as it was looked at: open `drawings/` in a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.document import Drawing
from answers.exam.exam import Exam
from answers.laboratory.documents.verify import document_of
from answers.sheets.subject import subject_of
from tests.answers.snapshots import compare

FOLDER = Path(__file__).parent / "drawings"


def drawings(exam: Exam) -> Iterator[tuple[str, str]]:
    """Each drawing of an exam in French, those of its questions for the seed of model sheets, by a file name."""
    words, document = exam.words("fr"), document_of(exam)
    for question in exam.questions:
        if question.drawing is not None:
            yield f"question-{question.number}", question.drawing(exam.drawn(exam.model_seed))
    yield from ((f"subject-{name}", figure(words)) for name, figure in subject_of(exam).figures.items())
    for plot in document.plots if document else ():
        if isinstance(plot, Drawing):
            yield f"document-{plot.name}", plot.svg(words)


@pytest.mark.parametrize("name", exam_names())
def test_drawings_are_as_they_were_looked_at(name: str) -> None:
    for drawing, svg in drawings(load_exam(name)):
        compare(FOLDER / f"{name}-{drawing}.svg", svg.replace("><", ">\n<") + "\n")
