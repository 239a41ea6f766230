from math import sqrt

import numpy as np
import pytest

from solvers.verger.exact_chance import exact_chance
from solvers.verger.expected_length import expected_length
from solvers.verger.orchard import DEFAULT_GAME, STRATEGIES, Die, Orchard
from solvers.verger.simulate import Simulation, simulate
from tests.solvers.verger.zoo import expected

SEED = 4
GAMES = 20_000
# Six standard errors: a fair simulation fails one such check with probability below 2e-9, by normal
# approximation; the tests of this file make under 200.
ERRORS = 6


def assert_plausible(simulation, chance, throws):
    error = sqrt(chance * (1 - chance) / simulation.games)
    assert abs(simulation.chance - chance) <= ERRORS * error
    # The length of a game has a deviation no larger than its mean in every game tried here.
    assert abs(simulation.mean_length - throws) <= ERRORS * throws / sqrt(simulation.games)


@pytest.mark.parametrize("die", [Die(), Die(2, 1, 3, 3), Die(0, 1, 1, 9), Die(1, 0, 1), Die(1, 1, 0)])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_small_games_by_distribution(strategy, die):
    for orchard in (Orchard((4, 1), 3), Orchard((2, 2, 1), 2)):
        chance, throws = expected(orchard, strategy, die)
        simulation = simulate(orchard, GAMES, np.random.default_rng(SEED), strategy, die)
        assert_plausible(simulation, float(chance), float(throws))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_default_game_by_distribution(strategy):
    simulation = simulate(DEFAULT_GAME, 2 * 65_536 + 1, np.random.default_rng(SEED), strategy)
    assert simulation.games == 131_073
    assert_plausible(simulation, float(exact_chance(DEFAULT_GAME, strategy)), expected_length(DEFAULT_GAME, strategy))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_finished_games(strategy):
    rng = np.random.default_rng(SEED)
    assert simulate(Orchard((), 3), 10, rng, strategy) == Simulation(10, 10, 0)
    assert simulate(Orchard((), 0), 10, rng, strategy) == Simulation(10, 10, 0)
    assert simulate(Orchard((2,), 0), 10, rng, strategy) == Simulation(10, 0, 0)


def test_the_generator_alone_decides():
    one, two = (simulate(DEFAULT_GAME, 1000, np.random.default_rng(SEED), "random") for _ in range(2))
    assert one == two
    assert one != simulate(DEFAULT_GAME, 1000, np.random.default_rng(SEED + 1), "random")


def test_interval_solves_wilson_s_equation():
    # Its ends are the chances p with |observed - p| = z √(p (1 - p) / n); z = 1.959964 at 95 %.
    simulation = Simulation(50, 11, 0)
    for end in simulation.interval():
        assert abs(0.22 - end) == pytest.approx(1.959964 * sqrt(end * (1 - end) / 50), rel=1e-6)
    assert Simulation(50, 0, 0).interval()[0] == pytest.approx(0, abs=1e-15)
    assert Simulation(50, 50, 0).interval()[1] == pytest.approx(1, abs=1e-15)


def test_interval_holds_the_chance_about_as_often_as_it_says():
    # 400 intervals at 90 %: about 360 hold the chance; outside 360 ± 36 is six standard errors away.
    orchard, rng = Orchard((2, 2), 2), np.random.default_rng(SEED)
    chance = float(exact_chance(orchard))
    intervals = [simulate(orchard, 200, rng).interval(0.9) for _ in range(400)]
    assert 324 <= sum(low <= chance <= high for low, high in intervals) <= 396


@pytest.mark.parametrize("games", [0, -3, 10.0])
def test_bad_games(games):
    with pytest.raises(ValueError, match="games must be an integer ≥ 1"):
        simulate(DEFAULT_GAME, games, np.random.default_rng(SEED))


@pytest.mark.parametrize("confidence", [0, 1, -0.5, float("nan")])
def test_bad_confidence(confidence):
    with pytest.raises(ValueError, match="a confidence lies between 0 and 1"):
        Simulation(10, 5, 0).interval(confidence)


def test_bad_strategy_and_a_plan_too_large():
    with pytest.raises(ValueError, match="a strategy is one of"):
        simulate(DEFAULT_GAME, 1, np.random.default_rng(SEED), "greedy")
    with pytest.raises(ValueError, match="the best plan for 1001 positions and 10000 ravens would need"):
        simulate(Orchard(DEFAULT_GAME.trees, 10_000), 1, np.random.default_rng(SEED), "best", Die(basket_size=10))
