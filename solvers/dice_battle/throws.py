"""The points of a throw: P(d, k), and Q(d, k) when no die shows a 1.

A throw of d dice with faces 1 … F scores the sum of the dice, or a fixed number of points (1 in the game, 0 in
the variant of question 6) as soon as one die shows a 1.
"""

from fractions import Fraction
from operator import index

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import check_throw
from solvers.refusal import Refusal


def throws(dice: int, faces: int = 6, ones: int = 1) -> Floats:
    """Return P(d, k) for every d ≤ D, as an array of shape (D, F D + 1): row d - 1, column k.

    Parameters
    ----------
    dice : int
        D ≥ 1; the table must stay below 1 GiB.
    faces : int
        F ≥ 2.
    ones : int
        Points of a throw in which a die shows a 1: 1, or 0 in the variant of question 6.

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Notes
    -----
    Every entry is a sum of positive terms, right to a relative error of about d · 2⁻⁵³; a probability below
    1e-308 is 0. A row sums to 1 within 1e-14, not exactly.

    Source: Dice Battle report, question 1, P(d, k), generalised from 6 faces to F; zero points for a 1: question 6.
    """
    _check_ones(ones)
    table = throws_without_ones(dice, faces)
    through = ((faces - 1) / faces) ** np.arange(1, dice + 1)
    table *= through[:, np.newaxis]
    table[:, ones] = 1 - through
    return table


def throws_without_ones(dice: int, faces: int = 6) -> Floats:
    """Return Q(d, k), the chances when no die shows a 1, for every d ≤ D: shape (D, F D + 1).

    Computed by the recurrence of question 1, one die after the other.

    Raises
    ------
    Refusal
        If D < 1, F < 2 or the table would take more than 1 GiB.

    Source: Dice Battle report, question 1, equation (1).
    """
    check_throw(dice, faces)
    table = np.zeros((dice, faces * dice + 1))
    before = np.zeros(faces * dice + 1)
    before[0] = 1
    for row in table:
        for face in range(2, faces + 1):
            row[face:] += before[:-face] / (faces - 1)
        before = row
    return table


def exact_throw(dice: int, faces: int = 6, ones: int = 1) -> tuple[Fraction, ...]:
    """Return P(d, k) for d = `dice` as fractions, k = 0 … F d.

    Raises
    ------
    Refusal
        If an argument is outside its range (see `throws`).

    Source: Dice Battle report, question 1, P(d, k).
    """
    _check_ones(ones)
    ways = _ways(dice, faces)
    points = [Fraction(count, faces**dice) for count in ways]
    points[ones] = 1 - Fraction(faces - 1, faces) ** dice
    return tuple(points)


def exact_throw_without_ones(dice: int, faces: int = 6) -> tuple[Fraction, ...]:
    """Return Q(d, k) for d = `dice` as fractions, k = 0 … F d.

    Raises
    ------
    Refusal
        If D < 1, F < 2 or the table of `throws` would take more than 1 GiB.

    Source: Dice Battle report, question 1, Q(d, k), by counting.
    """
    return tuple(Fraction(count, (faces - 1) ** dice) for count in _ways(dice, faces))


def _ways(dice: int, faces: int) -> list[int]:
    """Count the throws of `dice` dice without a 1, by their sum 0 … F d."""
    check_throw(dice, faces)
    ways = [1]
    for _ in range(index(dice)):
        longer = [0] * (len(ways) + faces)
        for points, count in enumerate(ways):
            for face in range(2, faces + 1):
                longer[points + face] += count
        ways = longer
    return ways


def _check_ones(ones: int) -> None:
    if ones not in (0, 1):
        raise Refusal("a throw with a 1 scores 1 point, or 0 in the variant, got {ones}", ones=ones)
