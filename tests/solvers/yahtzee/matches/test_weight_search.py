"""Corrections one by one: a weight of 0 is the base strategy, and rates are those of a match played apart."""

import numpy as np
import pytest

from solvers.monte_carlo import Estimate
from solvers.yahtzee.matches.matches import match
from solvers.yahtzee.matches.weight_search import (
    SingleWeight,
    WeightContest,
    coordinate_search,
    random_walk,
    single_weights,
)
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.perturbation import Weights, perturbation
from solvers.yahtzee.strategies.strategies import strategy

SEED = 2022


@pytest.fixture(scope="module")
def start():
    return perturbation(REPORT, [0] * 12)


def test_no_step_is_no_change(start):
    walk = random_walk(start, WeightContest(start.base, 50, SEED), steps=0, width=1)
    assert (walk.weights, walk.rate.value, walk.matches) == ((0.0,) * 12, 0.5, 1)


def test_a_walk_is_repeatable_and_measured_on_other_dice(start):
    search, two = (random_walk(start, WeightContest(start.base, 60, SEED), steps=4, width=0.5) for _ in range(2))
    assert search == two
    assert search.matches == 5
    fresh = WeightContest(start.base, 60, SEED).rates(start.reweighed(search.weights), 1)
    assert search.rate.value == pytest.approx(fresh.mean())


def test_coordinates_stay_unless_it_is_significant(start):
    stay = coordinate_search(start, WeightContest(start.base, 2, SEED), rounds=1, step=1e-12)
    assert (stay.weights, stay.matches) == ((0.0,) * 12, 25)


@pytest.mark.slow
def test_coordinates_move_when_it_is_significant(start):
    moved = coordinate_search(start, WeightContest(start.base, 1500, SEED), rounds=1, step=0.5)
    assert any(moved.weights)
    assert set(moved.weights) <= {-0.5, 0.0, 0.5}
    assert moved.rate.samples == 1500


def test_every_weight_is_tried_alone() -> None:
    opponent = strategy("toutes_les_esperances", REPORT)
    weights = single_weights(perturbation(REPORT), WeightContest(opponent, 50, 7), (0.0, 2.0))
    assert [single_weight.name for single_weight in weights] == list(Weights._fields)
    for single_weight in weights:
        # Against itself on exchanged dice each set is won once: the rate is one half, without spread.
        assert (single_weight.rates[0][1].value, single_weight.rates[0][1].error) == (0.5, 0)
        alone = perturbation(REPORT, Weights(**{single_weight.name: 2.0}))
        mine, theirs = match(alone, opponent, "antithetic", 50, 7).scores
        assert single_weight.rates[1][1].value == np.mean((1 + np.sign(mine - theirs)) / 2)


def test_better_is_a_whole_interval_above_one_half() -> None:
    rates = [Estimate(v, 0.01, low, 2 * v - low, 100, 0.95) for v, low in ((0.52, 0.501), (0.52, 0.5), (0.49, 0.48))]
    assert SingleWeight("a", tuple(zip((1.0, 2.0, 3.0), rates, strict=True))).better == (1.0,)


@pytest.mark.slow
def test_the_weights_found_win_more_than_half(start):
    # 40 000 sets leave a standard error of 0.0014, on dice that no search has seen. With a true rate of 0.5 an
    # interval above 0.51 would have probability below 1e-12.
    rates = WeightContest(start.base, 40_000, 77).rates(perturbation(REPORT))
    assert rates.mean() > 0.51
