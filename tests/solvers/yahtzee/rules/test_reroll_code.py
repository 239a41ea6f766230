import pytest

from solvers.yahtzee.rules.reroll_code import kept_dice, reroll_codes
from solvers.yahtzee.rules.rules import OFFICIAL


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


def test_bad_requests_are_refused():
    with pytest.raises(ValueError, match="between 0 and 31, got 32"):
        kept_dice(OFFICIAL, [1] * 5, 32)
    with pytest.raises(ValueError, match=r"does not hold the dice \[2\]"):
        reroll_codes(OFFICIAL, [1] * 5, [2])
