import pytest
from hypothesis import given, settings

from solvers.graph_games.arena import unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.game import PlayTree, drawn_play, strategy_play
from solvers.graph_games.tree_search import min_max, tree_size
from tests.solvers.graph_games.zoo import GraphGame, graph_games

FORK = GraphGame({(0, 0): [1, 2], (1, 1): [3], (2, 1): [3, 4]}, {(3, 0): 1, (4, 0): -1})


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(graph_games(acyclic=True, size=5))
def test_the_tree_of_plays_has_the_value_and_the_size_of_the_game(game):
    tree = PlayTree(game)
    assert min_max(tree, memo=True).value == min_max(game, memo=True).value
    distinct = GraphGame({s: sorted(set(names)) for s, names in game.arcs.items()}, game.outcomes)
    assert unfold(PlayTree(distinct)).count[0] == tree_size(distinct).calls


def test_a_tree_drawn_by_hand():
    arena = unfold(PlayTree(FORK))
    assert arena.count == (6, 5)
    assert attractor(arena, 0).sizes == (2, 3, 4)
    assert attractor(arena, 1).sizes == (1, 2)


def test_drawn_plays():
    assert drawn_play(FORK, []) == ((0, 0),)
    assert drawn_play(FORK, [7, 100]) == ((0, 0), (2, 1), (3, 0))
    assert drawn_play(FORK, [1, 1, 5, 5]) == ((0, 0), (2, 1), (4, 0))
    assert drawn_play(FORK, [0, 0, -1]) == ((0, 0), (1, 1), (3, 0))


def test_two_strategies_make_one_play():
    """Remark 1.3."""
    first, second = {(0, 0): (2, 1)}, {(2, 1): (4, 0)}
    assert strategy_play(FORK, first.__getitem__, second.__getitem__) == ((0, 0), (2, 1), (4, 0))
