import pytest
from hypothesis import given, settings

from solvers.graph_games.arena import unfold
from tests.solvers.graph_games.zoo import graph_games, whole_arena


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(graph_games(acyclic=False))
def test_unfolding_keeps_what_can_be_reached(game):
    arena = unfold(game)
    whole = whole_arena(game)
    reached = {game.start}
    for _ in whole.arcs:
        reached |= {after for state in reached for after in whole.arcs[state]}
    assert set(arena.arcs) == reached
    assert all(arena.arcs[state] == whole.arcs[state] for state in reached)
    assert arena.wins == tuple(won & reached for won in whole.wins)
