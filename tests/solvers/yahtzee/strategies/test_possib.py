import pytest

from solvers.yahtzee.rules.rules import OFFICIAL, Rules
from solvers.yahtzee.strategies.possib import Aim, possib


def named(hand, rules=OFFICIAL):
    aims = possib(rules, hand)
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


def test_kept_dice_and_what_is_missing():
    aims = {aim.box: aim for aim in possib(OFFICIAL, [5, 5, 4, 4, 3])}
    assert aims["full_house"] == Aim("full_house", (4, 4, 5, 5), 1)
    assert aims["small_straight"] == Aim("small_straight", (3, 4, 5), 1)
    assert aims["three_of_a_kind"] == Aim("three_of_a_kind", (5, 5), 1)
    assert aims["four_of_a_kind"] == Aim("four_of_a_kind", (5, 5), 2)
    assert aims["fours"] == Aim("fours", (4, 4), 0)
    run = {aim.box: aim for aim in possib(OFFICIAL, [1, 2, 3, 4, 5])}
    assert run["small_straight"].kept == (2, 3, 4, 5)


def test_boxes_are_those_of_the_sheet():
    assert {aim.box for aim in possib(Rules(2, 3, boxes=("ones", "yahtzee")), [1, 1])} == {"ones", "yahtzee"}


def test_bad_hands_are_refused():
    with pytest.raises(ValueError, match="a hand has 5 dice, got 4"):
        possib(OFFICIAL, [1, 2, 3, 4])
