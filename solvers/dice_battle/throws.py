"""Compute the probabilities of the points of a throw, with and without a 1, and their means, as floats or fractions.

A throw of d dice with faces 1 … F scores the sum of the dice, or a fixed number of points (1 in the game, 0 in the
variant of question 6) as soon as one die shows a 1. InvalidInput for D < 1, F < 2 and tables above 1 GiB.

Without a 1 a die shows (F + 2) / 2 on average, so that with q = (F - 1) / F EP(d) = (F + 2) / 2 · d qᵈ + 1 - qᵈ.

Source: Dice Battle report, questions 1 and 2, equations (1) and (2), generalised from 6 faces to F.
"""

from fractions import Fraction
from math import log
from operator import index

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import FACES, check_throw
from solvers.invalid_input import InvalidInput


def throws(dice: int, faces: int = FACES, ones: int = 1) -> Floats:
    """Return P(d, k) for every d ≤ D, shape (D, F D + 1): row d - 1, column k; `ones` are the points of a 1, 1 or 0.

    Every entry is a sum of positive terms with a relative error of about d · 2⁻⁵³; a probability below
    1e-308 is 0. A row sums to 1 within 1e-14, not exactly.
    """
    table = throws_without_ones(dice, faces)
    through = ((faces - 1) / faces) ** np.arange(1, dice + 1)
    table *= through[:, np.newaxis]
    table[:, ones] = 1 - through
    return table


def points_of(dice: int, points: Floats | None, ones: int = 1) -> Floats:
    """Return the table `points`, or if it is None the table of P(d, k) of six-faced dice: shape (D, 6 D + 1).

    P(d, k) is the probability that d dice score k points. A caller's table defines another rule for the points of a
    throw, in which d dice score 0, 1 or d … 6 d points.
    """
    return throws(dice, ones=ones) if points is None else points


def throws_without_ones(dice: int, faces: int = FACES) -> Floats:
    """Return Q(d, k), the chance that d dice score k points and no die shows a 1, for d ≤ D: shape (D, F D + 1)."""
    check_throw(dice, faces)
    table = np.zeros((dice, faces * dice + 1))
    before = np.zeros(faces * dice + 1)
    before[0] = 1
    for row in table:
        for face in range(2, faces + 1):
            row[face:] += before[:-face] / (faces - 1)
        before = row
    return table


def exact_throw(dice: int, faces: int = FACES, ones: int = 1) -> tuple[Fraction, ...]:
    """Return the exact chances P(d, k) that d = `dice` dice score k points, for k = 0 … F d."""
    points = [Fraction(count, faces**dice) for count in _ways(dice, faces)]
    points[ones] = 1 - Fraction(faces - 1, faces) ** dice
    return tuple(points)


def exact_throw_without_ones(dice: int, faces: int = FACES) -> tuple[Fraction, ...]:
    """Return the exact chances Q(d, k), k = 0 … F d, of k points with d = `dice` dice, given that no die shows a 1."""
    return tuple(Fraction(count, (faces - 1) ** dice) for count in _ways(dice, faces))


def _ways(dice: int, faces: int) -> list[int]:
    """Return the numbers of throws of `dice` dice without a 1, by their sum 0 … F d."""
    check_throw(dice, faces)
    ways = [1]
    for _ in range(index(dice)):
        longer = [0] * (len(ways) + faces)
        for points, count in enumerate(ways):
            for face in range(2, faces + 1):
                longer[points + face] += count
        ways = longer
    return ways


def exact_expected_points(dice: int, faces: int = FACES) -> Fraction:
    """Return the expected points EP(d) of a throw of d = `dice` dice, as a fraction."""
    check_throw(dice, faces)
    through = Fraction(faces - 1, faces) ** index(dice)
    return Fraction(faces + 2, 2) * dice * through + 1 - through


def expected_points(dice: Floats) -> Floats:
    """Return the formula EP(d) of the expected points of d dice, for real numbers d (the relaxation of question 2)."""
    through: Floats = ((FACES - 1) / FACES) ** dice
    return (FACES + 2) / 2 * dice * through + 1 - through


def blind_choice(dice: int, faces: int = FACES) -> int:
    """Return the number of dice d in 1 … D with the most expected points EP(d): min(D, F), called d*(D) in the report.

    EP(d + 1) > EP(d) exactly when d < F (F + 1) / (F + 2), which is between F - 1 and F.
    """
    check_throw(dice, faces)
    return min(dice, faces)


def relaxed_maximiser(faces: int = FACES) -> float:
    """Return the real number d that maximises the expected points EP(d): 2 / (F + 2) + 1 / ln(F / (F - 1))."""
    check_throw(1, faces)
    return 2 / (faces + 2) + 1 / log(faces / (faces - 1))


def useful_points(dice: int, missing: int, faces: int = FACES) -> Floats:
    """Return the mean points of a throw of 1, …, D dice when points above m = `missing` ≥ 1 do not count: shape (D,).

    From m = F d on, the mean is EP(d). The relative error is about 1e-14.
    """
    if index(missing) < 1:
        raise InvalidInput("the player must be at least 1 point short of the target, got {missing}", missing=missing)
    chances = throws(dice, faces)
    return chances @ np.minimum(np.arange(chances.shape[1]), missing).astype(np.float64)
