"""The mean points of a throw and the number of dice that maximises them.

Without a 1 a die shows (F + 2) / 2 on average, so that with q = (F - 1) / F
EP(d) = (F + 2) / 2 · d qᵈ + 1 - qᵈ.
"""

from fractions import Fraction
from math import log
from operator import index

from solvers.dice_battle.checks import check_throw


def exact_expected_points(dice: int, faces: int = 6) -> Fraction:
    """Return EP(d) for d = `dice` as a fraction.

    Raises
    ------
    Refusal
        If d < 1 or F < 2.

    Source: Dice Battle report, question 2, equation (2), generalised from 6 faces to F.
    """
    check_throw(dice, faces)
    through = Fraction(faces - 1, faces) ** index(dice)
    return Fraction(faces + 2, 2) * dice * through + 1 - through


def blind_choice(dice: int, faces: int = 6) -> int:
    """Return d*(D), the number of dice in 1 … D of largest EP: min(D, F).

    EP(d + 1) > EP(d) exactly when d < F (F + 1) / (F + 2), a number strictly between F - 1 and F; so EP rises
    up to F dice and falls from there, without a tie.

    Raises
    ------
    Refusal
        If D < 1 or F < 2.

    Source: Dice Battle report, question 2, d*(D), generalised from 6 faces to F.
    """
    check_throw(dice, faces)
    return min(dice, faces)


def relaxed_maximiser(faces: int = 6) -> float:
    """Return the real d that maximises EP: 2 / (F + 2) + 1 / ln(F / (F - 1)).

    Raises
    ------
    Refusal
        If F < 2.

    Source: Dice Battle report, question 2, d*, generalised from 6 faces to F.
    """
    check_throw(1, faces)
    return 2 / (faces + 2) + 1 / log(faces / (faces - 1))
