"""Another reading of the report's second strategy, nearer to the means it prints: one box is aimed at, but late.

Equation (9) as printed aims at one box from the first reroll on (`toutes_les_esperances`). Here it only does so at the
second: a keep at the first reroll is worth the mean of (9), with one reroll left, over the rolls that it may become, as
equation (7) averages for a single box; and E_global is the mean of the best of these. All other choices are the same.
"""

import numpy as np

from solvers.compiled.arrays import Bytes, Floats, Integers
from solvers.compiled.jit import jit
from solvers.yahtzee.rules.lattice import Moves, average_down, lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, rule_tables
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.policy import TIE, Decisions, Policy, blank_decisions
from solvers.yahtzee.strategies.toutes_les_esperances import (
    Aims,
    aim,
    fill,
    first_best,
    joker_policy,
    toutes_les_esperances,
)


def late_aim(rules: Rules) -> Policy:
    """Return the decisions of the strategy in every position.

    Parameters
    ----------
    rules : Rules
        The game; its threshold and bonus are not used.

    Raises
    ------
    Refusal
        If the decisions would take more than 1 GiB.

    Source: Yahtzee report, section 4.5, equation (9), averaged at the first reroll as equation (7) is; that reading is
    ours.
    """
    esperances, dice = toutes_les_esperances(rules), lattice(rules.dice, rules.faces)
    decisions = blank_decisions(2 << len(rules.boxes), len(dice.rolls))
    places = np.stack([first_best(esperances, joker, 1) for joker in (0, 1)])
    _solve(rule_tables(rules), dice.moves, esperances.boxes, places, decisions)
    return joker_policy(rules, decisions)


@jit
def _solve(tables: RuleTables, moves: Moves, best: Floats, places: Bytes, decisions: Decisions) -> None:
    """Write the decisions of every group of boxes, with E_global of the smaller groups; `best` as in `Esperances`."""
    add, (kept, filled) = moves.add, decisions
    sets, chances = filled.shape[0] // 2, moves.ways / moves.ways.sum()
    groups, rows = np.zeros((2, sets)), np.zeros((add.shape[0] + chances.size, 1))
    aims = Aims(np.zeros(chances.size), np.empty(chances.size))
    for boxes in range(1, sets):
        for joker in range(1, -1, -1):
            context = joker * sets + boxes
            aim(0, best[0, 0], groups, joker, boxes, aims)
            for roll in range(chances.size):
                special = tables.face[roll] >= 0
                filled[context, roll] = fill(tables, groups, joker, boxes, roll) if special else int(aims.boxes[roll])
            aim(tables.yahtzee, best[joker, 1], groups, joker, boxes, aims)
            for roll in range(chances.size):
                kept[0, context, roll] = places[joker, int(aims.boxes[roll]), roll]
                rows[add.shape[0] + roll, 0] = aims.values[roll]
            average_down(add, rows)
            for roll in range(chances.size):
                kept[1, context, roll] = _best_place(rows, moves.choices[roll])
                groups[joker, boxes] += chances[roll] * rows[moves.choices[roll, kept[1, context, roll]], 0]
        # An open Yahtzee box means no joker, as in `toutes_les_esperances`.
        if boxes & tables.yahtzee:
            groups[1, boxes] = groups[0, boxes]


@jit
def _best_place(rows: Floats, keeps: Integers) -> int:
    """Return the place of the best keep, the first within rounding."""
    best = 0
    for place in range(1, keeps.size):
        if rows[keeps[place], 0] > rows[keeps[best], 0] + TIE:
            best = place
    return best
