"""Drawings of boards: every number in its cell, every domino over its two."""

import re
from xml.etree import ElementTree as ET

from solvers.domineering.board import Board
from solvers.domineering.board_svg import dominoes_svg, numbering_svg

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(svg).iter(f"{SVG}text")]


def test_numberings_leave_out_the_last_column_or_the_last_row() -> None:
    head = [*"012", *"0123"]
    assert texts(numbering_svg(Board(4, 3), 1)) == [*head, *"01×23×45×67×"]
    assert texts(numbering_svg(Board(4, 3), 2)) == [*head, *"012345678×××"]


def test_a_forbidden_cell_is_black_and_keeps_its_number_unwritten() -> None:
    svg = numbering_svg(Board(2, 3, frozenset({(0, 1)})), 1)
    assert texts(svg)[5:] == [*"0×23×"]
    assert svg.count('fill="#000"') == 1


def test_dominoes_are_numbered_and_odd_ones_grey() -> None:
    svg = dominoes_svg(Board(3, 3), [((0, 0), (0, 1)), ((1, 2), (2, 2))])
    assert texts(svg)[6:] == ["1", "2"]
    shapes = re.findall(r'width="(\d+)" height="(\d+)" rx="4" fill="(#\w+)"', svg)
    assert shapes == [("54", "24", "#ccc"), ("24", "54", "#fff")]
