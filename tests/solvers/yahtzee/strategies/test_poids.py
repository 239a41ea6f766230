from fractions import Fraction

import pytest

from solvers.yahtzee.rules.rules import OFFICIAL, Rules
from solvers.yahtzee.strategies.poids import poids1, poids2
from solvers.yahtzee.strategies.possib import Aim


@pytest.mark.parametrize("missing", range(6))
@pytest.mark.parametrize("box", ["full_house", "small_straight", "large_straight"])
def test_equations_one_and_two(box, missing):
    aim = Aim(box, (), missing)
    assert float(poids2(OFFICIAL, aim, 2)) == pytest.approx(50 - missing * 2 / 3 * 10 / 3)
    assert float(poids2(OFFICIAL, aim, 1)) == pytest.approx(50 - missing * 2 / 3 * 10)


@pytest.mark.parametrize("missing", range(6))
@pytest.mark.parametrize("box", ["four_of_a_kind", "three_of_a_kind", "yahtzee"])
def test_equations_three_and_four(box, missing):
    aim = Aim(box, (), missing)
    assert float(poids2(OFFICIAL, aim, 2)) == pytest.approx(50 - missing * 5 / 6 * 10 / 3)
    assert float(poids2(OFFICIAL, aim, 1)) == pytest.approx(50 - missing * 5 / 6 * 10)


def test_other_faces_fail_otherwise():
    assert poids2(Rules(4, 4), Aim("yahtzee", (1, 1, 1), 1), 1) == 50 - Fraction(3, 4) * 10


def test_upper_boxes_as_described():
    two, five = Aim("sixes", (6, 6), 0), Aim("sixes", (6,) * 5, 0)
    assert poids2(OFFICIAL, two, 1) > poids2(OFFICIAL, two, 2) > 0
    assert poids2(OFFICIAL, five, 1) == 50
    assert poids1(OFFICIAL, two, bonus=True) > poids1(OFFICIAL, two, bonus=False)
    assert poids1(OFFICIAL, Aim("sixes", (6,), 0), bonus=True) > poids1(OFFICIAL, Aim("fives", (5,), 0), bonus=True)


def test_lower_boxes_are_worth_their_points():
    worth = {"full_house": 25, "small_straight": 30, "large_straight": 40, "yahtzee": 50}
    for box, points in worth.items():
        assert poids1(OFFICIAL, Aim(box, (), 0), bonus=True) == points
    assert poids1(OFFICIAL, Aim("three_of_a_kind", (4, 4, 4), 0), bonus=False) == 12 + 7


def test_rerolls_outside_the_turn_are_refused():
    with pytest.raises(ValueError, match="between 1 and 2, got 0"):
        poids2(OFFICIAL, Aim("yahtzee", (), 5), 0)
