"""The points that a box can hold, and the totals that some upper boxes can: without NumPy or compiled code."""

from collections.abc import Iterable
from functools import cache

from solvers.yahtzee.rules.rolls import rolls
from solvers.yahtzee.rules.rules import UPPER, Rules, checked_box, counts, points


def upper_totals(rules: Rules, open_boxes: Iterable[str]) -> tuple[int, ...]:
    """Return the upper totals that the filled upper boxes can hold, in increasing order.

    Source: Yahtzee report, section 2.1, the upper section; all sums of what the boxes can hold.
    """
    left = set(open_boxes)
    totals = {0}
    for box in rules.boxes:
        if box in UPPER and box not in left:
            totals = {total + held for total in totals for held in possible_points(rules, box)}
    return tuple(sorted(totals))


@cache
def possible_points(rules: Rules, box: str) -> tuple[int, ...]:
    """Return the points a box can hold, extra Yahtzees apart, in increasing order.

    Raises
    ------
    Refusal
        If the box is not on the sheet.

    Source: Yahtzee report, section 2.1, the score sheet and the rule of the joker.
    """
    checked_box(rules, box)
    # A joker earns what another hand earns in its box, for boxes that no hand can fill are left out.
    return tuple(sorted({0} | {points(rules, counts(rules, roll), box) for roll in rolls(rules.dice, rules.faces)}))
