"""Questions 7 to 9 of `yahtzee` by thought, and what their lines cite by an oracle."""

import re
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.key import Key
from answers.exams.yahtzee.draws import Mean, OneBox
from tests.answers.exams.how import how
from tests.answers.exams.yahtzee.asked import DIGITS, EXAM, dice, right_codes, solve


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


def test_keeps_are_among_the_best(key: Key, right: dict[str, Any]) -> None:
    for part, kept in zip(("7b", "7d"), re.findall(r"keep ([\d –]+),", how(EXAM, key, 7)), strict=True):
        assert dice(kept) in right[part][0]


def test_points_times_chance_are_the_mean(key: Key) -> None:
    for number in (7, 8):
        for points, chance, mean in re.findall(r"(\d+) · (\d\.\d+) ≈ ([\d.]*\d)", how(EXAM, key, number)):
            assert int(points) * float(chance) == pytest.approx(float(mean), rel=2 * DIGITS)
            assert int(points) in (25, 30, 40, 50)
