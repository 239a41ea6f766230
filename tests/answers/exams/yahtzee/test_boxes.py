"""Questions 7 to 9 of `yahtzee` by thought, and what their lines cite by an oracle."""

import re
from typing import Any

import pytest

from answers.exam.key import Key
from tests.answers.exams.feedback import feedback_line
from tests.answers.exams.yahtzee.common import DIGITS, EXAM, dice


@pytest.mark.slow
def test_keeps_are_among_the_best(key: Key, right: dict[str, Any]) -> None:
    for part, kept in zip(("7b", "7d"), re.findall(r"keep ([\d –]+),", feedback_line(EXAM, key, 7)), strict=True):
        assert dice(kept) in right[part][0]


def test_points_times_chance_are_the_mean(key: Key) -> None:
    for number in (7, 8):
        for points, chance, mean in re.findall(r"(\d+) · (\d\.\d+) ≈ ([\d.]*\d)", feedback_line(EXAM, key, number)):
            assert int(points) * float(chance) == pytest.approx(float(mean), rel=2 * DIGITS)
            assert int(points) in (25, 30, 40, 50)
