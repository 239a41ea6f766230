import numpy as np
import pytest

from solvers.yahtzee.matches.matches import destinies, match
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.matches.score_law import score_law
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances
from tests.solvers.yahtzee.zoo import SMALL

RULES = SMALL[4]
SEED, SETS, SIGMAS = 2022, 20_000, 5
"""A right program fails a sampled comparison with probability below 1e-6."""


@pytest.fixture(scope="module")
def players():
    return decision_une(RULES), esperances_policy(toutes_les_esperances(RULES))


def test_independent_games_have_dice_of_their_own(players):
    scores = match(*players, "independent", SETS, SEED).scores
    assert scores.shape == (2, SETS, 1)
    laws = [score_law(player) for player in players]
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


@pytest.mark.parametrize("lists", ["game", "turn", "throw"])
def test_fresh_lists_change_the_law_of_no_player(players, lists):
    scores = match(*players, "coupled", SETS, SEED, lists).scores[:, :, 0]
    for player, own in zip(players, scores, strict=True):
        law = score_law(player)
        assert abs(own.mean() - law.mean) <= SIGMAS * law.deviation / np.sqrt(SETS)


def test_the_seed_fixes_the_match(players):
    one, same, other = (match(*players, "independent", 200, seed).scores for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert (one != other).any()
