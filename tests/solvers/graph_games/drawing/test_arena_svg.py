"""Arrows of arenas of any shape; drawings as they were looked at are in `tests/answers/exams/drawings`."""

from math import dist
from xml.etree import ElementTree as ET

import pytest

from solvers.board_games.chomp import Chomp
from solvers.board_games.cram import Cram
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.graph_games.arena import Arena, unfold
from solvers.graph_games.drawing.arena_svg import arena_svg
from solvers.graph_games.game import PlayTree
from tests.solvers.graph_games.drawing.arrows import check_tip, passed, points

SVG = "{http://www.w3.org/2000/svg}"


def drawn(arena, *arguments, **options):
    return ET.fromstring(arena_svg(arena, *arguments, **options))


def numbers(shape, *names):
    return tuple(float(shape.get(name)) for name in names)


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


def test_cycles_and_labels_are_drawn():
    nothing = frozenset()
    arena = Arena((("<a>",), ("&",)), {"<a>": ("&",), "&": ("<a>",)}, (nothing, nothing), nothing, "<a>")
    texts = [text.text for text in drawn(arena).iter(f"{SVG}text")]
    assert texts == ["<a>", "&", "A(0)", "A(1)", "—"]
