import pytest

from solvers.yahtzee.matches.random_walk import random_walk
from solvers.yahtzee.matches.weight_search import Contest
from solvers.yahtzee.matches.win_rate import win_rates
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.perturbation import perturbation

SEED = 2022


@pytest.fixture(scope="module")
def start():
    return perturbation(REPORT, [0] * 12)


def test_no_step_is_no_change(start):
    walk = random_walk(start, Contest(start.base, 50, SEED), steps=0, width=1)
    assert (walk.weights, walk.rate.value, walk.matches) == ((0.0,) * 12, 0.5, 1)


def test_a_walk_is_repeatable_and_measured_on_other_dice(start):
    one, two = (random_walk(start, Contest(start.base, 300, SEED), steps=6, width=0.5) for _ in range(2))
    assert one == two
    assert one.matches == 7
    fresh = win_rates(start.reweighed(one.weights), start.base, 300, SEED + 1)
    assert one.rate.value == pytest.approx(fresh.mean())


@pytest.mark.parametrize(("steps", "width"), [(-1, 1.0), (1, -1.0), (1, float("nan"))])
def test_bad_walks_are_refused(start, steps, width):
    with pytest.raises(ValueError, match="needs steps, width ≥ 0"):
        random_walk(start, Contest(start.base, 10, 1), steps=steps, width=width)


@pytest.mark.parametrize(("sets", "seed"), [(1, 1), (10, -1)])
def test_bad_contests_are_refused(start, sets, seed):
    with pytest.raises(ValueError, match="needs sets ≥ 2 and seed ≥ 0"):
        Contest(start.base, sets, seed)
