from math import comb, sqrt

import numpy as np
import pytest
from scipy import stats

from solvers.monte_carlo import antithetic_mean, coupled_difference, independent_difference, mean, proportion


def test_a_mean_by_hand():
    estimate = mean([1, 2, 3, 4], confidence=0.95)
    assert estimate.value == 2.5
    assert estimate.error == pytest.approx(sqrt(5 / 3 / 4))
    assert estimate.high - estimate.value == pytest.approx(1.959963984540054 * estimate.error)
    assert estimate.value - estimate.low == pytest.approx(estimate.high - estimate.value)
    assert (estimate.samples, estimate.confidence) == (4, 0.95)


def test_counts_are_repeated_samples():
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 50, 7)
    values = rng.normal(size=7)
    counted, repeated = mean(values, counts, 0.9), mean(np.repeat(values, counts), confidence=0.9)
    for field in ("value", "error", "low", "high"):
        assert getattr(counted, field) == pytest.approx(getattr(repeated, field), rel=1e-12)
    assert counted.samples == repeated.samples == counts.sum()


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
@pytest.mark.parametrize(("successes", "samples"), [(0, 1), (1, 1), (0, 30), (30, 30), (3, 17), (4000, 10_000)])
def test_wilson_interval_equals_scipy(successes, samples, confidence):
    estimate = proportion(successes, samples, confidence)
    expected = stats.binomtest(successes, samples).proportion_ci(confidence, method="wilson")
    assert estimate.value == successes / samples
    assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1


@pytest.mark.parametrize("chance", [0.1, 0.5, 0.97])
def test_wilson_coverage_summed_over_all_outcomes(chance):
    samples = 200
    covered = sum(
        comb(samples, k) * chance**k * (1 - chance) ** (samples - k)
        for k in range(samples + 1)
        if proportion(k, samples).low <= chance <= proportion(k, samples).high
    )
    assert covered == pytest.approx(0.95, abs=0.02)


def test_the_interval_of_a_mean_covers_as_often_as_it_says():
    # 2000 intervals of confidence 0.9: the number that cover is binomial, within 6 deviations except once in 10⁹.
    rng = np.random.default_rng(20)
    inside = sum(e.low <= 0.5 <= e.high for e in (mean(rng.random(400), confidence=0.9) for _ in range(2000)))
    assert abs(inside - 1800) < 6 * sqrt(2000 * 0.9 * 0.1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1],), "at least 2 samples, got 1"),
        (([],), "at least 2 samples, got 0"),
        (([1, 2], [0, 1]), "at least 2 samples, got 1"),
        (([1, np.nan],), "finite"),
        (([1, 2], [3, -1]), "at least 0"),
        (([1, 2], [3]), "one length"),
        (([[1, 2]],), "vectors"),
        (([1, 2], None, 1), "strictly between 0 and 1, got 1"),
        (([1, 2], None, 0), "strictly between 0 and 1, got 0"),
        (([1, 2], None, float("nan")), "strictly between 0 and 1, got nan"),
    ],
)
def test_bad_samples_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        mean(*arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0), "samples ≥ 1, got 0 of 0"),
        ((-1, 5), "got -1 of 5"),
        ((6, 5), "got 6 of 5"),
        ((1, 5, 1.5), "strictly between 0 and 1, got 1.5"),
    ],
)
def test_bad_shares_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        proportion(*arguments)


def test_an_independent_difference_by_hand():
    found = independent_difference([1, 2, 3, 4], [0, 2])
    assert found.value == 1.5
    assert found.error == pytest.approx(sqrt(5 / 3 / 4 + 2 / 2))
    assert found.high - found.value == pytest.approx(1.959963984540054 * found.error)
    assert found.samples == 6


def test_a_coupled_difference_is_the_mean_of_the_differences():
    found = coupled_difference([3, 5, 10], [1, 4, 7])
    assert (found.value, found.samples) == (2, 3)
    assert found.error == pytest.approx(1 / sqrt(3))


def test_an_antithetic_mean_is_that_of_the_sets():
    found = antithetic_mean([[0, 1], [1, 0], [0, 4]])
    assert (found.value, found.samples) == (1, 3)
    assert found.error == pytest.approx(sqrt(3 / 4 / 3))


@pytest.mark.slow
def test_intervals_of_dependent_samples_cover_as_promised():
    # Of 4000 intervals 3800 ± 6 standard deviations hold the truth, up to the normal approximation: a right program
    # fails with probability below 1e-8 (seed recorded).
    rng = np.random.default_rng(5)
    held = np.zeros(3)
    for _ in range(4000):
        noise, own = rng.normal(size=100), rng.normal(size=(2, 100))
        intervals = (
            independent_difference(own[0] + 1, own[1]),
            coupled_difference(noise + own[0] + 1, noise + own[1]),
            antithetic_mean(np.stack([1 + noise, 1 - noise / 2], axis=1)),
        )
        held += [estimate.low <= 1 <= estimate.high for estimate in intervals]
    assert (np.abs(held - 3800) < 6 * sqrt(4000 * 0.95 * 0.05)).all()


def test_bad_sets_are_refused():
    with pytest.raises(ValueError, match=r"come in pairs, got shapes \(2,\) and \(3,\)"):
        coupled_difference([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="one row a set"):
        antithetic_mean([1, 2, 3])
    with pytest.raises(ValueError, match="at least 2 samples, got 1"):
        independent_difference([1, 2], [1])
