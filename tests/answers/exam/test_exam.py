from dataclasses import replace
from fractions import Fraction

import pytest

from answers.errors import CorrigeError
from answers.exam.exam import checked_seed
from answers.kinds.numbers.numbers import integers
from tests.answers.tiny import TINY, double, quarter


def test_parts_are_numbered_and_worth_their_share() -> None:
    assert [(part.id, part.points) for part in TINY.parts] == [("1a", 1), ("1b", 1), ("2", 3)]
    assert TINY.points == 5


def test_numbering_must_be_continuous() -> None:
    with pytest.raises(ValueError, match="numbered"):
        replace(TINY, questions=(quarter,))


def test_letters_must_be_continuous() -> None:
    skipping = replace(double, parts=(double.parts[1],))
    with pytest.raises(ValueError, match="a, b, c"):
        replace(TINY, questions=(skipping,))


def test_a_kind_must_have_as_many_items_as_labels() -> None:
    three = replace(double, parts=tuple(replace(part, kind=integers(3, 0, 1)) for part in double.parts))
    with pytest.raises(ValueError, match="labels"):
        replace(TINY, questions=(three, quarter))


def test_an_unknown_part_is_refused_with_the_nearest() -> None:
    with pytest.raises(CorrigeError, match="1a"):
        TINY.part("1aa")


@pytest.mark.parametrize("u0", [-1, 64007, 10**30])
def test_a_seed_out_of_range_is_refused_with_the_range(u0: int) -> None:
    with pytest.raises(CorrigeError, match="0 to 64006"):
        checked_seed(u0)


def test_revised_changes_parts_only() -> None:
    revised = TINY.revised(lambda part: replace(part, points=Fraction(7)))
    assert revised.points == 21
    assert TINY.points == 5
