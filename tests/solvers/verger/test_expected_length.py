import pytest

from solvers.verger.expected_length import expected_length
from solvers.verger.orchard import DEFAULT_GAME, STRATEGIES, Orchard
from tests.solvers.verger.zoo import DICE, TREES, expected


# Without `best`: equally good baskets may make games of different lengths; test_absorbing holds it.
@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("strategy", ["max", "min", "random", "random-fruit"])
def test_the_zoo_against_plain_recursion(strategy, die):
    for trees in TREES:
        for ravens in range(4):
            orchard = Orchard(trees, ravens)
            _, throws = expected(orchard, strategy, die)
            assert expected_length(orchard, strategy, die) == pytest.approx(float(throws), rel=1e-13)


def test_a_finished_game_has_no_throw():
    assert expected_length(Orchard((), 0)) == expected_length(Orchard((1,), 0)) == 0


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_throws_on_empty_trees(strategy):
    # One tree of one fruit, a die for four: each throw ends the game with three chances in six.
    assert expected_length(Orchard((1,), 1), strategy, trees_on_die=4) == 2
    assert expected_length(Orchard((1,), 1), strategy, trees_on_die=1) == 1
    assert expected_length(DEFAULT_GAME, strategy, trees_on_die=4) > expected_length(DEFAULT_GAME, strategy)


def test_too_few_trees_on_the_die():
    with pytest.raises(ValueError, match=r"trees_on_die.* must be an integer ≥ 4, got 3"):
        expected_length(DEFAULT_GAME, trees_on_die=3)


def test_bad_input():
    with pytest.raises(ValueError, match="a strategy is one of"):
        expected_length(DEFAULT_GAME, "greedy")
    with pytest.raises(ValueError, match="are admitted"):
        expected_length(Orchard((20,) * 20, 9))
