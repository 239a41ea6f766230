from itertools import product

import numpy as np
import pytest

from solvers.verger import heat_maps as module
from solvers.verger.heat_maps import fair_ravens, fair_ravens_map, ravens_of_most_gain, win_chance_map
from solvers.verger.orchard import Die, Orchard
from solvers.verger.win_chance import win_chance
from tests.oracles.orchard_exam import chance
from tests.solvers.verger.zoo import FIRST_ORCHARD, FIRST_ORCHARD_DIE, expected


@pytest.mark.slow
def test_the_document_s_maps():
    chances, fair = win_chance_map(), fair_ravens_map()
    assert chances.shape == fair.shape == (10, 10)
    assert round(float(chances[9, 3]), 2) == 0.68
    assert (np.diff(chances, axis=0) < 0).all()
    assert (np.diff(chances[1:], axis=1) < 0).all()
    for trees, fruits in [(1, 1), (10, 1), (1, 10), (4, 10), (10, 10), (7, 3)]:
        ravens = int(fair[fruits - 1, trees - 1])
        orchard = (fruits,) * trees
        assert chances[fruits - 1, trees - 1] == pytest.approx(win_chance(Orchard(orchard, 9)), rel=1e-14)
        assert win_chance(Orchard(orchard, ravens - 1)) <= 0.5 < win_chance(Orchard(orchard, ravens))


def test_a_map_of_the_game_is_played_with_its_die_the_fullest_tree_first():
    chances, fair = win_chance_map(2, 3, 1), fair_ravens_map(2, 3)
    for trees, fruits in product((1, 2), (1, 2, 3)):
        orchard = Orchard.of_equal_trees(trees, fruits, 1)
        assert chances[fruits - 1, trees - 1] == pytest.approx(float(expected(orchard, "max", Die())[0]))
        enough = [expected(Orchard(orchard.trees, c), "max", Die())[0] * 2 > 1 for c in range(12)].index(True)
        assert fair[fruits - 1, trees - 1] == enough == fair_ravens(orchard.trees)


def test_one_half_is_not_enough():
    # Each throw is a tree or a raven: one fruit and one raven are an even chance, 1/2, so two ravens it takes.
    assert fair_ravens((1,), die=Die(1, 0, 1)) == 2
    # By symmetry n fruits and n ravens on one tree are even for every n; floats alone would not always say so.
    assert [fair_ravens((n,), die=Die(1, 0, 1)) for n in range(1, 40)] == list(range(2, 41))


def test_fair_ravens_of_special_orchards():
    assert fair_ravens(()) == 0
    assert fair_ravens((0, 0)) == 0
    assert fair_ravens((3, 1), die=Die(1, 1, 0)) == 1
    assert fair_ravens(FIRST_ORCHARD.trees, die=FIRST_ORCHARD_DIE) == 5


@pytest.mark.parametrize("die", [Die(), Die(2, 1, 3, 1)])
def test_most_gain_against_plain_recursion(die):
    trees, faces, size = (3, 2, 2), (die.tree_faces, die.basket_faces, die.raven_faces), die.basket_size
    gains = [chance(trees, c, "max", faces, size) - chance(trees, c, "min", faces, size) for c in range(16)]
    assert ravens_of_most_gain(trees, "min", die) == gains.index(max(gains))
    assert ravens_of_most_gain(trees, "min", die, most_ravens=1) == 1


def test_strategies_that_agree_gain_most_with_no_raven():
    # One tree leaves no choice: all gains are 0, and the smallest number of ravens is told.
    assert ravens_of_most_gain((4,), "min") == 0
    # From 2 1 a basket of two always leaves one fruit.
    assert ravens_of_most_gain((2, 1), "min", most_ravens=6) == 0


def test_equal_gains_are_compared_as_fractions(monkeypatch):
    """A float that is a rounding error too large does not decide."""
    rough = {"max": np.array([0.0, 1e-16]), "min": np.zeros(2)}
    monkeypatch.setattr(module, "win_chances", lambda _, strategy, __: rough[strategy])
    assert ravens_of_most_gain((4,), "min", most_ravens=1) == 0
