"""Another reading of the report's second strategy, nearer to the means it prints.

Equation (9) as printed aims at one box from the first reroll on (`toutes_les_esperances`). Here it only does so at the
second: a keep at the first reroll is worth the mean of (9), with one reroll left, over the rolls that it may become, as
equation (7) averages for a single box; and E_global is the mean of the best of these. All other choices are the same.
"""

import numpy as np

from solvers.compiled.arrays import Bytes, Floats
from solvers.compiled.jit import jit
from solvers.yahtzee.rules.lattice import Integers, average_down, lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, rule_tables
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.policy import TIE, Policy, blank_decisions
from solvers.yahtzee.strategies.toutes_les_esperances import aim, fill, first_best, toutes_les_esperances


def averaged_esperances(rules: Rules) -> Policy:
    """Return the decisions of the strategy in every position.

    Parameters
    ----------
    rules : Rules
        The game; its threshold and bonus are not used.

    Raises
    ------
    ValueError
        If the decisions would take more than 1 GiB.
    """
    esperances, dice, sets = toutes_les_esperances(rules), lattice(rules.dice, rules.faces), 1 << len(rules.boxes)
    kept, filled = blank_decisions(2 * sets, len(dice.rolls))
    places = np.stack([first_best(esperances, joker, 1) for joker in (0, 1)])
    chances = dice.ways / dice.ways.sum()
    _solve(rule_tables(rules), dice.add, dice.choices, chances, esperances.boxes, places, kept, filled)
    contexts = np.arange(2 * sets, dtype=np.int32).reshape(2, sets, 1)
    return Policy(rules, np.repeat(contexts, rules.cap + 1, axis=2), kept, filled)


@jit
def _solve(
    tables: RuleTables,
    add: Integers,
    choices: Integers,
    chances: Floats,
    best: Floats,
    places: Bytes,
    kept: Bytes,
    filled: Bytes,
) -> None:
    """Write the decisions of every group of boxes, with E_global of the smaller groups; `best` as in `Esperances`."""
    sets, rolls = filled.shape[0] // 2, chances.size
    groups, rows = np.zeros((2, sets)), np.zeros((add.shape[0] + rolls, 1))
    aims, values = np.zeros(rolls), np.empty(rolls)
    for boxes in range(1, sets):
        for joker in range(1, -1, -1):
            context = joker * sets + boxes
            aim(0, best[0, 0], groups, joker, boxes, aims, values)
            for roll in range(rolls):
                special = tables.face[roll] >= 0
                filled[context, roll] = fill(tables, groups, joker, boxes, roll) if special else int(aims[roll])
            aim(tables.yahtzee, best[joker, 1], groups, joker, boxes, aims, values)
            for roll in range(rolls):
                kept[0, context, roll] = places[joker, int(aims[roll]), roll]
                rows[add.shape[0] + roll, 0] = values[roll]
            average_down(add, rows)
            for roll in range(rolls):
                kept[1, context, roll] = _best_place(rows, choices[roll])
                groups[joker, boxes] += chances[roll] * rows[choices[roll, kept[1, context, roll]], 0]
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
