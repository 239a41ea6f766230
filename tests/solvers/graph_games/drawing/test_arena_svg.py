from xml.etree import ElementTree as ET

import pytest

from solvers.board_games.chomp import Chomp
from solvers.board_games.cram import Cram
from solvers.domineering.board import Board
from solvers.graph_games.arena import Arena, unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.drawing.arena_svg import MAX_STATES, arena_svg
from solvers.graph_games.game import PlayTree
from tests.solvers.graph_games.zoo import GraphGame

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def without_graphviz(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))


def drawn(arena, *arguments, **options):
    return ET.fromstring(arena_svg(arena, *arguments, **options))


def test_chomp_3_2_with_its_attractors():
    game = Chomp.rectangle(3, 2)
    arena = unfold(game)
    drawing = drawn(arena, game.text)
    states, arcs = arena.count
    assert len(list(drawing.iter(f"{SVG}line"))) == arcs + 1
    circles = list(drawing.iter(f"{SVG}circle"))
    assert len(circles) == len(arena.states[0])
    assert len(list(drawing.iter(f"{SVG}rect"))) == len(arena.states[1]) + 3  # and the legend
    pale = [shape for shape in drawing.iter() if shape.get("stroke-width") == "3"]
    assert len(pale) == len(attractor(arena, 0).states) + 1
    dashed = [shape for shape in drawing.iter() if shape.get("stroke-dasharray")]
    assert len(dashed) == len(attractor(arena, 1).states) + 1
    assert states == len(pale) + len(dashed) - 2


def test_nothing_is_given_away_without_attractors():
    arena = unfold(PlayTree(Cram(Board(2, 3, frozenset({(0, 0)})))))
    drawing = drawn(arena, lambda _: "", attractors=False)
    shapes = [*drawing.iter(f"{SVG}circle"), *drawing.iter(f"{SVG}rect")]
    assert len(shapes) == arena.count[0]
    assert {(shape.get("fill"), shape.get("stroke-width")) for shape in shapes} == {("#fff", "1")}


def test_everything_is_inside_the_drawing():
    game = Chomp.rectangle(2, 3)
    drawing = drawn(unfold(game), game.text)
    width, height = float(drawing.get("width")), float(drawing.get("height"))
    for circle in drawing.iter(f"{SVG}circle"):
        x, y, r = (float(circle.get(name)) for name in ("cx", "cy", "r"))
        assert r <= x <= width - r
        assert r <= y <= height - r


def test_cycles_and_labels_are_drawn():
    nothing = frozenset()
    arena = Arena((("<a>",), ("&",)), {"<a>": ("&",), "&": ("<a>",)}, (nothing, nothing), nothing, "<a>")
    texts = [text.text for text in drawn(arena).iter(f"{SVG}text")]
    assert texts == ["<a>", "&", "A(0)", "A(1)", "—"]


def test_too_large_to_be_read():
    game = GraphGame({(n, n % 2): [n + 1] for n in range(MAX_STATES)}, {})
    with pytest.raises(ValueError, match="at most 300 states can be drawn, got 301"):
        arena_svg(unfold(game))
