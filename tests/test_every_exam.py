"""The house law, held by every exam that comes with corrige, and by the tiny one: nothing here names an exam."""

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.grading.house_law import LAWS, Law, held
from tests.answers.tiny import EXAMS


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
@pytest.mark.parametrize("name", exam_names([EXAMS]))
def test_the_law_of_the_house(name: str, law: Law) -> None:
    assert list(map(str, held(law, load_exam(name, [EXAMS])))) == []
