"""Rerolls as the report codes them: an integer whose binary digits say which dice are kept (section 4.3).

The hand is in decreasing order, its first die is the most significant digit, and 1 keeps a die (`combipossible`,
section 4.4): with 5 dice, 14 = 01110 keeps the second to the fourth. The order of the digits is ours: the only example
in the text is a palindrome.
"""

from collections.abc import Iterable
from operator import index

from solvers.refusal import Refusal
from solvers.yahtzee.rules.rules import Rules, checked_dice, counts


def kept_dice(rules: Rules, hand: Iterable[int], code: int) -> tuple[int, ...]:
    """Return the dice that a code keeps, in increasing order.

    Raises
    ------
    Refusal
        If the hand is not a hand, or the code is outside 0 … 2^D - 1.

    Source: Yahtzee report, section 4.3, point 6; the order of the digits is ours.
    """
    dice = tuple(hand)
    counts(rules, dice)
    if not 0 <= index(code) < 1 << rules.dice:
        raise Refusal("a code is between 0 and {dice}, got {code}", dice=(1 << rules.dice) - 1, code=code)
    return tuple(die for place, die in enumerate(checked_dice(rules, dice)) if code >> place & 1)


def reroll_codes(rules: Rules, hand: Iterable[int], kept: Iterable[int]) -> list[int]:
    """Return all codes that keep these dice, in increasing order: several when equal dice are partly kept.

    Raises
    ------
    Refusal
        If the hand is not a hand, or the kept dice are not in it.

    Source: Yahtzee report, section 4.3, point 6; the order of the digits is ours.
    """
    dice, wanted = tuple(hand), checked_dice(rules, kept)
    codes = [code for code in range(1 << rules.dice) if kept_dice(rules, dice, code) == wanted]
    if not codes:
        raise Refusal("the hand {dice} does not hold the dice {wanted}", dice=sorted(dice), wanted=list(wanted))
    return codes
