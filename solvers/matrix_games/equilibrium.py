"""Define the result of the solvers of zero-sum games: two mixed strategies and their guarantees.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 4 and 6; von Neumann's minimax theorem (1928).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Self

import numpy as np

from solvers.compiled.arrays import Floats


@dataclass(frozen=True, slots=True)
class MixedStrategy:
    """A probability distribution over the `size` pure strategies of a player, exact."""

    size: int
    support: tuple[int, ...]
    """The pure strategies with positive probability, in increasing order."""
    weights: tuple[Fraction, ...]
    """The probabilities of the strategies in `support`: positive, of sum 1."""

    @classmethod
    def proportional(cls, size: int, indices: Sequence[int], weights: Sequence[int]) -> Self:
        """Return the strategy that plays distinct indices in proportion to integer weights, at least 0, not all 0."""
        total = sum(weights)
        played = sorted((int(index), weight) for index, weight in zip(indices, weights, strict=True) if weight)
        support = tuple(index for index, _ in played)
        return cls(size, support, tuple(Fraction(weight, total) for _, weight in played))

    @property
    def integer_weights(self) -> tuple[list[int], int]:
        """The weights over their smallest common denominator, as numerators and this denominator."""
        total = lcm(*(weight.denominator for weight in self.weights))
        return [weight.numerator * (total // weight.denominator) for weight in self.weights], total

    @property
    def probabilities(self) -> Floats:
        """The whole distribution in floating point, shape (size,)."""
        result = np.zeros(self.size)
        result[list(self.support)] = [float(weight) for weight in self.weights]
        return result


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Two mixed strategies of a zero-sum game, whose row player maximises, with a proved interval of its value."""

    row: MixedStrategy
    column: MixedStrategy
    lower: Fraction
    """The smallest payoff of `row` over all columns, exact: the strategy guarantees this payoff."""
    upper: Fraction
    """The largest payoff against `column` over all rows, exact; the value of the game is from `lower` to `upper`."""
    note: str = ""
    """The reason why the value is only known to lie in the interval; empty if it is exact."""

    @classmethod
    def pure(cls, shape: tuple[int, ...], row: int, column: int, value: int) -> Self:
        """Return the pure equilibrium of a row and a column that are best replies to each other, of value `value`."""
        strategies = [MixedStrategy.proportional(shape[axis], [index], [1]) for axis, index in enumerate((row, column))]
        return cls(strategies[0], strategies[1], Fraction(value), Fraction(value))

    @property
    def regret(self) -> Fraction:
        """The width of the certified interval; 0 if both strategies are optimal."""
        return self.upper - self.lower

    @property
    def value(self) -> Fraction | None:
        """The exact value of the game, or None when only the interval is certified."""
        return self.lower if self.lower == self.upper else None

    @property
    def approximate_value(self) -> float:
        """The middle of the certified interval, in floating point."""
        return float((self.lower + self.upper) / 2)
