"""How much there is: combinations of dice, groups of boxes, situations, points of a box, totals of a section.

Needs neither NumPy nor compiled code.

Source: the Yahtzee report, sections 2.1 (the sheet and the joker), 4 (situations), 4.1 and 4.2 (combinations, groups).
"""

from collections.abc import Iterable
from functools import cache
from math import comb

from solvers.refusal import Refusal
from solvers.yahtzee.rules.rolls import rolls
from solvers.yahtzee.rules.rules import UPPER, Rules, checked_box, counts, points


def combinations(rules: Rules) -> int:
    """Return the number of rolls in which the order of the dice does not count: C(D + F - 1, D), 252 officially."""
    return comb(rules.dice + rules.faces - 1, rules.dice)


def groups(rules: Rules, size: int) -> int:
    """Return the number of groups of `size` boxes, the report's k_n."""
    if not 0 <= size <= len(rules.boxes):
        raise Refusal("a group has 0 to {count} boxes, got {size}", count=len(rules.boxes), size=size)
    return comb(len(rules.boxes), size)


def situations(rules: Rules) -> int:
    """Return the report's number of situations: combinations · 2 rerolls · joker or not · 2^D rerolls · 2^B sheets."""
    return combinations(rules) * 2 * 2 * (1 << rules.dice) * (1 << len(rules.boxes))


def upper_totals(rules: Rules, open_boxes: Iterable[str]) -> tuple[int, ...]:
    """Return the upper totals that the filled upper boxes can hold, in increasing order."""
    left = set(open_boxes)
    totals = {0}
    for box in rules.boxes:
        if box in UPPER and box not in left:
            totals = {total + held for total in totals for held in possible_points(rules, box)}
    return tuple(sorted(totals))


@cache
def possible_points(rules: Rules, box: str) -> tuple[int, ...]:
    """Return the points a box can hold, extra Yahtzees apart, in increasing order."""
    checked_box(rules, box)
    # A joker earns what another hand earns in its box, for boxes that no hand can fill are left out.
    return tuple(sorted({0} | {points(rules, counts(rules, roll), box) for roll in rolls(rules.dice, rules.faces)}))
