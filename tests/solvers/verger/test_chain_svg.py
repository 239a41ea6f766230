"""The drawing of the document's chain: its twelve states, and an arrow for each entry of its matrix."""

from itertools import combinations
from math import dist
from xml.etree import ElementTree as ET

import pytest

from solvers.verger.chain_svg import chain_svg
from solvers.verger.markov_chain import markov_chain
from solvers.verger.orchard import Orchard
from tests.solvers.graph_games.drawing.arrows import check_tip, passed, points

SVG = "{http://www.w3.org/2000/svg}"


def test_the_graph_of_the_document() -> None:
    chain = markov_chain(Orchard((2, 2), 2))
    drawing = ET.fromstring(chain_svg(chain, "loss", "<win>"))
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    assert texts[:24:2] == list("ABCDEFGHIJKL")
    assert texts[1:24:2] == [*map(str, chain.states), "loss", "<win>"]
    entries = [str(p) for i, row in enumerate(chain.matrix) for j, p in enumerate(row) if p and i != j]
    assert texts[24:] == entries
    dashed = [path for path in drawing.iter(f"{SVG}path") if path.get("stroke-dasharray")]
    assert len(dashed) == sum(1 for row in chain.matrix[:-2] if row[-2])


def _numbers(drawing: ET.Element, tag: str, *names: str) -> list[tuple[float, ...]]:
    return [tuple(float(found.get(name, "")) for name in names) for found in drawing.iter(f"{SVG}{tag}")]


def test_no_probability_covers_another_or_a_state() -> None:
    drawing = ET.fromstring(chain_svg(markov_chain(Orchard((2, 2), 2)), "loss", "win"))
    boxes = _numbers(drawing, "rect", "x", "y", "width", "height")
    states = _numbers(drawing, "circle", "cx", "cy", "r")
    boxes += [(x - r, y - r, 2 * r, 2 * r) for x, y, r in states]
    assert len(boxes) > 12 + 2
    for (x, y, width, height), (left, top, wide, high) in combinations(boxes, 2):
        assert x + width <= left + 0.1 or left + wide <= x + 0.1 or y + height <= top + 0.1 or top + high <= y + 0.1


def test_arrows_join_the_borders_of_their_states() -> None:
    chain = markov_chain(Orchard((2, 2), 2))
    drawing = ET.fromstring(chain_svg(chain, "loss", "win"))
    states = _numbers(drawing, "circle", "cx", "cy")
    paths = [path.get("d", "") for path in drawing.iter(f"{SVG}path")]
    arcs = [(i, j) for i, row in enumerate(chain.matrix) for j, p in enumerate(row) if p and i != j]
    for (i, j), curve, tip in zip(arcs, paths[::2], paths[1::2], strict=True):
        way = points(curve)
        check_tip(tip, way[-2], way[-1])
        assert dist(way[0], states[i]) == pytest.approx(22, abs=0.2)
        assert dist(way[-1], states[j]) == pytest.approx(22, abs=0.2)
        others = [state for k, state in enumerate(states) if k not in (i, j)]
        assert min(dist(place, other) for place in passed(way) for other in others) > 22


def test_each_probability_stands_on_its_arrow() -> None:
    drawing = ET.fromstring(chain_svg(markov_chain(Orchard((2, 2), 2)), "loss", "win"))
    boxes = [(x + width / 2, y + 6) for x, y, width in _numbers(drawing, "rect", "x", "y", "width")]
    curves = [points(path.get("d", "")) for path in drawing.iter(f"{SVG}path")][::2]
    texts = _numbers(drawing, "text", "x", "y")[24:]
    assert texts == [(pytest.approx(x, abs=0.1), pytest.approx(y + 4, abs=0.1)) for x, y in boxes]
    for at, way in zip(boxes, curves, strict=True):
        assert min(dist(at, place) for place in passed(way)) < 5
