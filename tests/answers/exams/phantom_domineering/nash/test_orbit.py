"""Answers found along the sequence against the keys of the same seeds, one by one."""

import random

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.phantom_domineering.nash.orbit import orbit_answers
from solvers.sequence.lcg import PERIOD, term

EXAM = load_exam("nash")
LENGTH = 24
PLACES = random.Random(11).sample(range(PERIOD), 2)


@pytest.mark.parametrize("start", [0, PERIOD - LENGTH, *PLACES])
def test_a_stretch_has_the_answers_of_each_key(start: int) -> None:
    """At both ends of the cycle, and at random: every third seed and the last, by the exam's own solutions."""
    found = list(orbit_answers(term(1, start), LENGTH))
    assert len(found) == LENGTH
    for place in (*range(0, LENGTH, 7), LENGTH - 1):
        assert found[place] == make_key(EXAM, term(1, start + place)).answers
        assert list(found[place]) == [part.id for part in EXAM.parts]


def test_the_extreme_seeds() -> None:
    for u0 in (1, 64006):
        assert next(orbit_answers(u0, 1)) == make_key(EXAM, u0).answers
