"""Which of a student's own answers are granted, on chain.py and a question more. For n = 1000: 1a 3007, 3 0.66306."""

from dataclasses import replace
from fractions import Fraction

import pytest

from answers.exam.key import make_key
from answers.exam.question import Given, Params, Solution, World, question, questions_of
from answers.grading.answer import read_answers
from answers.grading.follow import own_worlds
from answers.grading.grade import grade
from answers.kinds.numbers.numbers import probabilities
from tests.answers.grading.chain import CHAIN, five, four, one, three, two, whole
from tests.answers.tiny import submission


@question(6, kind=probabilities(1), points=1, uses=("one.a", "three"))
def six(given: Given[Params], _: object) -> Solution:
    """The answer to 3, divided by that to 1a."""
    return Solution((Fraction(given.answers("three")[0]) / whole(given.answers("one.a")[0]),))


LONGER = replace(CHAIN, questions=questions_of(one, two, three, four, five, six))


def worlds(**answers: str) -> list[tuple[tuple[str, tuple[object, ...]], ...]]:
    """What stands in the place of true answers in each world that is tried for question 6."""
    key = make_key(LONGER, 1000)
    handed = submission({name.removeprefix("q"): (text,) for name, text in answers.items()}, u0="1000", exam="chain")
    paper = grade(LONGER, handed, lambda world: make_key(LONGER, world))
    found = list(own_worlds(key, read_answers(LONGER, handed.answers), paper.parts, LONGER.part("6")))
    assert all(replace(world, replaced=()) == World(1000) for world in found)
    return [world.replaced for world in found]


@pytest.mark.slow
def test_wrong_answers_are_granted_first_then_those_that_are_right_but_rounded() -> None:
    own, rounded = ("1a", (3008,)), ("3", (Fraction(66, 100),))
    assert worlds(q1a="3008", q3="0.66") == [(own,), (own, rounded)]
    assert worlds(q1a="3007", q3="0.66") == [(rounded,)]
    assert worlds(q1a="3008", q3="?") == [(own,)]


def test_true_answers_and_those_that_cannot_be_are_not_granted() -> None:
    assert worlds(q1a="3007") == []
    assert worlds(q1a="-1", q3="1.5") == []
