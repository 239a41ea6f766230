"""Estimates from independent samples, at least 2 for a mean, with their confidence intervals of level 95 %.

Source: ours, and any textbook of statistics; the Yahtzee report, sections 5.1, 5.2.1 and 5.3.1.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from solvers.invalid_input import InvalidInput

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""A standard normal variable lies within ± Z with that probability."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of some samples, its standard error, and an interval that contains the true mean with level 95 %."""

    value: float
    error: float
    low: float
    high: float
    samples: int
    confidence: float = CONFIDENCE


def mean(values: ArrayLike, counts: ArrayLike | None = None) -> Estimate:
    """Return the mean of independent samples, a vector, with the interval of the normal distribution.

    `counts` gives how many samples took each of the `values`; without it the `values` are the samples. The interval is
    value ± z · error, exact in the limit of many samples. It is empty of information if all samples are equal but the
    true distribution is not constant; use `proportion` there.
    """
    points = np.asarray(values, dtype=np.float64)
    weights = np.ones(points.shape) if counts is None else np.asarray(counts, dtype=np.float64)
    total = int(weights.sum())
    if total < 2:
        raise InvalidInput("an estimate of the mean needs at least 2 samples, got {total}", total=total)
    center = float(weights @ points) / total
    error = sqrt(float(weights @ (points - center) ** 2) / (total - 1) / total)
    return Estimate(center, error, center - Z * error, center + Z * error, total)


def proportion(successes: int, samples: int) -> Estimate:
    """Return the share of successes among independent samples, at least one, with E. B. Wilson's interval (1927).

    Unlike that of `mean`, the interval stays within 0 … 1 and has a length even when every sample agrees.
    """
    share = successes / samples
    shrink = 1 / (1 + Z * Z / samples)
    center = shrink * (share + Z * Z / (2 * samples))
    margin = shrink * Z * sqrt(share * (1 - share) / samples + (Z / (2 * samples)) ** 2)
    error = sqrt(share * (1 - share) / samples)
    # At 0 or `samples` successes one end is 0 or 1, up to rounding.
    low, high = min(max(0.0, center - margin), share), max(min(1.0, center + margin), share)
    return Estimate(share, error, low, high, samples)


def independent_difference(first: ArrayLike, second: ArrayLike) -> Estimate:
    """Return the difference of two means, `first` minus `second`, from independent samples."""
    estimate, two = mean(first), mean(second)
    value, error = estimate.value - two.value, sqrt(estimate.error**2 + two.error**2)
    return Estimate(value, error, value - Z * error, value + Z * error, estimate.samples + two.samples)


def antithetic_mean(sets: ArrayLike) -> Estimate:
    """Return the mean of samples drawn in sets whose members depend on each other (antithetic variables).

    The interval is that of the means of `sets`, a row each: narrower than for as many independent samples if the
    members of a set are negatively correlated.
    """
    return mean(np.asarray(sets, dtype=np.float64).mean(axis=1))
