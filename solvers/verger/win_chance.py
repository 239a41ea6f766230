"""The chance to win, in double precision."""

from itertools import islice

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy, check_strategy
from solvers.verger.positions import positions
from solvers.verger.raven_layers import raven_layers


def win_chance(orchard: Orchard, strategy: Strategy = "max", die: Die = DEFAULT_DIE) -> float:
    """Return the chance to win.

    Parameters
    ----------
    orchard : Orchard
        Trees of any sizes; a game without fruit is won, one with fruit and without ravens lost.
    strategy : {"max", "min", "random", "random-fruit", "best"}
        How baskets are filled.
    die : Die
        The faces, and how many fruits a basket holds.

    Raises
    ------
    Refusal
        If the strategy is unknown, or positions × trees or positions × basket size exceed 2²⁵.

    Notes
    -----
    Every operation adds or multiplies positive numbers, so the relative error stays near 10⁻¹⁶ per throw;
    it is not certified: `exact_chance` is.

    Source: Verger document, section "Calcul informatique", with c in place of c - 1 in the terms of fruit and basket.
    """
    return float(win_chances(orchard, strategy, die)[-1])


def win_chances(orchard: Orchard, strategy: Strategy = "max", die: Die = DEFAULT_DIE) -> Floats:
    """Return the chance to win with 0, 1, …, `orchard.ravens` ravens, shape (ravens + 1,).

    Parameters and errors as for `win_chance`.

    Source: Verger document, section "Calcul informatique", with c in place of c - 1 in the terms of fruit and basket.
    """
    check_strategy(strategy)
    layers = raven_layers(positions(orchard.trees), strategy, die)
    return np.array([layer.chance[0, -1] for layer in islice(layers, orchard.ravens + 1)])
