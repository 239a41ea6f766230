"""Keys of the exam `yahtzee`: answers are numbers, and what a key prints is marked right."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.words import LANGUAGES
from answers.grading.mark import mark_part
from answers.paper import Verdict

EXAM = load_exam("yahtzee")


def check_key(u0: int) -> None:
    """Answers are numbers, and what the key prints is read back as right in both languages."""
    answers = make_key(EXAM, u0).answers
    for part in EXAM.parts:
        assert all(math.isfinite(float(v)) for v in answers[part.id] if not isinstance(v, tuple))
        for lang in LANGUAGES:
            texts = tuple(part.kind.format(value, lang) for value in answers[part.id])
            verdicts = {item.verdict for item in mark_part(part, answers[part.id], texts).items}
            assert verdicts == {Verdict.RIGHT}, (u0, part.id, texts)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 64006))
def test_every_seed_has_a_key(u0: int) -> None:
    check_key(u0)


@pytest.mark.slow
def test_many_seeds_have_a_key() -> None:
    for u0 in range(3, 64007, 2564):
        check_key(u0)
