"""Estimates from independent samples, with their confidence intervals."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike


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
    """

    value: float
    error: float
    low: float
    high: float
    samples: int
    confidence: float


def mean(values: ArrayLike, counts: ArrayLike | None = None, confidence: float = 0.95) -> Estimate:
    """Return the mean of independent samples with the interval of the normal law.

    Parameters
    ----------
    values : float array, shape (n,)
        The samples; or the values they take, when `counts` is given.
    counts : integer array, shape (n,), optional
        How many samples took each value.
    confidence : float
        Strictly between 0 and 1.

    Raises
    ------
    ValueError
        If there are fewer than 2 samples, a value is NaN or infinite, a count is negative, the shapes differ,
        or `confidence` is outside its range.

    Notes
    -----
    The interval is value ± z · error, right as the number of samples grows. It says nothing when all the
    samples are equal and the true law is not constant: `proportion` does.
    """
    points = np.asarray(values, dtype=np.float64)
    weights = np.ones(points.shape) if counts is None else np.asarray(counts, dtype=np.float64)
    if points.ndim != 1 or points.shape != weights.shape:
        raise ValueError(f"samples and counts must be vectors of one length, got {points.shape} and {weights.shape}")
    if not np.isfinite(points).all() or not np.isfinite(weights).all() or (weights < 0).any():
        raise ValueError("samples must be finite, and counts at least 0")
    total = int(weights.sum())
    if total < 2:
        raise ValueError(f"an estimate of the mean needs at least 2 samples, got {total}")
    center = float(weights @ points) / total
    error = sqrt(float(weights @ (points - center) ** 2) / (total - 1) / total)
    margin = _quantile(confidence) * error
    return Estimate(center, error, center - margin, center + margin, total, confidence)


def proportion(successes: int, samples: int, confidence: float = 0.95) -> Estimate:
    """Return the share of successes among independent samples with E. B. Wilson's interval (1927).

    Unlike that of `mean`, the interval stays within 0 … 1 and has a length even when every sample agrees.

    Parameters
    ----------
    successes, samples : int
        0 ≤ successes ≤ samples, samples ≥ 1.
    confidence : float
        Strictly between 0 and 1.

    Raises
    ------
    ValueError
        If an argument is outside its range.
    """
    if samples < 1 or not 0 <= successes <= samples:
        raise ValueError(f"needs 0 ≤ successes ≤ samples and samples ≥ 1, got {successes} of {samples}")
    z, share = _quantile(confidence), successes / samples
    shrink = 1 / (1 + z * z / samples)
    center = shrink * (share + z * z / (2 * samples))
    margin = shrink * z * sqrt(share * (1 - share) / samples + (z / (2 * samples)) ** 2)
    error = sqrt(share * (1 - share) / samples)
    # At 0 or `samples` successes one end is 0 or 1, up to rounding.
    low, high = min(max(0.0, center - margin), share), max(min(1.0, center + margin), share)
    return Estimate(share, error, low, high, samples, confidence)


def _quantile(confidence: float) -> float:
    """Return z such that a standard normal variable lies within ± z with the given probability."""
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence must be strictly between 0 and 1, got {confidence}")
    return NormalDist().inv_cdf((1 + confidence) / 2)
