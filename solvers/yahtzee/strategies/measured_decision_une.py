"""The report's first strategy in the reading that meets its figures: `measured_aims` looked up in every position.

Where the rules of the joker restrict the choice, the best of the boxes that are left is filled. In `MEASURED` they
never do.
"""

import numpy as np

from solvers.compiled.arrays import Bytes
from solvers.compiled.jit import jit
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, rule_tables
from solvers.yahtzee.rules.rules import UPPER, Rules
from solvers.yahtzee.strategies.decision_une import NO_BOX
from solvers.yahtzee.strategies.measured_aims import CLOSE, PAR, ZEROS, aims_by_weight, boxes_by_worth
from solvers.yahtzee.strategies.policy import Contexts, Decisions, Policy, blank_decisions

LEADS = (-CLOSE, 0, CLOSE + 1)
"""One lead of the upper section for each way to decide: far from three dice a face, close to it, far ahead of it."""


def measured_decision_une(rules: Rules) -> Policy:
    """Return the decisions of the strategy in every position.

    Raises
    ------
    Refusal
        If the decisions would take more than 1 GiB.

    Source: Yahtzee report, section 3; the reading is the one that meets the figures of section 5.
    """
    tables, rolls, sets = rule_tables(rules), lattice(rules.dice, rules.faces).rolls, 1 << len(rules.boxes)
    decisions = blank_decisions(2 * len(LEADS) * sets, len(rolls))
    for number, lead in enumerate(LEADS):
        aims = [_ranked_aims(rules, rerolls, lead) for rerolls in (1, 2)]
        boxes, places = (np.stack(parts) for parts in zip(*aims, strict=True))
        part = slice(2 * number * sets, 2 * (number + 1) * sets)
        _decide(
            tables,
            boxes,
            places,
            _ranked_fills(rules, lead),
            Decisions(decisions.kept[:, part], decisions.filled[part]),
        )
    return Policy(rules, _contexts(rules), decisions.kept, decisions.filled)


def _contexts(rules: Rules) -> Contexts:
    """Number the ways to decide by the lead of the upper section, the joker and the open boxes."""
    sets = np.arange(1 << len(rules.boxes))
    faces = [UPPER.index(box) + 1 if box in UPPER else 0 for box in rules.boxes]
    par = sum(PAR * face * (1 - (sets >> b & 1)) for b, face in enumerate(faces)) + 0 * sets
    lead = np.arange(rules.cap + 1) - par[:, None]
    way = np.where(np.abs(lead) < CLOSE, 1, np.where(lead <= CLOSE, 0, 2))
    flags = np.arange(2).reshape(2, 1, 1)
    return ((2 * way + flags) * sets.size + sets[:, None]).astype(np.int32)


def _ranked_aims(rules: Rules, rerolls: int, lead: int) -> tuple[Bytes, Bytes]:
    """Return the boxes of the aims of every roll, heaviest first, and the places of their keeps: (R, n) each."""
    dice = lattice(rules.dice, rules.faces)
    every = [aims_by_weight(rules, roll, rerolls, lead) for roll in dice.rolls]
    boxes = np.full((len(every), 1 + max(map(len, every))), NO_BOX, dtype=np.uint8)
    places = np.zeros(boxes.shape, dtype=np.uint8)
    for roll, aims in enumerate(every):
        place = {keep: i for i, keep in reversed([*enumerate(dice.choices[roll].tolist())])}
        places[roll] = place[0]  # no open aim: all dice are thrown again
        for i, one in enumerate(aims):
            places[roll, i] = place[dice.number[one.aim.kept]]
            # A Yahtzee is aimed at even when its box is filled.
            boxes[roll, i] = NO_BOX if one.aim.box == "yahtzee" else rules.boxes.index(one.aim.box)
    return boxes, places


def _ranked_fills(rules: Rules, lead: int) -> Bytes:
    """Return all boxes for every roll, in the order in which they are filled: (R, B)."""
    zeros = [box for box in ZEROS if box in rules.boxes]
    orders = []
    for roll in lattice(rules.dice, rules.faces).rolls:
        attained = [one.box for one in boxes_by_worth(rules, roll, lead)]
        orders.append([rules.boxes.index(box) for box in dict.fromkeys([*attained, *zeros])])
    return np.array(orders, dtype=np.uint8)


@jit
def _decide(tables: RuleTables, aims: Bytes, places: Bytes, fills: Bytes, decisions: Decisions) -> None:
    """Write the decisions for every flag, set of open boxes and roll; context `flag` · 2^B + boxes."""
    kept, filled = decisions
    sets = filled.shape[0] // 2
    for context in range(1, 2 * sets):
        flag, boxes = context // sets, context % sets
        if boxes == 0:
            continue
        for roll in range(filled.shape[1]):
            for again in range(2):
                kept[again, context, roll] = places[again, roll, _first(aims[again, roll], boxes)]
            choices, _ = allowed(tables, boxes, flag, roll)
            filled[context, roll] = fills[roll, _first(fills[roll], choices)]


@jit
def _first(ranked: Bytes, boxes: int) -> int:
    """Return the place of the first box of a list that is in a set."""
    place = 0
    while ranked[place] != NO_BOX and not boxes >> ranked[place] & 1:
        place += 1
    return place
