import pytest
from hypothesis import given, settings

from solvers.graph_games.tree_size import tree_size
from tests.oracles import naive_min_max
from tests.solvers.graph_games.zoo import GraphGame, graph_games


@settings(max_examples=100, deadline=None)
@given(graph_games(acyclic=True))
def test_every_call_is_counted(game):
    size = tree_size(game)
    assert (size.calls, size.leaves) == naive_min_max.calls(game, game.start)
    assert tree_size(game, (3, 1)).calls == naive_min_max.calls(game, (3, 1))[0]


def test_numbers_beyond_any_run():
    """A ladder in which every state has two arcs to the next."""
    size = tree_size(GraphGame({(n, n % 2): [n + 1, n + 1] for n in range(200)}, {}))
    assert (size.leaves, size.calls) == (2**200, 2**201 - 1)


def test_infinite_trees_are_refused():
    with pytest.raises(ValueError, match="the tree of plays is infinite"):
        tree_size(GraphGame({(0, 0): [1], (1, 1): [0]}, {}))
