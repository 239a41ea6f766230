from math import sqrt

import numpy as np
import pytest
from scipy import stats

from solvers.monte_carlo import antithetic_mean, independent_difference, mean, proportion


def test_a_mean_by_hand():
    estimate = mean([1, 2, 3, 4])
    assert estimate.value == 2.5
    assert estimate.error == pytest.approx(sqrt(5 / 3 / 4))
    assert estimate.high - estimate.value == pytest.approx(1.959963984540054 * estimate.error)
    assert estimate.value - estimate.low == pytest.approx(estimate.high - estimate.value)
    assert (estimate.samples, estimate.confidence) == (4, 0.95)


def test_counts_are_repeated_samples():
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 50, 7)
    values = rng.normal(size=7)
    counted, repeated = mean(values, counts), mean(np.repeat(values, counts))
    for field in ("value", "error", "low", "high"):
        assert getattr(counted, field) == pytest.approx(getattr(repeated, field), rel=1e-12)
    assert counted.samples == repeated.samples == counts.sum()


@pytest.mark.parametrize(("successes", "samples"), [(0, 1), (1, 1), (0, 30), (30, 30), (3, 17), (4000, 10_000)])
def test_wilson_interval_equals_scipy(successes, samples):
    estimate = proportion(successes, samples)
    expected = stats.binomtest(successes, samples).proportion_ci(0.95, method="wilson")
    assert estimate.value == successes / samples
    assert estimate.error == pytest.approx(stats.binom.std(samples, successes / samples) / samples)
    assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


def test_an_independent_difference_by_hand():
    estimate = independent_difference([1, 2, 3, 4], [0, 2])
    assert estimate.value == 1.5
    assert estimate.error == pytest.approx(sqrt(5 / 3 / 4 + 2 / 2))
    assert estimate.high - estimate.value == pytest.approx(1.959963984540054 * estimate.error)
    assert estimate.samples == 6


def test_an_antithetic_mean_is_that_of_the_sets():
    estimate = antithetic_mean([[0, 1], [1, 0], [0, 4]])
    assert (estimate.value, estimate.samples) == (1, 3)
    assert estimate.error == pytest.approx(sqrt(3 / 4 / 3))
