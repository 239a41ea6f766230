import pytest

from solvers.yahtzee.coordinate_search import coordinate_search
from solvers.yahtzee.perturbation import perturbation
from solvers.yahtzee.random_walk import random_walk
from solvers.yahtzee.rules import REPORT
from solvers.yahtzee.win_rate import win_rates

SEED = 2022


@pytest.fixture(scope="module")
def start():
    return perturbation(REPORT, [0] * 12)


def test_equal_players_share_the_games(start):
    assert (win_rates(start, start.base, 50, SEED) == 0.5).all()


def test_no_step_is_no_change(start):
    walk = random_walk(start, start.base, sets=50, steps=0, width=1, seed=SEED)
    assert (walk.weights, walk.rate.value, walk.matches) == ((0.0,) * 12, 0.5, 1)


def test_a_walk_is_repeatable_and_measured_on_other_dice(start):
    one, two = (random_walk(start, start.base, sets=300, steps=6, width=0.5, seed=SEED) for _ in range(2))
    assert one == two
    assert one.matches == 7
    fresh = win_rates(start.reweighed(one.weights), start.base, 300, SEED + 1)
    assert one.rate.value == pytest.approx(fresh.mean())


def test_coordinates_move_only_when_it_is_significant(start):
    stay = coordinate_search(start, start.base, sets=2, rounds=1, step=1e-12, seed=SEED)
    assert (stay.weights, stay.matches) == ((0.0,) * 12, 25)
    moved = coordinate_search(start, start.base, sets=1500, rounds=1, step=0.5, seed=SEED)
    assert any(moved.weights)
    assert set(moved.weights) <= {-0.5, 0.0, 0.5}
    assert moved.rate.samples == 1500


@pytest.mark.slow
def test_the_weights_found_win_more_than_half(start):
    # 40 000 sets leave a standard error of 0.0014, on dice that no search has seen. With a true rate of 0.5 an
    # interval above 0.51 would have probability below 1e-12.
    rates = win_rates(perturbation(REPORT), start.base, 40_000, seed=77)
    assert rates.mean() > 0.51


@pytest.mark.parametrize("change", [{"sets": 1}, {"steps": -1}, {"width": -1.0}, {"width": float("nan")}, {"seed": -1}])
def test_bad_walks_are_refused(start, change):
    request = {"sets": 10, "steps": 1, "width": 1.0, "seed": 1, **change}
    with pytest.raises(ValueError, match="needs sets ≥ 2"):
        random_walk(start, start.base, **request)


@pytest.mark.parametrize("change", [{"sets": 1}, {"rounds": -1}, {"step": -1.0}, {"seed": -1}])
def test_bad_searches_are_refused(start, change):
    request = {"sets": 10, "rounds": 1, "step": 1.0, "seed": 1, **change}
    with pytest.raises(ValueError, match="needs sets ≥ 2"):
        coordinate_search(start, start.base, **request)
