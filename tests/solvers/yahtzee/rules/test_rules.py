from itertools import combinations_with_replacement

import pytest

from solvers.yahtzee.rules.rules import OFFICIAL, YahtzeeRules, possible_boxes, scores
from tests.oracles import yahtzee_recursion as oracle
from tests.solvers.yahtzee.zoo import SMALL


@pytest.mark.parametrize(
    "rules",
    [
        OFFICIAL,
        YahtzeeRules(five_is_full=True),
        YahtzeeRules(large_is_small=False),
        YahtzeeRules(kinds_count_all=False),
        YahtzeeRules(7, 4, kinds_count_all=False),
        YahtzeeRules(4, 4),
        YahtzeeRules(5, 2),
        YahtzeeRules(6, 3),
        YahtzeeRules(1, 8),
        *SMALL[-2:],
    ],
)
def test_every_hand_scores_as_the_words_say(rules):
    for hand in combinations_with_replacement(range(rules.faces, 0, -1), rules.dice):
        expected = {box: oracle.points(hand, box, **oracle.read_as(rules)) for box in rules.boxes}
        assert scores(rules, hand) == expected


def test_boxes_that_no_hand_fills_are_left_out():
    assert possible_boxes(3, 6) == (*OFFICIAL.boxes[:6], "three_of_a_kind", "yahtzee", "chance")
    assert possible_boxes(1, 2) == ("ones", "twos", "chance")
    assert "large_straight" not in possible_boxes(5, 4)


def test_chosen_boxes_come_in_the_order_of_the_sheet():
    assert YahtzeeRules(boxes=("chance", "ones")).boxes == ("ones", "chance")


def test_an_upper_bonus_out_of_reach_needs_no_total():
    assert YahtzeeRules(threshold=106).cap == YahtzeeRules(bonus=0).cap == YahtzeeRules(boxes=("chance",)).cap == 0
    assert YahtzeeRules(threshold=105).cap == 105
