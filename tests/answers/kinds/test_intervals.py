"""Intervals in French and English notation."""

from fractions import Fraction

import pytest

from answers.kinds.intervals import Interval
from answers.kinds.parsing import Blank, Unreadable
from answers.kinds.tolerance import EXACT, Tolerance

KIND = Interval()
HALF_OPEN = (Fraction(1), Fraction(3), 1, 0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((text, HALF_OPEN) for text in ("[1;3[", "[1 ; 3[", "[1, 3)", "[1,3[", "[ 1 ; 3 )", "[1.0; 3,0[")),
        ("]0 ; 1/2]", (Fraction(0), Fraction(1, 2), 0, 1)),
        ("[2 ; +∞[", (Fraction(2), "inf", 1, 0)),
        ("]-inf, 0]", ("-inf", Fraction(0), 0, 1)),
        ("[1,5 ; 2,5]", (Fraction(3, 2), Fraction(5, 2), 1, 1)),
        ("∅", ()),
    ],
)
def test_bounds_and_ends(text: str, value: tuple[object, ...]) -> None:
    assert KIND.read((text,)) == (value,)


@pytest.mark.parametrize(
    "text", ["1 ; 3", "[1 ; 3", "[1,5, 2,5]", "[0,5 100]", "[1,000]", "[1;2;3]", "[a ; b]", "[;]", "]1;2[ ∪ [3;4]"]
)
def test_what_is_no_interval_is_left_to_the_teacher(text: str) -> None:
    (reading,) = KIND.read((text,))
    assert isinstance(reading, Unreadable)
    assert reading.reason == "not-an-interval"


def test_bounds_are_compared_within_the_tolerance_and_ends_exactly() -> None:
    near = (Fraction(101, 100), Fraction(3), 1, 0)
    assert KIND.agrees(HALF_OPEN, near, Tolerance(absolute=Fraction(1, 50)))
    assert not KIND.agrees(HALF_OPEN, near, EXACT)
    assert not KIND.agrees(HALF_OPEN, (*HALF_OPEN[:2], 1, 1), Tolerance(absolute=1))
    assert not KIND.agrees((Fraction(1), "inf", 1, 0), HALF_OPEN, Tolerance(absolute=1))
    assert not KIND.agrees(HALF_OPEN, (), EXACT)


@pytest.mark.parametrize(
    "answer", [(1, 3), (0, 0.5, False, True), (float("-inf"), 2, False, True), (), (Fraction(1, 3), 2)]
)
def test_a_solution_is_printed_and_read_back(answer: tuple[object, ...]) -> None:
    value = KIND.to_value(answer)
    for lang in ("fr", "en"):
        (reading,) = KIND.read((KIND.format(value, lang),))
        assert not isinstance(reading, Unreadable | Blank)
        assert KIND.agrees(value, reading, EXACT)
    assert KIND.to_value(KIND.from_value(value)) == value


@pytest.mark.parametrize("answer", [3, (1,), (3, 1), "[1;3]"])
def test_a_solution_that_is_no_interval_is_refused(answer: object) -> None:
    with pytest.raises((TypeError, ValueError), match="the solution returned"):
        KIND.to_value(answer)
