"""Compute the decisions of the report's first strategy, that of a human player: follow the heaviest aim at an open box.

A `HumanReading` defines the aims, their weights and the box to fill. Where the rules of the joker restrict the choice,
the best of the allowed boxes is filled. Sums of weights that differ by less than 1e-9 count as equal: then the
first of these boxes on the score sheet is filled.

Source: the Yahtzee report, section 3.
"""

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Bytes
from solvers.compiled.jit import jit
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, rule_tables, worth
from solvers.yahtzee.rules.rules import UPPER, YahtzeeRules
from solvers.yahtzee.strategies.aims import CLOSE, PAR, ZEROS, Aim, aims_by_weight, boxes_by_worth
from solvers.yahtzee.strategies.expectations import box_expectations
from solvers.yahtzee.strategies.human_reading import AS_PRINTED, HumanReading, Outlook
from solvers.yahtzee.strategies.strategy import Decisions, Policy

NO_BOX = 255
"""The number that stands for the box of an aim without a box, which is always open."""
DIGITS = 9


def decision_une(rules: YahtzeeRules, reading: HumanReading = AS_PRINTED) -> Policy:
    """Return the decisions of the report's first strategy in every position, by a `reading` of its text."""
    outlooks = [*Outlook] if reading.by_lead else [Outlook.FAR, Outlook.NEAR]
    seen_as, contexts = _outlooks(rules) if reading.by_lead else bonus_in_reach(rules), 2 << len(rules.boxes)
    plain = np.arange(contexts).reshape(2, -1, 1)
    policy = Policy.blank(rules, (plain + contexts * seen_as).astype(np.int32), len(outlooks) * contexts)
    aims = [_followed(rules, reading, bonus=bonus) for bonus in (False, True)]
    for outlook in outlooks:
        part = slice(outlook * contexts, (outlook + 1) * contexts)
        boxes, places = aims[outlook is Outlook.NEAR]
        fills = _fills_by_points(rules, outlook) if reading.by_points else _fills_by_excess(rules, outlook)
        decisions = policy.kept[:, part], policy.filled[part]
        _decide(rule_tables(rules), boxes, places, fills, reading.keeps_further, decisions)
    return policy


def aims_followed(
    rules: YahtzeeRules, hand: tuple[int, ...], rerolls: int, reading: HumanReading, *, bonus: bool
) -> list[Aim]:
    """Return the aims of a hand in the order in which the strategy tries them, until one has an open box.

    The heaviest aim comes first, with the weights for a bonus within reach if `bonus`. After the aims by weight come
    aims for a hand without one: chance, unless the `reading` weighs it, and an aim without a box, which is always open.
    """
    aims = [weighed_aim.aim for weighed_aim in aims_by_weight(rules, hand, rerolls, reading, bonus=bonus)]
    if reading.yahtzee_always:
        aims = [Aim("", aim.kept, aim.missing) if aim.box == "yahtzee" else aim for aim in aims]
    if not reading.chance_attained and "chance" in rules.boxes:
        aims.append(Aim("chance", tuple(sorted(face for face in hand if 2 * face > rules.faces + 1)), 0))
    return [*aims, Aim("", (), 0)]


def bonus_in_reach(rules: YahtzeeRules) -> NDArray[np.bool_]:
    """Return, by set of open boxes and upper total, whether the bonus is open and within reach: shape (2^B, cap + 1).

    Within reach means attained with all dice but one in every open upper box; a single die counts as one. Sections
    3.3.1 and 6.1 require a bonus within reach, the condition is ours.
    """
    weights = [max(rules.dice - 1, 1) * face for face in _faces(rules)]
    sets = np.arange(1 << len(rules.boxes))
    most = sum((sets >> b & 1) * weight for b, weight in enumerate(weights)) + 0 * sets
    totals = np.arange(rules.cap + 1)
    return np.asarray((totals < rules.cap) & (totals + most[:, None] >= rules.cap))


def _faces(rules: YahtzeeRules) -> list[int]:
    """Return the faces of the upper boxes, 0 for the others."""
    return [UPPER.index(box) + 1 if box in UPPER else 0 for box in rules.boxes]


def _outlooks(rules: YahtzeeRules) -> NDArray[np.int64]:
    """Return `aims.outlook` of the lead for each set of open boxes and upper total: (2^B, cap + 1)."""
    sets = np.arange(1 << len(rules.boxes))
    par = sum(PAR * face * (1 - (sets >> b & 1)) for b, face in enumerate(_faces(rules))) + 0 * sets
    lead = np.arange(rules.cap + 1) - par[:, None]
    ahead = np.where(lead > CLOSE, Outlook.AHEAD, Outlook.FAR)
    return np.where(np.abs(lead) < CLOSE, Outlook.NEAR, ahead).astype(np.int64)


def _followed(rules: YahtzeeRules, reading: HumanReading, *, bonus: bool) -> tuple[Bytes, Bytes]:
    """Return the boxes of the aims of every roll, heaviest first, and the places of their keeps: (2, R, n) each."""
    dice = lattice(rules.dice, rules.faces)
    every = [[aims_followed(rules, roll, rerolls, reading, bonus=bonus) for roll in dice.rolls] for rerolls in (1, 2)]
    boxes = np.full((2, len(dice.rolls), max(len(aims) for rows in every for aims in rows)), NO_BOX, dtype=np.uint8)
    places = np.zeros(boxes.shape, dtype=np.uint8)
    for roll, choices in enumerate(dice.choices.tolist()):
        place = {keep: i for i, keep in reversed([*enumerate(choices)])}
        for again, rows in enumerate(every):
            for i, aim in enumerate(rows[roll]):
                places[again, roll, i] = place[dice.number[aim.kept]]
                boxes[again, roll, i] = rules.boxes.index(aim.box) if aim.box else NO_BOX
    return boxes, places


def _fills_by_points(rules: YahtzeeRules, outlook: Outlook) -> Bytes:
    """Return all boxes for every flag, joker or none, and roll, in the order in which they are filled: (2, 2, R, B)."""
    zeros = [box for box in ZEROS if box in rules.boxes]
    orders = []
    for roll in lattice(rules.dice, rules.faces).rolls:
        attained = [weighed.box for weighed in boxes_by_worth(rules, roll, outlook)]
        orders.append([rules.boxes.index(box) for box in dict.fromkeys([*attained, *zeros])])
    return np.tile(np.array(orders, dtype=np.uint8), (2, 2, 1, 1))


def _fills_by_excess(rules: YahtzeeRules, outlook: Outlook) -> Bytes:
    """Return the boxes by the excess of their points over the mean of one turn, in the form of `_fills_by_points`."""
    tables, bonus = rule_tables(rules), outlook is Outlook.NEAR
    points = np.tile(tables.natural, (2, 2, 1, 1))
    for flag, joker, box, roll in np.argwhere(np.broadcast_to(tables.face >= 0, points.shape)).tolist():
        points[flag, joker, box, roll] = worth(tables, flag, roll, box, bool(joker))[0]
    share = np.array([1 + bonus * (box in UPPER) * rules.bonus / rules.threshold for box in rules.boxes])
    ways = lattice(rules.dice, rules.faces).ways
    mean = box_expectations(rules, tables.natural[None])[1][0, rules.rerolls] @ ways / ways.sum()
    excess = share[:, None] * points - (share * mean)[:, None]
    return np.argsort(-np.round(excess, DIGITS), axis=2, kind="stable").swapaxes(2, 3).astype(np.uint8, order="C")


@jit
def _decide(
    tables: RuleTables,
    aims: Bytes,
    places: Bytes,
    fills: Bytes,
    keeps_further: bool,  # noqa: FBT001
    decisions: Decisions,
) -> None:
    """Write the decisions for every flag, set of open boxes and roll; context `flag` · 2^B + boxes."""
    array, filled = decisions
    sets = filled.shape[0] // 2
    for context in range(2 * sets):
        flag, boxes = context // sets, context % sets
        if boxes == 0:
            continue
        for roll in range(filled.shape[1]):
            is_kept = keeps_further and flag and tables.face[roll] >= 0
            for again in range(2):
                place = places[again, roll, _first(aims[again, roll], boxes)]
                array[again, context, roll] = 0 if is_kept else place
            choices, joker = allowed(tables, boxes, flag, roll)
            ranked = fills[flag, int(joker), roll]
            filled[context, roll] = ranked[_first(ranked, choices)]


@jit
def _first(ranked: Bytes, boxes: int) -> int:
    """Return the place of the first box in the list `ranked` that is in the set `boxes`."""
    place = 0
    while ranked[place] != NO_BOX and not boxes >> ranked[place] & 1:
        place += 1
    return place
