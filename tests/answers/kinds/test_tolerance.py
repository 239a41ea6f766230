"""|x − expected| ≤ absolute + relative · |expected|, bounds included, in exact arithmetic."""

from fractions import Fraction
from typing import Any

import pytest

from answers.kinds.tolerance import EXACT, Tolerance


def test_a_relative_tolerance_is_of_the_expected_value_not_of_the_one_given() -> None:
    tenth = Tolerance(relative=Fraction(1, 10))
    assert tenth.accepts(100, 110)
    assert not tenth.accepts(100, 111)  # 11 is less than a tenth of 111
    assert tenth.accepts(100, 90)
    assert tenth.accepts(110, 100)  # 10 is not more than a tenth of 110
    assert not tenth.accepts(0, Fraction(1, 10**9))
    both = Tolerance(Fraction(1), Fraction(1, 10))
    assert [both.accepts(-100, value) for value in (-111, -112, -89, -88)] == [True, False, True, False]


@pytest.mark.parametrize(("absolute", "relative"), [(-1, 0), (0, -1)])
def test_a_tolerance_is_not_negative(absolute: int, relative: int) -> None:
    with pytest.raises(ValueError, match=f"{absolute} and {relative}$"):
        Tolerance(Fraction(absolute), Fraction(relative))


@pytest.mark.parametrize(
    ("tolerance", "text"),
    [
        (EXACT, "="),
        (Tolerance(Fraction(5, 100)), "± 0.05"),
        (Tolerance(relative=Fraction(2, 100)), "± 2 %"),
        (Tolerance(Fraction(1, 2), Fraction(1, 100)), "± 0.5 + 1 %"),
        (Tolerance(Fraction(1, 20_000)), "± 0.00005"),
    ],
)
def test_it_is_told_in_signs(tolerance: Tolerance, text: str) -> None:
    assert tolerance.describe() == text
    assert tolerance.describe("fr") == text.replace(".", ",")


@pytest.mark.parametrize("amount", [0.05, True, None])
def test_a_tolerance_that_is_not_exact_is_refused(amount: Any) -> None:
    with pytest.raises(TypeError):
        Tolerance(absolute=amount)
    with pytest.raises(TypeError):
        Tolerance(relative=amount)
    text: Any = "0.05"
    assert Tolerance(absolute=text) == Tolerance(absolute=Fraction(1, 20))  # but a text is exact
