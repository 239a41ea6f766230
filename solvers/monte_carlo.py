"""Estimate means and proportions from independent samples, with confidence intervals of level 95 %.

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
"""The number z such that a standard normal variable lies within ± z with a probability of 95 %."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate from samples: its value, its standard error, and the limits of its 95 % confidence interval."""

    value: float
    error: float
    low: float
    high: float
    samples: int
    confidence: float = CONFIDENCE


def mean(values: ArrayLike, counts: ArrayLike | None = None) -> Estimate:
    """Return the mean of a vector of at least two independent samples, with the interval of the normal distribution.

    `counts` gives how many samples took each of the `values`; without it, the `values` are the samples. The interval is
    value ± z · error, exact in the limit of many samples. If all samples are equal, its length is 0 whatever the true
    distribution: use `proportion` for samples that are mostly equal. InvalidInput for fewer than two samples.
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

    Unlike the interval of `mean`, this interval stays within 0 … 1 and has a positive length even if all samples agree.
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
    """Return the difference of the means of two independent vectors of samples, `first` minus `second`."""
    estimate, two = mean(first), mean(second)
    value, error = estimate.value - two.value, sqrt(estimate.error**2 + two.error**2)
    return Estimate(value, error, value - Z * error, value + Z * error, estimate.samples + two.samples)


def antithetic_mean(sets: ArrayLike) -> Estimate:
    """Return the mean of samples drawn in sets whose members depend on each other (antithetic variables).

    Each row of `sets` is a set. The interval is computed from the means of the sets. It is narrower than the interval
    of as many independent samples if the members of a set are negatively correlated.
    """
    return mean(np.asarray(sets, dtype=np.float64).mean(axis=1))
