"""The report's first strategy, that of a human player (section 3): aims weighed by points and by risk.

Of the aims that `possib` names and whose box is open, the one with the greatest product poids1 · poids2 is followed.
(Section 3.3 says that the weights are added, 3.3.3 regrets that they are multiplied: the second is more precise. Both
are here.) Where the text leaves a choice open:

- Equal weights: the first box of the sheet. No open aim: dice above the mean are kept if chance is open, else none.
- A Yahtzee is not broken up once the Yahtzee box holds points: each further one earns the extra points.
- The bonus is within reach if all dice but one of every open upper box would bring it.
- The box to fill (`calcul_point`, never printed): the one whose points exceed most what one turn aimed at it alone
  brings on average (`Esperances.group`). Upper points count with their share of the bonus while it is within reach.
"""

from fractions import Fraction
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Bytes, Floats
from solvers.compiled.jit import jit
from solvers.refusal import Refusal
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, rule_tables, worth
from solvers.yahtzee.rules.rules import UPPER, Rules
from solvers.yahtzee.strategies.poids import poids1, poids2
from solvers.yahtzee.strategies.policy import TIE, Decisions, Policy, blank_decisions
from solvers.yahtzee.strategies.possib import Aim, possib
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances

Combine = Literal["product", "sum"]
"""How the two weights are put together."""
NO_BOX = 255
"""What an aim at no box is called: it is always open."""


def decision_une(rules: Rules, combine: Combine = "product") -> Policy:
    """Return the decisions of the strategy in every position.

    Raises
    ------
    Refusal
        If `combine` is neither "product" nor "sum", or the decisions would take more than 1 GiB.

    Source: Yahtzee report, section 3; the choices that the module lists are ours.
    """
    tables, dice, sets = rule_tables(rules), lattice(rules.dice, rules.faces), 1 << len(rules.boxes)
    decisions = blank_decisions(4 * sets, len(dice.rolls))
    expected = toutes_les_esperances(rules).groups[0, 1 << np.arange(len(rules.boxes))]
    for bonus in (False, True):
        boxes, places = _ranked(rules, combine, bonus=bonus)
        share = np.array([1 + bonus * (box in UPPER) * rules.bonus / rules.threshold for box in rules.boxes])
        part = slice(int(bonus) * 2 * sets, (int(bonus) + 1) * 2 * sets)
        of_part = Decisions(decisions.kept[:, part], decisions.filled[part])
        _decide(tables, boxes, places, share, share * expected, of_part)
    reach = bonus_in_reach(rules)
    contexts = np.arange(2 * sets).reshape(2, sets, 1) + 2 * sets * reach
    return Policy(rules, contexts.astype(np.int32), decisions.kept, decisions.filled)


def aims(rules: Rules, hand: tuple[int, ...], rerolls: int, combine: Combine = "product", *, bonus: bool) -> list[Aim]:
    """Return the aims of a hand, the heaviest first, then the two that are followed when no other box is open.

    Raises
    ------
    Refusal
        If the hand is not a hand, the rerolls are neither 1 nor 2, or `combine` is unknown.

    Source: Yahtzee report, sections 3.3 (sum) and 3.3.3 (product).
    """
    if combine not in get_args(Combine):
        raise Refusal(
            "weights are combined by one of {choices}, got {combine!r}",
            choices=", ".join(get_args(Combine)),
            combine=combine,
        )

    def weight(aim: Aim) -> Fraction:
        points, safety = poids1(rules, aim, bonus=bonus), poids2(rules, aim, rerolls)
        return -(points * safety if combine == "product" else points + safety)

    high = tuple(sorted(face for face in hand if 2 * face > rules.faces + 1))
    chance = [Aim("chance", high, 0)] if "chance" in rules.boxes else []
    return [*sorted(possib(rules, hand), key=weight), *chance, Aim("", (), 0)]


def bonus_in_reach(rules: Rules) -> NDArray[np.bool_]:
    """Return for each set of open boxes and upper total whether the bonus is open and within reach: (2^B, cap + 1).

    Within reach: with all dice but one in every open upper box. One die alone counts as one.

    Source: Yahtzee report, sections 3.3.1 and 6.1 ask whether the bonus can still be had; the condition is ours.
    """
    weights = [max(rules.dice - 1, 1) * (UPPER.index(box) + 1) if box in UPPER else 0 for box in rules.boxes]
    sets = np.arange(1 << len(rules.boxes))
    most = sum((sets >> b & 1) * weight for b, weight in enumerate(weights)) + 0 * sets
    totals = np.arange(rules.cap + 1)
    return np.asarray((totals < rules.cap) & (totals + most[:, None] >= rules.cap))


def _ranked(rules: Rules, combine: Combine, *, bonus: bool) -> tuple[Bytes, Bytes]:
    """Return the boxes of the aims of every roll, heaviest first, and the places of their keeps: (2, R, n) each."""
    dice = lattice(rules.dice, rules.faces)
    length = len(rules.boxes) + 2
    boxes = np.full((2, len(dice.rolls), length), NO_BOX, dtype=np.uint8)
    places = np.zeros(boxes.shape, dtype=np.uint8)
    for again in range(2):
        for number, roll in enumerate(dice.rolls):
            place = {keep: i for i, keep in reversed([*enumerate(dice.choices[number].tolist())])}
            for i, aim in enumerate(aims(rules, roll, again + 1, combine, bonus=bonus)):
                boxes[again, number, i] = rules.boxes.index(aim.box) if aim.box in rules.boxes else NO_BOX
                places[again, number, i] = place[dice.number[aim.kept]]
    return boxes, places


@jit
def _decide(
    tables: RuleTables, ranked: Bytes, places: Bytes, share: Floats, alone: Floats, decisions: Decisions
) -> None:
    """Write the decisions for every flag, set of open boxes and roll; context `flag` · 2^B + boxes."""
    kept, filled = decisions
    sets = filled.shape[0] // 2
    for context in range(1, 2 * sets):
        flag, boxes = context // sets, context % sets
        for roll in range(filled.shape[1]):
            safe = flag and tables.face[roll] >= 0
            for again in range(2):
                rank = 0
                while ranked[again, roll, rank] != NO_BOX and not boxes >> ranked[again, roll, rank] & 1:
                    rank += 1
                kept[again, context, roll] = 0 if safe else places[again, roll, rank]
            filled[context, roll] = _fill(tables, share, alone, boxes, flag, roll)


@jit
def _fill(tables: RuleTables, share: Floats, alone: Floats, boxes: int, flag: int, roll: int) -> int:
    """Return the box whose points exceed most what it brings on average."""
    natural, ordinary = tables.natural, tables.face[roll] < 0
    chosen, highest = 0, -np.inf
    choices, joker = (boxes, False) if ordinary else allowed(tables, boxes, flag, roll)
    for box in range(share.size):
        if choices >> box & 1:
            points = natural[box, roll] if ordinary else worth(tables, flag, roll, box, joker)[0]
            value = share[box] * points - alone[box]
            if value > highest + TIE:
                chosen, highest = box, value
    return chosen
