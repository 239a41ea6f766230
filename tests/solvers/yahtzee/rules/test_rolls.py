from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from solvers.yahtzee.rules.rolls import kept_dice, outcomes, reroll_codes, rolls, subsets
from solvers.yahtzee.rules.rules import OFFICIAL


def test_keeps_of_a_roll_are_its_subsets_most_dice_first():
    assert subsets((3, 1, 3)) == ((1, 3, 3), (1, 3), (3, 3), (1,), (3,), ())
    for roll in rolls(4, 3):
        assert set(subsets(roll)) == {kept for size in range(5) for kept in combinations(roll, size)}


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
