"""Rolls of dice as sorted tuples: their probabilities, keeps and the rolls after them, and counts for the report.

The counts are of combinations of dice, groups of boxes, situations, points of a box and totals of a section.

The module needs neither NumPy nor compiled code, so that hands are drawn without loading them.

The report codes a keep by an integer: the hand is in decreasing order, its first die is the most significant
binary digit, and 1 keeps a die: with 5 dice, 14 = 01110 keeps the second to the fourth. The order of the digits is
ours: the only example in the text is a palindrome.

Source: the Yahtzee report, sections 2.1 (the sheet and the joker), 4 (situations), 4.1 (rolls), 4.2 (groups), 4.3
(codes), 4.4 (`combipossible`) and 4.5 (chances).
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from operator import index

from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.rules import UPPER, YahtzeeRules, checked_box, checked_dice, counts, points

Dice = tuple[int, ...]
"""The faces of dice, in increasing order."""


def rolls(dice: int, faces: int) -> tuple[Dice, ...]:
    """Return the C(dice + faces - 1, dice) rolls, each in increasing order, in lexicographic order."""
    return tuple(combinations_with_replacement(range(1, faces + 1), dice))


def throws(roll: Dice) -> int:
    """Return the number of orders of the dice of a roll, a multinomial coefficient."""
    return factorial(len(roll)) // prod(factorial(roll.count(face)) for face in set(roll))


def subsets(roll: Iterable[int]) -> tuple[Dice, ...]:
    """Return the different keeps of a roll (at most 2^D), the most dice first, then lexicographically."""
    faces = sorted(roll)
    keeps: set[Dice] = {()}
    for face in faces:
        keeps |= {(*keep, face) for keep in keeps}
    return tuple(sorted(keeps, key=lambda keep: (-len(keep), keep)))


def outcomes(keep: Dice, dice: int, faces: int) -> Iterator[tuple[Dice, Fraction]]:
    """Yield the rolls that a keep may become after one throw of the other dice, with their exact chances."""
    thrown = dice - len(keep)
    for added in rolls(thrown, faces):
        yield tuple(sorted((*keep, *added))), Fraction(throws(added), faces**thrown)


def kept_dice(rules: YahtzeeRules, hand: Iterable[int], code: int) -> Dice:
    """Return the dice of a hand that a code, 0 … 2^D - 1, keeps."""
    dice = tuple(hand)
    counts(rules, dice)
    if not 0 <= index(code) < 1 << rules.dice:
        raise InvalidInput(
            "a code of dice to keep is between 0 and {dice}, got {code}", dice=(1 << rules.dice) - 1, code=code
        )
    return tuple(die for place, die in enumerate(checked_dice(rules, dice)) if code >> place & 1)


def reroll_codes(rules: YahtzeeRules, hand: Iterable[int], kept: Iterable[int]) -> list[int]:
    """Return all codes of a choice of dice of a hand to keep, in increasing order.

    There are several codes if some but not all of equal dice are kept.
    """
    dice, kept_in_order = tuple(hand), checked_dice(rules, kept)
    codes = [code for code in range(1 << rules.dice) if kept_dice(rules, dice, code) == kept_in_order]
    if not codes:
        raise InvalidInput(
            "the hand {dice} does not hold the dice {wanted}", dice=sorted(dice), wanted=list(kept_in_order)
        )
    return codes


def combinations(rules: YahtzeeRules) -> int:
    """Return the number of rolls in which the order of the dice does not count: C(D + F - 1, D), 252 officially."""
    return comb(rules.dice + rules.faces - 1, rules.dice)


def groups(rules: YahtzeeRules, size: int) -> int:
    """Return the number of ways to choose `size` boxes of the sheet, which the report calls k_n."""
    return comb(len(rules.boxes), size)


def situations(rules: YahtzeeRules) -> int:
    """Return the report's number of situations: combinations · 2 rerolls · joker · 2^D choices · 2^B sheets."""
    return combinations(rules) * 2 * 2 * (1 << rules.dice) * (1 << len(rules.boxes))


def upper_totals(rules: YahtzeeRules, open_boxes: Iterable[str]) -> tuple[int, ...]:
    """Return the upper totals that the filled upper boxes can hold, in increasing order."""
    still_open = set(open_boxes)
    totals = {0}
    for box in rules.boxes:
        if box in UPPER and box not in still_open:
            totals = {total + points for total in totals for points in possible_points(rules, box)}
    return tuple(sorted(totals))


@cache
def possible_points(rules: YahtzeeRules, box: str) -> tuple[int, ...]:
    """Return the points a box can hold, extra Yahtzees apart, in increasing order."""
    checked_box(rules, box)
    # A joker earns the points of another hand in its box, since boxes that no hand can fill are left out.
    return tuple(sorted({0} | {points(rules, counts(rules, roll), box) for roll in rolls(rules.dice, rules.faces)}))
