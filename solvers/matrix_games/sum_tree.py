"""Sum trees: find the leaf under a point of the cumulated weights, and raise one weight, in O(log leaves).

A complete tree of fan-out 8 is numbered like a heap: the children of node b are 8 b + 1 … 8 b + 8, and the
leaves are the nodes from `first_leaf` on. Inner node b holds, for each child, the sum of the weights of the
children before it: eight float64, one cache line and one vector register. Finding is then a comparison of
the whole line, raising an addition to a part of it, both without an unpredictable branch.

Weights may only grow between two calls of `build`: sums then never lose digits by cancellation, and
after k raises they are exact to a relative error of about k · 2⁻⁵³.

Source: trees of partial sums of Wong and Easton (1980); the fan-out of 8 and the handling of whole lines are ours.
"""

from typing import Final

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit

FAN_OUT: Final = 8
AFTER: Final = np.triu(np.ones((FAN_OUT, FAN_OUT)), 1)
"""Entry (s, c) is 1 where child c comes after child s: a product with a row replaces eight branches."""


def empty_tree(leaves: int) -> tuple[Floats, int]:
    """Return a sum tree of `leaves` ≥ 1 weights of 0, shape (inner nodes, 8), and the node number of its first leaf.

    Inner nodes without a leaf below them, at the end, are left out.
    """
    first_leaf, width = 1, FAN_OUT
    while width < leaves:
        first_leaf += width
        width *= FAN_OUT
    last_parent = (first_leaf + leaves - 2) // FAN_OUT
    return np.zeros((last_parent + 1, FAN_OUT)), first_leaf


@jit
def build(tree: Floats, first_leaf: int, weights: Floats) -> float:
    """Fill a tree from its leaves' weights, each ≥ 0, and return their sum; O(leaves).

    There may be fewer weights than leaves, but at least one: `find` never leads to a leaf without a weight.
    """
    inner = len(tree)
    sums = np.empty(inner)
    for node in range(inner - 1, -1, -1):
        total = 0.0
        for slot in range(FAN_OUT):
            child = FAN_OUT * node + slot + 1
            weight = np.inf  # nothing below this child: no point is beyond it
            if child < inner:
                weight = sums[child]
            elif 0 <= child - first_leaf < len(weights):
                weight = weights[child - first_leaf]
            tree[node, slot] = total if weight < np.inf else np.inf
            total += weight if weight < np.inf else 0.0
        sums[node] = total if tree[node, 0] < np.inf else np.inf
    return float(sums[0])


@jit
def find(tree: Floats, first_leaf: int, point: float) -> int:
    """Return the last leaf before which the weights sum to at most `point` ≥ 0; O(log leaves).

    With `point` uniform in [0, sum), leaf i is found with probability weight(i) / sum. A finite point at or
    beyond the sum gives the last leaf that has a weight.
    """
    node = 0
    while node < first_leaf:
        slot = 0
        for c in range(1, FAN_OUT):
            slot += 1 if tree[node, c] <= point else 0
        point -= tree[node, slot]
        node = FAN_OUT * node + slot + 1
    return node - first_leaf


@jit
def raise_weight(tree: Floats, first_leaf: int, leaf: int, increase: float) -> None:
    """Add `increase` ≥ 0 to the weight of a leaf; O(log leaves)."""
    node = leaf + first_leaf
    while node > 0:
        slot = (node - 1) % FAN_OUT
        node = (node - 1) // FAN_OUT
        for c in range(FAN_OUT):
            tree[node, c] += increase * AFTER[slot, c]
