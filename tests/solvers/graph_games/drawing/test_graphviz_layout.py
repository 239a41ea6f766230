"""`dot` is played by small scripts, for Graphviz need not be installed."""

import sys

import pytest

from solvers.graph_games.drawing.graphviz_layout import graphviz_layout
from tests.programs import needs

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
def test_a_program_that_fails_gives_none(dot, source):
    dot(source)
    assert graphviz_layout(ARCS, "a", timeout=0.5) is None


def test_without_the_program(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert graphviz_layout(ARCS, "a") is None


@needs("dot", "graphviz")
def test_with_the_real_program():
    places = graphviz_layout(ARCS, "a")
    assert places["a"][1] < places["b"][1] == places["c"][1]


def test_bad_input():
    with pytest.raises(ValueError, match="'z' is not a vertex"):
        graphviz_layout(ARCS, "z")
