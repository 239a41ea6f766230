from itertools import islice

import numpy as np
import pytest

from solvers.verger.orchard import STRATEGIES, Die, Orchard
from solvers.verger.positions import Positions, positions
from solvers.verger.raven_layers import raven_layers
from tests.solvers.verger.zoo import expected

TREES = (3, 2, 1)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("die", [Die(), Die(2, 1, 3, 3)])
def test_every_position_of_every_layer(strategy, die):
    graph = positions(TREES)
    for ravens, layer in enumerate(islice(raven_layers(graph, strategy, die), 4)):
        outlooks = [expected(Orchard(graph.unrank(p), ravens), strategy, die) for p in range(len(graph.after))]
        np.testing.assert_allclose(layer.chance[0], [float(chance) for chance, _ in outlooks], rtol=1e-13)
        if strategy != "best":  # equally good baskets may make games of different lengths
            np.testing.assert_allclose(layer.throws[0], [float(throws) for _, throws in outlooks], rtol=1e-13)


def test_best_looks_at_every_tree():
    """A fullest tree is never a bad choice, so the first run is always right unless runs are listed backwards."""
    graph = positions((4, 2, 1))
    backwards = [array.copy() for array in (graph.after, graph.run_trees, graph.run_fruits)]
    for p in range(len(graph.after)):
        runs = np.count_nonzero(graph.run_trees[p])
        for array in backwards:
            array[p, :runs] = array[p, :runs][::-1]
    graphs = (graph, Positions(*backwards, graph.offsets))
    for one, other in islice(zip(*(raven_layers(g, "best", Die()) for g in graphs), strict=True), 5):
        np.testing.assert_allclose(one.chance, other.chance, rtol=1e-14)


def test_a_basket_to_be_filled_is_worth_the_mean_of_its_fruits():
    graph = positions((2, 1))
    layer = next(islice(raven_layers(graph, "random", Die()), 2, None))
    one, two = graph.rank((1, 1)), graph.rank((2,))
    assert layer.chance[1, -1] == pytest.approx((layer.chance[0, one] + layer.chance[0, two]) / 2, rel=1e-15)
    assert (layer.chance[:, 0] == 1).all()
    assert (layer.throws[:, 0] == 0).all()
