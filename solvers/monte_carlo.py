"""Estimates from independent samples, at least 2 for a mean, with their confidence intervals.

A confidence is strictly between 0 and 1. Samples out of their range or of another shape are refused.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from solvers.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate and an interval that holds the truth with a stated probability.

    Attributes
    ----------
    value : float
        The estimate: the mean of the samples.
    error : float
        Its standard error, from the samples.
    low, high : float
        The interval.
    samples : int
        How many independent samples were taken.
    confidence : float
        The probability that the interval, before it is drawn, holds the truth; approximate.

    Source: ours; the confidence interval of any textbook of statistics.
    """

    value: float
    error: float
    low: float
    high: float
    samples: int
    confidence: float


def mean(values: ArrayLike, counts: ArrayLike | None = None, confidence: float = 0.95) -> Estimate:
    """Return the mean of independent samples with the interval of the normal law.

    `counts` says how many samples took each of the `values`; without it they are the samples. The interval is
    value ± z · error, right as the number of samples grows. It says nothing when all samples are equal and the true law
    is not constant: `proportion` does.

    Source: ours; the confidence interval of the normal law, as in document 001 (Yahtzee report), section 5.1.
    """
    points = np.asarray(values, dtype=np.float64)
    weights = np.ones(points.shape) if counts is None else np.asarray(counts, dtype=np.float64)
    if points.ndim != 1 or points.shape != weights.shape:
        raise Refusal(
            "samples and counts must be vectors of one length, got {shape} and {other}",
            shape=points.shape,
            other=weights.shape,
        )
    if not np.isfinite(points).all() or not np.isfinite(weights).all() or (weights < 0).any():
        raise Refusal("samples must be finite, and counts at least 0")
    total = int(weights.sum())
    if total < 2:
        raise Refusal("an estimate of the mean needs at least 2 samples, got {total}", total=total)
    center = float(weights @ points) / total
    error = sqrt(float(weights @ (points - center) ** 2) / (total - 1) / total)
    margin = _quantile(confidence) * error
    return Estimate(center, error, center - margin, center + margin, total, confidence)


def proportion(successes: int, samples: int, confidence: float = 0.95) -> Estimate:
    """Return the share of successes among independent samples with E. B. Wilson's interval (1927).

    Unlike that of `mean`, the interval stays within 0 … 1 and has a length even when every sample agrees. There is at
    least one sample.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    if samples < 1 or not 0 <= successes <= samples:
        raise Refusal(
            "needs 0 ≤ successes ≤ samples and samples ≥ 1, got {successes} of {samples}",
            successes=successes,
            samples=samples,
        )
    z, share = _quantile(confidence), successes / samples
    shrink = 1 / (1 + z * z / samples)
    center = shrink * (share + z * z / (2 * samples))
    margin = shrink * z * sqrt(share * (1 - share) / samples + (z / (2 * samples)) ** 2)
    error = sqrt(share * (1 - share) / samples)
    # At 0 or `samples` successes one end is 0 or 1, up to rounding.
    low, high = min(max(0.0, center - margin), share), max(min(1.0, center + margin), share)
    return Estimate(share, error, low, high, samples, confidence)


def independent_difference(first: ArrayLike, second: ArrayLike, confidence: float = 0.95) -> Estimate:
    """Return the difference of two means, `first` minus `second`, from samples that have nothing in common.

    Source: document 001 (Yahtzee report), section 5.1; the interval of the normal law.
    """
    one, two = mean(first, confidence=confidence), mean(second, confidence=confidence)
    value, error = one.value - two.value, sqrt(one.error**2 + two.error**2)
    margin = _quantile(confidence) * error
    return Estimate(value, error, value - margin, value + margin, one.samples + two.samples, confidence)


def coupled_difference(first: ArrayLike, second: ArrayLike, confidence: float = 0.95) -> Estimate:
    """Return the difference of two means, `first` minus `second`, from samples drawn in pairs (coupling).

    The variance falls by twice the covariance of a pair. Source: the Yahtzee report, section 5.2.1.
    """
    one, two = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.shape != two.shape:
        raise Refusal("coupled samples come in pairs, got shapes {shape} and {other}", shape=one.shape, other=two.shape)
    return mean(one - two, confidence=confidence)


def antithetic_mean(sets: ArrayLike, confidence: float = 0.95) -> Estimate:
    """Return the mean of samples drawn in sets whose members depend on each other (antithetic variables).

    The interval is that of the means of `sets`, a row each: narrower than for as many independent samples if the
    members of a set are negatively correlated. Source: the Yahtzee report, section 5.3.1.
    """
    members = np.asarray(sets, dtype=np.float64)
    if members.ndim != 2 or members.shape[1] < 1:
        raise Refusal("antithetic samples are an array of sets, one row a set, got shape {shape}", shape=members.shape)
    return mean(members.mean(axis=1), confidence=confidence)


def _quantile(confidence: float) -> float:
    """Return z such that a standard normal variable lies within ± z with the given probability."""
    if not 0 < confidence < 1:
        raise Refusal("the confidence must be strictly between 0 and 1, got {confidence}", confidence=confidence)
    return NormalDist().inv_cdf((1 + confidence) / 2)
