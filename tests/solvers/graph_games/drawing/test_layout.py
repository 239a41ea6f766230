from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings

from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.layout import layout
from tests.solvers.graph_games.zoo import graph_games


@pytest.mark.slow
@pytest.mark.parametrize("acyclic", [True, False])
@settings(max_examples=60, deadline=None)
@given(graph_games(acyclic=False), graph_games(acyclic=True))
def test_places_are_apart_and_arcs_go_from_layer_to_layer(acyclic, game, acyclic_game):
    arena = unfold(acyclic_game if acyclic else game)
    places, bends = layout(arena.arcs, arena.start)
    assert set(places) == set(arena.arcs)
    assert places[arena.start][1] == 0 == min(y for _, y in places.values())
    assert all(abs(x - z) >= 1 - 1e-9 for (x, y), (z, w) in combinations(places.values(), 2) if y == w)
    assert set(bends) == {(tail, head) for tail, heads in arena.arcs.items() for head in heads}
    for (tail, head), bent in bends.items():
        steps = {after[1] - before[1] for before, after in pairwise([places[tail], *bent, places[head]])}
        assert steps == {1} or (steps == {-1} and not acyclic)


def test_a_ladder_is_uncrossed():
    places, _ = layout({"a": ("b", "c"), "b": ("d",), "c": ("e",), "d": (), "e": ()}, "a")
    assert (places["b"][0] < places["c"][0]) == (places["d"][0] < places["e"][0])
    assert places["a"] == (0, 0)


def test_an_arc_bends_around_what_it_passes():
    places, bends = layout({"a": ("b", "c"), "b": ("c",), "c": ()}, "a")
    assert [places[text][1] for text in "abc"] == [0, 1, 2]
    ((x, y),) = bends["a", "c"]
    assert y == 1
    assert abs(x - places["b"][0]) == pytest.approx(0.8)  # half the room of a vertex, and half that of a bend


def test_what_cannot_be_reached_comes_last():
    places, _ = layout({"a": ("b",), "b": (), "c": ("b", "d"), "d": ()}, "a")
    assert [places[text][1] for text in "abcd"] == [0, 1, 2, 3]
