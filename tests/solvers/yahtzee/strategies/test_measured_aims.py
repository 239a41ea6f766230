"""The weights of the reading that meets the report's figures: values worked out by hand."""

from fractions import Fraction

import pytest

from solvers.yahtzee.rules.rules import MEASURED
from solvers.yahtzee.strategies.measured_aims import (
    measured_poids1,
    measured_poids2,
    measured_worth,
    upper_lead,
    weighed_aims,
    weighed_boxes,
)
from solvers.yahtzee.strategies.possib import Aim

ALL = MEASURED.boxes


@pytest.mark.parametrize(
    ("aim", "hand", "lead", "rerolls", "points", "safety"),
    [
        (Aim("full_house", (2, 2, 3, 3), 1), (2, 2, 3, 3, 6), 0, 1, 25, 50 - Fraction(20, 3)),  # equation (2)
        (Aim("full_house", (2, 2, 3, 3), 1), (2, 2, 3, 3, 6), 0, 2, 25, (50 - Fraction(20, 3)) / 3),
        (Aim("yahtzee", (4,) * 4, 1), (1, 4, 4, 4, 4), 0, 1, 50, 50 - Fraction(25, 3)),  # equation (4)
        (Aim("four_of_a_kind", (4,) * 3, 2), (1, 2, 4, 4, 4), 0, 2, 15, (50 - Fraction(50, 3)) / 3),
        (Aim("threes", (3, 3), 3), (1, 3, 3, 5, 6), 8, 1, 2 * (3 + Fraction(35, 3)), 20),
        (Aim("threes", (3, 3), 3), (1, 3, 3, 5, 6), 9, 2, 6, 15),
        (Aim("threes", (3, 3), 3), (1, 3, 3, 5, 6), -9, 2, 6, 15),
        (Aim("chance", (6,), 4), (1, 2, 4, 4, 6), 0, 1, 0, 50 - Fraction(100, 3)),
    ],
)
def test_weights(aim, hand, lead, rerolls, points, safety):
    assert measured_poids1(MEASURED, hand, aim, lead) == points
    assert measured_poids2(MEASURED, aim, rerolls) == safety


@pytest.mark.parametrize(
    ("aim", "hand", "lead", "worth"),
    [
        (Aim("large_straight", (2, 3, 4, 5, 6), 0), (2, 3, 4, 5, 6), 0, 40),
        (Aim("four_of_a_kind", (6,) * 4, 1), (1, 6, 6, 6, 6), 0, 20),
        (Aim("three_of_a_kind", (6,) * 3, 2), (1, 2, 6, 6, 6), 0, 11),
        (Aim("chance", (), 5), (1, 2, 4, 4, 5), 0, 1),
        (Aim("ones", (1,), 4), (1, 2, 4, 4, 5), 9, 2),
        (Aim("ones", (1,), 4), (1, 2, 4, 4, 5), 10, 1),
        (Aim("fours", (4, 4), 3), (1, 2, 4, 4, 5), -20, -5),
        (Aim("fours", (4, 4, 4), 2), (1, 2, 4, 4, 4), -20, 12),
    ],
)
def test_worth_of_a_box(aim, hand, lead, worth):
    assert measured_worth(MEASURED, hand, aim, lead) == worth


def test_lead_of_the_upper_section():
    assert upper_lead(MEASURED, ALL, 0) == 0
    assert upper_lead(MEASURED, set(ALL) - {"ones", "sixes"}, 20) == 20 - 21
    # Beyond the threshold of the bonus more points change nothing.
    assert upper_lead(MEASURED, {"ones", "chance"}, 80) == 63 - 60


def test_the_heaviest_aim_comes_first():
    aims = weighed_aims(MEASURED, [2, 2, 3, 3, 3], 1, ALL, 0)
    assert [one.weight for one in aims] == sorted((one.weight for one in aims), reverse=True)
    assert (aims[0].aim.box, aims[0].weight) == ("full_house", 75)
    # 3 · (3 + 35/3) + 30 for threes, once the full house is filled.
    assert weighed_aims(MEASURED, [2, 2, 3, 3, 3], 1, set(ALL) - {"full_house"}, 0)[0].weight == 74
    assert weighed_aims(MEASURED, [2, 3, 4, 5, 5], 1, ["ones"], 0) == ()


def test_a_yahtzee_is_aimed_at_when_its_box_is_filled():
    aims = weighed_aims(MEASURED, [4, 4, 4, 4, 1], 1, ["ones"], 0)
    assert [one.aim.box for one in aims] == ["yahtzee", "ones"]


def test_boxes_in_the_order_in_which_they_are_filled():
    boxes = weighed_boxes(MEASURED, [2, 2, 3, 3, 3], ALL, 0)
    assert [(one.box, one.worth) for one in boxes] == [
        ("full_house", 25),
        ("threes", 9),
        ("three_of_a_kind", 3),
        ("chance", -2),
        ("twos", -1),
    ]
    zeros = weighed_boxes(MEASURED, [2, 2, 3, 3, 5], ["ones", "sixes", "small_straight"], 0)
    assert [(one.box, one.worth) for one in zeros] == [("small_straight", 0), ("sixes", 0), ("ones", 0)]


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="the boxes are"):
        weighed_aims(MEASURED, [1, 2, 3, 4, 5], 1, ["pairs"], 0)
    with pytest.raises(ValueError, match="between 1 and 2"):
        weighed_aims(MEASURED, [1, 2, 3, 4, 5], 0, ALL, 0)
    with pytest.raises(ValueError, match="a hand has 5 dice"):
        weighed_boxes(MEASURED, [1, 2], ALL, 0)
