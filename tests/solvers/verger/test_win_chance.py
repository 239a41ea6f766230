from itertools import islice

import numpy as np
import pytest

from solvers.verger.exact_chance import exact_chance
from solvers.verger.orchard import DEFAULT_GAME, STRATEGIES, Die, Orchard
from solvers.verger.positions import Positions, positions
from solvers.verger.win_chance import expected_length, raven_layers, win_chance
from tests.solvers.verger.zoo import DICE, TREES, expected


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_zoo_against_plain_recursion(strategy, die):
    for trees in TREES:
        for ravens in range(4):
            orchard = Orchard(trees, ravens)
            chance, throws = expected(orchard, strategy, die)
            assert exact_chance(orchard, strategy, die) == chance
            assert win_chance(orchard, strategy, die) == pytest.approx(float(chance), rel=1e-13, abs=0)
            if strategy != "best":  # equally good baskets may make games of different lengths; see test_absorbing
                assert expected_length(orchard, strategy, die) == pytest.approx(float(throws), rel=1e-13)


# Values computed by two or more independent programs, or by one from the rules and others' simulations.
@pytest.mark.parametrize(
    ("strategy", "chance"),
    [
        ("max", 0.6840474981279716),
        ("best", 0.6840474981279716),
        ("min", 0.5323991421522808),
        ("random", 0.6319980126699503),
        ("random-fruit", 0.6551291527337081),
    ],
)
def test_default_game(strategy, chance):
    assert win_chance(DEFAULT_GAME, strategy) == pytest.approx(chance, rel=2e-15)


def test_one_long_tree_in_closed_form():
    # A tree of one fruit a throw against one raven: all n throws must show the tree, each with chance 1/2.
    assert win_chance(Orchard((1000,), 1), die=Die(1, 0, 1)) == 2.0**-1000


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_throws_on_empty_trees(strategy):
    # One tree of one fruit, a die for four: each throw ends the game with three chances in six.
    assert expected_length(Orchard((1,), 1), strategy, trees_on_die=4) == 2
    assert expected_length(Orchard((1,), 1), strategy, trees_on_die=1) == 1
    assert expected_length(DEFAULT_GAME, strategy, trees_on_die=4) > expected_length(DEFAULT_GAME, strategy)


def test_best_looks_at_every_tree():
    """A fullest tree is never a bad choice, so the first run is always right unless runs are listed backwards."""
    graph = positions((4, 2, 1))
    backwards = [array.copy() for array in (graph.after, graph.run_trees, graph.run_fruits)]
    for p in range(len(graph.after)):
        runs = np.count_nonzero(graph.run_trees[p])
        for array in backwards:
            array[p, :runs] = array[p, :runs][::-1]
    graphs = (graph, Positions(*backwards, graph.offsets))
    for layer, other_layer in islice(zip(*(raven_layers(g, "best", Die()) for g in graphs), strict=True), 5):
        np.testing.assert_allclose(layer.chance, other_layer.chance, rtol=1e-14)
