from itertools import combinations

import numpy as np
import pytest

from answers.classroom.fairness.choose import choose
from answers.classroom.fairness.shared import Shared


def random_candidates(count: int, seed: int) -> Shared:
    generator = np.random.default_rng(seed)
    points = generator.uniform(0, 10, (count, count))
    copied = np.triu(points, 1) + np.triu(points, 1).T
    return Shared(copied, generator.uniform(0, 1, count))


def cost(shared: Shared, places: tuple[int, ...]) -> float:
    """What is made small, from its definition."""
    middle = np.median(shared.guessed)
    pairs = sum(shared.copied[a, b] ** 2 for a, b in combinations(places, 2))
    return float(pairs + len(places) * sum((shared.guessed[a] - middle) ** 2 for a in places))


def test_those_who_share_nothing_are_chosen() -> None:
    copied = np.ones((6, 6)) - np.eye(6)
    for a, b in combinations((1, 3, 4), 2):
        copied[a, b] = copied[b, a] = 0
    assert sorted(choose(Shared(copied, np.zeros(6)), 3)) == [1, 3, 4]


@pytest.mark.parametrize("seed", range(5))
def test_no_exchange_of_one_helps(seed: int) -> None:
    shared = random_candidates(12, seed)
    found = choose(shared, 4)
    assert len(set(found)) == 4
    least = cost(shared, found)
    for old in found:
        for new in set(range(12)) - set(found):
            assert cost(shared, (*set(found) - {old}, new)) >= least - 1e-9


def test_it_is_near_the_least_of_all() -> None:
    """Over 20 small cases, all solved by trying every choice: never more than a quarter above the least."""
    for seed in range(20):
        shared = random_candidates(9, 100 + seed)
        least = min(cost(shared, places) for places in combinations(range(9), 3))
        assert cost(shared, choose(shared, 3)) <= 1.25 * least


def test_fixed_ones_count_and_are_not_chosen_again() -> None:
    copied = np.zeros((4, 4))
    copied[0, 1] = copied[1, 0] = 5
    assert set(choose(Shared(copied, np.zeros(4)), 2, fixed=(0,))) == {2, 3}


def test_a_seed_that_is_much_easier_is_left_out() -> None:
    assert 2 not in choose(Shared(np.zeros((4, 4)), np.array([1.0, 1.1, 9.0, 1.2])), 3)


def test_there_must_be_enough() -> None:
    with pytest.raises(ValueError, match="3 of 2 candidates"):
        choose(random_candidates(3, 0), 3, fixed=(1,))
    assert choose(random_candidates(3, 0), 0) == ()
