"""A right value that is taken for a student's is written as one writing, and marked right in every exam."""

import pytest

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.key import make_key
from answers.grading.answer import read_answers
from answers.grading.mark import mark_parts
from answers.grading.plain_writing import plain_writing
from answers.paper import Verdict


@pytest.mark.costs(3)
@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", exam_names())
def test_every_right_value_is_one_writing_and_is_marked_right(name: str, lang: str) -> None:
    exam = load_exam(name)
    key = make_key(exam, exam.model_seed)
    written = {
        part.id: tuple(plain_writing(part, key.answers[part.id], at, lang) for at in range(part.count))
        for part in exam.parts
    }
    assert [text for texts in written.values() for text in texts if "≈" in text or "=" in text] == []
    marks = mark_parts(exam, key, read_answers(exam, written))
    assert {item.verdict for part in marks.values() for item in part.items} == {Verdict.RIGHT}
