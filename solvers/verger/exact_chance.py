"""Compute chances to win as exact fractions: the recursion of `win_chance` in integers.

All positions with t fruits and c ravens share a denominator a(t) · d^c, where d is a common multiple of the numbers of
faces, so that no fraction is reduced before the end. More than 2²⁰ positions × basket size are an InvalidInput: ten
trees of ten fruits fit.

Source: Verger document, section "Calcul informatique", with c in place of c - 1 in the terms of fruit and basket;
integers over a common denominator are ours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from math import lcm
from typing import Final

import numpy as np

from solvers.invalid_input import Translatable
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy, check_strategy
from solvers.verger.positions import Positions, basket_levels, check_cells, choices, positions

MAX_EXACT_CELLS: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class ExactLayer:
    """The chances to win from all positions with one number of ravens, as integers over known denominators."""

    numerators: list[list[int]]
    """numerators[j][p] is for position p if j fruits of a basket are still to be picked.

    Row 0 is between two throws.
    """
    denominators: list[int]
    """denominators[t] is the denominator of the positions with t fruits in row 0.

    In any row, equal fruits have equal ones.
    """

    def chance(self, position: int, fruits: int) -> Fraction:
        """Return the chance to win from `position`, which has `fruits` fruits in all."""
        return Fraction(self.numerators[0][position], self.denominators[fruits])


def exact_layers(graph: Positions, strategy: OrchardStrategy, die: Die) -> Iterator[ExactLayer]:
    """Yield the exact chances to win of all positions with 0 ravens, then with 1, with 2 and so on, without end.

    Each layer overwrites the lists of the layer before.
    """
    levels = basket_levels(graph, die)
    check_cells(
        levels * len(graph.after),
        Translatable("exact fractions for {positions} positions require a table", positions=len(graph.after)),
        MAX_EXACT_CELLS,
    )
    common, by_fruits, steps = _steps(graph, strategy, die)
    rows = [[0] * len(graph.after) for _ in range(levels)]
    power = 1
    while True:
        for row in rows:
            row[0] = power
        yield ExactLayer(rows, [denominator * power for denominator in by_fruits])
        power *= common
        for row in rows:
            row[0] = power
        for position, step in enumerate(steps, start=1):
            step.add_raven(rows, position)


@dataclass(frozen=True, slots=True)
class _Step:
    """The results of a throw from one position, with their weights as whole numbers."""

    trees: list[tuple[int, int]]
    picks: list[tuple[int, int]]
    picks_best: bool
    basket: int
    raven: int

    def add_raven(self, rows: list[list[int]], position: int) -> None:
        """Replace the chances of `position` in `rows` by those with one raven more."""
        for row, next_row in pairwise(rows):
            next_row[position] = self._picked(row)
        chances = rows[0]
        won = self.raven * chances[position] + self.basket * self._picked(rows[-1])
        for after, weight in self.trees:
            won += weight * chances[after]
        chances[position] = won

    def _picked(self, row: list[int]) -> int:
        """Return the chance after picking one fruit, from the chances in `row`."""
        if self.picks_best:
            return max(weight * row[after] for after, weight in self.picks)
        picked = 0
        for after, weight in self.picks:
            picked += weight * row[after]
        return picked


def _steps(graph: Positions, strategy: OrchardStrategy, die: Die) -> tuple[int, list[int], list[_Step]]:
    """Return the common multiple of all numbers of faces, the denominators by number of fruits, and the steps."""
    # The first step is that of position 1. The denominators are those without ravens. A basket that takes nothing is
    # thrown again: its faces do not count.
    best, levels = strategy == "best", basket_levels(graph, die)
    drawn, ends = choices(graph, strategy, die)
    totals = np.maximum(drawn.sum(axis=1), 1).tolist()
    fruits, trees = graph.fruits.tolist(), graph.trees.tolist()
    weights = [die.weights(count) for count in trees]
    for position in np.flatnonzero((np.arange(len(ends)) == ends[:, :1].T).any(axis=0)).tolist():
        tree, _, raven = weights[position]
        weights[position] = tree, 0, raven
    all_faces = [tree * k + basket + raven for k, (tree, basket, raven) in zip(trees, weights, strict=True)]
    common = lcm(*set(all_faces[1:]))
    # Choices between t fruits share a common multiple of the numbers drawn at the positions with t fruits.
    shares = [1] * (fruits[-1] + 1)
    for t, total in zip(fruits, totals, strict=True):
        shares[t] = lcm(shares[t], total)
    # Denominators by number of fruits: between two throws, and when 1, 2, … fruits of a basket are to be picked.
    between, *in_basket = [[1] for _ in range(levels + 1)]
    for t in range(1, len(shares)):
        for row, before in zip(in_basket, (between, *in_basket), strict=False):
            row.append(shares[t] * before[t - 1])
        between.append(common * lcm(between[t - 1], in_basket[-1][t]))
    steps = []
    for position in range(1, len(fruits)):
        t, faces = fruits[position], all_faces[position]
        tree, basket, raven = weights[position]
        tree *= between[t] // (between[t - 1] * faces)
        share = shares[t] // totals[position]
        picks = zip(ends[position].tolist(), drawn[position].tolist(), strict=True)
        steps.append(
            _Step(
                [
                    (q, tree * k)
                    for q, k in zip(graph.after_one_fruit(position), graph.run_trees[position].tolist(), strict=False)
                ],
                [
                    (q, share * (k or 1) * (between[t - 1] // between[fruits[q]]))
                    for q, k in picks
                    if (best or k) and q != position
                ],
                best and basket > 0,
                basket * (between[t] // (in_basket[-1][t] * faces)),
                raven * (common // faces),
            )
        )
    return common, between, steps


def exact_chance(orchard: Orchard, strategy: OrchardStrategy = "max", die: Die = DEFAULT_DIE) -> Fraction:
    """Return the chance to win as a reduced fraction, in a time that grows with the square of the number of throws."""
    return exact_chances(orchard, strategy, die)[-1]


def exact_chances(orchard: Orchard, strategy: OrchardStrategy = "max", die: Die = DEFAULT_DIE) -> tuple[Fraction, ...]:
    """Return the chances to win with 0, 1, …, `orchard.ravens` ravens as reduced fractions, in one pass."""
    check_strategy(strategy)
    layers = islice(exact_layers(positions(orchard.trees), strategy, die), orchard.ravens + 1)
    return tuple(layer.chance(-1, sum(orchard.trees)) for layer in layers)


def positions_short(
    orchard: Orchard,
    strategy: OrchardStrategy = "max",
    die: Die = DEFAULT_DIE,
    *,
    of: OrchardStrategy = "best",
    by: Fraction = Fraction(0),
) -> tuple[Orchard, ...]:
    """Return the positions from which `strategy` wins with a chance lower than that of `of` by more than `by`.

    The positions have no more fruits on any tree, and no more ravens, than `orchard`.

    With the defaults of `of` and `by` an empty result proves, by exact computation, that `strategy` is optimal from
    `orchard` and from every position inside it. Positions come with fewer ravens first, then with smaller trees first.
    """
    check_strategy(strategy)
    check_strategy(of)
    graph = positions(orchard.trees)
    layers = zip(exact_layers(graph, strategy, die), exact_layers(graph, of, die), strict=False)
    short = []
    for ravens, (ours, other) in enumerate(islice(layers, orchard.ravens + 1)):
        for position, t in enumerate(graph.fruits.tolist()):
            # In whole numbers, over the product of both denominators: reducing fractions costs far more.
            lost = other.numerators[0][position] * ours.denominators[t]
            lost -= ours.numerators[0][position] * other.denominators[t]
            if lost * by.denominator > by.numerator * ours.denominators[t] * other.denominators[t]:
                short.append(Orchard(graph.unrank(position), ravens))
    return tuple(short)
