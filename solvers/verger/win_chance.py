"""Compute the chance to win and the length of a game in double precision, in layers of equally many ravens.

Every operation adds or multiplies positive numbers, so the relative error stays near 10⁻¹⁶ per throw; it is not
certified: `exact_chance` is. `InvalidInput` if the strategy is unknown, or if positions × basket size is above 2²⁵.

Source: Verger document, section "Calcul informatique", corrected: a fruit or a basket leaves the ravens as they are,
where the document prints c - 1 in all three terms; the length of a game is ours.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Floats, Integers
from solvers.compiled.jit import jit
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy, check_count, check_strategy
from solvers.verger.positions import Choices, Positions, basket_levels, choices, positions


class RavenLayer(NamedTuple):
    """The expected results of all positions with equally many ravens.

    Arrays have the shape (basket size, number of positions). Row 0 is for positions between two throws, row j > 0 for
    those in which j fruits of a basket are still to be taken.
    """

    chance: Floats
    """The chance to win from position p if j fruits of a basket are still to be picked; row 0 is between two throws."""
    throws: Floats
    """The expected number of throws to the end of the game, with the indices of `chance`."""


def raven_layers(
    graph: Positions, strategy: OrchardStrategy, die: Die, trees_on_die: int | None = None
) -> Iterator[RavenLayer]:
    """Yield the expected results of all positions with 0 ravens, then with 1, with 2 and so on, without end.

    All layers share one pair of arrays: the next layer overwrites the layer before. Where several fruits are equally
    good for `best`, to twelve digits, it takes one from the fullest tree.

    With `trees_on_die`, at least as many as the orchard has, throws that show an empty tree are counted as throws.
    """
    count = len(graph.after)
    levels = basket_levels(graph, die)
    cost = np.ones(graph.after.shape[1] + 1)
    if trees_on_die is not None:
        cost[1:] = [die.faces(trees_on_die) / die.faces(trees) for trees in range(1, len(cost))]
    chance, throws = np.zeros((levels, count)), np.zeros((levels, count))
    chance[:, 0] = 1
    filling = choices(graph, strategy, die)
    faces = np.array([die.weights(trees) for trees in range(len(cost))])
    while True:
        yield RavenLayer(chance, throws)
        _add_raven(graph.after, graph.run_trees, filling, faces, cost, RavenLayer(chance, throws))


@jit
def _add_raven(
    after: NDArray[np.int32],
    run_trees: NDArray[np.int32],
    filling: Choices,
    faces: Integers,
    cost: Floats,
    layer: RavenLayer,
) -> None:
    """Replace the layer of c ravens by that of c + 1: smaller positions are already new when they are read."""
    (drawn, ends), (chance, throws) = filling, layer
    levels, count = chance.shape
    width = after.shape[1]
    for position in range(1, count):
        trees, runs, tree_chance, tree_throws = 0, 0, 0.0, 0.0
        while runs < width and run_trees[position, runs] > 0:
            weight, next_position = run_trees[position, runs], after[position, runs]
            tree_chance += weight * chance[0, next_position]
            tree_throws += weight * throws[0, next_position]
            trees += weight
            runs += 1
        picked_chance, picked_throws = 0.0, 0.0
        for level in range(levels):
            total, picked_chance, picked_throws = 0, 0.0, 0.0
            for choice in range(drawn.shape[1]):
                weight, next_position = drawn[position, choice], ends[position, choice]
                total += weight
                picked_chance += weight * chance[level, next_position]
                picked_throws += weight * throws[level, next_position]
            if total > 0:
                picked_chance /= total
                picked_throws /= total
            else:
                best = ends[position, 0]
                for choice in range(1, drawn.shape[1]):
                    next_position = ends[position, choice]
                    if chance[level, next_position] > chance[level, best] * (1 + 1e-12):
                        best = next_position
                picked_chance, picked_throws = chance[level, best], throws[level, best]
            if level + 1 < levels:
                chance[level + 1, position] = picked_chance
                throws[level + 1, position] = picked_throws
        tree_faces, basket_faces, raven_faces = faces[trees]
        all_faces = tree_faces * trees + basket_faces + raven_faces
        wait = cost[trees]
        if ends[position, 0] == position:  # a basket that takes nothing is thrown again
            wait *= all_faces / (all_faces - basket_faces)
            all_faces -= basket_faces
            basket_faces = 0
        chance[0, position] = (
            tree_faces * tree_chance + basket_faces * picked_chance + raven_faces * chance[0, position]
        ) / all_faces
        throws[0, position] = (
            wait
            + (tree_faces * tree_throws + basket_faces * picked_throws + raven_faces * throws[0, position]) / all_faces
        )


def win_chance(orchard: Orchard, strategy: OrchardStrategy = "max", die: Die = DEFAULT_DIE) -> float:
    """Return the chance to win from an orchard; it is 1 without fruit, else 0 if no raven is left to lay."""
    return float(win_chances(orchard, strategy, die)[-1])


def win_chances(orchard: Orchard, strategy: OrchardStrategy = "max", die: Die = DEFAULT_DIE) -> Floats:
    """Return the chances to win with 0, 1, …, `orchard.ravens` ravens, shape (ravens + 1,)."""
    check_strategy(strategy)
    layers = raven_layers(positions(orchard.trees), strategy, die)
    return np.array([layer.chance[0, -1] for layer in islice(layers, orchard.ravens + 1)])


def expected_length(
    orchard: Orchard, strategy: OrchardStrategy = "max", die: Die = DEFAULT_DIE, *, trees_on_die: int | None = None
) -> float:
    """Return the expected number of throws until the game is won or lost.

    By default a throw that shows an empty tree is not counted, as in the document's Markov chain. With `trees_on_die`,
    the number of trees on the die, such throws are counted, as players at a table do. The strategy `best` maximises the
    chance to win, not the number of throws.
    """
    check_strategy(strategy)
    if trees_on_die is not None:
        trees_on_die = check_count("trees_on_die, the orchard's trees among them,", trees_on_die, len(orchard.trees))
    layers = raven_layers(positions(orchard.trees), strategy, die, trees_on_die)
    return float(next(islice(layers, orchard.ravens, None)).throws[0, -1])
