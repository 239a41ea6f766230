"""Compute the best expected score of a game for one player, from every position, and the best decisions.

A position is a set of open boxes, an upper total and a flag (does the Yahtzee box hold points). Sets are solved by
size, by backward induction, each for all its upper totals at once: one row a multiset of dice, one column a total, so
that every step is a sum or a maximum of two contiguous rows. Totals that cannot occur are left out, and those from
which the bonus is out of reach share one value.

Source: T. Verhoeff (1999); J. Glenn, CS-TR-0002 (2006).
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from solvers.compiled.arrays import Floats, Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.lattice import Moves, average_down, best_up, lattice, mean_throw
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rolls import subsets
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, rule_tables, worth
from solvers.yahtzee.rules.rules import UPPER, YahtzeeRules, check_rerolls, check_same_rules, checked_dice
from solvers.yahtzee.strategies.strategy import WorthBox, WorthKeep

THREADS: Final = 2


class UpperRanges(NamedTuple):
    """The lowest and the highest upper total to solve, for each set of open boxes: two arrays of shape (2^B,)."""

    lows: Integers
    highs: Integers


class TurnKey(NamedTuple):
    """The positions solved together: open boxes, flag of a Yahtzee with points, and the lowest upper total."""

    boxes: int
    flag: int
    low: int


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """The best expected number of points still to come, from every position that can occur.

    `values[flag, open boxes, upper total]`, the total cut at `rules.cap`, are the expected points still to come before
    a turn, bonus included: shape (2, 2^B, cap + 1), NaN where the filled upper boxes cannot hold so much.
    """

    rules: YahtzeeRules
    values: Floats

    @property
    def expected_score(self) -> float:
        """The best expected score of a whole game."""
        return self.value(Position.start(self.rules))

    def value(self, position: Position) -> float:
        """Return the best expected number of points still to come from a position; InvalidInput for other rules."""
        check_same_rules(self.rules, position.rules)
        return float(self.values[int(position.yahtzee), position.boxes, position.capped])


def optimal(rules: YahtzeeRules) -> Optimum:
    """Return the best expected number of points still to come, from every position of a game.

    Exact up to rounding: the official game's differs from published values by less than 1e-9. The memory is that of the
    table, 16 · 2^B · (cap + 1) bytes for B boxes. The result does not depend on the number of threads.
    """
    tables, dice = rule_tables(rules), lattice(rules.dice, rules.faces)
    values = np.full((2, 1 << len(rules.boxes), rules.cap + 1), np.nan)
    values[:, 0] = 0.0
    values[:, 0, rules.cap] = rules.bonus if rules.cap else 0.0
    ranges = upper_ranges(rules)
    sizes = np.bitwise_count(np.arange(1 << len(rules.boxes)))
    with ThreadPoolExecutor(THREADS) as pool:
        for layer in (np.flatnonzero(sizes == size) for size in range(1, len(rules.boxes) + 1)):
            # Copies are contiguous, so that one compiled version of `_solve` suffices.
            parts = [layer[i::THREADS].copy() for i in range(THREADS)]
            list(pool.map(lambda part: _solve(tables, dice.moves, ranges, part, values, rules.rerolls), parts))
    return Optimum(rules, values)


def upper_ranges(rules: YahtzeeRules) -> UpperRanges:
    """Return, for each set of open boxes, the lowest and the highest upper total to solve.

    Higher totals cannot occur. With any lower total the bonus is out of reach too, so it has the same value as the
    lowest total to solve.
    """
    sets = np.arange(1 << len(rules.boxes))
    weights = [rules.dice * (UPPER.index(box) + 1) if box in UPPER else 0 for box in rules.boxes]
    reach = sum(((sets >> b & 1) * weight for b, weight in enumerate(weights)), np.zeros_like(sets))
    highs = np.minimum(sum(weights) - reach, rules.cap)
    return UpperRanges(np.minimum(np.maximum(rules.cap - reach - 1, 0), highs), highs)


@jit
def _solve(tables: RuleTables, dice: Moves, ranges: UpperRanges, sets: Integers, values: Floats, rerolls: int) -> None:
    """Fill the values of some sets of open boxes, all of one size, from those of the smaller ones."""
    add = dice.add
    first, multisets = add.shape[0], add[-1, -1] + 1
    for boxes in sets:
        low, high = ranges.lows[boxes], ranges.highs[boxes]
        rows = np.empty((multisets, high + 1 - low))
        rolls = rows[first:]
        for flag in range(1 if boxes & tables.yahtzee or tables.yahtzee == 0 else 2):
            fill_values(tables, values, TurnKey(boxes, flag, low), rolls)
            for _ in range(rerolls):
                average_down(add, rows)
                best_up(add, rows)
            mean_throw(dice.ways, rolls, values[flag, boxes, low : high + 1])
            values[flag, boxes, :low] = values[flag, boxes, low]


@jit
def fill_values(tables: RuleTables, values: Floats, turn: TurnKey, rows: Floats) -> None:
    """Write into `rows`, shape (R, U), the worth of each of R rolls when a box must be filled.

    The columns are the upper totals from `turn.low` on. `values[flag, open boxes, upper total]` are the expected points
    still to come after the box is filled.

    Only a Yahtzee can be a joker or change `turn.flag`, which is 1 if the Yahtzee box has points. All other rolls skip
    the calls of `allowed` and `worth`, here and in `optimal_policy`: these calls are not inlined, and would make the
    loop over the boxes take 2.4 times as long.
    """
    (boxes, flag, low), natural, gain, width = turn, tables.natural, tables.gain, rows.shape[1]
    for roll in range(rows.shape[0]):
        best = rows[roll]
        best[:] = -1.0
        ordinary = tables.face[roll] < 0
        choices, joker = (boxes, False) if ordinary else allowed(tables, boxes, flag, roll)
        for box in range(natural.shape[0]):
            if choices >> box & 1:
                points, after = (natural[box, roll], flag) if ordinary else worth(tables, flag, roll, box, joker)
                rest, first = values[after, boxes ^ (1 << box)], low + gain[box, roll]
                # A slice has indices that cannot be negative: the loop then runs on several columns at a time.
                below, start, top = rest[first : first + width], float(points), points + rest[-1]
                for u in range(below.shape[0]):
                    a, b = start + below[u], best[u]
                    best[u] = a if a > b else b
                for u in range(below.shape[0], width):
                    best[u] = max(best[u], top)


def best_keeps(optimum: Optimum, position: Position, hand: Iterable[int], rerolls: int) -> tuple[WorthKeep, ...]:
    """Return all keeps of a hand, with 1 or 2 rerolls left, the best first; among equals, the most dice first.

    Expectations are those of all points still to come, bonuses included.
    """
    check_rerolls(rerolls, lowest=1)
    dice = lattice(position.rules.dice, position.rules.faces)
    roll = checked_dice(position.rules, hand)
    options(position, roll)
    check_same_rules(optimum.rules, position.rules)
    if not position.open:
        raise InvalidInput("the game is over: at least one box must be open")
    rows = np.empty((len(dice.keeps), 1))  # the worth of every keep
    turn = TurnKey(position.boxes, int(position.yahtzee), position.capped)
    fill_values(rule_tables(position.rules), np.asarray(optimum.values), turn, rows[dice.first_roll :])
    average_down(dice.add, rows)
    for _ in range(rerolls - 1):
        best_up(dice.add, rows)
        average_down(dice.add, rows)
    keeps = [WorthKeep(subset, float(rows[dice.number[subset], 0])) for subset in subsets(roll)]
    return tuple(sorted(keeps, key=lambda keep: -round(keep.expectation, 9)))


def best_fills(optimum: Optimum, position: Position, hand: Iterable[int]) -> tuple[WorthBox, ...]:
    """Return the boxes that a hand may fill, the best first; among equals, the first on the sheet.

    Expectations are those of all points still to come, those of the box and bonuses included.
    """
    roll = checked_dice(position.rules, hand)
    fills = []
    for box, points in options(position, roll).items():
        after, _ = position.fill(roll, box)
        fills.append(WorthBox(box, points + optimum.value(after)))
    return tuple(sorted(fills, key=lambda fill: -round(fill.expectation, 9)))
