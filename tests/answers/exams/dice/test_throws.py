"""Questions 1 and 2 of `dice`: figures of the report and their lines, beside plain counts."""

import re
from dataclasses import replace
from math import log

import numpy as np
import pytest

from answers.exam.key import Key
from answers.exam.question import SolveContext
from answers.exam.scenario import Scenario
from answers.exams.dice.draws import Means
from answers.grading.mark import mark_response, parse_response
from answers.kinds.parsing import Values
from answers.paper import Verdict
from tests.answers.exams.dice.common import DIGITS, EXAM, drawn
from tests.answers.exams.feedback import feedback_line, numbers
from tests.oracles import dice_exam as oracle


@pytest.mark.parametrize("faces", range(4, 13))
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_the_key_prints_for_question_2_is_right(faces: int, lang: str) -> None:
    question, part = EXAM.question_and_part("2a")
    drawn = replace(EXAM.drawn(17), means=Means(faces, faces, faces))
    values = question.solve(SolveContext(drawn, Scenario(17), dict[str, Values]().__getitem__), part).values
    marks = mark_response(parse_response(part, tuple(part.kind.format(value, lang) for value in values)), values)
    assert {item.verdict for item in marks.items} == {Verdict.RIGHT}


def test_throws_of_a_sum_are_counted(key: Key) -> None:
    throw = drawn(key).throw
    ways = [1.0]
    for _ in range(throw.dice):
        ways = np.convolve(ways, [0, 0, 1, 1, 1, 1, 1]).tolist()
    assert f"outcomes, {ways[throw.points]:.0f} of which add up to {throw.points}" in feedback_line(EXAM, key, 1)


def test_means_follow_the_formulas(key: Key) -> None:
    means, line = drawn(key).means, feedback_line(EXAM, key, 2)
    match = re.search(
        r"= ([\d.]+) · (\d+) · q\d+ \+ 1 − q\d+, q = (\d+)/(\d+); x\* = 2/(\d+) \+ 1/ln\((\d+)/(\d+)\)", line
    )
    assert match
    half, dice, through, faces, more, *ratio = map(float, match.groups())
    missed = (through / faces) ** dice
    assert half * dice * missed + 1 - missed == pytest.approx(oracle.mean_points(means.thrown, means.faces))
    assert 2 / more + 1 / log(ratio[0] / ratio[1]) == pytest.approx(oracle.real_maximiser(means.faces), rel=1e-6)
    best, most = oracle.useful(12, means.missing, means.faces)
    assert f"U({best}, {means.missing}) ≈" in line
    assert numbers(line)[-1] == pytest.approx(most, rel=DIGITS)
