"""What the decorators make of a function."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from answers.exam.part import Part
from answers.exam.question import Evidence, Given, Misreading, Mistake, Params, Solution, mistake, question
from answers.kinds.numbers.numbers import integers, probabilities
from answers.kinds.reading import Values
from answers.kinds.tolerance import EXACT, Tolerance

ONE, TWO = integers(1, 0, 9), probabilities(2)
HALF = Tolerance(absolute=Fraction(1, 2))


@dataclass(frozen=True)
class Why(Evidence):
    text: str


def solve(given: Given[Params], _: Part) -> Solution:
    return Solution((given.params.u0,))


def accepts(_: Given[Params], part: Part, values: Values) -> bool:
    return len(values) == part.count


def drawing(_: Params) -> str:
    return "<svg/>"


def test_a_question_without_letters_has_one_part() -> None:
    made = question(12, kind=ONE, points=3)(solve)
    assert made.parts == (Part(12, "", ONE, Fraction(3), EXACT, all_or_nothing=False, uses=()),)
    assert (made.number, made.solve, made.parts[0].id, made.parts[0].count) == (12, solve, "12", 1)
    assert (made.evidence, made.accepts, made.drawing, made.mistakes) == (None, None, None, ())


def test_one_thing_holds_for_all_parts_and_points_are_shared() -> None:
    strict: dict[str, Any] = {"tolerance": HALF, "uses": ("1",), "all_or_nothing": True}
    made = question(2, parts="abc", kind=TWO, points=2, **strict)(solve)
    third = Fraction(2, 3)
    assert made.parts == tuple(Part(2, letter, TWO, third, HALF, all_or_nothing=True, uses=("1",)) for letter in "abc")
    assert [(part.id, part.count) for part in made.parts] == [("2a", 2), ("2b", 2), ("2c", 2)]


def test_each_part_has_its_own_by_letter() -> None:
    made = question(
        3,
        parts="ab",
        kind={"a": ONE, "b": TWO},
        points={"a": 1, "b": Fraction(1, 2)},
        tolerance={"a": EXACT, "b": HALF},
        uses={"a": (), "b": ("3a",)},
        all_or_nothing={"a": True, "b": False},
    )(solve)
    assert made.parts == (
        Part(3, "a", ONE, Fraction(1), EXACT, all_or_nothing=True, uses=()),
        Part(3, "b", TWO, Fraction(1, 2), HALF, all_or_nothing=False, uses=("3a",)),
    )
    assert all(isinstance(part.points, Fraction) for part in made.parts)
    told = r"^question 3: kind needs an entry for each of \('a', 'b'\), has \('a',\)$"
    with pytest.raises(ValueError, match=told):
        question(3, parts="ab", kind={"a": ONE}, points=1)


def test_a_question_keeps_what_it_is_given() -> None:
    wrong = mistake("half")(solve)
    made = question(4, kind=ONE, points=1, evidence=Why, accepts=accepts, drawing=drawing, mistakes=(wrong,))(solve)
    assert (made.evidence, made.accepts, made.drawing, made.mistakes) == (Why, accepts, drawing, (wrong,))


def test_other_answers_are_right_in_the_parts_named() -> None:
    for named, opened in ((None, ["6a", "6b"]), ("b", ["6b"]), ("ab", ["6a", "6b"])):
        made = question(6, parts="ab", kind=ONE, points=1, accepts=accepts, accepts_in=named)(solve)
        assert [part.id for part in made.parts if made.is_open(part)] == opened
    for number, lettered in ((7, ""), (8, "ab")):
        none = question(number, parts=lettered, kind=ONE, points=1)(solve)
        assert not any(map(none.is_open, none.parts))
    whole = question(7, kind=ONE, points=1, accepts=accepts)(solve)
    assert whole.is_open(whole.parts[0])
    with pytest.raises(ValueError, match="question 6: accepts_in names 'bc', the parts are"):
        question(6, parts="ab", kind=ONE, points=1, accepts=accepts, accepts_in="bc")


def test_a_mistake_has_a_slug() -> None:
    assert mistake("half")(solve) == Mistake("half", solve)


@pytest.mark.parametrize(
    "slug", ["", "Half", "half turn", "half-", "-half", "half--turn", "demi_tour", "moitié", "a\n"]
)
def test_what_is_no_slug_is_refused(slug: str) -> None:
    with pytest.raises(ValueError, match="is no slug"):
        mistake(slug)(solve)
    with pytest.raises(ValueError, match="is no slug"):
        Misreading(slug, lambda told: told)


@pytest.mark.parametrize("tolerance", [0.01, Fraction(1, 100), {"a": EXACT, "b": 1}])
def test_a_tolerance_is_no_number(tolerance: Any) -> None:
    with pytest.raises(TypeError, match=r"^question 5: the tolerance is .*, where Tolerance\(absolute=Fraction"):
        question(5, parts="ab", kind=ONE, points=1, tolerance=tolerance)
