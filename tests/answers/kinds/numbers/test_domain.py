from fractions import Fraction

import pytest

from answers.kinds.numbers.domain import Domain


@pytest.mark.parametrize(
    ("domain", "inside", "outside"),
    [
        (Domain(), [0, -(10**60), Fraction(1, 3)], []),
        (Domain(integer=True), [0, -5], [Fraction(1, 2), Fraction(-7, 3)]),
        (Domain(low=0), [0, Fraction(1, 9), 10**9], [Fraction(-1, 10**9), -1]),
        (Domain(high=1), [1, Fraction(1, 2), -5], [Fraction(10**9 + 1, 10**9), 2]),
        (Domain(integer=True, low=0, high=9), [0, 9], [-1, 10, Fraction(1, 2)]),
    ],
)
def test_limits_are_included(domain: Domain, inside: list[Fraction], outside: list[Fraction]) -> None:
    assert [value for value in (*inside, *outside) if domain.fits(Fraction(value))] == inside
