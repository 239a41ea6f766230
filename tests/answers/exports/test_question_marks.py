"""What each question earned, as a platform shows it in a line."""

from dataclasses import replace
from fractions import Fraction

import pytest

from answers.exports.question_marks import marks_told
from tests.answers.exports.classes import GOOD
from tests.answers.tiny import TINY


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("fr", "Question 1\u202f: 1,5 / 2\u202f; Question 2\u202f: 0,333 / 2,67"),
        ("en", "Question 1: 1.5 / 2; Question 2: 0.333 / 2.67"),
    ],
)
def test_three_digits_at_most(lang: str, told: str) -> None:
    paper = GOOD.paper
    assert paper is not None
    (mark,) = paper.parts["2"].items
    third = replace(paper.parts["2"], items=(replace(mark, score=Fraction(1, 3)),), points=Fraction(8, 3))
    assert marks_told(TINY, replace(paper, parts={**paper.parts, "2": third}), lang) == told
