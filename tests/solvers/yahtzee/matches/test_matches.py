import numpy as np
import pytest

from solvers.yahtzee.matches.matches import YahtzeeMatch, destinies, difference, histogram, match, match_statistics
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.matches.score_distribution import score_distribution
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances
from tests.solvers.yahtzee.zoo import SMALL

RULES = SMALL[4]
SEED, SETS, SIGMAS = 2022, 20_000, 5
"""A right program fails a sampled comparison with probability below 1e-6."""


@pytest.fixture(scope="module")
def players():
    return decision_une(RULES), toutes_les_esperances(RULES).policy


def test_independent_games_have_dice_of_their_own(players):
    scores = match(*players, "independent", SETS, SEED).scores
    assert scores.shape == (2, SETS, 1)
    laws = [score_distribution(player) for player in players]
    won = (scores[0] > scores[1]).mean()
    win, _, _ = laws[0].against(laws[1])
    assert abs(won - win) <= SIGMAS * np.sqrt(win * (1 - win) / SETS)
    correlation = np.corrcoef(scores[:, :, 0])[0, 1]
    assert abs(correlation) <= SIGMAS / np.sqrt(SETS)


def test_coupled_games_share_one_list(players):
    scores = match(*players, "coupled", 500, SEED).scores
    lists = destinies(RULES, 500, SEED)
    for player, own in zip(players, scores[:, :, 0], strict=True):
        np.testing.assert_array_equal(own, play([player], [lists])[0])


@pytest.mark.parametrize("lists", ["game", "turn", "throw"])
def test_antithetic_sets_exchange_the_dice(players, lists):
    scores = match(*players, "antithetic", 500, SEED, lists).scores
    dice = [destinies(RULES, 500, SEED, player) for player in (0, 1)]
    for p, player in enumerate(players):
        np.testing.assert_array_equal(scores[p, :, 0], play([player], [dice[p]], lists=lists)[0])
        np.testing.assert_array_equal(scores[p, :, 1], play([player], [dice[1 - p]], lists=lists)[0])


# Four sets of two games: two won; one won and ahead; one won and behind; both drawn.
FOUR = np.array([[[10, 20], [30, 10], [20, 0], [7, 7]], [[5, 10], [10, 20], [10, 40], [7, 7]]])


def test_sets_are_counted_as_the_report_says_and_numbers_are_those_of_a_player():
    first, second = match_statistics(YahtzeeMatch("antithetic", FOUR))
    assert (first.total_victories, first.partial_victories, first.points) == (1, 1, 1.5)
    assert (second.total_victories, second.partial_victories, second.points) == (0, 1, 0.5)
    assert (first.score.value, second.score.value) == (FOUR[0].mean(), FOUR[1].mean())
    assert (first.wins.value, second.wins.value, first.draws.value) == (4 / 8, 2 / 8, 2 / 8)
    assert first.margin is not None
    assert first.margin.value == (5 + 10 + 20 + 10) / 4
    assert first.quartiles == (7, 10, 20)
    assert first.deviation == pytest.approx(np.std(FOUR[0], ddof=1))
    assert first.score.samples == 4
    level, _ = match_statistics(YahtzeeMatch("coupled", np.ones((2, 3, 1), dtype=np.int64)))
    assert level.margin is None


def test_the_difference_has_the_interval_of_the_method():
    gaps = (FOUR[0] - FOUR[1]).mean(axis=1)
    estimate = difference(YahtzeeMatch("antithetic", FOUR))
    assert (estimate.value, estimate.error) == (gaps.mean(), pytest.approx(gaps.std(ddof=1) / 2))
    single = FOUR[:, :, :1]
    coupled, independent = (difference(YahtzeeMatch(method, single)) for method in ("coupled", "independent"))
    assert coupled.value == independent.value == (single[0] - single[1]).mean()
    assert coupled.error == pytest.approx((single[0] - single[1]).std(ddof=1) / 2)
    assert independent.error == pytest.approx(np.sqrt(single.var(axis=1, ddof=1).sum() / 4))


def test_histogram_counts_every_score():
    lows, tally = histogram(np.array([[0, 9], [10, 35]]))
    assert (lows.tolist(), tally.tolist()) == ([0, 10, 20, 30], [2, 1, 0, 1])
