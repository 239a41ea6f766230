"""The report's second strategy: one box is aimed at, and the rest of the game counts by its expectation.

Source: the Yahtzee report, section 4, equations (5) to (9). The upper bonus is ignored. Where the text leaves a
choice open:

- With the joker (the Yahtzee box holds points) a box is worth what it is worth when it is the only one left: a Yahtzee
  then earns the extra points, and full houses and straights count in full. Without it, hands have their own points.
- After aiming at the Yahtzee box, the rest of the game counts with the joker in proportion to the chance that the box
  then holds points. Otherwise the sum of equation (9) would not be an expectation.
- Sums closer than 1e-9 are equal: the first box of the sheet is aimed at, and the keep with the most dice is kept.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.compiled.arrays import Bytes, Floats, Integers
from solvers.compiled.jit import jit
from solvers.refusal import Refusal
from solvers.yahtzee.rules.checks import check_rerolls
from solvers.yahtzee.rules.lattice import average_down, best_up, lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, YahtzeeBox, allowed, box_bit, rule_tables, worth, yahtzee_box
from solvers.yahtzee.rules.rules import Rules, checked_box, checked_dice, counts
from solvers.yahtzee.strategies.policy import TIE, Decisions, Policy, blank_decisions


class Aims(NamedTuple):
    """For every roll the box that is aimed at, as a float for quick loops, and what that is worth: shape (R,) each.

    Source: Yahtzee report, section 4.5, equation (9).
    """

    boxes: Floats
    values: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Esperances:
    """All the expectations of the report, for B boxes, K keeps and R rolls.

    Attributes
    ----------
    rules : Rules
        The game.
    keeps : float array, shape (2, 2, B, K)
        Equations (5) and (7): `keeps[joker, i - 1, box, keep]` is the expected number of points in the box after the
        keep, with i rerolls left, this one included, and the best of them afterwards.
    boxes : float array, shape (2, 3, B, R)
        Equations (6) and (8): `boxes[joker, i, box, roll]` is the best of these; for i = 0 the points of the roll.
    groups : float array, shape (2, 2^B)
        `groups[joker, open boxes]` is the report's E_global: expected points of the turns that fill a group of boxes.

    Source: Yahtzee report, sections 4.3 to 4.5, equations (5) to (9).
    """

    rules: Rules
    keeps: Floats
    boxes: Floats
    groups: Floats

    def box(self, box: str, hand: Iterable[int], rerolls: int, *, joker: bool = False) -> float:
        """Return the best expected number of points of a hand in one box, with 0, 1 or 2 rerolls left.

        Raises
        ------
        Refusal
            If the box is unknown, the hand is not a hand, or the rerolls are outside 0 … 2.

        Source: Yahtzee report, section 4.4, equations (6) and (8).
        """
        check_rerolls(rerolls)
        b, roll = self._numbers(box, hand)
        return float(self.boxes[int(joker), rerolls, b, roll])

    def best_keeps(self, box: str, hand: Iterable[int], rerolls: int, *, joker: bool = False) -> list[tuple[int, ...]]:
        """Return every keep that reaches `box` (within 1e-9), the one with the most dice first.

        Raises
        ------
        Refusal
            If the box is unknown, the hand is not a hand, or the rerolls are neither 1 nor 2.

        Source: Yahtzee report, section 4.4, equations (6) and (8).
        """
        check_rerolls(rerolls, lowest=1)
        b, roll = self._numbers(box, hand)
        dice = lattice(self.rules.dice, self.rules.faces)
        row, best = self.keeps[int(joker), rerolls - 1, b], self.boxes[int(joker), rerolls, b, roll]
        return [dice.keeps[k] for k in dict.fromkeys(dice.choices[roll].tolist()) if row[k] >= best - TIE]

    def group(self, boxes: Iterable[str], *, joker: bool = False) -> float:
        """Return the expected points of the turns that fill a group of boxes (E_global), before any throw.

        Raises
        ------
        Refusal
            If a box is unknown.

        Source: Yahtzee report, section 4.5, E_global.
        """
        bits = {box_bit(self.rules, checked_box(self.rules, box)) for box in boxes}
        return float(self.groups[int(joker), sum(bits)])

    def aimed(
        self, boxes: Iterable[str], hand: Iterable[int], rerolls: int, *, joker: bool = False
    ) -> tuple[str, float]:
        """Return the box of a group that a hand aims at with 1 or 2 rerolls left, and the maximum of equation (9).

        Raises
        ------
        Refusal
            If a box is unknown, there is none, the hand is not a hand, or the rerolls are neither 1 nor 2.

        Source: Yahtzee report, section 4.5, equation (9).
        """
        check_rerolls(rerolls, lowest=1)
        group = sum({box_bit(self.rules, checked_box(self.rules, box)) for box in boxes})
        if not group:
            raise Refusal("needs at least one box to aim at")
        _, roll = self._numbers(self.rules.boxes[0], hand)
        size = self.boxes.shape[3]
        aims = Aims(np.zeros(size), np.empty(size))
        yahtzee = yahtzee_box(self.rules)
        # An open Yahtzee box means no joker.
        flag = int(joker and not group & yahtzee.bit)
        aim(yahtzee, self.boxes[flag, rerolls], self.groups, flag, group, aims)
        return self.rules.boxes[int(aims.boxes[roll])], float(aims.values[roll])

    def _numbers(self, box: str, hand: Iterable[int]) -> tuple[int, int]:
        hand = checked_dice(self.rules, hand)
        counts(self.rules, hand)
        b = self.rules.boxes.index(checked_box(self.rules, box))
        return b, lattice(self.rules.dice, self.rules.faces).roll(hand)


def toutes_les_esperances(rules: Rules) -> Esperances:
    """Return the expectations of all boxes and of all groups of boxes.

    Parameters
    ----------
    rules : Rules
        The game; its threshold and bonus are not used.

    Source: Yahtzee report, sections 4.4 to 4.6, equations (5) to (9).
    """
    points = np.stack([points_alone(rules, joker=joker) for joker in (False, True)])
    keeps, boxes = box_expectations(rules, points)
    ways = lattice(rules.dice, rules.faces).ways
    groups = _groups(yahtzee_box(rules), np.ascontiguousarray(boxes[:, 2]), ways / ways.sum())
    return Esperances(rules, keeps, boxes, groups)


def box_expectations(rules: Rules, points: Integers) -> tuple[Floats, Floats]:
    """Return equations (5) and (7), then (6) and (8): `keeps` and `boxes` of `Esperances`.

    Parameters
    ----------
    rules : Rules
        The game.
    points : integer array, shape (2, B, R)
        What each roll is worth in each box, without and with the joker.

    Source: Yahtzee report, section 4.4, equations (5) to (8).
    """
    dice = lattice(rules.dice, rules.faces)
    rows = np.zeros((len(dice.keeps), 2 * len(rules.boxes)))
    rows[dice.first_roll :] = points.reshape(-1, len(dice.rolls)).T
    keeps, boxes = [], [points.astype(np.float64)]
    for _ in range(2):
        average_down(dice.add, rows)
        keeps.append(rows.T.reshape(2, len(rules.boxes), -1).copy())
        best_up(dice.add, rows)
        boxes.append(rows[dice.first_roll :].T.reshape(points.shape).copy())
    return np.stack(keeps, axis=1), np.stack(boxes, axis=1)


def points_alone(rules: Rules, *, joker: bool) -> Integers:
    """Return the points of every roll in every box, shape (B, R); with the joker, as in the last box left.

    Source: Yahtzee report, sections 4.4 and 4.6, the score with the joker.
    """
    tables = rule_tables(rules)
    if not joker:
        return tables.natural
    result = tables.natural.copy()
    for b, roll in np.argwhere(np.broadcast_to(tables.face >= 0, result.shape)).tolist():
        if tables.yahtzee and tables.yahtzee != 1 << b:
            _, as_joker = allowed(tables, 1 << b, 1, roll)
            result[b, roll] = worth(tables, 1, roll, b, as_joker)[0]
    return result


def esperances_policy(esperances: Esperances) -> Policy:
    """Return the decisions of the strategy: `decision_espérance` in every position.

    With rerolls left, the box that maximises equation (9) is aimed at, and the best keep for it is kept. Without, the
    box that maximises its points plus E_global of the others is filled; a joker goes where the rules let it.

    Raises
    ------
    Refusal
        If the decisions would take more than 1 GiB.

    Source: Yahtzee report, section 4.7, `decision_espérance`.
    """
    rules = esperances.rules
    dice, sets = lattice(rules.dice, rules.faces), 1 << len(rules.boxes)
    decisions = blank_decisions(2 * sets, len(dice.rolls))
    places = np.stack([first_best(esperances, joker, rerolls) for joker in (0, 1) for rerolls in (1, 2)])
    _decide(rule_tables(rules), yahtzee_box(rules), esperances.boxes, esperances.groups, places, decisions)
    return joker_policy(rules, decisions)


def joker_policy(rules: Rules, decisions: Decisions) -> Policy:
    """Return the policy whose decisions depend on the joker and the open boxes alone: context `joker` · 2^B + boxes.

    Source: Yahtzee report, section 4.3, the joker and the group of boxes as indices.
    """
    sets = 1 << len(rules.boxes)
    contexts = np.arange(2 * sets, dtype=np.int32).reshape(2, sets, 1)
    return Policy(rules, np.repeat(contexts, rules.cap + 1, axis=2), decisions.kept, decisions.filled)


def first_best(esperances: Esperances, joker: int, rerolls: int) -> Bytes:
    """Return the place of the best keep of every roll for every box, shape (B, R): the first within 1e-9.

    Source: Yahtzee report, section 4.4, equations (6) and (8); how ties are broken is ours.
    """
    dice = lattice(esperances.rules.dice, esperances.rules.faces)
    worth_of_keeps = esperances.keeps[joker, rerolls - 1][:, dice.choices]
    best = esperances.boxes[joker, rerolls][:, :, None]
    return np.asarray(np.argmax(worth_of_keeps >= best - TIE, axis=2), dtype=np.uint8)


@jit
def _groups(yahtzee: YahtzeeBox, best: Floats, chances: Floats) -> Floats:
    """Return E_global of all groups, shape (2, 2^B), from the expectations with two rerolls, shape (2, B, R)."""
    groups = np.zeros((2, 1 << best.shape[1]))
    aims = Aims(np.empty(chances.size), np.empty(chances.size))
    for boxes in range(1, groups.shape[1]):
        for joker in range(1, -1, -1):
            aim(yahtzee, best[joker], groups, joker, boxes, aims)
            groups[joker, boxes] = np.sum(chances * aims.values)
        # An open Yahtzee box means no joker: the report stores the same number twice.
        if boxes & yahtzee.bit:
            groups[1, boxes] = groups[0, boxes]
    return groups


@jit
def aim(yahtzee: YahtzeeBox, best: Floats, groups: Floats, joker: int, boxes: int, aims: Aims) -> None:
    """Write for every roll the box that maximises equation (9), and the maximum; `best` has shape (B, R).

    Source: Yahtzee report, section 4.5, equation (9).
    """
    aims.values[:] = -1.0
    for box in range(best.shape[0]):
        if boxes >> box & 1:
            slope, offset = aimed_line(yahtzee, groups, joker, boxes, box)
            _take_better(best[box], slope, offset, float(box), aims.values, aims.boxes)


@jit
def aimed_line(yahtzee: YahtzeeBox, groups: Floats, joker: int, boxes: int, box: int) -> tuple[float, float]:
    """Return a and b of equation (9): aiming at a box with an expectation of x is worth a x + b.

    Source: Yahtzee report, section 4.5, equation (9); what follows the Yahtzee box is ours.
    """
    rest = boxes ^ (1 << box)
    if yahtzee.bit == 1 << box:
        return 1 + (groups[1, rest] - groups[0, rest]) / yahtzee.points, groups[0, rest]
    return 1.0, groups[joker, rest]


@jit
def _take_better(row: Floats, slope: float, offset: float, name: float, best: Floats, chosen: Floats) -> None:
    """Take slope · row + offset where it is better; selections of one type, which run on several rolls at a time."""
    for roll in range(best.size):
        a, b, other = slope * row[roll] + offset, best[roll], chosen[roll]
        better = a > b + TIE
        best[roll] = a if better else b
        chosen[roll] = name if better else other


@jit
def _decide(
    tables: RuleTables, yahtzee: YahtzeeBox, best: Floats, groups: Floats, places: Bytes, decisions: Decisions
) -> None:
    """Write the decisions for every joker, group of boxes and roll; contexts as in `joker_policy`."""
    kept, filled = decisions
    sets, rolls = groups.shape[1], filled.shape[1]
    aims = Aims(np.zeros(rolls), np.empty(rolls))
    for context in range(2 * sets):
        joker, boxes = context // sets, context % sets
        for again in range(2):
            aim(yahtzee, best[joker, again + 1], groups, joker, boxes, aims)
            for roll in range(rolls):
                kept[again, context, roll] = places[2 * joker + again, int(aims.boxes[roll]), roll]
        # No reroll left: the points of an ordinary hand do not depend on the joker.
        aim(YahtzeeBox(0, yahtzee.points), best[0, 0], groups, joker, boxes, aims)
        for roll in range(rolls):
            special = tables.face[roll] >= 0
            filled[context, roll] = fill(tables, groups, joker, boxes, roll) if special else int(aims.boxes[roll])


@jit
def fill(tables: RuleTables, groups: Floats, joker: int, boxes: int, roll: int) -> int:
    """Return the box that maximises its points plus the expectation of the others, for a Yahtzee.

    Source: Yahtzee report, section 4.7, the box when no reroll is left.
    """
    chosen, highest = 0, -1.0
    choices, as_joker = allowed(tables, boxes, joker, roll)
    for box in range(tables.natural.shape[0]):
        if choices >> box & 1:
            points, after = worth(tables, joker, roll, box, as_joker)
            value = points + groups[after, boxes ^ (1 << box)]
            if value > highest + TIE:
                chosen, highest = box, value
    return chosen
