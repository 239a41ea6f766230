import pytest
from hypothesis import given, settings

from solvers.graph_games.arena import unfold
from solvers.refusal import Refusal
from tests.solvers.graph_games.zoo import GraphGame, graph_games, small, whole_arena

EMPTY = frozenset()


def test_states_and_moves():
    arena = small()
    assert arena.count == (4, 4)
    assert arena.controlled(1) == {"b", "c"}
    assert (arena.moves("a"), arena.moves("c")) == (("b", "c"), ())


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


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"states": (("a", "b", "d"), ("b", "c"))}, "'b' belongs to both players"),
        ({"arcs": {"a": ("b", "c", "e"), "b": ("d",)}}, "'e' is not a state of the arena"),
        ({"start": "z"}, "'z' is not a state of the arena"),
        ({"draws": frozenset("dy")}, "'y' is not a state of the arena"),
        ({"arcs": {"a": ("c", "d"), "b": ("a",)}}, "not bipartite: the arc 'a' → 'd' joins two states of player 0"),
        ({"draws": EMPTY}, "'d' has no move: it must be in one of T₀, T₁, T_null, it is in none"),
        ({"draws": frozenset("cd")}, "it is in T₀ and T_null"),
        ({"draws": frozenset("bd")}, "'b' is in T_null but has a move"),
    ],
)
def test_arenas_that_are_none(changes, message):
    with pytest.raises(Refusal, match=message):
        small(**changes)


def test_arenas_cannot_be_changed():
    with pytest.raises(TypeError):
        small().arcs["a"] = ()


def test_bad_input():
    arena = small()
    with pytest.raises(Refusal, match="player must be 0 or 1, got 2"):
        arena.controlled(2)
    with pytest.raises(Refusal, match="'z' is not a state"):
        arena.moves("z")
    game = GraphGame({(0, 0): [1], (1, 1): [2]}, {(2, 0): 7})
    with pytest.raises(Refusal, match="more than 2 states"):
        unfold(game, limit=2)
    with pytest.raises(Refusal, match=r"an outcome is -1, 0 or 1, got 7 for \(2, 0\)"):
        unfold(game)
