"""Compute the strategy that maximises the chance to reach a number of points at the end of a game of Yahtzee.

If the opponent has finished, this is the chance to win: a player who is n points behind needs n + 1 more. The value of
a state is a chance, not an expectation; it depends on the points still needed as well, so that only the end of a game,
a few open boxes, is solved. Backward induction over the sets of open boxes: for each set and flag (does the Yahtzee box
hold points) one table with a row for each multiset of dice and a column for each pair of an upper total and a number of
points needed.

Source: the Yahtzee report, section 6, introduction (a player far behind takes risks, a player ahead takes none); J.
Pawlewicz, "Nearly Optimal Computer Play in Multi-player Yahtzee" (2010).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from solvers.compiled.arrays import Floats, Integers
from solvers.invalid_input import InvalidInput
from solvers.monte_carlo import Estimate, proportion
from solvers.yahtzee.rules.lattice import Lattice, average_down, best_up, lattice, mean_throw
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rolls import subsets
from solvers.yahtzee.rules.rule_tables import allowed, rule_tables, worth
from solvers.yahtzee.rules.rules import check_rerolls, checked_dice
from solvers.yahtzee.strategies.strategy import MEMORY_LIMIT

TIE: Final = 1e-12
"""Difference up to which two chances are equal, since only rounding separates them; the first choice is then taken."""
Table = Floats
"""The best chance before a turn by upper total and points needed; at least 0 points are always reached."""


class WinChoice(NamedTuple):
    """Dice to keep, or the name of a box to fill, and the best chance to score the points needed after this choice."""

    choice: tuple[int, ...] | str
    chance: float


@dataclass(frozen=True, slots=True, eq=False)
class WinChances:
    """The best chances to score at least 0, 1, …, `needed` more points, bonuses included, from a position."""

    position: Position
    needed: int
    values: dict[tuple[int, int], Table]
    """The tables by open boxes, as bits, and flag.

    Upper totals begin with that of `position` and are cut at `rules.cap`.
    """

    @property
    def chance(self) -> float:
        """The greatest chance to score at least `needed` more points from `position`."""
        return float(self.values[self.position.boxes, int(self.position.yahtzee)][0, self.needed])

    def keeps(self, hand: Iterable[int], rerolls: int) -> tuple[WinChoice, ...]:
        """Return all keeps of a hand with 1 or 2 rerolls left, the best first; among equals, the most dice first."""
        check_rerolls(rerolls, lowest=1)
        roll, dice = (
            checked_dice(self.position.rules, hand),
            lattice(self.position.rules.dice, self.position.rules.faces),
        )
        options(self.position, roll)
        rows = turn_rows(self, self.position.boxes, int(self.position.yahtzee))[rerolls][:, self.needed]
        choices = [WinChoice(subset, float(rows[dice.number[subset]])) for subset in subsets(roll)]
        return tuple(sorted(choices, key=lambda choice: -round(choice.chance, 12)))

    def fills(self, hand: Iterable[int]) -> tuple[WinChoice, ...]:
        """Return the boxes that a hand may fill, the best first; among equals, the first on the sheet."""
        roll, choices = checked_dice(self.position.rules, hand), []
        for box, points in options(self.position, roll).items():
            after, _ = self.position.fill(roll, box)
            table = self.values[after.boxes, int(after.yahtzee)]
            upper = after.capped - self.position.capped
            choices.append(WinChoice(box, float(table[upper, max(self.needed - points, 0)])))
        return tuple(sorted(choices, key=lambda choice: -round(choice.chance, 12)))


def turn_rows(chances: WinChances, boxes: int, flag: int) -> tuple[Floats, Floats, Floats]:
    """Return three tables of the chances in a turn, with 0, 1 and 2 rerolls left: shape (K, U (N + 1)) each.

    A row is a multiset of dice, a column a pair of an upper total (U of them) and of points needed (0 … N). With 0
    rerolls, only the rows of complete rolls are filled; with rerolls, a row is for the dice kept.
    """
    rules = chances.position.rules
    dice, ended = lattice(rules.dice, rules.faces), chances.values[0, flag]
    filled = np.zeros((len(dice.keeps), ended.size))
    for roll in range(len(dice.rolls)):
        best = filled[dice.first_roll + roll]
        for _, table in fill_tables(chances, boxes, flag, roll):
            np.maximum(best, table.ravel(), out=best)
    once = filled.copy()
    average_down(dice.add, once)
    twice = once.copy()
    best_up(dice.add, twice)
    average_down(dice.add, twice)
    return filled, once, twice


def fill_tables(chances: WinChances, boxes: int, flag: int, roll: int) -> Iterator[tuple[int, Table]]:
    """Yield each box that a roll may fill, with a table of chances by upper total and points needed before."""
    tables = rule_tables(chances.position.rules)
    choices, as_joker = allowed(tables, boxes, flag, roll)
    for box in range(len(chances.position.rules.boxes)):
        if choices >> box & 1:
            points, then = worth(tables, flag, roll, box, as_joker)
            after = chances.values[boxes ^ (1 << box), then]
            uppers = np.minimum(np.arange(len(after)) + tables.gain[box, roll], len(after) - 1)
            yield box, after[np.ix_(uppers, np.maximum(np.arange(after.shape[1]) - points, 0))]


def win_chances(position: Position, needed: int) -> WinChances:
    """Return the best chances to score `needed` ≥ 0 more points, bonuses included; at most 1 GiB of tables."""
    if needed < 0:
        raise InvalidInput("the number of points still needed to win must be at least 0, got {needed}", needed=needed)
    rules, dice = position.rules, lattice(position.rules.dice, position.rules.faces)
    uppers = np.arange(position.capped, highest_total(position) + 1)
    size = 24 * len(dice.keeps) * len(uppers) * (needed + 1)
    if size > MEMORY_LIMIT:
        raise InvalidInput(
            "the chances to win need tables of {size:.3g} GiB, the limit is 1 GiB: ask for fewer points, or leave "
            "fewer boxes of the upper section open",
            size=size / 2**30,
        )
    bonus = np.where((uppers >= rules.threshold) & (rules.cap > 0), rules.bonus, 0)
    ended = (bonus[:, None] >= np.arange(needed + 1)).astype(np.float64)
    chances = WinChances(position, needed, {(0, 0): ended, (0, 1): ended})
    subsets = (boxes for boxes in range(position.boxes + 1) if not boxes & ~position.boxes)
    for boxes in sorted(subsets, key=int.bit_count):
        # the flag can only be set by filling the Yahtzee box
        earned = {1} if position.boxes & ~boxes & rule_tables(rules).yahtzee else set()
        for flag in {int(position.yahtzee)} | earned if boxes else ():
            rows = turn_rows(chances, boxes, flag)[rules.rerolls]
            best_up(dice.add, rows)
            mean = np.empty(rows.shape[1])
            mean_throw(dice.ways, rows[dice.first_roll :], mean)
            chances.values[boxes, flag] = mean.reshape(ended.shape)
    return chances


def table_entries(position: Position, needed: int) -> tuple[int, int]:
    """Return the number of tables of `win_chances` and of their entries, with which its time grows."""
    closed = sum(1 for box in position.open if box != "yahtzee")
    open_yahtzee = len(position.open) - closed
    # sets without the Yahtzee box that is open have two flags
    tables = (1 + 2 * open_yahtzee) << closed
    return tables, tables * (highest_total(position) - position.capped + 1) * (needed + 1)


def highest_total(position: Position) -> int:
    """Return the highest upper total, cut at `rules.cap`, that the open boxes of a position allow."""
    gains = rule_tables(position.rules).gain
    most = sum(int(gains[position.rules.boxes.index(box)].max()) for box in position.open)
    return min(position.upper + most, position.rules.cap)


def sampled_chance(chances: WinChances, games: int, seed: int) -> Estimate:
    """Return the share of sampled games in which the strategy of `chances` scores at least the points needed."""
    position = chances.position
    rules, dice = position.rules, lattice(position.rules.dice, position.rules.faces)
    tables, generator = rule_tables(rules), np.random.default_rng(seed)
    boxes, flag = np.full(games, position.boxes), np.full(games, int(position.yahtzee))
    upper, points = np.full(games, position.upper), np.zeros(games, dtype=np.int64)
    _, width = chances.values[0, 0].shape
    for _ in position.open:
        for group in {*zip(boxes.tolist(), flag.tolist(), strict=True)}:
            mine = np.flatnonzero((boxes == group[0]) & (flag == group[1]))
            column = np.minimum(upper[mine], rules.cap) - position.capped
            column = column * width + np.maximum(chances.needed - points[mine], 0)
            filled, *keeps = turn_rows(chances, *group)
            roll = _thrown(dice, np.zeros(len(mine), dtype=np.int64), generator)
            for rows in reversed(keeps[: rules.rerolls]):
                worths = rows[dice.choices[roll], column[:, None]]
                best = np.argmax(worths >= worths.max(axis=1, keepdims=True) - TIE, axis=1)
                roll = _thrown(dice, dice.choices[roll, best], generator)
            for number in np.unique(roll).tolist():
                _, as_joker = allowed(tables, *group, number)
                open_games = roll == number  # those of `mine` without a box yet
                for box, table in fill_tables(chances, *group, number):
                    good = open_games & (table.ravel()[column] >= filled[dice.first_roll + number, column] - TIE)
                    earned, flag[mine[good]] = worth(tables, group[1], number, box, as_joker)
                    points[mine[good]] += earned
                    upper[mine[good]] += tables.gain[box, number]
                    boxes[mine[good]] ^= 1 << box
                    open_games &= ~good
    points += np.where(upper >= rules.threshold, rules.bonus, 0)
    return proportion(int((points >= chances.needed).sum()), games)


def _thrown(dice: Lattice, kept: Integers, generator: np.random.Generator) -> Integers:
    """Return the rolls, counted from 0, that kept dice become when the others are thrown."""
    number = kept.copy()
    for _ in range(dice.dice):
        short = np.flatnonzero(number < dice.first_roll)
        number[short] = dice.add[number[short], generator.integers(dice.faces, size=len(short))]
    return number - dice.first_roll
