"""The house law, held by every exam and paper that comes with corrige, and by the tests': nothing here names one."""

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.grading.house_law import LAWS, Law, held
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
