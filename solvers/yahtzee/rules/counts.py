"""How many combinations of dice, groups of boxes and situations there are (the report, sections 4 and 4.1)."""

from math import comb

from solvers.refusal import Refusal
from solvers.yahtzee.rules.rules import Rules


def combinations(rules: Rules) -> int:
    """Return the number of rolls in which the order of the dice does not count: C(D + F - 1, D), 252 officially.

    Source: Yahtzee report, section 4.1.
    """
    return comb(rules.dice + rules.faces - 1, rules.dice)


def groups(rules: Rules, size: int) -> int:
    """Return the number of groups of `size` boxes, the report's k_n.

    Raises
    ------
    Refusal
        If `size` is not between 0 and the number of boxes.

    Source: Yahtzee report, section 4.2.
    """
    if not 0 <= size <= len(rules.boxes):
        raise Refusal("a group has 0 to {count} boxes, got {size}", count=len(rules.boxes), size=size)
    return comb(len(rules.boxes), size)


def situations(rules: Rules) -> int:
    """Return the report's number of situations, 264 241 152 officially.

    Combinations of dice, times 1 or 2 rerolls left, times joker or not, times 2^D rerolls, times 2^B sheets.

    Source: Yahtzee report, section 4.
    """
    return combinations(rules) * 2 * 2 * (1 << rules.dice) * (1 << len(rules.boxes))
