"""The learning curve has a point for each mean and a grey line for each value."""

import re
from fractions import Fraction
from xml.etree import ElementTree as ET

from solvers.matrix_games.learning_curve import Curve, learning_curve

CURVES = (
    Curve("A", Fraction(1), ((1000, 0.5), (10_000, 0.75), (100_000, 1.0))),
    Curve("B", Fraction(1, 4), ((1000, 0.0), (10_000, 0.5), (100_000, 0.25))),
)


def test_points_stand_at_their_step_and_mean() -> None:
    svg = learning_curve(CURVES)
    first, second = (
        [tuple(map(float, point.split(","))) for point in line.split()] for line in re.findall(r'points="([^"]+)"', svg)
    )
    assert [x for x, _ in first] == [34, 182, 330]
    assert [y for _, y in first] == [93, 50.5, 8]
    assert [y for _, y in second] == [178, 93, 135.5]
    assert re.findall(r'd="M34 ([\d.]+)H330"', svg) == ["8.0", "135.5"]


def test_names_begin_after_the_curves_and_powers_of_ten_stand_below_their_marks() -> None:
    root = ET.fromstring(learning_curve(CURVES))
    assert root.tag.endswith("svg")
    texts = [element.text for element in root if element.tag.endswith("text")]
    assert texts == ["0", "1/2", "1", "10³", "10⁴", "10⁵", "A", "B"]
    anchors = re.findall(r'text-anchor="(\w+)"', learning_curve(CURVES))
    assert anchors == ["end"] * 3 + ["middle"] * 3 + ["start"] * 2
