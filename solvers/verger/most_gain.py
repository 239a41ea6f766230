"""Where the choice of the fruits matters most."""

from fractions import Fraction
from typing import Final

import numpy as np

from solvers.verger.exact_chance import exact_chance
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy
from solvers.verger.win_chance import win_chances

NEAR: Final = 1e-9
"""Gains in double precision this near to each other are compared as fractions; their error is far smaller."""


def ravens_of_most_gain(
    trees: tuple[int, ...], strategy: Strategy, other: Strategy, die: Die = DEFAULT_DIE, *, most_ravens: int = 40
) -> int:
    """Return the number of ravens with which `strategy` wins more often than `other` by most, 0 … `most_ravens`.

    The smallest one if several are best. Parameters and errors as for `win_chance`, and as for `exact_chance` where
    two numbers of ravens are nearly as good.

    Source: Verger document, section "Quelques graphiques", first plot: the curves by strategy; their gap is ours.
    """
    orchard = Orchard(trees, most_ravens)
    gains = win_chances(orchard, strategy, die) - win_chances(orchard, other, die)
    near = [int(ravens) for ravens in np.flatnonzero(gains > gains.max() - NEAR)]
    if len(near) == 1:
        return near[0]
    return max(near, key=lambda ravens: _gain(Orchard(trees, ravens), strategy, other, die))


def _gain(orchard: Orchard, strategy: Strategy, other: Strategy, die: Die) -> Fraction:
    return exact_chance(orchard, strategy, die) - exact_chance(orchard, other, die)
