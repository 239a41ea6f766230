from itertools import product

import pytest

from solvers.verger.best_play import positions_short_of_best
from solvers.verger.orchard import DEFAULT_GAME, FIRST_ORCHARD, FIRST_ORCHARD_DIE, STRATEGIES, Die, Orchard
from tests.solvers.verger.zoo import expected


def test_max_is_optimal_in_both_published_games_and_min_is_not():
    assert positions_short_of_best(DEFAULT_GAME) == ()
    assert positions_short_of_best(FIRST_ORCHARD, "max", FIRST_ORCHARD_DIE) == ()
    short = positions_short_of_best(Orchard((2, 2), 2), "min")
    assert short == (Orchard((2, 2), 1), Orchard((2, 2), 2))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_short_of_best_against_plain_recursion(strategy):
    die = Die(2, 1, 1, 3)
    inside = {Orchard(trees, ravens) for trees in product(range(4), range(3), range(2)) for ravens in range(4)}
    short = {o for o in inside if expected(o, strategy, die)[0] < expected(o, "best", die)[0]}
    found = positions_short_of_best(Orchard((3, 2, 1), 3), strategy, die)
    assert set(found) == short
    assert len(found) == len(short)


def test_bad_strategy():
    with pytest.raises(ValueError, match="a strategy is one of"):
        positions_short_of_best(DEFAULT_GAME, "greedy")
