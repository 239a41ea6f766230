"""The house law, held by every exam and paper that comes with corrige, and by the tests': nothing here names one."""

from collections.abc import Iterator

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.document import document_of
from answers.exam.exam import Exam
from answers.exam.plot import Drawing
from answers.exam.subject import has_subject, subject_of
from answers.exam.words import LANGUAGES
from answers.grading.house_law import LAWS, Law, held
from tests.answers.drawn import faults
from tests.answers.exam.test_papers import PAPERS
from tests.answers.tiny import EXAMS

EVERY = exam_names([EXAMS])
COMPOSED = sorted(set(exam_names([PAPERS])) - set(EVERY))
DEAR = frozenset({"keys", "booklets", "faces"})
"""Laws that take many seconds, and say of a composed paper what they say of the exams whose questions it has."""
CASES = [
    *(pytest.param(name, law, id=f"{name}-{law.name}") for name in EVERY for law in LAWS),
    *(
        pytest.param(
            name, law, id=f"{name}-{law.name}", marks=[pytest.mark.slow, *[pytest.mark.long] * (law.name in DEAR)]
        )
        for name in COMPOSED
        for law in LAWS
    ),
]


@pytest.mark.parametrize(("name", "law"), CASES)
def test_the_law_of_the_house(name: str, law: Law) -> None:
    assert list(map(str, held(law, load_exam(name, [EXAMS, PAPERS])))) == []


def drawings(exam: Exam, lang: str) -> Iterator[tuple[str, str]]:
    """Each drawing of a sheet, of the subject and of the document, by its name."""
    words, document = exam.words(lang), document_of(exam)
    for question in exam.questions:
        if question.drawing is not None:
            for u0 in (1, exam.model_seed, 64006):
                yield f"question {question.number}, u0 = {u0}", question.drawing(exam.drawn(u0))
    if has_subject(exam):
        yield from ((name, figure(words)) for name, figure in subject_of(exam).figures.items())
    for plot in document.plots if document else ():
        if isinstance(plot, Drawing):
            yield plot.name, plot.svg(words)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
def test_drawings_stay_in_their_frame_and_no_text_covers_another(name: str, lang: str) -> None:
    found = {drawn: faults(svg) for drawn, svg in drawings(load_exam(name, [EXAMS]), lang)}
    assert {drawn: told for drawn, told in found.items() if told} == {}
