"""The best keep and the best box in any position, with what every other choice is worth."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.refusal import Refusal
from solvers.yahtzee.rules.lattice import average_down, best_up, lattice
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rolls import subsets
from solvers.yahtzee.rules.rule_tables import rule_tables
from solvers.yahtzee.rules.rules import check_rerolls, check_same_rules, checked_dice
from solvers.yahtzee.strategies.optimal import Optimum, Turn, fill_values


@dataclass(frozen=True, slots=True)
class Keep:
    """Dice to keep, in increasing order, and the points then to be expected until the end, bonuses included."""

    dice: tuple[int, ...]
    expectation: float


@dataclass(frozen=True, slots=True)
class Fill:
    """A box to fill, its points, and these plus the points then to be expected until the end, bonuses included."""

    box: str
    points: int
    expectation: float


def best_keeps(optimum: Optimum, position: Position, hand: Iterable[int], rerolls: int) -> tuple[Keep, ...]:
    """Return all keeps of a hand, with 1 or 2 rerolls left, the best first; among equals, the most dice first."""
    check_rerolls(rerolls, lowest=1)
    dice = lattice(position.rules.dice, position.rules.faces)
    roll = checked_dice(position.rules, hand)
    options(position, roll)
    row = _expectations(optimum, position, rerolls)
    keeps = [Keep(kept, float(row[dice.number[kept]])) for kept in subsets(roll)]
    return tuple(sorted(keeps, key=lambda keep: -round(keep.expectation, 9)))


def best_fills(optimum: Optimum, position: Position, hand: Iterable[int]) -> tuple[Fill, ...]:
    """Return the boxes that a hand may fill, the best first; among equals, the first on the sheet."""
    roll = checked_dice(position.rules, hand)
    fills = []
    for box, points in options(position, roll).items():
        after, _ = position.fill(roll, box)
        fills.append(Fill(box, points, points + optimum.value(after)))
    return tuple(sorted(fills, key=lambda fill: -round(fill.expectation, 9)))


def _expectations(optimum: Optimum, position: Position, rerolls: int) -> Floats:
    """Return what every keep is worth in a position, shape (K,)."""
    check_same_rules(optimum.rules, position.rules)
    if not position.open:
        raise Refusal("the game is over: at least one box must be open")
    dice = lattice(position.rules.dice, position.rules.faces)
    rows = np.empty((len(dice.keeps), 1))
    turn = Turn(position.boxes, int(position.yahtzee), position.capped)
    fill_values(rule_tables(position.rules), np.asarray(optimum.values), turn, rows[dice.first_roll :])
    average_down(dice.add, rows)
    for _ in range(rerolls - 1):
        best_up(dice.add, rows)
        average_down(dice.add, rows)
    return rows[:, 0]
