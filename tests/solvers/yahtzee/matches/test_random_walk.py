import pytest

from solvers.yahtzee.matches.random_walk import random_walk
from solvers.yahtzee.matches.win_rate import win_rates
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.perturbation import perturbation

SEED = 2022


@pytest.fixture(scope="module")
def start():
    return perturbation(REPORT, [0] * 12)


def test_no_step_is_no_change(start):
    walk = random_walk(start, start.base, sets=50, steps=0, width=1, seed=SEED)
    assert (walk.weights, walk.rate.value, walk.matches) == ((0.0,) * 12, 0.5, 1)


def test_a_walk_is_repeatable_and_measured_on_other_dice(start):
    one, two = (random_walk(start, start.base, sets=300, steps=6, width=0.5, seed=SEED) for _ in range(2))
    assert one == two
    assert one.matches == 7
    fresh = win_rates(start.reweighed(one.weights), start.base, 300, SEED + 1)
    assert one.rate.value == pytest.approx(fresh.mean())


@pytest.mark.parametrize("change", [{"sets": 1}, {"steps": -1}, {"width": -1.0}, {"width": float("nan")}, {"seed": -1}])
def test_bad_walks_are_refused(start, change):
    request = {"sets": 10, "steps": 1, "width": 1.0, "seed": 1, **change}
    with pytest.raises(ValueError, match="needs sets ≥ 2"):
        random_walk(start, start.base, **request)
