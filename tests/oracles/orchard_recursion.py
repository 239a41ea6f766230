"""The orchard game by plain recursion over fractions, trees in any order, empty ones kept.

Written from the corrected recursion of document 004: a fruit or a basket keeps the c ravens. A face of an
empty tree is thrown again. Baskets are filled by listing everything that may be taken.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

Trees = tuple[int, ...]


@cache
def outlook(trees: Trees, ravens: int, strategy: str, faces: tuple[int, int, int], size: int) -> tuple[Fraction, ...]:
    """Return the chance to win and the expected number of throws."""
    if not any(trees):
        return Fraction(1), Fraction(0)
    if ravens == 0:
        return Fraction(0), Fraction(0)
    tree_faces, basket_faces, raven_faces = faces
    outcomes = [(raven_faces, outlook(trees, ravens - 1, strategy, faces, size))]
    for tree, fruits in enumerate(trees):
        if fruits:
            outcomes.append((tree_faces, outlook(without(trees, tree), ravens, strategy, faces, size)))
    for left, chance in baskets(trees, ravens, strategy, faces, size):
        outcomes.append((basket_faces * chance, outlook(left, ravens, strategy, faces, size)))
    total = sum(weight for weight, _ in outcomes)
    won, thrown = (sum(weight * outcome[i] for weight, outcome in outcomes) / total for i in (0, 1))
    return won, 1 + thrown


def baskets(
    trees: Trees, ravens: int, strategy: str, faces: tuple[int, int, int], size: int
) -> list[tuple[Trees, Fraction]]:
    """Return what may be left after a basket, each with its probability."""
    picked = min(size, sum(trees))
    fruits = [tree for tree, count in enumerate(trees) for _ in range(count)]
    if strategy == "random-fruit":
        hands = list(combinations(range(len(fruits)), picked))
        return [(without(trees, *(fruits[i] for i in hand)), Fraction(1, len(hands))) for hand in hands]
    if strategy == "best":
        hands = set(combinations(fruits, picked))
        lefts = [without(trees, *hand) for hand in hands]
        return [(max(lefts, key=lambda left: outlook(left, ravens, strategy, faces, size)[0]), Fraction(1))]
    reached = Counter({trees: Fraction(1)})
    for _ in range(picked):
        after: Counter[Trees] = Counter()
        for left, chance in reached.items():
            full = [tree for tree, count in enumerate(left) if count]
            if strategy != "random":
                full = [{"max": max, "min": min}[strategy](full, key=lambda tree, left=left: left[tree])]
            for tree in full:
                after[without(left, tree)] += chance / len(full)
        reached = after
    return list(reached.items())


def without(trees: Trees, *taken: int) -> Trees:
    """Return the trees once each tree in `taken` has lost a fruit, as often as it is named."""
    return tuple(count - taken.count(tree) for tree, count in enumerate(trees))
