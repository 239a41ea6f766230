from math import sqrt

import numpy as np
import pytest

from solvers.dice_battle.duel import duel
from solvers.dice_battle.sampling import _cumulative, sample
from solvers.dice_battle.strategies import STRATEGIES, blind, everywhere, from_mixes, uniform

GAMES = 200_000


@pytest.mark.parametrize("game", ["sequential", "simultaneous", "scoreless"])
@pytest.mark.parametrize(
    ("first", "second", "target"),
    [
        ("blind", "random", 30),
        ("sequential", "simultaneous", 30),
        ("one-round", "blind", 1),
        ("random", "sequential", 12),
    ],
)
def test_outcomes_follow_the_exact_chances(game, first, second, target):
    """Each count is binomial: beyond 6 deviations once in 5 · 10⁸ for each of the 36 counts."""
    players = [STRATEGIES[name](7, target) for name in (first, second)]
    result = sample(game, *players, GAMES, seed=11)
    chances = duel(game, *players).chances()
    for count, chance in zip(
        (result.wins, result.draws, result.losses), (chances.win, chances.draw, chances.loss), strict=True
    ):
        assert abs(count - GAMES * chance) <= 6 * sqrt(GAMES * chance * (1 - chance)) + 1e-6
    # 48 intervals in the twelve cases, each missing once in 10⁶; a chance of 0 or 1 is only right up to rounding.
    estimates = (result.gain(1 - 1e-6), *result.chances(1 - 1e-6))
    truths = (chances.gain, chances.win, chances.draw, chances.loss)
    assert all(e.low - 1e-12 <= truth <= e.high + 1e-12 for e, truth in zip(estimates, truths, strict=True))


def test_the_same_seed_plays_the_same_games():
    players = uniform(4, 20), blind(4, 20)
    assert sample("sequential", *players, 500, seed=3) == sample("sequential", *players, 500, seed=3)
    assert sample("sequential", *players, 500, seed=3) != sample("sequential", *players, 500, seed=4)


@pytest.mark.parametrize("excess", [1e-10, -1e-10])
def test_rounded_mixes_draw_only_what_they_hold(excess):
    strategy = everywhere([0, 0.5, 0.5 + excess, 0], 4)
    cumulative = _cumulative(strategy)
    assert cumulative[0, 0] == 0
    assert cumulative[0, 1] == 0.5
    assert (cumulative[0, 2:] == 1).all()
    assert sample("simultaneous", strategy, strategy, 1000, 1).games == 1000


def test_counts_and_estimates():
    result = sample("simultaneous", from_mixes(np.ones((1, 1, 1))), from_mixes(np.ones((1, 1, 1))), 600, seed=0)
    assert result.games == 600
    assert result.seed == 0
    assert result.gain().value == pytest.approx((result.wins - result.losses) / 600)
    assert [e.value for e in result.chances()] == [result.wins / 600, result.draws / 600, result.losses / 600]
    assert result.gain(0.9).confidence == 0.9


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="got 'poker'"):
        sample("poker", blind(2, 3), blind(2, 3), 10, 1)
    with pytest.raises(ValueError, match="same D and N"):
        sample("sequential", blind(2, 3), blind(2, 4), 10, 1)
    with pytest.raises(ValueError, match="at least 1 game and a seed of at least 0, got 0 games"):
        sample("sequential", blind(2, 3), blind(2, 3), 0, 1)
    with pytest.raises(ValueError, match="seed -1"):
        sample("sequential", blind(2, 3), blind(2, 3), 10, -1)
