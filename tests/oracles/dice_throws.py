"""Throws by enumerating every die."""

from collections import Counter
from fractions import Fraction
from itertools import product


def throw(dice: int, faces: int, ones: int = 1) -> dict[int, Fraction]:
    """The points of a throw of `dice` dice and their chances."""
    points = Counter(ones if 1 in shown else sum(shown) for shown in product(range(1, faces + 1), repeat=dice))
    return {k: Fraction(count, faces**dice) for k, count in points.items()}


def throws_by_formula(dice: int, faces: int) -> list[dict[int, Fraction]]:
    """The same for 1 … D dice, from throws of one die fewer: for numbers of dice too large to enumerate."""
    without_ones = {0: Fraction(1)}
    result = []
    for d in range(1, dice + 1):
        longer: dict[int, Fraction] = {}
        for points, chance in without_ones.items():
            for face in range(2, faces + 1):
                longer[points + face] = longer.get(points + face, Fraction(0)) + chance / faces
        without_ones = longer
        result.append({1: 1 - Fraction(faces - 1, faces) ** d, **without_ones})
    return result
