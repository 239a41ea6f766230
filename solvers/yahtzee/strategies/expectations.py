"""Define the expectations of the report's second strategy: of one box, and of groups of boxes with one turn each.

The upper bonus is ignored. Where the report's text is not clear, an `EsperancesReading` says how it is interpreted.
`AS_PRINTED` follows the text. `AS_MEASURED` reproduces the numbers of section 5 and was fitted to them
(`docs/yahtzee.md`). Expectations closer than 1e-9 are equal.

Source: the Yahtzee report, sections 4.3 to 4.6, equations (5) to (9).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from solvers.compiled.arrays import Floats, Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.lattice import average_down, best_up, lattice
from solvers.yahtzee.rules.rule_tables import allowed, box_bit, rule_tables, worth
from solvers.yahtzee.rules.rules import YahtzeeRules, check_rerolls, checked_box, checked_dice, counts
from solvers.yahtzee.strategies.strategy import Policy, WorthBox, WorthKeep


@dataclass(frozen=True, slots=True)
class EsperancesReading:
    """The choices by which section 4 of the Yahtzee report is interpreted where its text is not clear."""

    averaged: bool
    """Whether a first reroll is worth the mean of the best that may follow, whatever the box, as equation (7) has it
    for one box; else one box is aimed at with both rerolls, equation (9) as printed, the first of equals."""
    credit: bool
    """Whether after aiming at the Yahtzee box the rest of the game counts with the joker in proportion to the chance
    that the box then holds points: without it the sum of equation (9) is no expectation."""
    full_joker: bool
    """Whether with the joker a Yahtzee earns the full points of full houses and straights, as it does in the last box
    left, beside the extra ones."""
    lowest_code: bool
    """Whether, of equal rerolls, the one with the lowest code is taken, which keeps the fewest dice.

    Else the one that keeps most.
    """


AS_PRINTED: Final = EsperancesReading(averaged=False, credit=True, full_joker=True, lowest_code=False)
AS_MEASURED: Final = EsperancesReading(averaged=True, credit=False, full_joker=False, lowest_code=True)


class YahtzeeBox(NamedTuple):
    """The Yahtzee box as a bit, 0 without credit for later jokers, and the points of a Yahtzee in it."""

    bit: int
    points: int


@dataclass(frozen=True, slots=True, eq=False)
class Expectations:
    """The expected points by which the report's second strategy decides, for B boxes, K keeps and R rolls.

    The decisions of `policy` follow from them. A keep is a multiset of dice kept, and a roll one of all dice. `joker`
    is 1 (in methods True) if the Yahtzee box is filled with points, so that a further Yahtzee is a joker.
    """

    rules: YahtzeeRules
    reading: EsperancesReading
    """The reading of the report."""
    alone: Floats
    """Shape (2, 2, B, K): equations (5) and (7): `alone[joker, i - 1, box, keep]` is the expected number of points in
    the box after the keep, with i rerolls left, this one included, and the best of them afterwards."""
    boxes: Floats
    """Shape (2, 3, B, R): equations (6) and (8): `boxes[joker, i, box, roll]` is the best of these; for i = 0 the
    points of the roll."""
    groups: Floats
    """Shape (2, 2^B): `groups[joker, open boxes]` is the report's E_global: expected points of the turns that fill a
    group of boxes."""
    policy: Policy
    """The decisions, in the context `joker` · 2^B + open boxes."""

    def box(self, box: str, hand: Iterable[int], rerolls: int, *, joker: bool = False) -> float:
        """Return the best expected points of a hand in one box with 0, 1 or 2 rerolls left."""
        check_rerolls(rerolls)
        b = self.rules.boxes.index(checked_box(self.rules, box))
        return float(self.boxes[int(joker), rerolls, b, self._roll(hand)])

    def group(self, boxes: Iterable[str], *, joker: bool = False) -> float:
        """Return the expected points of the turns that fill a group of boxes, before any throw (E_global)."""
        return float(self.groups[int(joker), self._bits(boxes)])

    def keeps(
        self, boxes: Iterable[str], hand: Iterable[int], rerolls: int, *, joker: bool = False
    ) -> tuple[WorthKeep, ...]:
        """Return every choice of dice of a hand to keep, that of most expected points first: equation (9).

        `boxes` are the open boxes, and `joker` is True if the Yahtzee box is filled with points. Choices with
        expectations equal to eight decimals are in the order of `tried`.
        """
        check_rerolls(rerolls, lowest=1)
        roll, group = self._roll(hand), self._group(boxes)
        dice, flag = lattice(self.rules.dice, self.rules.faces), self._flag(group, joker=joker)
        rows = self._aimed(flag, group, 1 if self.reading.averaged else rerolls)
        if self.reading.averaged and rerolls == 2:
            rows[dice.first_roll :] = rows[dice.choices].max(axis=1)
            average_down(dice.add, rows)
        keeps = dice.choices[roll, tried(self.rules, self.reading)[roll]]
        worths = (WorthKeep(dice.keeps[k], float(rows[k, 0])) for k in dict.fromkeys(keeps.tolist()))
        return tuple(sorted(worths, key=_falling))

    def _aimed(self, flag: int, group: int, rerolls: int) -> Floats:
        """Return what every keep (dice to keep) is worth with its best box, by equation (9): shape (K, 1)."""
        yahtzee, rows = credited(self.rules, self.reading), []
        for b in range(len(self.rules.boxes)):
            if group >> b & 1:
                slope, offset = aimed_line(yahtzee, self.groups, flag, group, b)
                rows.append(slope * self.alone[flag, rerolls - 1, b] + offset)
        return np.asarray(np.max(rows, axis=0))[:, None]

    def fills(self, boxes: Iterable[str], hand: Iterable[int], *, joker: bool = False) -> tuple[WorthBox, ...]:
        """Return the boxes that a hand may fill, that of most points plus E_global of the others first: section 4.7.

        `boxes` are the open boxes, and `joker` is True if the Yahtzee box is filled with points. Boxes with
        expectations equal to eight decimals are in the order of the sheet.
        """
        roll, group = self._roll(hand), self._group(boxes)
        flag, tables = self._flag(group, joker=joker), rule_tables(self.rules)
        choices, as_joker = allowed(tables, group, flag, roll)
        worths = []
        for b, box in enumerate(self.rules.boxes):
            if choices >> b & 1:
                points, after = self.boxes[flag, 0, b, roll], flag
                if self.reading.credit:
                    points, after = worth(tables, flag, roll, b, as_joker)
                worths.append(WorthBox(box, float(points + self.groups[after, group ^ (1 << b)])))
        return tuple(sorted(worths, key=_falling))

    def _roll(self, hand: Iterable[int]) -> int:
        dice = checked_dice(self.rules, hand)
        counts(self.rules, dice)
        return lattice(self.rules.dice, self.rules.faces).roll(dice)

    def _bits(self, boxes: Iterable[str]) -> int:
        return sum({box_bit(self.rules, checked_box(self.rules, box)) for box in boxes})

    def _group(self, boxes: Iterable[str]) -> int:
        """Return a set of boxes as bits; InvalidInput if it is empty."""
        group = self._bits(boxes)
        if not group:
            raise InvalidInput("the score sheet is full: at least one box must still be open")
        return group

    def _flag(self, group: int, *, joker: bool) -> int:
        """Return 1 if `joker` and the Yahtzee box is not open, else 0."""
        return int(joker and not group & rule_tables(self.rules).yahtzee)


def _falling(choice: WorthKeep | WorthBox) -> float:
    """Return a sort key with which the largest expectation comes first."""
    return -round(choice.expectation, 8)


def box_expectations(rules: YahtzeeRules, points: Integers) -> tuple[Floats, Floats]:
    """Return two tables of expected points in each box: of every keep with a reroll left, and of every roll.

    The first table is `alone` of `Expectations`, equations (5) and (7) of the report. The second one is its
    `boxes`, equations (6) and (8). `points`, of shape (J, B, R), has the points of every roll, for instance without
    and with the joker.
    """
    dice = lattice(rules.dice, rules.faces)
    rows = np.zeros((len(dice.keeps), points.shape[0] * points.shape[1]))
    rows[dice.first_roll :] = points.reshape(-1, len(dice.rolls)).T
    keeps, boxes = [], [points.astype(np.float64)]
    for _ in range(2):
        average_down(dice.add, rows)
        keeps.append(rows.T.reshape(*points.shape[:2], -1).copy())
        best_up(dice.add, rows)
        boxes.append(rows[dice.first_roll :].T.reshape(points.shape).copy())
    return np.stack(keeps, axis=1), np.stack(boxes, axis=1)


def points_alone(rules: YahtzeeRules, *, joker: bool, full: bool = True) -> Integers:
    """Return the points of every roll in every box, shape (B, R).

    With the joker, they are those that a roll earns in a box which is the last open one. Unless `full`, a joker earns
    its own points beside the extra ones.
    """
    tables = rule_tables(rules)
    if not joker:
        return tables.natural
    result = tables.natural.copy()
    for b, roll in np.argwhere(np.broadcast_to(tables.face >= 0, result.shape)).tolist():
        if tables.yahtzee and tables.yahtzee != 1 << b:
            as_joker = full and allowed(tables, 1 << b, 1, roll)[1]
            result[b, roll] = worth(tables, 1, roll, b, as_joker)[0]
    return result


def credited(rules: YahtzeeRules, reading: EsperancesReading) -> YahtzeeBox:
    """Return the Yahtzee box as a bit, 0 without credit for later jokers, and the points of a Yahtzee in it."""
    return YahtzeeBox(box_bit(rules, "yahtzee") * reading.credit, rules.yahtzee)


@cache
def tried(rules: YahtzeeRules, reading: EsperancesReading) -> Integers:
    """Return the places of the keeps of every roll among `Lattice.choices`, in the order in which they are compared.

    The shape is (R, n). The strategy takes the first of equal keeps. In the order of codes, a keep of some of several
    equal dice has several codes, of which the lowest counts. If a roll has fewer than n keeps, its last keep fills the
    rest of its row.
    """
    dice = lattice(rules.dice, rules.faces)
    result = np.tile(np.arange(dice.choices.shape[1]), (len(dice.choices), 1))
    by_code = zip(result, dice.rolls, dice.choices.tolist(), strict=True) if reading.lowest_code else ()
    for row, roll, numbers in by_code:
        place = {keep: i for i, keep in reversed([*enumerate(numbers)])}
        every = (tuple(die for i, die in enumerate(roll) if code >> i & 1) for code in range(1 << rules.dice))
        ranked = [place[dice.number[keep]] for keep in dict.fromkeys(every)]
        row[: len(ranked)], row[len(ranked) :] = ranked, ranked[-1]
    result.flags.writeable = False
    return result


@jit
def aimed_line(yahtzee: YahtzeeBox, groups: Floats, joker: int, boxes: int, box: int) -> tuple[float, float]:
    """Return a and b of the report's equation (9): aiming at `box` with x expected points is worth a x + b.

    Later turns are included. `groups` is that of `Expectations`, `joker` is 1 if the Yahtzee box holds points, `boxes`
    has the open boxes as bits, `box` among them, and `yahtzee` comes from `credited`.
    """
    rest = boxes ^ (1 << box)
    if yahtzee.bit == 1 << box:
        return 1 + (groups[1, rest] - groups[0, rest]) / yahtzee.points, groups[0, rest]
    return 1.0, groups[joker, rest]
