import pytest

from solvers.yahtzee.matches.coordinate_search import coordinate_search
from solvers.yahtzee.matches.weight_search import Contest
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.perturbation import perturbation

SEED = 2022


@pytest.fixture(scope="module")
def start():
    return perturbation(REPORT, [0] * 12)


def test_coordinates_move_only_when_it_is_significant(start):
    stay = coordinate_search(start, Contest(start.base, 2, SEED), rounds=1, step=1e-12)
    assert (stay.weights, stay.matches) == ((0.0,) * 12, 25)
    moved = coordinate_search(start, Contest(start.base, 1500, SEED), rounds=1, step=0.5)
    assert any(moved.weights)
    assert set(moved.weights) <= {-0.5, 0.0, 0.5}
    assert moved.rate.samples == 1500


@pytest.mark.parametrize(("rounds", "step"), [(-1, 1.0), (1, -1.0), (1, float("nan"))])
def test_bad_searches_are_refused(start, rounds, step):
    with pytest.raises(ValueError, match="needs rounds, step ≥ 0"):
        coordinate_search(start, Contest(start.base, 10, 1), rounds=rounds, step=step)
