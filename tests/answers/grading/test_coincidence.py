"""Chances by hand: one value among those that an item can have, or a window of them."""

from fractions import Fraction
from math import isclose

import pytest

from answers.exam.part import Part
from answers.grading.coincidence import coincidence
from answers.kinds.kind import Kind
from answers.kinds.numbers.codes import codes
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.reading import Value
from answers.kinds.tolerance import EXACT

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
        (P, Fraction(7, 10), Fraction(1, 3), Fraction(1, 3), 1e-5),
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
