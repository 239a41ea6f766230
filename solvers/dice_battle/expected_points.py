"""The mean points of a throw, all of them or those that still count, and the number of dice that maximises them.

Without a 1 a die shows (F + 2) / 2 on average, so that with q = (F - 1) / F
EP(d) = (F + 2) / 2 · d qᵈ + 1 - qᵈ. Every function refuses d < 1 and F < 2.

Source: Dice Battle report, question 2, equation (2), generalised from 6 faces to F.
"""

from fractions import Fraction
from math import log
from operator import index

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import FACES, check_throw
from solvers.dice_battle.throws import throws
from solvers.refusal import Refusal


def exact_expected_points(dice: int, faces: int = FACES) -> Fraction:
    """Return EP(d) for d = `dice` as a fraction."""
    check_throw(dice, faces)
    through = Fraction(faces - 1, faces) ** index(dice)
    return Fraction(faces + 2, 2) * dice * through + 1 - through


def blind_choice(dice: int, faces: int = FACES) -> int:
    """Return d*(D), the number of dice in 1 … D of largest EP: min(D, F).

    EP(d + 1) > EP(d) exactly when d < F (F + 1) / (F + 2), which is between F - 1 and F.
    """
    check_throw(dice, faces)
    return min(dice, faces)


def relaxed_maximiser(faces: int = FACES) -> float:
    """Return the real d that maximises EP: 2 / (F + 2) + 1 / ln(F / (F - 1))."""
    check_throw(1, faces)
    return 2 / (faces + 2) + 1 / log(faces / (faces - 1))


def useful_points(dice: int, missing: int, faces: int = FACES) -> Floats:
    """Return the mean of min(points, m) of a throw of 1, …, D dice, shape (D,), m ≥ 1 being the points missing.

    From m = F d up it is EP(d). Right to a relative error of about 1e-14.
    """
    if index(missing) < 1:
        raise Refusal("at least 1 point must be missing, got {missing}", missing=missing)
    chances = throws(dice, faces)
    return chances @ np.minimum(np.arange(chances.shape[1]), missing).astype(np.float64)
