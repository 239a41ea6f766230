"""Codes of dice written by another convention are right by that convention, and any of several is."""

from typing import Any

import pytest

from answers.exam.key import make_key
from answers.exam.question import SolveContext
from answers.exam.scenario import Scenario
from tests.answers.exams.seeds import seeds
from tests.answers.exams.yahtzee.common import EXAM, SEEDS, SHORT, hand_of
from tests.oracles import yahtzee_exam as oracle


def digits_of_increasing_dice(hand: tuple[int, ...], digits: str) -> list[int]:
    return [die for die, one in zip(sorted(hand), digits, strict=True) if one == "1"]


def digits_of_dice_thrown(hand: tuple[int, ...], digits: str) -> list[int]:
    return [die for die, one in zip(sorted(hand, reverse=True), digits, strict=True) if one == "0"]


CODES = {
    "codes-from-the-lowest-die": digits_of_increasing_dice,
    "codes-of-dice-thrown": digits_of_dice_thrown,
}
"""How the dice kept are read from the digits of a code."""
KEPT = ("5b", "7b", "7d", "10b", "10d", "12b", "13c", "14b")
"""Parts that ask for codes."""


@pytest.mark.parametrize("slug", CODES)
@pytest.mark.parametrize("u0", seeds(SEEDS, 1))
def test_codes_are_read_by_another_convention(u0: int, slug: str) -> None:
    params: Any = EXAM.drawn(u0)
    expected = oracle.answers(params)
    scenario = Scenario(u0, (slug,))
    answers = make_key(EXAM, scenario, parts=SHORT).answers
    for part in KEPT:
        for code, right in zip(answers[part], expected[part], strict=True):
            if not isinstance(right, set):
                assert code == right
                continue
            read = {number: tuple(sorted(CODES[slug](hand_of(part, params), f"{number:05b}"))) for number in range(32)}
            assert read[code] in right  # type: ignore[index]
            if part != "5b":
                question, exam_part = EXAM.question_and_part(part)
                context = SolveContext(params, scenario, dict[str, Any]().__getitem__)
                assert question.accepts is not None
                assert {n for n in read if question.accepts(context, exam_part, (n,))} == {
                    n for n in read if read[n] in right
                }
