from itertools import pairwise
from math import dist
from xml.etree import ElementTree as ET

import pytest

from solvers.board_games.chomp import Chomp
from solvers.board_games.cram import Cram
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import Arena, unfold
from solvers.graph_games.attractors import attractor
from solvers.graph_games.drawing.arena_svg import arena_svg
from solvers.graph_games.game import PlayTree
from tests.solvers.graph_games.drawing.arrows import check_tip, passed, points

SVG = "{http://www.w3.org/2000/svg}"


def drawn(arena, *arguments, **options):
    return ET.fromstring(arena_svg(arena, *arguments, **options))


def test_chomp_3_2_with_its_attractors():
    game = Chomp.rectangle(3, 2)
    arena = unfold(game)
    drawing = drawn(arena, game.text)
    states, arcs = arena.count
    assert len(ways(drawing)) == arcs + 1
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


def numbers(shape, *names):
    return tuple(float(shape.get(name)) for name in names)


def test_everything_is_inside_the_drawing():
    game = Chomp.rectangle(2, 3)
    drawing = drawn(unfold(game), game.text)
    width, height = float(drawing.get("width")), float(drawing.get("height"))
    for circle in drawing.iter(f"{SVG}circle"):
        x, y, r = (float(circle.get(name)) for name in ("cx", "cy", "r"))
        assert r <= x <= width - r
        assert r <= y <= height - r


def ways(drawing):
    """Of each arrow the points that say its curve, the one to the initial state first."""
    return [points(path.get("d")) for path in drawing.iter(f"{SVG}path") if path.get("class") == "arc"]


def outside(shape, place):
    """How far a place is outside a round or square state."""
    (x, y), (middle, height) = place, (shape[0], shape[1])
    return (dist((x, y), (middle, height)) if shape[3] else max(abs(x - middle), abs(y - height))) - shape[2]


def shapes(arena, drawing):
    """Middle, half the width and whether it is round, of each state."""
    round_ones = [(*numbers(shape, "cx", "cy", "r"), True) for shape in drawing.iter(f"{SVG}circle")]
    squares = [numbers(shape, "x", "y", "width") for shape in drawing.iter(f"{SVG}rect")]
    square_ones = [(x + w / 2, y + w / 2, w / 2, False) for x, y, w in squares]
    return dict(zip([*arena.states[0], *arena.states[1]], [*round_ones, *square_ones], strict=True))


GAMES = [
    Chomp.rectangle(2, 2),
    Chomp.rectangle(3, 2),
    Chomp.rectangle(2, 3),
    PlayTree(Cram(Board(2, 4, frozenset({(1, 0), (1, 1), (1, 3)})))),
    TicTacToe(4, (21360, 42117)),
]
"""Those that are drawn in subjects and for the course notes, and another."""


@pytest.mark.parametrize("game", GAMES)
def test_an_arrow_joins_the_borders_of_its_states_and_goes_around_the_others(game):
    arena = unfold(game)
    drawing = drawn(arena, lambda _: "....", legend=False)
    shape = shapes(arena, drawing)
    arcs = [(None, arena.start), *((s, t) for s, after in sorted_arcs(arena) for t in after)]
    tips = [path.get("d") for path in drawing.iter(f"{SVG}path") if path.get("class") is None]
    assert len(arcs) == len(ways(drawing))
    for (tail, head), way, tip in zip(arcs, ways(drawing), tips, strict=True):
        check_tip(tip, way[-2], way[-1])
        assert outside(shape[head], way[-1]) == pytest.approx(0, abs=0.2)
        assert tail is None or outside(shape[tail], way[0]) == pytest.approx(0, abs=0.2)
        others = [one for state, one in shape.items() if state not in (tail, head)]
        assert all(outside(one, place) > 0 for one in others for place in passed(way))


def sorted_arcs(arena):
    """Arcs by their tails, the initial state's first."""
    return [(arena.start, arena.arcs[arena.start]), *(pair for pair in arena.arcs.items() if pair[0] != arena.start)]


def test_labels_are_in_their_states_line_by_line():
    game = Chomp.rectangle(2, 3)
    arena = unfold(game)
    drawing = drawn(arena, game.text)
    texts = [(text.text, *numbers(text, "x", "y")) for text in drawing.iter(f"{SVG}text")]
    written = [(state, line) for state in arena.owners for line in game.text(state).split("\n")]
    assert [text for text, _, _ in texts[:-3]] == [line for _, line in written]
    circles = [numbers(shape, "cx", "cy", "r") for shape in drawing.iter(f"{SVG}circle")]
    centre = dict(zip(arena.states[0], circles, strict=True))
    for (state, _), (_, x, y) in zip(written, texts, strict=False):
        if state in centre:
            assert x == pytest.approx(centre[state][0], abs=0.1)
            assert dist((x, y), centre[state][:2]) < centre[state][2]
    for state, (_, y, _) in centre.items():
        rows = [height for (own, _), (_, _, height) in zip(written, texts, strict=False) if own == state]
        assert (rows[0] + rows[-1]) / 2 == pytest.approx(y + 4, abs=0.1)  # a third of the letters below the middle
        assert all(below - above == pytest.approx(12, abs=0.2) for above, below in pairwise(rows))


def test_the_legend_stands_below_what_it_explains():
    arena = unfold(Chomp.rectangle(2, 2))
    drawing, bare = drawn(arena), drawn(arena, legend=False)
    height = float(bare.get("height"))
    samples = [numbers(shape, "x", "y", "width", "height") for shape in drawing.iter(f"{SVG}rect")][-3:]
    assert samples == [(10, pytest.approx(height + 22 * row, abs=0.6), 24, 16) for row in range(3)]
    assert float(drawing.get("height")) == height + 66
    texts = [numbers(text, "x", "y") for text in drawing.iter(f"{SVG}text")][-3:]
    assert texts == [(42, pytest.approx(y + 12, abs=0.1)) for _, y, _, _ in samples]
    assert bare.get("viewBox").split()[:2] == ["0", "0"]
    assert [float(size) for size in bare.get("viewBox").split()[2:]] == [
        pytest.approx(float(bare.get(name)), abs=0.5) for name in ("width", "height")
    ]


def test_cycles_and_labels_are_drawn():
    nothing = frozenset()
    arena = Arena((("<a>",), ("&",)), {"<a>": ("&",), "&": ("<a>",)}, (nothing, nothing), nothing, "<a>")
    texts = [text.text for text in drawn(arena).iter(f"{SVG}text")]
    assert texts == ["<a>", "&", "A(0)", "A(1)", "—"]
