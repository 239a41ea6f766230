import pytest
from hypothesis import given, settings

from solvers.board_games.chomp import chomp_graph
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.layered_layout import layered_layout
from tests.solvers.graph_games.zoo import graph_games


@settings(max_examples=60, deadline=None)
@given(graph_games(acyclic=False))
def test_every_vertex_has_a_place_of_its_own(game):
    arena = unfold(game)
    places = layered_layout(arena.arcs, arena.start)
    assert set(places) == set(arena.arcs)
    assert len(set(places.values())) == len(places)
    assert places[arena.start][1] == 0
    for state, successors in arena.arcs.items():
        for successor in successors:
            assert places[successor][1] <= places[state][1] + 1


def test_a_ladder_is_uncrossed():
    arcs = {"a": ("b", "c"), "b": ("d",), "c": ("e",), "d": (), "e": ()}
    places = layered_layout(arcs, "a")
    assert (places["b"][0] < places["c"][0]) == (places["d"][0] < places["e"][0])
    assert places["a"] == (0, 0)


def test_what_cannot_be_reached_comes_last():
    assert layered_layout({"a": (), "b": ()}, "a") == {"a": (0, 0), "b": (0, 1)}


def test_it_is_the_same_each_time():
    graph = chomp_graph((2, 2, 2))
    assert layered_layout(graph, (2, 2, 2)) == layered_layout(graph, (2, 2, 2))


def test_bad_input():
    with pytest.raises(ValueError, match="'z' is not a vertex"):
        layered_layout({"a": ()}, "z")
