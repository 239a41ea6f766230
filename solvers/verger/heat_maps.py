"""Compute the document's heat maps: chances to win, and numbers of ravens with which the game is fair.

Orchards of k equal trees are positions of the largest orchard, so a single pass over its positions fills a whole map.
Arguments are checked as in `win_chance`.

Source: Verger document, section "Quelques graphiques".
"""

from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Floats
from solvers.invalid_input import InvalidInput
from solvers.verger.exact_chance import exact_chance, exact_chances
from solvers.verger.orchard import DEFAULT_DIE, DEFAULT_GAME, MAX_RAVENS, Die, Orchard, OrchardStrategy, check_strategy
from solvers.verger.positions import Positions, positions
from solvers.verger.win_chance import raven_layers, win_chances

NEAR: Final = 1e-9
"""Difference from one half, or from each other, up to which chances in double precision are compared as fractions."""


def win_chance_map(
    max_trees: int = 10,
    max_fruits: int = 10,
    ravens: int = DEFAULT_GAME.ravens,
    strategy: OrchardStrategy = "max",
) -> Floats:
    """Return the chances to win with k equal trees of f fruits at [f - 1, k - 1]: (max_fruits, max_trees)."""
    graph = positions((max_fruits,) * max_trees)
    layer = next(islice(raven_layers(graph, strategy, DEFAULT_DIE), ravens, None))
    return np.asarray(layer.chance[0, _equal_trees(graph)], dtype=np.float64)


def fair_ravens_map(max_trees: int = 10, max_fruits: int = 10) -> NDArray[np.int64]:
    """Return `fair_ravens` of k equal trees of f fruits at [f - 1, k - 1]: (max_fruits, max_trees)."""
    graph = positions((max_fruits,) * max_trees)
    return _fair_ravens(graph, _equal_trees(graph), "max", DEFAULT_DIE)


def fair_ravens(trees: tuple[int, ...], strategy: OrchardStrategy = "max", die: Die = DEFAULT_DIE) -> int:
    """Return the smallest number of ravens with a chance to win above one half; 0 for no fruit."""
    graph = positions(Orchard(trees, 0).trees)
    return int(_fair_ravens(graph, np.array([len(graph.after) - 1]), strategy, die)[0])


def _fair_ravens(graph: Positions, ranks: NDArray[np.int64], strategy: OrchardStrategy, die: Die) -> NDArray[np.int64]:
    """Return the smallest number of ravens with a chance above one half, for each position in `ranks`."""
    check_strategy(strategy)
    if die.tree_faces == die.basket_faces == 0:
        raise InvalidInput(
            "without a face for a tree or a basket, no number of ravens is fair: give a face to trees or to the basket"
        )
    fair = np.full(ranks.shape, -1)
    layers = raven_layers(graph, strategy, die)
    for ravens in range(MAX_RAVENS + 1):
        chance = next(layers).chance[0, ranks]
        above = chance > 0.5
        for i in zip(*np.nonzero((np.abs(chance - 0.5) < NEAR) & (fair < 0)), strict=True):
            orchard = Orchard(graph.unrank(int(ranks[i])), ravens)
            above[i] = exact_chance(orchard, strategy, die) * 2 > 1
        fair[above & (fair < 0)] = ravens
        if (fair >= 0).all():
            return fair
    raise InvalidInput(
        "even with {max_ravens} ravens, the maximum, the probability of winning is not above 1/2", max_ravens=MAX_RAVENS
    )


def _equal_trees(graph: Positions) -> NDArray[np.int64]:
    return np.cumsum(graph.offsets, axis=0)[:, 1:].T


def ravens_of_most_gain(
    trees: tuple[int, ...], other: OrchardStrategy, die: Die = DEFAULT_DIE, *, most_ravens: int = 40
) -> int:
    """Return the number of ravens, 0 … `most_ravens`, with which "max" gains most over `other` in chance to win.

    If several numbers are best, the smallest.
    """
    orchard = Orchard(trees, most_ravens)
    gains = win_chances(orchard, "max", die) - win_chances(orchard, other, die)
    near = [int(ravens) for ravens in np.flatnonzero(gains > gains.max() - NEAR)]
    if len(near) == 1:
        return near[0]
    ours, theirs = (exact_chances(Orchard(trees, near[-1]), each, die) for each in ("max", other))
    return max(near, key=lambda ravens: ours[ravens] - theirs[ravens])
