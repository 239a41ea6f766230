"""Sum trees: find the leaf under a point of the cumulated weights, and raise one weight, in O(log leaves).

A complete tree of fan-out 8 is numbered like a heap: the children of node b are 8 b + 1 … 8 b + 8, and the
leaves are the nodes from `first_leaf` on. Item n - 1 of the tree belongs to node n ≥ 1: the sum of the weights of
its siblings before it. The items of siblings are a line of eight float64: finding is then a comparison of
the whole line, raising an addition to a part of it, both without an unpredictable branch.

Weights may only grow between two calls of `build`: sums then never lose digits by cancellation, and
after k raises they are exact to a relative error of about k · 2⁻⁵³.

Source: trees of partial sums of Wong and Easton (1980); the fan-out of 8 and the handling of whole lines are ours.
"""

from typing import Final

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.compiled.lines import LINE, count_at_most, raise_after

ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
LEVEL: Final = np.uint64(3)
"""Bits of a node number a level: 8 = 2³."""


def empty_tree(leaves: int) -> tuple[Floats, np.uint64]:
    """Return a sum tree of `leaves` ≥ 1 weights of 0, shape (8 × inner nodes,), and the node number of its first leaf.

    Inner nodes without a leaf below them, at the end, are left out.
    """
    first_leaf, width = 1, LINE
    while width < leaves:
        first_leaf += width
        width *= LINE
    last_parent = (first_leaf + leaves - 2) // LINE
    return np.zeros(LINE * (last_parent + 1)), np.uint64(first_leaf)


@jit
def build(tree: Floats, first_leaf: np.uint64, weights: Floats) -> float:
    """Fill a tree from its leaves' weights, each ≥ 0, and return their sum; O(leaves).

    There may be fewer weights than leaves, but at least one: `find` never leads to a leaf without a weight.
    """
    inner, before_leaves = len(tree) // LINE, int(first_leaf)
    sums = np.empty(inner)
    for node in range(inner - 1, -1, -1):
        total = 0.0
        for item in range(LINE * node, LINE * (node + 1)):
            child = item + 1
            weight = np.inf  # nothing below this child: no point is beyond it
            if child < inner:
                weight = sums[child]
            elif 0 <= child - before_leaves < len(weights):
                weight = weights[child - before_leaves]
            tree[item] = total if weight < np.inf else np.inf
            total += weight if weight < np.inf else 0.0
        sums[node] = total if tree[LINE * node] < np.inf else np.inf
    return float(sums[0])


@jit
def find(tree: Floats, first_leaf: np.uint64, point: float) -> np.uint64:
    """Return the last leaf before which the weights sum to at most `point` ≥ 0; O(log leaves).

    With `point` uniform in [0, sum), leaf i is found with probability weight(i) / sum. A finite point at or
    beyond the sum gives the last leaf that has a weight.
    """
    node = ZERO
    while node < first_leaf:
        line = node << LEVEL
        node = line + count_at_most(tree, line, point)
        point -= tree[node - ONE]
    return node - first_leaf


@jit
def sum_before(tree: Floats, first_leaf: np.uint64, leaf: np.uint64) -> float:
    """Return the sum of the weights before a leaf; O(log leaves), without waiting for one load to do the next."""
    total, node = 0.0, leaf + first_leaf
    while node > ZERO:
        item = node - ONE
        total += tree[item]
        node = item >> LEVEL
    return total


@jit
def raise_weight(tree: Floats, first_leaf: np.uint64, leaf: np.uint64, increase: float) -> None:
    """Add `increase` ≥ 0 to the weight of a leaf; O(log leaves)."""
    node = leaf + first_leaf
    while node > ZERO:
        item = node - ONE
        raise_after(tree, item, increase)
        node = item >> LEVEL
