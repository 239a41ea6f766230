from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from solvers.yahtzee.rules import rolls as module
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rolls import (
    groups,
    kept_dice,
    outcomes,
    possible_points,
    reroll_codes,
    rolls,
    situations,
    subsets,
    upper_totals,
)
from solvers.yahtzee.rules.rules import OFFICIAL, YahtzeeRules
from tests.oracles import yahtzee_recursion as oracle
from tests.solvers.yahtzee.zoo import NAMES, SMALL


def test_keeps_of_a_roll_are_its_subsets_most_dice_first():
    assert subsets((3, 1, 3)) == ((1, 3, 3), (1, 3), (3, 3), (1,), (3,), ())
    for roll in rolls(4, 3):
        assert set(subsets(roll)) == {combination for size in range(5) for combination in combinations(roll, size)}


@pytest.mark.parametrize("keep", [(), (2,), (1, 1), (1, 2, 3), (2, 2, 2, 3)])
def test_outcomes_are_the_chances_over_all_throws(keep):
    every = Counter(tuple(sorted(keep + throw)) for throw in product((1, 2, 3), repeat=4 - len(keep)))
    expected = {roll: Fraction(number, 3 ** (4 - len(keep))) for roll, number in every.items()}
    assert dict(outcomes(keep, 4, 3)) == expected


def test_the_example_of_the_report():
    assert kept_dice(OFFICIAL, [1, 2, 3, 4, 5], 14) == (2, 3, 4)


def test_the_highest_die_is_the_most_significant_digit():
    assert kept_dice(OFFICIAL, [1, 2, 3, 4, 6], 16) == (6,)
    assert kept_dice(OFFICIAL, [1, 2, 3, 4, 6], 1) == (1,)
    assert (kept_dice(OFFICIAL, [1] * 5, 0), kept_dice(OFFICIAL, [1] * 5, 31)) == ((), (1,) * 5)


def test_codes_and_dice_are_inverse():
    hand = [3, 1, 3, 6, 3]
    for code in range(32):
        assert code in reroll_codes(OFFICIAL, hand, kept_dice(OFFICIAL, hand, code))
    assert reroll_codes(OFFICIAL, hand, [3, 3]) == [6, 10, 12]


def test_numbers_of_the_report():
    assert module.combinations(OFFICIAL) == len(lattice(5, 6).rolls) == 252
    assert situations(OFFICIAL) == 264_241_152
    assert sum(groups(OFFICIAL, size) for size in range(14)) == 8192


def test_upper_totals_are_sums_of_what_the_boxes_hold():
    assert upper_totals(OFFICIAL, OFFICIAL.boxes) == (0,)
    assert upper_totals(YahtzeeRules(2, 3), ("threes", "chance")) == (0, 1, 2, 3, 4, 5, 6)
    assert possible_points(OFFICIAL, "full_house") == (0, 25)
    assert possible_points(OFFICIAL, "three_of_a_kind")[:4] == (0, 5, 6, 7)


@pytest.mark.parametrize("rules", SMALL, ids=NAMES)
def test_upper_totals_are_those_of_all_sheets(rules):
    sheets = {(left, upper) for left, upper, _ in oracle.sheets(rules)}
    for left in {left for left, _ in sheets}:
        assert upper_totals(rules, left) == tuple(sorted(upper for other, upper in sheets if other == left))
