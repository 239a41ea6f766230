"""Compute the expected number of draws until each number was drawn: the coupon collector with unequal probabilities."""

from collections.abc import Iterable

import numpy as np

STEP = 0.01
"""Step of the trapezoidal rule, in the logarithm of time.

The error decreases like exp(-π² / STEP) for such an integrand.
"""
NEGLIGIBLE = 45.0
"""Negative logarithm of the relative error from the ends of the range of integration."""


def mean_draws_until_all(weights: Iterable[int]) -> float:
    """Return the expected number of independent draws until each number was drawn.

    The probability of a number is its weight over the sum of the weights. Numbers of weight 0 are never drawn and not
    waited for; if all weights are 0, the mean is 0.

    Notes
    -----
    With draws at the times of a Poisson process of rate 1 the numbers come independently, number i by the time t with
    probability 1 - exp(-p(i) t), and the mean of the draws is that of the time: ∫ 1 - Π (1 - exp(-p(i) t)) dt.
    """
    array = np.array([weight for weight in weights if weight], dtype=np.float64)
    if not len(array):
        return 0.0
    chances = array / array.sum()
    low, high = np.log(chances.min()) - NEGLIGIBLE, np.log((NEGLIGIBLE + np.log(len(array))) / chances.min())
    times = np.exp(np.arange(low, high, STEP))
    missing = np.zeros_like(times)
    for chance in chances:
        missing += np.log(-np.expm1(-chance * times))
    return float(-(np.expm1(missing) * times).sum() * STEP)
