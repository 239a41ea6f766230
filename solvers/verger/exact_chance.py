"""The chance to win as an exact fraction."""

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
    ValueError
        If the strategy is unknown, or positions × basket size exceed 2²⁰: ten trees of ten fruits fit.
    """
    check_strategy(strategy)
    layers = exact_layers(positions(orchard.trees), strategy, die)
    return next(islice(layers, orchard.ravens, None)).chance(-1, sum(orchard.trees))
