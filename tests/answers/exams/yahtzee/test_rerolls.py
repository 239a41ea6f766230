"""Expected points as they are written, by hand: two decimals, with the sign of the language."""

from fractions import Fraction

import pytest

from answers.exams.yahtzee.rerolls import POINTS
from answers.kinds.parsing import Value


@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        (12.345678, "≈ 12,35", "≈ 12.35"),
        (245.8, "≈ 245,80", "≈ 245.80"),
        (7, "7", "7"),
        (Fraction(5, 2), "5/2 = 2,5", "5/2 = 2.5"),
    ],
)
def test_points(value: Value, french: str, english: str) -> None:
    assert (POINTS.format(value, "fr"), POINTS.format(value, "en")) == (french, english)
