from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from solvers.yahtzee.rules.rolls import outcomes, rolls, subsets, throws


def test_rolls_are_the_different_throws_in_order():
    # 252: the report, section 4.1.
    assert len(rolls(5, 6)) == 252
    assert list(rolls(3, 4)) == sorted({tuple(sorted(throw)) for throw in product(range(1, 5), repeat=3)})
    assert rolls(0, 6) == ((),)


def test_throws_of_a_yahtzee_and_of_a_straight():
    assert (throws((1,) * 5), throws((1, 2, 3, 4, 5)), throws((2, 2, 3, 3, 3))) == (1, 120, 10)


def test_keeps_of_a_roll_are_its_subsets_most_dice_first():
    assert subsets((3, 1, 3)) == ((1, 3, 3), (1, 3), (3, 3), (1,), (3,), ())
    for roll in rolls(4, 3):
        assert set(subsets(roll)) == {kept for size in range(5) for kept in combinations(roll, size)}


@pytest.mark.parametrize("keep", [(), (2,), (1, 1), (1, 2, 3), (2, 2, 2, 3)])
def test_outcomes_are_the_chances_over_all_throws(keep):
    every = Counter(tuple(sorted(keep + throw)) for throw in product((1, 2, 3), repeat=4 - len(keep)))
    expected = {roll: Fraction(number, 3 ** (4 - len(keep))) for roll, number in every.items()}
    assert dict(outcomes(keep, 4, 3)) == expected
