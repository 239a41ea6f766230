"""The report's second strategy in the reading that meets its figures: every reroll is worth the mean of the best.

Where it departs from `toutes_les_esperances`:

- A reroll with one left is worth the best, over the open boxes, of its expectation in the box and E_global of the
  others: equation (9). With two left it is worth the mean of the best of these over what the dice become, as equation
  (7) has it for one box; E_global is the mean of the best of them.
- Aiming at the Yahtzee earns no credit for the extra points that a Yahtzee would later bring.
- With the joker, a further Yahtzee is worth its own points and the extra ones: no full points of straights.
- Of equal rerolls (within 1e-9) the one with the lowest code, which keeps the fewest dice (`reroll_code`).

Where the rules of the joker restrict the choice, the best of the boxes that are left is filled. In `MEASURED` they
never do.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from solvers.compiled.arrays import Bytes, Floats, Integers
from solvers.compiled.jit import jit
from solvers.refusal import Refusal
from solvers.yahtzee.rules.checks import check_rerolls
from solvers.yahtzee.rules.lattice import Moves, average_down, lattice
from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, box_bit, rule_tables
from solvers.yahtzee.rules.rules import Rules, checked_box, checked_dice, counts
from solvers.yahtzee.strategies.policy import TIE, Decisions, Policy, blank_decisions
from solvers.yahtzee.strategies.toutes_les_esperances import box_expectations, joker_policy


class WorthKeep(NamedTuple):
    """Dice to keep, and the expected points of this turn and those after it.

    Source: Yahtzee report, section 4.5, equation (9).
    """

    kept: Dice
    expectation: float


class WorthBox(NamedTuple):
    """A box to fill, and its points with E_global of the others.

    Source: Yahtzee report, section 4.7.
    """

    box: str
    expectation: float


@dataclass(frozen=True, slots=True, eq=False)
class Averages:
    """All the expectations of the reading, for B boxes, K keeps and R rolls.

    Attributes
    ----------
    rules : Rules
        The game.
    alone : float array, shape (2, B, K)
        Equation (5): `alone[joker, box, keep]` is the expected number of points in the box after the last reroll.
    boxes : float array, shape (2, 3, B, R)
        Equations (6) and (8): the best of these with 1 and 2 rerolls left; for 0 the points of the roll.
    groups : float array, shape (2, 2^B)
        `groups[joker, open boxes]` is E_global: expected points of the turns that fill a group of boxes.

    Source: Yahtzee report, sections 4.3 to 4.5, equations (5) to (9).
    """

    rules: Rules
    alone: Floats
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
        b = self.rules.boxes.index(checked_box(self.rules, box))
        return float(self.boxes[int(joker), rerolls, b, self._roll(hand)])

    def group(self, boxes: Iterable[str], *, joker: bool = False) -> float:
        """Return the expected points of the turns that fill a group of boxes (E_global), before any throw.

        Raises
        ------
        Refusal
            If a box is unknown.

        Source: Yahtzee report, section 4.5, E_global.
        """
        return float(self.groups[int(joker), self._bits(boxes)])

    def keeps(
        self, boxes: Iterable[str], hand: Iterable[int], rerolls: int, *, joker: bool = False
    ) -> tuple[WorthKeep, ...]:
        """Return every keep of a hand, the best first, of equal ones (to eight decimals) the lowest code first.

        Raises
        ------
        Refusal
            If a box is unknown, there is none, the hand is not a hand, or the rerolls are neither 1 nor 2.

        Source: Yahtzee report, section 4.5, equation (9), averaged at the first reroll.
        """
        check_rerolls(rerolls, lowest=1)
        roll, group = self._roll(hand), self._group(boxes)
        dice, flag = lattice(self.rules.dice, self.rules.faces), self._flag(group, joker=joker)
        keeps = dice.choices[roll, places_by_code(self.rules)[roll]]
        rows = np.zeros((len(dice.keeps), 1))
        _last_reroll(self.alone[flag], self.groups[flag], group, rows)
        if rerolls == 2:
            rows[dice.first_roll :] = rows[dice.choices].max(axis=1)
            average_down(dice.add, rows)
        found = (WorthKeep(dice.keeps[k], float(rows[k, 0])) for k in dict.fromkeys(keeps.tolist()))
        return tuple(sorted(found, key=_falling))

    def fills(self, boxes: Iterable[str], hand: Iterable[int], *, joker: bool = False) -> tuple[WorthBox, ...]:
        """Return the boxes that a hand may fill, the best first, of equal ones (to eight decimals) in their order.

        Raises
        ------
        Refusal
            If a box is unknown, there is none, or the hand is not a hand.

        Source: Yahtzee report, section 4.7.
        """
        roll, group = self._roll(hand), self._group(boxes)
        flag = self._flag(group, joker=joker)
        choices, _ = allowed(rule_tables(self.rules), group, flag, roll)
        found = (
            WorthBox(box, float(self.boxes[flag, 0, b, roll] + self.groups[flag, group ^ (1 << b)]))
            for b, box in enumerate(self.rules.boxes)
            if choices >> b & 1
        )
        return tuple(sorted(found, key=_falling))

    def _roll(self, hand: Iterable[int]) -> int:
        dice = checked_dice(self.rules, hand)
        counts(self.rules, dice)
        return lattice(self.rules.dice, self.rules.faces).roll(dice)

    def _bits(self, boxes: Iterable[str]) -> int:
        return sum({box_bit(self.rules, checked_box(self.rules, box)) for box in boxes})

    def _group(self, boxes: Iterable[str]) -> int:
        group = self._bits(boxes)
        if not group:
            raise Refusal("needs at least one open box")
        return group

    def _flag(self, group: int, *, joker: bool) -> int:
        """An open Yahtzee box means no joker."""
        return int(joker and not group & rule_tables(self.rules).yahtzee)


def _falling(one: WorthKeep | WorthBox) -> float:
    return -round(one.expectation, 8)


def measured_esperances(rules: Rules) -> Averages:
    """Return the expectations of all boxes and of all groups of boxes.

    Parameters
    ----------
    rules : Rules
        The game; its threshold and bonus are not used.

    Raises
    ------
    Refusal
        If the decisions, which are found on the way, would take more than 1 GiB.

    Source: Yahtzee report, sections 4.4 to 4.6, equations (5) to (9); the reading is the one that meets the figures of
    section 5.
    """
    return _solved(rules)[0]


def measured_policy(rules: Rules) -> Policy:
    """Return the decisions of the strategy in every position.

    Raises
    ------
    Refusal
        If the decisions would take more than 1 GiB.

    Source: Yahtzee report, section 4.7, `decision_espérance`.
    """
    return joker_policy(rules, _solved(rules)[1])


@cache
def places_by_code(rules: Rules) -> Integers:
    """Return the places of the keeps of every roll among `Lattice.choices`, the lowest code first: shape (R, n).

    Equal dice that are partly kept have several codes, of which the lowest counts. Rows are filled up with the last.

    Source: Yahtzee report, section 4.3, point 6; the order of the digits is that of `reroll_code`.
    """
    dice = lattice(rules.dice, rules.faces)
    result = np.empty(dice.choices.shape, dtype=np.int64)
    for row, roll, numbers in zip(result, dice.rolls, dice.choices.tolist(), strict=True):
        place = {keep: i for i, keep in reversed([*enumerate(numbers)])}
        every = (tuple(die for i, die in enumerate(roll) if code >> i & 1) for code in range(1 << rules.dice))
        ranked = [place[dice.number[keep]] for keep in dict.fromkeys(every)]
        row[: len(ranked)], row[len(ranked) :] = ranked, ranked[-1]
    result.flags.writeable = False
    return result


def _points(rules: Rules) -> Integers:
    """Return what every roll counts for in every box, shape (2, B, R): with the joker, a Yahtzee earns the extra."""
    tables = rule_tables(rules)
    other = np.array([tables.yahtzee != 1 << b for b in range(len(rules.boxes))])
    extra = rules.extra * (other[:, None] & (tables.face >= 0))
    return np.stack([tables.natural, tables.natural + extra * (tables.yahtzee > 0)])


@lru_cache(maxsize=2)
def _solved(rules: Rules) -> tuple[Averages, Decisions]:
    dice = lattice(rules.dice, rules.faces)
    keeps, boxes = box_expectations(rules, _points(rules))
    groups = np.zeros((2, 1 << len(rules.boxes)))
    decisions = blank_decisions(groups.size, len(dice.rolls))
    found = Averages(rules, np.ascontiguousarray(keeps[:, 0]), boxes, groups)
    game = _Game(rule_tables(rules), dice.moves, found.alone, np.ascontiguousarray(boxes[:, 0]), places_by_code(rules))
    _solve(game, groups, decisions)
    return found, decisions


class _Game(NamedTuple):
    """What the decisions are found from: `alone` as in `Averages`, the points of every roll, the order of the keeps."""

    tables: RuleTables
    moves: Moves
    alone: Floats
    points: Floats
    places: Integers


@jit
def _solve(game: _Game, groups: Floats, decisions: Decisions) -> None:
    """Write E_global of every group of boxes, and the decisions; contexts as in `joker_policy`."""
    kept, filled = decisions
    sets = groups.shape[1]
    rows = np.zeros((game.alone.shape[2], 1))
    for context in range(2 * sets):
        joker, boxes = context // sets, context % sets
        if boxes == 0 or (joker and boxes & game.tables.yahtzee):
            # The game is over, or an open Yahtzee box means no joker: the report stores the same numbers twice.
            groups[joker, boxes], filled[context] = groups[0, boxes], filled[boxes]
            kept[:, context] = kept[:, boxes]
            continue
        _fill(game, groups[joker], joker, boxes, filled[context])
        _last_reroll(game.alone[joker], groups[joker], boxes, rows)
        groups[joker, boxes] = _average(game, rows, kept[:, context])


@jit
def _fill(game: _Game, groups: Floats, joker: int, boxes: int, filled: Bytes) -> None:
    """Write for every roll the box that maximises its points plus the expectation of the others."""
    for roll in range(filled.size):
        highest, (choices, _) = -1.0, allowed(game.tables, boxes, joker, roll)
        for box in range(game.points.shape[1]):
            if choices >> box & 1:
                value = game.points[joker, box, roll] + groups[boxes ^ (1 << box)]
                if value > highest + TIE:
                    highest, filled[roll] = value, box


@jit
def _last_reroll(alone: Floats, groups: Floats, boxes: int, rows: Floats) -> None:
    """Write what every keep is worth with one reroll left, shape (K, 1): equation (9)."""
    rows[:] = -1.0
    for box in range(alone.shape[0]):
        if boxes >> box & 1:
            rest = groups[boxes ^ (1 << box)]
            for keep in range(rows.shape[0]):
                value = alone[box, keep] + rest
                rows[keep, 0] = max(rows[keep, 0], value)


@jit
def _average(game: _Game, rows: Floats, kept: Bytes) -> float:
    """Write the best keeps with one reroll and with two left, shape (2, R), and return E_global."""
    add, ways, choices = game.moves
    best = np.empty(ways.size)
    for again in range(2):
        if again:
            average_down(add, rows)
        for roll in range(best.size):
            place = _best_place(rows, choices[roll], game.places[roll])
            kept[again, roll], best[roll] = place, rows[choices[roll, place], 0]
        rows[add.shape[0] :, 0] = best
    return float(np.sum(ways * best) / np.sum(ways))


@jit
def _best_place(rows: Floats, keeps: Integers, places: Integers) -> int:
    """Return the place of the best keep, of equal ones the first in the order given."""
    best = places[0]
    for place in places:
        if rows[keeps[place], 0] > rows[keeps[best], 0] + TIE:
            best = place
    return int(best)
