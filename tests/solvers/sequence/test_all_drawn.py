"""The mean number of draws until all were drawn, against sums over subsets and known means."""

from fractions import Fraction

import pytest

from solvers.sequence.all_drawn import mean_draws_until_all
from tests.oracles.phantom_exam import draws_until_all


@pytest.mark.parametrize("weights", [(1,), (1, 1), (1, 2, 3), (7, 1, 64006, 30000, 5), (17, 519, 23375, 9548, 11621)])
def test_a_few_numbers(weights: tuple[int, ...]) -> None:
    assert mean_draws_until_all(weights) == pytest.approx(float(draws_until_all(weights)), rel=1e-11)


@pytest.mark.parametrize("count", [1, 6, 100, 900])
def test_equal_chances(count: int) -> None:
    """n (1 + 1/2 + … + 1/n)."""
    mean = count * sum(Fraction(1, k) for k in range(1, count + 1))
    assert mean_draws_until_all([3] * count) == pytest.approx(float(mean), rel=1e-11)


def test_what_is_never_drawn_is_not_waited_for() -> None:
    assert mean_draws_until_all([0, 2, 0, 2]) == pytest.approx(3)
    assert mean_draws_until_all([0, 0]) == 0
