"""Drawings of data: every text is there, nodes keep apart, edges pass no other node, and nothing is outside."""

import re
from itertools import combinations
from math import hypot
from xml.etree import ElementTree as ET

import pytest

from answers.drawings import draw_board, draw_graph, draw_table, draw_tree

SVG = "{http://www.w3.org/2000/svg}"
EDGES = [(1, 2, 4), (2, 3, 11), (3, 4, 1), (4, 5, 9), (5, 6, 2), (6, 7, 5), (1, 4, 7), (2, 6, 3), (3, 7, 8), (1, 7, 30)]


def texts(drawing: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(drawing).iter(f"{SVG}text")]


def circles(drawing: str) -> list[tuple[float, float, float]]:
    elements = ET.fromstring(drawing).iter(f"{SVG}circle")
    return [(float(e.attrib["cx"]), float(e.attrib["cy"]), float(e.attrib["r"])) for e in elements]


def curves(drawing: str) -> list[list[float]]:
    return [list(map(float, re.findall(r"[\d.]+", path))) for path in re.findall(r'd="(M[^"]*Q[^"]*)"', drawing)]


@pytest.mark.parametrize("directed", [False, True])
def test_a_graph_shows_every_node_and_label(directed: bool) -> None:
    drawing = draw_graph(EDGES, directed=directed)
    assert sorted(texts(drawing)) == sorted([*map(str, range(1, 8)), *(str(weight) for _, _, weight in EDGES)])
    assert drawing.count("<polygon") == (len(EDGES) if directed else 0)
    assert draw_graph(EDGES, directed=directed) == drawing


def test_nodes_keep_apart_and_inside_and_edges_pass_none() -> None:
    drawing = draw_graph(EDGES, width=420, height=200)
    places = circles(drawing)
    assert all(r <= x <= 420 - r and r <= y <= 200 - r for x, y, r in places)
    assert all(hypot(a[0] - b[0], a[1] - b[1]) > a[2] + b[2] for a, b in combinations(places, 2))
    for x0, y0, xc, yc, x1, y1 in curves(drawing):
        for share in (0.2, 0.35, 0.5, 0.65, 0.8):
            x = (1 - share) ** 2 * x0 + 2 * share * (1 - share) * xc + share**2 * x1
            y = (1 - share) ** 2 * y0 + 2 * share * (1 - share) * yc + share**2 * y1
            assert all(hypot(x - cx, y - cy) >= r for cx, cy, r in places)


def test_given_positions_are_kept_with_the_second_coordinate_upwards() -> None:
    low, high = circles(draw_graph([("a", "b")], positions={"a": (0, 0), "b": (1, 5)}))
    assert low[0] < high[0]
    assert low[1] > high[1]


def test_a_graph_of_networkx_tells_its_edges_and_direction() -> None:
    class Digraph:
        """What is used of a networkx.DiGraph."""

        nodes = ("s", "t", "alone")

        def is_directed(self) -> bool:
            return True

        def edges(self, data: bool) -> list[tuple[str, str, dict[str, int]]]:
            return [("s", "t", {"weight": 3})] if data else []

    drawing = draw_graph(Digraph())
    assert sorted(texts(drawing)) == ["3", "alone", "s", "t"]
    assert drawing.count("<polygon") == 1


@pytest.mark.parametrize("edges", [[], [(1, 1)], [(1, 2)], [(1, 2), (3, 4)], [(1, 2), (2, 1), (2, 3)]])
def test_small_and_unconnected_graphs_are_drawn(edges: list[tuple[int, int]]) -> None:
    assert set(texts(draw_graph(edges, directed=True))) == {str(node) for edge in edges for node in edge}


def test_texts_are_escaped() -> None:
    for drawing in (draw_graph([("<a>", "&", "<")]), draw_table([["<b>"]]), draw_tree(("<", ">")), draw_board(["<x"])):
        assert not {"<a>", "<b>"} & set(re.findall(r"<\w+>", drawing))
        ET.fromstring(drawing)


def test_a_table_has_its_cells_in_order() -> None:
    assert texts(draw_table([[1, 22], [3, "x"]], header=["i", "w"])) == ["i", "w", "1", "22", "3", "x"]


def test_a_tree_has_its_children_below_and_in_order() -> None:
    drawing = draw_tree(("+", 1, ("*", 2, 3)))
    places = dict(zip(texts(drawing), circles(drawing), strict=True))
    assert places["+"][1] < places["1"][1] == places["*"][1] < places["2"][1] == places["3"][1]
    assert places["1"][0] < places["2"][0] < places["*"][0] < places["3"][0]


def test_an_automaton_has_loops_an_initial_state_and_final_states() -> None:
    edges = [("p", "p", "a"), ("p", "q", "b"), ("q", "q", "a, b")]
    drawing = draw_graph(edges, directed=True, initial=["p"], final=["q"])
    assert sorted(texts(drawing)) == ["a", "a, b", "b", "p", "q"]
    assert drawing.count("<polygon") == 4  # three edges, and the arrow to the initial state
    assert drawing.count("<circle") == 3
    left, right = (float(value) for value in ET.fromstring(drawing).attrib["viewBox"].split()[::2])
    points = [float(x) for x in re.findall(r"[MC ](-?[\d.]+) -?[\d.]+", drawing)]
    assert left <= min(points)
    assert max(points) <= right
