from dataclasses import replace
from fractions import Fraction

import pytest

from answers.errors import CorrigeError
from answers.exam.exam import checked_seed
from tests.answers.tiny import TINY

DOUBLE, QUARTER = TINY.questions


def test_parts_are_numbered_and_worth_their_share() -> None:
    assert [(part.id, part.points) for part in TINY.parts] == [("1a", 1), ("1b", 1), ("2", 3)]
    assert TINY.points == 5


def test_numbering_must_be_continuous() -> None:
    with pytest.raises(ValueError, match="numbered"):
        replace(TINY, questions=(QUARTER,))


def test_letters_must_be_continuous() -> None:
    skipping = replace(DOUBLE, parts=(DOUBLE.parts[1],))
    with pytest.raises(ValueError, match="a, b, c"):
        replace(TINY, questions=(skipping,))


def test_a_part_uses_only_what_comes_before_it() -> None:
    later = replace(DOUBLE, parts=(replace(DOUBLE.parts[0], uses=("1b",)), DOUBLE.parts[1]))
    with pytest.raises(ValueError, match="1a uses"):
        replace(TINY, questions=(later, QUARTER))


def test_known_mistakes_have_different_slugs() -> None:
    with pytest.raises(ValueError, match="different slugs"):
        replace(TINY, questions=(replace(DOUBLE, mistakes=QUARTER.mistakes), QUARTER))


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
