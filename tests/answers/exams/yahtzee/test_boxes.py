"""Questions 7 to 9 of `yahtzee` by thought, their mistakes by enumeration, what their lines cite by an oracle."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.key import Key
from answers.exams.yahtzee.draws import Mean, OneBox
from tests.answers.exams.how import how
from tests.answers.exams.yahtzee.asked import DIGITS, EXAM, Answers, check_mistakes, dice, right_codes, solve
from tests.oracles import yahtzee_exam as oracle
from tests.oracles import yahtzee_reading as reading

RUNS = {"full_house": 25, "small_straight": 30, "large_straight": 40}


def test_one_box_by_thought() -> None:
    drawn = {"one_box": (OneBox("large_straight", (1, 2, 3, 4, 6), 1), OneBox("yahtzee", (5, 6, 6, 6, 6), 2))}
    # 1234 and 2346 need the 5: one face of six. Four sixes: 11 chances of 36 to throw the last one in two throws.
    assert solve(7, "a", **drawn) == (Fraction(40, 6),)
    assert right_codes(7, "b", **drawn) == [0b01111, 0b11110]
    assert solve(7, "c", **drawn) == (Fraction(50 * 11, 36),)
    assert right_codes(7, "d", **drawn) == [0b11110]


def test_the_mean_of_an_upper_box_and_the_chance_of_a_yahtzee() -> None:
    """A die shows its face within three throws with chance 91/216; a Yahtzee has the published chance 4.6029 %."""
    means = {"a": Mean("threes", dice=5, faces=6), "b": Mean("yahtzee", dice=5, faces=6)}
    assert solve(8, "a", means=means) == (5 * 3 * Fraction(91, 216),)
    assert solve(8, "b", means=means)[0] == pytest.approx(50 * 347897 / 7558272, abs=1e-10)


def chance_for_points(p: Any) -> Answers:
    """What the box is worth when it holds one point, not its own."""
    fixed = {**RUNS, "yahtzee": 50}
    right = oracle.one_box(p)
    return {
        f"7{part}": (right[f"7{part}"][0] / fixed.get(one.box, 1),) for part, one in zip("ac", p.one_box, strict=True)
    }


def first_throw(p: Any) -> Answers:
    found = {}
    for part, one in p.means.items():
        worth = oracle.levels(one.box, one.dice, one.faces)[0][0]
        found[f"8{part}"] = (sum(reading.ways(roll) * value for roll, value in worth.items()) / one.faces**one.dice,)
    return found


def two_throws(p: Any) -> Answers:
    one = p.means["a"]
    worth = oracle.levels(one.box, one.dice, one.faces)[0][1]
    return {"8a": (sum(reading.ways(roll) * value for roll, value in worth.items()) / one.faces**one.dice,)}


def boxes_added(p: Any) -> Answers:
    return {
        f"9{part}": (sum(reading.groups()[0, reading.bits([box])] for box in boxes),)
        for part, boxes in p.groups.items()
    }


VARIANTS: Mapping[str, Callable[[Any], Answers]] = {
    "chance-for-points": chance_for_points,
    "rerolls-forgotten": first_throw,
    "two-throws": two_throws,
    "boxes-added": boxes_added,
}


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_mistake_is_what_enumeration_makes_of_it(slug: str) -> None:
    check_mistakes(slug, VARIANTS[slug])


def test_every_mistake_is_made_again() -> None:
    assert VARIANTS.keys() == {one.slug for question in EXAM.questions[6:9] for one in question.mistakes}


def test_keeps_are_among_the_best(key: Key, right: dict[str, Any]) -> None:
    for part, kept in zip(("7b", "7d"), re.findall(r"keep ([\d –]+),", how(EXAM, key, 7)), strict=True):
        assert dice(kept) in right[part][0]


def test_points_times_chance_are_the_mean(key: Key) -> None:
    for number in (7, 8):
        for points, chance, mean in re.findall(r"(\d+) · (\d\.\d+) ≈ ([\d.]*\d)", how(EXAM, key, number)):
            assert int(points) * float(chance) == pytest.approx(float(mean), rel=2 * DIGITS)
            assert int(points) in (25, 30, 40, 50)
