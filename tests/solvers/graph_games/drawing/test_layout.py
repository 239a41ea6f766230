import sys

import pytest
from hypothesis import given, settings

from solvers.board_games.chomp import chomp_graph
from solvers.graph_games.arena import unfold
from solvers.graph_games.drawing.layout import graphviz_layout, layered_layout
from tests.programs import needs
from tests.solvers.graph_games.zoo import graph_games


@pytest.mark.slow
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


ARCS = {"a": ("b", "c"), "b": (), "c": ()}

PLAIN = """graph 1 2 2
node 0 1 1.5 0.6 0.6 0 solid box black lightgrey
node 1 0.5 0.5 0.6 0.6 1 solid box black lightgrey
node 2 1.5 0.5 0.6 0.6 2 solid box black lightgrey
edge 0 1 4 0.9 1.2 0.8 1.1 0.7 0.9 0.6 0.8 solid black
stop
"""


@pytest.fixture
def dot(tmp_path, monkeypatch):
    """Install a `dot` that runs the given Python."""

    def install(source):
        program = tmp_path / "dot"
        program.write_text(f"#!{sys.executable}\nimport sys, time\ngraph = sys.stdin.read()\n{source}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))

    return install


def test_places_are_read_with_y_downwards(dot):
    dot(f"assert sys.argv[1:] == ['-Tplain'] and '0 -> 1;' in graph and '0 -> 2;' in graph\nprint({PLAIN!r})")
    assert graphviz_layout(ARCS, "a") == {"a": (1, -1.5), "b": (0.5, -0.5), "c": (1.5, -0.5)}


@pytest.mark.parametrize("source", ["sys.exit(1)", "print('node 0 x y')", "print('stop')", "time.sleep(60)"])
def test_a_program_that_fails_gives_none(dot, monkeypatch, source):
    dot(source)
    monkeypatch.setattr("solvers.graph_games.drawing.layout.TIMEOUT", 0.5)
    assert graphviz_layout(ARCS, "a") is None


def test_without_the_program(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert graphviz_layout(ARCS, "a") is None


@needs("dot", "graphviz")
def test_with_the_real_program():
    places = graphviz_layout(ARCS, "a")
    assert places["a"][1] < places["b"][1] == places["c"][1]
