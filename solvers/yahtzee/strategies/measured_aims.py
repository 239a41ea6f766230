"""The weights of Decision_Une in the reading that meets the report's figures: added, and with their own numbers.

Where it departs from `poids` and `decision_une`:

- The weights are added, as section 3.3 has it; 3.3.3 says multiplied.
- With two rerolls left the whole of `poids2` is divided by 3, as the prose of 3.3.2 has it; equations (1) and (3)
  divide the loss alone. An upper box counts 10 a die that shows its face, 7.5 with two rerolls left.
- `poids1` of an upper box: its dice, and a third of the bonus for each while the upper section is less than 9 points
  from three dice a face. Of three and four of a kind: the dice as they lie. Of chance: nothing.
- A Yahtzee is aimed at even when its box is filled.
- The box to fill (`calcul_point`): its points; four of a kind less 5, three of a kind less 10, chance less 15; an upper
  box of fewer than three dice counts 3 less its points, unless the upper section is more than 9 points ahead of three
  dice a face. Nothing above 0: the first attained box. Nothing attained: a zero, in the order of `ZEROS`.

An upper total beyond the threshold of the bonus counts as the threshold, which is worth 0.02 points a game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from solvers.yahtzee.rules.checks import check_rerolls
from solvers.yahtzee.rules.rules import UPPER, Rules, checked_box
from solvers.yahtzee.strategies.measured_possib import measured_possib
from solvers.yahtzee.strategies.poids import FAIL, HIGHEST, SOON, TWO_FACES
from solvers.yahtzee.strategies.possib import Aim

PAR: Final = 3
"""How many dice of each face the upper section is measured by: with three the total is 63."""
CLOSE: Final = 9
PER_DIE: Final = {1: Fraction(10), 2: Fraction(15, 2)}
LESS: Final = {"four_of_a_kind": 5, "three_of_a_kind": 10, "chance": 15}
ZEROS: Final = (
    "yahtzee",
    "large_straight",
    "full_house",
    "small_straight",
    "four_of_a_kind",
    "three_of_a_kind",
    *reversed(UPPER),
    "chance",
)
"""Where a hand that attains no open box is written."""


@dataclass(frozen=True, slots=True)
class WeighedAim:
    """An aim with its two weights, which are added.

    Source: Yahtzee report, section 3.3.
    """

    aim: Aim
    points: Fraction
    safety: Fraction

    @property
    def weight(self) -> Fraction:
        """The sum of both weights."""
        return self.points + self.safety


class WeighedBox(NamedTuple):
    """A box that may be filled, and what `calcul_point` makes of it.

    Source: Yahtzee report, section 3.3, `calcul_point`.
    """

    box: str
    worth: int


def upper_lead(rules: Rules, open_boxes: Iterable[str], upper: int) -> int:
    """Return how far the upper section is ahead of three dice in every filled box (behind if negative).

    Source: Yahtzee report, section 3.3.1, whether the bonus still seems within reach; the measure is that of the
    reading.
    """
    left = set(open_boxes)
    filled = (UPPER.index(box) + 1 for box in rules.boxes if box in UPPER and box not in left)
    return min(upper, rules.cap) - PAR * sum(filled)


def measured_poids1(rules: Rules, hand: Iterable[int], aim: Aim, lead: int) -> Fraction:
    """Return the points that an aim is worth, for a hand and a lead of the upper section (`upper_lead`).

    Source: Yahtzee report, section 3.3.1; the numbers are those of the reading.
    """
    if aim.box in UPPER:
        share = Fraction(rules.bonus, PAR) if abs(lead) < CLOSE else 0
        return sum(aim.kept) + len(aim.kept) * Fraction(share)
    if aim.box in rules.fixed:
        return Fraction(rules.fixed[aim.box])
    return Fraction(0 if aim.box == "chance" else sum(hand))


def measured_poids2(rules: Rules, aim: Aim, rerolls: int) -> Fraction:
    """Return how safe an aim is, between 0 and 50.

    Raises
    ------
    Refusal
        If the rerolls left are neither 1 nor 2.

    Source: Yahtzee report, section 3.3.2, equations (2) and (4); with two rerolls left the prose, not (1) and (3).
    """
    check_rerolls(rerolls, lowest=1)
    if aim.box in UPPER:
        return PER_DIE[rerolls] * len(aim.kept)
    wanted = 2 if aim.box in TWO_FACES else 1
    safety = HIGHEST - aim.missing * (1 - Fraction(wanted, rules.faces)) * FAIL
    return safety if rerolls == 1 else safety / SOON


def measured_worth(rules: Rules, hand: Iterable[int], aim: Aim, lead: int) -> int:
    """Return what filling an attained box counts for, `calcul_point`, for a lead of the upper section (`upper_lead`).

    Source: Yahtzee report, section 3.3; `calcul_point` is not printed, its numbers are those of the reading.
    """
    if aim.box in rules.fixed:
        return rules.fixed[aim.box]
    if aim.box in LESS:
        return sum(hand) - LESS[aim.box]
    points = sum(aim.kept)
    return PAR - points if len(aim.kept) < PAR and lead <= CLOSE else points


def weighed_aims(
    rules: Rules, hand: Iterable[int], rerolls: int, open_boxes: Iterable[str], upper: int
) -> tuple[WeighedAim, ...]:
    """Return the aims of a hand, the heaviest first, of equal ones the first of `measured_possib`.

    The dice of the first one are kept; when there is none, all are thrown again.

    Raises
    ------
    Refusal
        If the hand is not a hand, the rerolls are neither 1 nor 2, or a box is not on the sheet.

    Source: Yahtzee report, section 3.3, the sum of both weights.
    """
    left = {checked_box(rules, box) for box in open_boxes}
    every = aims_by_weight(rules, hand, rerolls, upper_lead(rules, left, upper))
    return tuple(one for one in every if one.aim.box in left or one.aim.box == "yahtzee")


def aims_by_weight(rules: Rules, hand: Iterable[int], rerolls: int, lead: int) -> list[WeighedAim]:
    """Return the aims of a hand, the heaviest first, as if every box were open; `lead` as in `upper_lead`.

    Raises
    ------
    Refusal
        If the hand is not a hand, or the rerolls are neither 1 nor 2.

    Source: Yahtzee report, section 3.3, the sum of both weights.
    """
    dice = tuple(hand)
    attained, attainable = measured_possib(rules, dice)
    weighed = (
        WeighedAim(aim, measured_poids1(rules, dice, aim, lead), measured_poids2(rules, aim, rerolls))
        for aim in (*attained, *attainable)
    )
    return sorted(weighed, key=lambda one: -one.weight)


def weighed_boxes(rules: Rules, hand: Iterable[int], open_boxes: Iterable[str], upper: int) -> tuple[WeighedBox, ...]:
    """Return the open boxes that a hand attains, the first one being filled; if it attains none, where a zero goes.

    What counts for nothing, or less, is equal: the first of `measured_possib`. Jokers apart: where they restrict the
    choice, `open_boxes` are the boxes that the hand may fill.

    Raises
    ------
    Refusal
        If the hand is not a hand, or a box is not on the sheet.

    Source: Yahtzee report, section 3.3, `calcul_point`.
    """
    left = {checked_box(rules, box) for box in open_boxes}
    worths = boxes_by_worth(rules, hand, upper_lead(rules, left, upper))
    zeros = (WeighedBox(box, 0) for box in ZEROS if box in left)
    return tuple(one for one in worths if one.box in left) or tuple(zeros)


def boxes_by_worth(rules: Rules, hand: Iterable[int], lead: int) -> list[WeighedBox]:
    """Return the boxes that a hand attains, the best first, as if all were open; `lead` as in `upper_lead`.

    Raises
    ------
    Refusal
        If the hand is not a hand.

    Source: Yahtzee report, section 3.3, `calcul_point`.
    """
    dice = tuple(hand)
    worths = [
        WeighedBox(aim.box, measured_worth(rules, dice, aim, lead)) for aim in measured_possib(rules, dice).attained
    ]
    return sorted(worths, key=lambda one: -max(one.worth, 0))
