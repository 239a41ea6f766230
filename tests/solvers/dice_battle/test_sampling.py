from math import sqrt

import numpy as np
import pytest

from solvers.dice_battle.duel import duel
from solvers.dice_battle.sampling import sample
from solvers.dice_battle.strategies import STRATEGIES, everywhere, from_mixes

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


@pytest.mark.parametrize("excess", [1e-10, -1e-10])
def test_rounded_mixes_draw_only_what_they_hold(excess):
    """A mix of two dice and three that sums to nearly 1 plays as the one that sums to 1, never one die or four."""
    rounded, whole = everywhere([0, 0.5, 0.5 + excess, 0], 4), everywhere([0, 0.5, 0.5, 0], 4)
    assert sample("simultaneous", rounded, rounded, 1000, 1) == sample("simultaneous", whole, whole, 1000, 1)


def test_counts_and_estimates():
    result = sample("simultaneous", from_mixes(np.ones((1, 1, 1))), from_mixes(np.ones((1, 1, 1))), 600, seed=0)
    assert result.games == 600
    assert result.gain().value == pytest.approx((result.wins - result.losses) / 600)
    assert [e.value for e in result.chances()] == [result.wins / 600, result.draws / 600, result.losses / 600]
