"""The recursion on win chances, one layer a raven, over all positions of an orchard at once.

Source: document 004, section "Calcul informatique", corrected: a fruit or a basket leaves the ravens as they
are, where the document prints c - 1 in all three terms.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.verger.orchard import Die, Strategy
from solvers.verger.positions import Positions, basket_levels, tickets


class RavenLayer(NamedTuple):
    """What to expect of every position with the same number of ravens.

    Attributes
    ----------
    chance : array of float64, shape (basket size, count)
        chance[j, p] is the chance to win from position p when j fruits of a basket are still to be picked;
        row 0 is between two throws.
    throws : array of float64, shape (basket size, count)
        The expected number of throws to the end of the game, indexed likewise.

    Source: Verger document, section "Calcul informatique", one value of c.
    """

    chance: Floats
    throws: Floats


def raven_layers(
    graph: Positions, strategy: Strategy, die: Die, trees_on_die: int | None = None
) -> Iterator[RavenLayer]:
    """Yield the layer of 0 ravens, of 1, of 2 and so on, without end.

    All layers share one pair of arrays: a layer is lost when the next is asked for. Where several fruits are
    equally good for `best`, to twelve digits, it takes one from the fullest tree.

    Parameters
    ----------
    graph : Positions
        The positions of the orchard.
    strategy, die
        How baskets are filled, and the die.
    trees_on_die : int, optional
        Trees with faces on the die, if throws that show an empty tree shall be counted as throws; at least
        as many as the orchard has. By default only throws that change something count.

    Raises
    ------
    Refusal
        If positions × basket size exceeds 2²⁵; the basket counts no more than the orchard's fruits.

    Source: Verger document, section "Calcul informatique", with c in place of c - 1 in the terms of fruit and basket.
    """
    count = len(graph.after)
    levels = basket_levels(graph, die)
    cost = np.ones(graph.after.shape[1] + 1)
    if trees_on_die is not None:
        cost[1:] = [die.faces(trees_on_die) / die.faces(trees) for trees in range(1, len(cost))]
    chance, throws = np.zeros((levels, count)), np.zeros((levels, count))
    chance[:, 0] = 1
    drawn = tickets(graph, strategy)
    while True:
        yield RavenLayer(chance, throws)
        faces = (die.tree_faces, die.basket_faces, die.raven_faces)
        _add_raven(graph.after, graph.run_trees, drawn, faces, cost, RavenLayer(chance, throws))


@jit
def _add_raven(
    after: NDArray[np.int32],
    run_trees: NDArray[np.int32],
    drawn: NDArray[np.int32],
    faces: tuple[int, int, int],
    cost: Floats,
    layer: RavenLayer,
) -> None:
    """Replace the layer of c ravens by that of c + 1: smaller positions are already new when they are read."""
    (tree_faces, basket_faces, raven_faces), (chance, throws) = faces, layer
    levels, count = chance.shape
    width = after.shape[1]
    for position in range(1, count):
        trees, runs, tree_chance, tree_throws = 0, 0, 0.0, 0.0
        while runs < width and run_trees[position, runs] > 0:
            weight, left = run_trees[position, runs], after[position, runs]
            tree_chance += weight * chance[0, left]
            tree_throws += weight * throws[0, left]
            trees += weight
            runs += 1
        picked_chance, picked_throws = 0.0, 0.0
        for level in range(levels):
            total, picked_chance, picked_throws = 0, 0.0, 0.0
            for run in range(runs):
                weight, left = drawn[position, run], after[position, run]
                total += weight
                picked_chance += weight * chance[level, left]
                picked_throws += weight * throws[level, left]
            if total > 0:
                picked_chance /= total
                picked_throws /= total
            else:
                best = after[position, 0]
                for run in range(1, runs):
                    left = after[position, run]
                    if chance[level, left] > chance[level, best] * (1 + 1e-12):
                        best = left
                picked_chance, picked_throws = chance[level, best], throws[level, best]
            if level + 1 < levels:
                chance[level + 1, position] = picked_chance
                throws[level + 1, position] = picked_throws
        all_faces = tree_faces * trees + basket_faces + raven_faces
        chance[0, position] = (
            tree_faces * tree_chance + basket_faces * picked_chance + raven_faces * chance[0, position]
        ) / all_faces
        throws[0, position] = (
            cost[trees]
            + (tree_faces * tree_throws + basket_faces * picked_throws + raven_faces * throws[0, position]) / all_faces
        )
