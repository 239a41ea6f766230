import numpy as np
import pytest

from solvers.yahtzee.matches.match_statistics import difference, histogram, match_statistics
from solvers.yahtzee.matches.matches import Match

# Four sets of two games: two won; one won and ahead; one won and behind; both drawn.
SETS = np.array([[[10, 20], [30, 10], [20, 0], [7, 7]], [[5, 10], [10, 20], [10, 40], [7, 7]]])


def test_sets_are_counted_as_the_report_says():
    first, second = match_statistics(Match("antithetic", SETS))
    assert (first.total_victories, first.partial_victories, first.points) == (1, 1, 1.5)
    assert (second.total_victories, second.partial_victories, second.points) == (0, 1, 0.5)


def test_numbers_of_a_player():
    first, second = match_statistics(Match("antithetic", SETS))
    assert (first.score.value, second.score.value) == (SETS[0].mean(), SETS[1].mean())
    assert (first.wins.value, second.wins.value, first.draws.value) == (4 / 8, 2 / 8, 2 / 8)
    assert first.margin is not None
    assert first.margin.value == (5 + 10 + 20 + 10) / 4
    assert first.quartiles == (7, 10, 20)
    assert first.deviation == pytest.approx(np.std(SETS[0], ddof=1))
    assert first.score.samples == 4


def test_the_difference_has_the_interval_of_the_method():
    gaps = (SETS[0] - SETS[1]).mean(axis=1)
    found = difference(Match("antithetic", SETS))
    assert (found.value, found.error) == (gaps.mean(), pytest.approx(gaps.std(ddof=1) / 2))
    single = SETS[:, :, :1]
    coupled, independent = (difference(Match(method, single)) for method in ("coupled", "independent"))
    assert coupled.value == independent.value == (single[0] - single[1]).mean()
    assert coupled.error == pytest.approx((single[0] - single[1]).std(ddof=1) / 2)
    assert independent.error == pytest.approx(np.sqrt(single.var(axis=1, ddof=1).sum() / 4))


def test_no_margin_without_victories():
    first, _ = match_statistics(Match("coupled", np.ones((2, 3, 1), dtype=np.int64)))
    assert first.margin is None


def test_histogram_counts_every_score():
    lows, tally = histogram(np.array([[0, 9], [10, 35]]))
    assert (lows.tolist(), tally.tolist()) == ([0, 10, 20, 30], [2, 1, 0, 1])
