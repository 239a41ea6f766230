"""Written answers: criteria, points, and what waits for a person."""

from fractions import Fraction

import pytest

from answers.kinds.parsing import Blank, Unreadable
from answers.kinds.written import Criterion, Written

ADDING = Written(criteria=[Criterion("a", 1), Criterion("b", "3/2"), Criterion("c", -1)])


@pytest.mark.parametrize(
    ("applying", "points"),
    [
        ((), 0),
        (("a",), 1),
        (("a", "b"), Fraction(5, 2)),
        (("a", "c"), 0),
        (("c",), 0),
        (("a", "b", "c"), Fraction(3, 2)),
    ],
)
def test_points_of_criteria_are_added_and_never_negative(applying: tuple[str, ...], points: Fraction) -> None:
    assert ADDING.score(Fraction(5, 2), applying) == points
    assert ADDING.score(Fraction(1), applying) == min(points, 1)  # at most those of the part


def test_criteria_that_only_subtract_begin_with_all_points() -> None:
    kind = Written(criteria=[Criterion("gap", -1), Criterion("sign", "-1/2")])
    assert [kind.score(Fraction(2), names) for names in ((), ("gap",), ("gap", "sign"))] == [2, 1, Fraction(1, 2)]


def test_without_criteria_an_answer_earns_all_half_or_none() -> None:
    kind = Written(lines=3)
    assert [kind.score(Fraction(3), names) for names in ((), ("half",), ("right",))] == [0, Fraction(3, 2), 3]


def test_other_points_of_the_part_change_the_criteria_in_proportion() -> None:
    assert ADDING.scaled(Fraction(2)).score(Fraction(5), ("a", "c", "b")) == 3


@pytest.mark.parametrize("text", ["", "  \n ", "–"])
def test_a_blank_text_is_blank_and_another_waits_for_a_person(text: str) -> None:
    assert ADDING.read((text,)) == (Blank(),)
    (reading,) = ADDING.read(("By induction.\n" * 600,))
    assert isinstance(reading, Unreadable)
    assert reading.reason == "to-be-marked"


@pytest.mark.parametrize(
    "declare",
    [
        lambda: Written(lines=0),
        lambda: Written(lines=41),
        lambda: Written(criteria=[Criterion("a", 1), Criterion("a", 2)]),
        lambda: Written(criteria=[Criterion(f"c{k}", 1) for k in range(10)]),
        lambda: Criterion("Uses n", 1),
    ],
)
def test_declarations_that_cannot_be_marked_are_refused(declare) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=r"lines|criteria|criterion"):
        declare()
