"""The exam `yams`: what it draws, and its answers by plain enumeration."""

from collections import Counter
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.scenario import Scenario
from answers.exams.yahtzee.subject import SUBJECT
from answers.exams.yahtzee.yams.draws import PRINTED, hands_by_boxes
from answers.grading.grade import grade
from tests.answers.exams.seeds import seeds
from tests.answers.exams.yahtzee.common import SHORT, differing
from tests.answers.tiny import submission
from tests.oracles import yams_exam as oracle
from tests.oracles.yahtzee_recursion import LOWER, points
from tests.simulations.wrong_answers import text

EXAM = load_exam("yams")
MANY = range(1, 64006, 985)
"""The 65 seeds for which the answers of an exam are studied."""


@pytest.mark.parametrize("u0", seeds((20, 17), 1))
def test_answers_are_those_of_the_oracle(u0: int) -> None:
    key = make_key(EXAM, u0, parts=[*SHORT, "3c", "3d"])
    assert differing(key, oracle.answers(key.params), 1e-9) == []


def test_what_is_drawn_can_be_asked() -> None:
    """Each lower box has points for some seeds, and each wrong reading of straights gives other hands for every seed.

    No box of question 8 has a formula: none fills each die alone (upper boxes, chance), or has one face to keep
    (Yahtzee), or must show all faces.
    """
    earned: Counter[str] = Counter()
    for u0 in MANY:
        params: Any = EXAM.drawn(u0)
        earned.update(box for box in LOWER if points(params.scored, box))
        assert len({*params.straights}) == 6
        readings = oracle.readings_of_straights(params)
        assert len({tuple(one.values()) for one in readings}) == len(readings) == 5
        equal, run = params.means["a"], params.means["b"]
        assert equal.box in ("three_of_a_kind", "four_of_a_kind")
        assert run.box in ("full_house", "small_straight", "large_straight")
        assert run.faces > 5
        assert all(one.dice >= 5 and (one.dice, one.faces) != (5, 6) for one in (equal, run))
    assert min(earned[box] for box in LOWER) >= 5


@pytest.mark.slow
def test_no_hand_of_question_3_is_an_example_of_the_subject() -> None:
    examples: Any = SUBJECT.examples()
    printed = {one["hand"] for one in examples["scored"]}
    assert printed == {*PRINTED}
    assert printed.isdisjoint(hand for hands in hands_by_boxes() for hand in hands)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["one-after-six", "different-faces"])
def test_a_wrong_reading_of_straights_is_named(slug: str) -> None:
    parts = ("3a", "3b", "3c", "3d")
    for u0 in (17, 4037, 8073):
        answers = make_key(EXAM, Scenario(u0, (slug,)), parts=list(parts)).answers
        texts = {part.id: tuple(map(text, answers[part.id])) for part in EXAM.parts if part.id in parts}
        key = make_key(EXAM, u0)
        paper = grade(EXAM, submission(texts, u0=str(u0), exam="yams"), lambda u0, key=key: make_key(EXAM, u0))
        notes = {item.note.detail for part in ("3c", "3d") for item in paper.parts[part].items if item.note}
        assert notes == {slug}
