"""A forbidden cell in a drawing; drawings without one are snapshots, in `tests/answers/exams/drawings`."""

from xml.etree import ElementTree as ET

from solvers.domineering.board import Board
from solvers.domineering.board_svg import numbering_svg

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(svg).iter(f"{SVG}text")]


def test_a_forbidden_cell_is_black_and_keeps_its_number_unwritten() -> None:
    svg = numbering_svg(Board(2, 3, frozenset({(0, 1)})), 1)
    assert texts(svg)[5:] == [*"0×23×"]
    assert svg.count('fill="#000"') == 1
