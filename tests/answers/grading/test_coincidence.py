"""Chances by hand: one value among those that an item can have, or a window of them."""

from fractions import Fraction
from math import isclose

import pytest

from answers.exam.question import Part
from answers.grading.coincidence import coincidence
from answers.kinds.kind import Kind
from answers.kinds.numbers.codes import codes
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.reading import Value
from answers.kinds.tolerance import EXACT, Tolerance

P = probabilities(1)


@pytest.mark.parametrize(
    ("kind", "true", "other", "written", "expected"),
    [
        (integers(1, 0, 64006), 30000, 40000, 40000, 1 / (4 * 10000 + 3)),
        (integers(1, 5, 8), 5, 6, 6, 1 / 3),
        (integers(1, 1, 2), 1, 2, 2, 1.0),
        (integers(1, 0, 64006), 30000, 0, 0, 1 / 3),
        (integers(1, 0, 10**9), 12, 13, 13, 1 / (4 * 1 + 3)),
        (P, Fraction(7, 10), Fraction(3, 10), Fraction(3, 10), 0.1),
        (P, Fraction(7, 10), Fraction(337, 1000), Fraction(337, 1000), 0.001),
        (P, Fraction(7, 10), Fraction(337, 1000), Fraction(347, 1000), 0.02),
        (P, Fraction(7, 10), Fraction(1, 3), Fraction(1, 3), 1 / 9),
        (P, Fraction(7, 10), Fraction(1001, 3001), Fraction(1001, 3001), 1e-5),
        (P, Fraction(7, 10), Fraction(51, 100), Fraction(1, 2), 1 / 3),
        (P, Fraction(1), Fraction(0), Fraction(0), 1 / 3),
        (Numbers(1, Domain(low=0)), Fraction(50), Fraction(25), Fraction(25), 1 / 100),
        (codes(1, 5), 7, 9, 9, 1 / 11),
        (integers(1, 0, 3), 3, 4, 4, 0.02),
        (integers(1, 0, 9), (1, 2), (1, 3), (1, 3), 0.1),
    ],
)
def test_chances(kind: Kind, true: Value, other: Value, written: Value, expected: float) -> None:
    part = Part(1, "", kind, Fraction(1), EXACT)
    assert isclose(coincidence(part, true, other, written), expected, rel_tol=1e-9)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("0.33699", 1e-5),  # the other value, rounded
        ("0.3369", 0.0002),  # cut: two values of four digits are as near
        ("0.337", 0.001),
        ("0.34", 0.01),
        ("0.36", 0.1),  # near enough, and no rounding: so would anything be within 0.05
    ],
)
def test_what_is_near_enough_and_no_rounding_might_be_anywhere_near(written: str, expected: float) -> None:
    part = Part(1, "", P, Fraction(1), Tolerance(absolute=Fraction(1, 20)))
    other = 0.336985  # a float: no simple fraction
    assert coincidence(part, Fraction(7, 10), other, Fraction(written)) == pytest.approx(expected, rel=0.2)


def test_zeros_at_the_end_are_digits() -> None:
    part = Part(1, "", P, Fraction(1), EXACT)
    found = [coincidence(part, Fraction(1, 10), 0.6, Fraction("0.6"), raw) for raw in ("0.6", "0.6000 ; 0.7", "0,600")]
    assert found == pytest.approx([0.1, 0.0001, 0.001])
