"""The mean of the points that a throw really brings when no more than some of them are missing."""

from operator import index

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.dice_battle.throws import throws
from solvers.refusal import Refusal


def useful_points(dice: int, missing: int, faces: int = 6) -> Floats:
    """Return the mean of min(points, m) of a throw of 1, …, D dice: shape (D,).

    Parameters
    ----------
    dice, faces : int
        D ≥ 1, F ≥ 2.
    missing : int
        m ≥ 1, the points that are still missing; from F d up, the mean is EP(d).

    Raises
    ------
    Refusal
        If an argument is outside its range.

    Notes
    -----
    Sums of positive terms, right to a relative error of about 1e-14.

    Source: ours, after Dice Battle report, question 2, whose EP(d) counts points beyond the target too.
    """
    if index(missing) < 1:
        raise Refusal("at least 1 point must be missing, got {missing}", missing=missing)
    chances = throws(dice, faces)
    return chances @ np.minimum(np.arange(chances.shape[1]), missing).astype(np.float64)
