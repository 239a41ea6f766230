"""The last digit of a number, by hand."""

from fractions import Fraction

import pytest

from answers.kinds.numbers.unit import unit


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("3", "1"),
        ("0.36", "1/100"),
        ("0.5", "1/10"),
        ("1/3", "0"),
        ("1/8", "1/1000"),
        ("7/6", "0"),
        ("0.0625", "1/10000"),
        ("40", "1"),
        ("3500", "100"),
        ("-100", "100"),
        ("0", "1"),
    ],
)
def test_the_last_digit(written: str, expected: str) -> None:
    assert unit(Fraction(written)) == Fraction(expected)
