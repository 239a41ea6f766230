"""Compute the recursion of the Verger document as printed, with c - 1 in every term, so that every throw takes a raven.

A game is won if it needs no more throws than it has ravens. Numbers are in double precision. `InvalidInput` if the
strategy is unknown, or if positions × basket size is above 2²⁵.

Source: Verger document, section "Calcul informatique".
"""

import numpy as np

from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, OrchardStrategy, check_strategy
from solvers.verger.positions import basket_levels, choices, positions


def printed_chances(orchard: Orchard, strategy: OrchardStrategy = "max", die: Die = DEFAULT_DIE) -> list[float]:
    """Return the chances to win with 0, 1, …, `orchard.ravens` ravens by the printed recursion."""
    check_strategy(strategy)
    graph = positions(orchard.trees)
    drawn, ends = choices(graph, strategy, die)
    shares = drawn / np.maximum(drawn.sum(axis=1, keepdims=True), 1)
    tree, basket, raven = np.array([die.weights(trees) for trees in graph.trees]).T
    faces = tree * graph.trees + basket + raven
    chance = np.zeros(len(graph.after))
    chance[0] = 1
    chances = [float(chance[-1])]
    for _ in range(orchard.ravens):
        picked = chance
        for _ in range(basket_levels(graph, die)):
            picked = (shares * picked[ends]).sum(axis=1)
            picked[0] = 1
        fruit = (graph.run_trees * chance[graph.after]).sum(axis=1)
        chance = np.where(graph.trees, (tree * fruit + basket * picked + raven * chance) / faces, 1)
        chances.append(float(chance[-1]))
    return chances
