"""Compute the exact distribution of the score of a strategy, by propagating probabilities from the empty sheet.

For each set of open boxes, each upper total, and each flag (does the Yahtzee box hold points), the distribution of the
points beyond the upper total is stored. The sets of one size form a layer; two successive layers are in memory.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.compiled.arrays import Bytes, Floats, Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.lattice import Moves, lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, rule_tables, worth
from solvers.yahtzee.rules.rules import LOWER, YahtzeeRules
from solvers.yahtzee.strategies.optimal import upper_ranges
from solvers.yahtzee.strategies.strategy import MEMORY_LIMIT, Contexts, Policy


@dataclass(frozen=True, slots=True, eq=False)
class ScoreDistribution:
    """The probabilities of the scores 0 … n - 1 of a game alone, of the bonus, and of Yahtzee points."""

    chances: Floats
    bonus: float
    yahtzee: float

    @property
    def mean(self) -> float:
        """The expected score."""
        return float(self.chances @ np.arange(self.chances.size))

    @property
    def deviation(self) -> float:
        """The standard deviation of the score."""
        return float(np.sqrt(self.chances @ (np.arange(self.chances.size) - self.mean) ** 2))

    def quantile(self, share: float) -> int:
        """Return the smallest score that is not exceeded with a probability of at least `share`, 0 < share < 1."""
        return int(np.searchsorted(np.cumsum(self.chances), share))

    def against(self, other: "ScoreDistribution") -> tuple[float, float, float]:
        """Return the probabilities to win, draw and lose against an independent game with the distribution `other`."""
        mine, theirs = _same_size(self, other)
        win, draw = float(mine[1:] @ np.cumsum(theirs)[:-1]), float(mine @ theirs)
        return win, draw, 1 - win - draw

    def margin(self, other: "ScoreDistribution") -> tuple[float, float]:
        """Return the mean and the standard deviation of the points ahead in the games won against `other`.

        InvalidInput if the first player never wins.
        """
        mine, theirs = _same_size(self, other)
        ahead = np.convolve(mine, theirs[::-1])[mine.size :]
        chance, points = float(ahead.sum()), np.arange(1, mine.size)
        if chance <= 0:
            raise InvalidInput("the first player never wins, so the mean lead in the games won is not defined")
        mean = float(ahead @ points) / chance
        return mean, float(np.sqrt(ahead @ (points - mean) ** 2 / chance))


def _same_size(first: ScoreDistribution, second: ScoreDistribution) -> tuple[Floats, Floats]:
    size = max(first.chances.size, second.chances.size)
    mine, theirs = (np.pad(scores.chances, (0, size - scores.chances.size)) for scores in (first, second))
    return mine, theirs


class _Game(NamedTuple):
    """The rules and the decisions of a policy; arrays as in `Policy`."""

    tables: RuleTables
    moves: Moves
    contexts: Contexts
    kept: Bytes
    filled: Bytes


class _Shape(NamedTuple):
    highs: Integers
    widths: Integers


class _Layer(NamedTuple):
    starts: Integers
    numbers: Floats


class _Steps(NamedTuple):
    outcomes: Integers
    chances: Floats


def score_distribution(policy: Policy) -> ScoreDistribution:
    """Return the score distribution of a policy in a game alone, exact up to rounding, in seconds."""
    rules = policy.rules
    moves, kept = lattice(rules.dice, rules.faces).moves, policy.kept[: rules.rerolls]
    game = _Game(rule_tables(rules), moves, policy.contexts, kept, policy.filled)
    shape = _Shape(upper_ranges(rules).highs, _widths(rules))
    sizes = np.bitwise_count(np.arange(len(shape.highs)))
    # No game starts with the flag, so its part of the first layer is empty.
    now = _Layer(np.repeat([[0], [1]], len(sizes), axis=1), np.ones(1))
    for size in range(len(rules.boxes), 0, -1):
        lengths = np.where(sizes == size - 1, (shape.highs + 1) * shape.widths, 0)
        length = int(lengths.sum())
        if 8 * length > MEMORY_LIMIT:
            raise InvalidInput(
                "the tables for the scores of this game need {length:.3g} GiB of memory, the limit is 1 GiB: take "
                "fewer dice, faces or boxes",
                length=8 * length / 2**30,
            )
        after = _Layer(np.cumsum(lengths).reshape(lengths.shape) - lengths, np.zeros(length))
        _push(game, shape, np.flatnonzero(sizes == size), now, after)
        now = after
    # Add up the distributions of the empty set of boxes.
    chances = np.zeros(int(shape.widths[:, 0].max()) + rules.cap + rules.bonus + 1)
    bonus = yahtzee = 0.0
    for flag in range(2):
        start, width = now.starts[flag, 0], shape.widths[flag, 0]
        totals = now.numbers[start : start + (rules.cap + 1) * width].reshape(rules.cap + 1, -1)
        for upper, row in enumerate(totals):
            reached = upper == rules.cap > 0
            low = upper + reached * rules.bonus
            chances[low : low + row.size] += row
            bonus += reached * float(row.sum())
        yahtzee += flag * float(totals.sum()) if game.tables.yahtzee else 0.0
    return ScoreDistribution(np.trim_zeros(chances, "b"), bonus, yahtzee)


def _widths(rules: YahtzeeRules) -> Integers:
    """Return for each flag and set one more than the most points above the upper total, shape (2, 2^B)."""
    tables = rule_tables(rules)
    sets = np.arange(1 << len(rules.boxes))
    filled = [1 - (sets >> b & 1) for b in range(len(rules.boxes))]
    most = np.maximum(tables.natural, tables.joker).max(axis=1)
    lower = sum(f * most[b] for b, f in enumerate(filled) if rules.boxes[b] in LOWER) + 0 * sets
    upper = sum(f * most[b] for b, f in enumerate(filled) if rules.boxes[b] not in LOWER) + 0 * sets
    plain = 1 + lower + np.maximum(upper - rules.cap, 0)
    further = np.maximum(sum(filled) - 1, 0)
    return np.stack([plain, plain + rules.extra * further])


@jit
def _push(game: _Game, shape: _Shape, sets: Integers, now: _Layer, after: _Layer) -> None:
    """Propagate the probabilities of `sets` of open boxes over one turn."""
    contexts, (highs, widths) = game.contexts, shape
    cap, rolls = contexts.shape[2] - 1, game.moves.ways.size
    steps = _Steps(np.empty((rolls, 4), dtype=np.int64), np.empty(rolls))
    for boxes in sets:
        for flag in range(2):
            known, count, width = -1, 0, widths[flag, boxes]
            for upper in range(highs[boxes] + 1):
                start, context = now.starts[flag, boxes] + upper * width, contexts[flag, boxes, upper]
                row = now.numbers[start : start + width]
                low, high = 0, row.size - 1  # of its positive entries
                while high >= 0 and row[high] <= 0:
                    high -= 1
                while low < high and row[low] <= 0:
                    low += 1
                if high < low or context < 0:
                    continue
                if context != known:
                    chances = _roll_chances(game.moves, game.kept[:, context])
                    count, known = _steps(game.tables, boxes, flag, game.filled[context], chances, steps), context
                for step in range(count):
                    box, points, gain, then = steps.outcomes[step]
                    open_after, total = boxes ^ (1 << box), min(upper + gain, cap)
                    there = after.starts[then, open_after] + total * widths[then, open_after] + points + upper - total
                    _shift_add(row, low, high, steps.chances[step], after.numbers, there)


@jit
def _steps(tables: RuleTables, boxes: int, flag: int, filled: Bytes, rolls: Floats, steps: _Steps) -> int:
    """Write the results of a turn and their probabilities; return the number of different results."""
    natural, count, (array, chances) = tables.natural, 0, steps
    place = np.full((natural.shape[0], natural.max() + 1), -1)
    for roll in range(rolls.size):
        box = int(filled[roll])
        points, then, ordinary = natural[box, roll], flag, tables.face[roll] < 0
        at = place[box, points] if ordinary else -1
        if not ordinary:
            _, joker = allowed(tables, boxes, flag, roll)
            points, then = worth(tables, flag, roll, box, joker)
        if at < 0:
            at, count = count, count + 1
            array[at, 0], array[at, 1], array[at, 2], array[at, 3] = box, points, tables.gain[box, roll], then
            chances[at] = 0.0
            if ordinary:
                place[box, points] = at
        chances[at] += rolls[roll]
    return count


@jit
def _shift_add(row: Floats, low: int, high: int, chance: float, target: Floats, there: int) -> None:
    """Add `row` from index `low` to `high`, times `chance`, to `target` from its index `there` on."""
    source, into = row[low : high + 1], target[there + low : there + high + 1]
    for i in range(source.size):
        into[i] += chance * source[i]


@jit
def _roll_chances(moves: Moves, array: Bytes) -> Floats:
    """Return the chances of the rolls at the end of a turn, for the decisions of one context."""
    add, ways, choices = moves
    first = add.shape[0]
    rolls: Floats = ways / ways.sum()
    for again in range(array.shape[0] - 1, -1, -1):
        chances = np.zeros(first + ways.size)
        for roll in range(ways.size):
            chances[choices[roll, array[again, roll]]] += rolls[roll]
        for keep in range(first):
            share = chances[keep] / add.shape[1]
            if share > 0:
                for face in range(add.shape[1]):
                    chances[add[keep, face]] += share
        rolls = chances[first:]
    return rolls
