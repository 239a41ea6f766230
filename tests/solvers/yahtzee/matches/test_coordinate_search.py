import pytest

from solvers.yahtzee.matches.coordinate_search import coordinate_search
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.perturbation import perturbation

SEED = 2022


@pytest.fixture(scope="module")
def start():
    return perturbation(REPORT, [0] * 12)


def test_coordinates_move_only_when_it_is_significant(start):
    stay = coordinate_search(start, start.base, sets=2, rounds=1, step=1e-12, seed=SEED)
    assert (stay.weights, stay.matches) == ((0.0,) * 12, 25)
    moved = coordinate_search(start, start.base, sets=1500, rounds=1, step=0.5, seed=SEED)
    assert any(moved.weights)
    assert set(moved.weights) <= {-0.5, 0.0, 0.5}
    assert moved.rate.samples == 1500


@pytest.mark.parametrize("change", [{"sets": 1}, {"rounds": -1}, {"step": -1.0}, {"seed": -1}])
def test_bad_searches_are_refused(start, change):
    request = {"sets": 10, "rounds": 1, "step": 1.0, "seed": 1, **change}
    with pytest.raises(ValueError, match="needs sets ≥ 2"):
        coordinate_search(start, start.base, **request)
