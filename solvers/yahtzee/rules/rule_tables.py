"""Turn the rules into arrays over rolls and boxes, for compiled code; define the rules of the joker."""

from functools import cache
from typing import NamedTuple

import numpy as np

from solvers.compiled.arrays import Integers
from solvers.compiled.jit import jit
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rules import UPPER, YahtzeeRules, counts, points

NEVER, FORCED, REPORT, FREE = range(4)
_MODES = {"none": NEVER, "forced": FORCED, "report": REPORT, "free": FREE}


class RuleTables(NamedTuple):
    """Rules for B boxes and R rolls as arrays; a set of boxes is an integer with bit i for box i of the sheet."""

    natural: Integers
    joker: Integers
    """Points of a roll in a box as a joker, shape (B, R), as `natural` has those of an ordinary hand."""
    gain: Integers
    """Points that a roll adds to the upper total, shape (B, R)."""
    face: Integers
    """Shape (R,): -1, or for a roll whose dice all agree the bit of the upper box of its face (0 if it is not on the
    sheet)."""
    lower: int
    yahtzee: int
    """The Yahtzee box as a bit (0 if it is not on the sheet), as `lower` has the lower boxes."""
    mode: int
    extra: int
    cap: int
    """The upper total from which more points change nothing.

    `mode` is the joker rule, and `extra` the points of a further Yahtzee.
    """


@cache
def rule_tables(rules: YahtzeeRules) -> RuleTables:
    """Return the rules of a game as arrays."""
    rolls = lattice(rules.dice, rules.faces).rolls
    shown = [counts(rules, roll) for roll in rolls]
    natural = np.array([[points(rules, roll, box) for roll in shown] for box in rules.boxes], dtype=np.int64)
    upper = np.array([box in UPPER for box in rules.boxes])
    same = np.array([max(c) == rules.dice for c in shown])
    worth = np.array([{**rules.fixed, "yahtzee": 0}.get(box, 0) for box in rules.boxes])
    joker = np.where(same & (worth[:, None] > 0), worth[:, None], natural)
    faces = np.array([box_bit(rules, UPPER[roll[0] - 1]) for roll in rolls])
    lower = sum(box_bit(rules, box) for box in rules.boxes if box not in UPPER)
    gain = np.where(upper[:, None], natural, 0)
    # A single die is always a Yahtzee, but a game with one die has no Yahtzee box and `yahtzee` is 0.
    return RuleTables(
        natural,
        joker,
        gain,
        np.where(same, faces, -1),
        lower,
        box_bit(rules, "yahtzee"),
        _MODES[rules.joker],
        rules.extra,
        rules.cap,
    )


def box_bit(rules: YahtzeeRules, box: str) -> int:
    """Return the bit of a box, 0 if it is not on the sheet."""
    return 1 << rules.boxes.index(box) if box in rules.boxes else 0


@jit
def allowed(tables: RuleTables, boxes: int, flag: int, roll: int) -> tuple[int, bool]:
    """Return the boxes of `boxes` that a roll may fill, and whether as a joker; `flag` 1: Yahtzee box with points."""
    face = tables.face[roll]
    if face < 0 or tables.mode == NEVER or tables.yahtzee == 0 or boxes & tables.yahtzee:
        return boxes, False
    matching = boxes & face
    if tables.mode == FREE:
        return boxes, matching == 0
    if tables.mode == REPORT and flag == 0:
        return boxes, False
    if matching:
        return matching, False
    if boxes & tables.lower:
        return boxes & tables.lower, True
    return boxes, False


@jit
def worth(tables: RuleTables, flag: int, roll: int, box: int, as_joker: bool) -> tuple[int, int]:  # noqa: FBT001
    """Return the points of a roll in a box, extra Yahtzee included, and the new flag.

    `flag` is 1 if the Yahtzee box holds points, before and after. `as_joker` says whether the roll counts as a joker.
    """
    points = tables.joker[box, roll] if as_joker else tables.natural[box, roll]
    if tables.yahtzee == 1 << box and points > 0:
        flag = 1
    elif flag and tables.face[roll] >= 0:
        points += tables.extra
    return points, flag
