"""What Decision_Une sees and weighs: the words of the report, and the reading that meets its figures by an oracle."""

from dataclasses import replace
from fractions import Fraction

import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rules import MEASURED, OFFICIAL, YahtzeeRules
from solvers.yahtzee.strategies.aims import (
    Aim,
    combinations,
    outlook,
    poids1,
    poids2,
    points_counted,
    possible_aims,
    weighed_aims,
    weighed_boxes,
)
from solvers.yahtzee.strategies.human_reading import AS_MEASURED, AS_PRINTED, Outlook
from tests.oracles import measured_strategies
from tests.solvers.yahtzee.zoo import SMALL

ALL = MEASURED.boxes
LISTED = ((2, 2, 3, 4, 6), (2, 2, 3, 3, 6), (2, 2, 2, 4, 6), (1, 2, 3, 4, 6))


def named(hand, rules=OFFICIAL):
    aims = possible_aims(rules, hand, AS_PRINTED)
    attained = {aim.box for aim in aims if aim.missing == 0}
    return attained, {aim.box for aim in aims} - attained


@pytest.mark.parametrize(
    ("hand", "attained", "attainable"),
    [
        # The example of the report, section 3.2.
        ([2, 2, 3, 3, 3], {"twos", "threes", "full_house", "three_of_a_kind"}, {"four_of_a_kind", "yahtzee"}),
        # Two pairs: the printed code for the full house.
        ([1, 1, 4, 4, 6], {"ones", "fours", "sixes"}, {"full_house", "three_of_a_kind", "four_of_a_kind"}),
        # [1, 2, 3, 5, 5] is not seen as a large straight (section 3.3.2).
        ([1, 2, 3, 5, 5], {"ones", "twos", "threes", "fives"}, {"small_straight", "three_of_a_kind", "four_of_a_kind"}),
        ([2, 3, 4, 5, 5], {"twos", "threes", "fours", "fives", "small_straight"},
         {"large_straight", "three_of_a_kind", "four_of_a_kind"}),
        ([1, 2, 3, 4, 5], {"ones", "twos", "threes", "fours", "fives", "small_straight", "large_straight"}, set()),
        ([6] * 5, {"sixes", "three_of_a_kind", "four_of_a_kind", "yahtzee"}, set()),
        ([3, 3, 3, 1, 6], {"ones", "threes", "sixes", "three_of_a_kind"}, {"four_of_a_kind", "yahtzee"}),
        ([1, 2, 4, 5, 6], {"ones", "twos", "fours", "fives", "sixes"}, {"small_straight"}),
    ],
)  # fmt: skip
def test_combinations_of_a_hand(hand, attained, attainable):
    assert named(hand) == (attained, attainable)


def test_a_single_pair_aims_at_a_full_house_as_the_listing_is_indented():
    reading = replace(AS_MEASURED, pair_is_full=True)
    aims = {
        hand: [aim.kept for aim in possible_aims(OFFICIAL, hand, reading) if aim.box == "full_house"] for hand in LISTED
    }
    assert aims == {(2, 2, 3, 4, 6): [()], (2, 2, 3, 3, 6): [(2, 2, 3, 3)], (2, 2, 2, 4, 6): [], (1, 2, 3, 4, 6): []}
    assert not any(aim.box == "full_house" for aim in possible_aims(OFFICIAL, LISTED[0], AS_MEASURED))


def test_kept_dice_and_what_is_missing():
    aims = {aim.box: aim for aim in possible_aims(OFFICIAL, [5, 5, 4, 4, 3], AS_PRINTED)}
    assert aims["full_house"] == Aim("full_house", (4, 4, 5, 5), 1)
    assert aims["small_straight"] == Aim("small_straight", (3, 4, 5), 1)
    assert aims["three_of_a_kind"] == Aim("three_of_a_kind", (5, 5), 1)
    assert aims["four_of_a_kind"] == Aim("four_of_a_kind", (5, 5), 2)
    assert aims["fours"] == Aim("fours", (4, 4), 0)
    run = {aim.box: aim for aim in possible_aims(OFFICIAL, [1, 2, 3, 4, 5], AS_PRINTED)}
    assert run["small_straight"].kept == (2, 3, 4, 5)


@pytest.mark.parametrize(
    "rules", [MEASURED, YahtzeeRules(6, 5), YahtzeeRules(7, 4), YahtzeeRules(4, 8), *SMALL], ids=str
)
def test_every_hand_has_the_combinations_of_the_oracle(rules):
    for hand in lattice(rules.dice, rules.faces).rolls:
        aims = [[(aim.box, aim.kept) for aim in part] for part in combinations(rules, hand)]
        assert aims == [*measured_strategies.possib(rules, hand)]
        assert all(aim.missing == rules.dice - len(aim.kept) for part in combinations(rules, hand) for aim in part)


@pytest.mark.parametrize(
    ("boxes", "fails"),
    [
        (("full_house", "small_straight", "large_straight"), Fraction(2, 3)),  # equations (1) and (2)
        (("four_of_a_kind", "three_of_a_kind", "yahtzee"), Fraction(5, 6)),  # equations (3) and (4)
    ],
)
def test_printed_safety(boxes, fails):
    for aim in (Aim(box, (), missing) for box in boxes for missing in range(6)):
        assert poids2(OFFICIAL, aim, 2, AS_PRINTED) == 50 - aim.missing * fails * Fraction(10, 3)
        assert poids2(OFFICIAL, aim, 1, AS_PRINTED) == 50 - aim.missing * fails * 10


def test_printed_weights_of_upper_boxes():
    two, five = Aim("sixes", (6, 6), 0), Aim("sixes", (6,) * 5, 0)
    assert poids2(OFFICIAL, two, 1, AS_PRINTED) > poids2(OFFICIAL, two, 2, AS_PRINTED) > 0
    assert poids2(OFFICIAL, five, 1, AS_PRINTED) == poids2(YahtzeeRules(2, 6), two, 1, AS_PRINTED) == 50

    def points(face, *, bonus):
        return poids1(OFFICIAL, (), Aim(OFFICIAL.boxes[face - 1], (face,), 0), AS_PRINTED, bonus=bonus)

    assert points(6, bonus=True) > points(6, bonus=False)
    assert points(6, bonus=True) > points(5, bonus=True)


@pytest.mark.parametrize(
    ("aim", "points"),
    [
        (Aim("full_house", (), 0), 25),
        (Aim("small_straight", (), 0), 30),
        (Aim("large_straight", (), 0), 40),
        (Aim("yahtzee", (), 0), 50),
        (Aim("three_of_a_kind", (4, 4, 4), 0), 12 + 7),
    ],
)
def test_printed_points_of_lower_boxes(aim, points):
    assert poids1(OFFICIAL, (), aim, AS_PRINTED, bonus=True) == points


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
    assert poids1(MEASURED, hand, aim, bonus=outlook(lead) is Outlook.NEAR) == points
    assert poids2(MEASURED, aim, rerolls) == safety


@pytest.mark.parametrize(
    ("aim", "hand", "lead", "worth"),
    [
        (Aim("ones", (1,), 4), (1, 2, 4, 4, 5), 9, 2),
        (Aim("ones", (1,), 4), (1, 2, 4, 4, 5), 10, 1),
        (Aim("fours", (4, 4), 3), (1, 2, 4, 4, 5), -20, -5),
    ],
)
def test_worth_of_an_upper_box_with_few_dice(aim, hand, lead, worth):
    assert points_counted(MEASURED, hand, aim, outlook(lead)) == worth


def test_the_heaviest_aim_comes_first():
    aims = weighed_aims(MEASURED, [2, 2, 3, 3, 3], 1, ALL, 0)
    assert [aim.weight for aim in aims] == sorted((aim.weight for aim in aims), reverse=True)
    assert (aims[0].aim.box, aims[0].weight) == ("full_house", 75)
    # 3 · (3 + 35/3) + 30 for threes, once the full house is filled.
    assert weighed_aims(MEASURED, [2, 2, 3, 3, 3], 1, set(ALL) - {"full_house"}, 0)[0].weight == 74
    assert weighed_aims(MEASURED, [2, 3, 4, 5, 5], 1, ["ones"], 0) == ()


def test_boxes_in_the_order_in_which_they_are_filled():
    boxes = weighed_boxes(MEASURED, [2, 2, 3, 3, 3], ALL, 0)
    assert [(box.box, box.worth) for box in boxes] == [
        ("full_house", 25),
        ("threes", 9),
        ("three_of_a_kind", 3),
        ("chance", -2),
        ("twos", -1),
    ]
    zeros = weighed_boxes(MEASURED, [2, 2, 3, 3, 5], ["ones", "sixes", "small_straight"], 0)
    assert [(zero.box, zero.worth) for zero in zeros] == [("small_straight", 0), ("sixes", 0), ("ones", 0)]
