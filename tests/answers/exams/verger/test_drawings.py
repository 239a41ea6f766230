"""The position of question 6, counted on its drawing: boxes, rings, squares, none over another."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from answers.exam.draw import Draw
from answers.exams.verger.drawings import position_drawing
from answers.exams.verger.draws import draw
from solvers.verger.orchard import Orchard

NUMBER = r"(-?\d+)"


@pytest.mark.parametrize(("trees", "ravens"), [((5, 3, 2, 1), 4), ((8, 6, 4, 3), 5), ((4,), 1)])
def test_a_box_a_tree_a_ring_a_fruit_and_a_square_a_raven(trees: tuple[int, ...], ravens: int) -> None:
    """Ten units each, a box 2 wider than its fruits, 8 between boxes; 0.32 mm a unit."""
    svg = position_drawing(replace(draw(Draw(17)), position=Orchard(trees, ravens)))
    root = ET.fromstring(svg)
    lines, squares = (path.get("d", "") for path in root.iter("path"))
    boxes = [tuple(map(int, box)) for box in re.findall(rf"M{NUMBER} 0h{NUMBER}v12h-{NUMBER}z", lines)]
    rings = [int(x) for x in re.findall(rf"M{NUMBER} 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", lines)]
    left, expected_boxes, expected_rings = 0, [], []
    for fruits in trees:
        expected_boxes.append((left, 10 * fruits + 2, 10 * fruits + 2))
        expected_rings += [left + 2 + 10 * fruit for fruit in range(fruits)]
        left += 10 * fruits + 10
    assert boxes == expected_boxes
    assert rings == expected_rings
    assert squares == "".join(f"M{left + 10 * raven} 2h8v8h-8z" for raven in range(ravens))
    width = left + 10 * ravens
    assert root.get("viewBox") == f"-1 -1 {width + 1} 14"
    assert (root.get("width"), root.get("height")) == (f"{0.32 * width:g}mm", "4.5mm")
    assert [(path.get("fill"), path.get("stroke")) for path in root.iter("path")] == [("none", "black"), (None, None)]
