import numpy as np
import pytest

from solvers.verger.most_gain import ravens_of_most_gain
from solvers.verger.orchard import Die
from tests.oracles.orchard_exam import chance


@pytest.mark.parametrize("die", [Die(), Die(2, 1, 3, 1)])
def test_against_plain_recursion(die):
    trees, faces, size = (3, 2, 2), (die.tree_faces, die.basket_faces, die.raven_faces), die.basket_size
    gains = [chance(trees, c, "max", faces, size) - chance(trees, c, "min", faces, size) for c in range(16)]
    assert ravens_of_most_gain(trees, "max", "min", die) == gains.index(max(gains))
    assert ravens_of_most_gain(trees, "max", "min", die, most_ravens=1) == 1


def test_strategies_that_agree_gain_most_with_no_raven():
    # One tree leaves no choice: all gains are 0, and the smallest number of ravens is told.
    assert ravens_of_most_gain((4,), "max", "min") == 0
    # From 2 1 a basket of two always leaves one fruit.
    assert ravens_of_most_gain((2, 1), "max", "min", most_ravens=6) == 0


def test_equal_gains_are_compared_as_fractions(monkeypatch):
    """A float that is a rounding error too large does not decide."""
    import solvers.verger.most_gain as module

    rough = {"max": np.array([0.0, 1e-16]), "min": np.zeros(2)}
    monkeypatch.setattr(module, "win_chances", lambda _, strategy, __: rough[strategy])
    assert ravens_of_most_gain((4,), "max", "min", most_ravens=1) == 0


def test_bad_input():
    with pytest.raises(ValueError, match="a strategy is one of"):
        ravens_of_most_gain((2, 1), "greedy", "min")
    with pytest.raises(ValueError, match="must be an integer ≥ 0, got -1"):
        ravens_of_most_gain((2, 1), "max", "min", most_ravens=-1)
