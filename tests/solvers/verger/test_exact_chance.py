from fractions import Fraction
from itertools import product

import pytest

from solvers.verger.exact_chance import exact_chance, exact_chances, positions_short
from solvers.verger.orchard import DEFAULT_GAME, STRATEGIES, Die, Orchard
from solvers.verger.win_chance import win_chance
from tests.solvers.verger.zoo import FIRST_ORCHARD, FIRST_ORCHARD_DIE, expected


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_floats_agree_on_the_default_game(strategy):
    exact = exact_chance(DEFAULT_GAME, strategy)
    assert win_chance(DEFAULT_GAME, strategy) == pytest.approx(float(exact), rel=2e-15)


def test_one_pass_for_every_number_of_ravens():
    ladder = exact_chances(Orchard((3, 2, 1), 4), "min")
    assert ladder == tuple(expected(Orchard((3, 2, 1), ravens), "min", Die())[0] for ravens in range(5))


def test_max_is_optimal_in_both_published_games_and_min_is_not():
    assert positions_short(DEFAULT_GAME) == ()
    assert positions_short(FIRST_ORCHARD, "max", FIRST_ORCHARD_DIE) == ()
    short = positions_short(Orchard((2, 2), 2), "min")
    assert short == (Orchard((2, 2), 1), Orchard((2, 2), 2))


@pytest.mark.parametrize("of", ["best", "max"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_positions_that_fall_short_against_plain_recursion(strategy, of):
    die = Die(2, 1, 1, 3)
    inside = {Orchard(trees, ravens) for trees in product(range(4), range(3), range(2)) for ravens in range(4)}
    lost = {o: expected(o, of, die)[0] - expected(o, strategy, die)[0] for o in inside}
    for by in (Fraction(0), Fraction(1, 100)):
        orchards = positions_short(Orchard((3, 2, 1), 3), strategy, die, of=of, by=by)
        assert set(orchards) == {orchard for orchard, loss in lost.items() if loss > by}
        assert len(orchards) == len(set(orchards))
