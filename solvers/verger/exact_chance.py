"""Chances to win as exact fractions."""

from fractions import Fraction
from itertools import islice

from solvers.verger.exact_layers import exact_layers
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard, Strategy, check_strategy
from solvers.verger.positions import positions


def exact_chance(orchard: Orchard, strategy: Strategy = "max", die: Die = DEFAULT_DIE) -> Fraction:
    """Return the chance to win as a reduced fraction.

    Parameters as for `win_chance`. The default game takes some ten milliseconds; time grows with the square
    of the number of throws, for the integers grow too.

    Raises
    ------
    Refusal
        If the strategy is unknown, or positions × basket size exceed 2²⁰: ten trees of ten fruits fit.

    Source: Verger document, section "Calcul informatique", with c in place of c - 1 in the terms of fruit and basket.
    """
    return exact_chances(orchard, strategy, die)[-1]


def exact_chances(orchard: Orchard, strategy: Strategy = "max", die: Die = DEFAULT_DIE) -> tuple[Fraction, ...]:
    """Return the chances to win with 0, 1, …, `orchard.ravens` ravens as reduced fractions, in one pass.

    Parameters and errors as for `exact_chance`.

    Source: Verger document, section "Calcul informatique", with c in place of c - 1 in the terms of fruit and basket.
    """
    check_strategy(strategy)
    layers = islice(exact_layers(positions(orchard.trees), strategy, die), orchard.ravens + 1)
    return tuple(layer.chance(-1, sum(orchard.trees)) for layer in layers)
