"""The house law, held by every exam and paper that comes with corrige, and by the tests': nothing here names one."""

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.grading.house_law import LAWS, Law, held
from tests.answers.exam.test_papers import PAPERS
from tests.answers.tiny import EXAMS

EVERY = exam_names([EXAMS])
COMPOSED = sorted(set(exam_names([PAPERS])) - set(EVERY))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@pytest.mark.parametrize("name", [*EVERY, *(pytest.param(name, marks=pytest.mark.slow) for name in COMPOSED)])
def test_the_law_of_the_house(name: str, law: Law) -> None:
    assert list(map(str, held(law, load_exam(name, [EXAMS, PAPERS])))) == []
