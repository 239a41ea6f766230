"""What the sheet shows below its prompts, read from the drawings again."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from answers.exam.draw import Draw
from answers.exams.jeux.drawings import attractor_grid, bar, depth_grid, dominoes, memo_grid, small_grid_cells, tree
from answers.exams.jeux.draws import Cell, Domino, Grid, Parameters, Size, draw

MODEL = replace(
    draw(Draw(17)),
    bar=(4, 2, 1),
    symmetric_grid=Size(2, 2),
    covered=(),
    cram_grid=Size(3, 4),
    dominoes=(Domino(Cell(0, 0), Cell(0, 1)), Domino(Cell(1, 3), Cell(2, 3))),
    attractor_grid=Grid(0b0000_0000_0011, 0b0000_0100_1000),
    small_grid=(Cell(1, 0), Cell(1, 1), Cell(1, 2), Cell(2, 2)),
    memo_grid=Grid(0b0000_0010_0001, 0b1000_0000_0000),
    depth_grid=Grid(0b0000_0000_0001, 0b0000_0000_0010),
    tree=(((1, 2), (3, 4)), ((5, -6), (7, 8)), ((9, 10), (11, 12, 13))),
)
WHITE, GREY = "#fff", "#999"
DRAWINGS = (bar, dominoes, attractor_grid, small_grid_cells, memo_grid, depth_grid, tree)


def elements(draw: Callable[[Parameters], str], tag: str) -> Iterator[ET.Element]:
    return ET.fromstring(draw(MODEL)).iter(f"{{http://www.w3.org/2000/svg}}{tag}")


def texts(draw: Callable[[Parameters], str]) -> list[str]:
    return [element.text or "" for element in elements(draw, "text")]


def cells(draw: Callable[[Parameters], str], *fills: str) -> set[tuple[int, int]]:
    """Rows and columns of the squares of 16 that have one of these colours, after a margin of 16."""
    grid = [one for one in elements(draw, "svg") if one.find("{http://www.w3.org/2000/svg}rect") is not None][-1]
    squares = [square for square in grid if square.tag.endswith("rect") and square.get("fill") in fills]
    return {((int(square.get("y", "")) - 16) // 16, (int(square.get("x", "")) - 16) // 16) for square in squares}


@pytest.mark.parametrize("draw", DRAWINGS)
def test_letters_are_in_a_font_of_the_sheet(draw: Callable[[Parameters], str]) -> None:
    svg = draw(MODEL)
    assert svg.startswith("<svg ")
    assert "sans-serif" not in svg
    assert set(re.findall(r'font-family="([^"]*)"', svg)) == {"Corrige Field"}


def test_squares_of_a_bar() -> None:
    assert cells(bar, WHITE) == {(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0)}


def test_covered_cells_are_grey_and_so_are_those_that_are_none() -> None:
    every = {(i, j) for i in range(3) for j in range(4)}
    assert cells(dominoes, GREY) == {(0, 0), (0, 1), (1, 3), (2, 3)}
    assert [(text.text, text.get("x")) for text in elements(dominoes, "text") if text.text in ("a)", "b)")] == [
        ("a)", "6"),
        ("b)", "88"),
    ]
    assert cells(dominoes, WHITE) == every - cells(dominoes, GREY)
    assert cells(small_grid_cells, WHITE) == set(MODEL.small_grid)
    assert len(cells(small_grid_cells, GREY)) == 25 - 4
    rows = ([".#"[(i, j) not in MODEL.small_grid] for j in range(5)] for i in range(5))
    assert [title.text for title in elements(small_grid_cells, "title")] == [" / ".join(map(" ".join, rows))]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_letters_are_printed_at_seven_points_at_least(draw: Callable[[Parameters], str]) -> None:
    """A pixel is 3/4 of a point, and no drawing is made smaller: the sheet is 178 mm wide, 672 pixels."""
    svg = ET.fromstring(draw(MODEL))
    sizes = [float(element.get("font-size", "7")) * 0.75 for element in (svg, *svg.iter()) if element.get("font-size")]
    assert sizes
    assert min(sizes) >= 7
    assert float(svg.get("width", "")) <= 672


def test_marks_of_grids() -> None:
    """Beside the numbers of rows and columns."""
    marks = [[text for text in texts(draw) if text in "XO"] for draw in (attractor_grid, memo_grid, depth_grid)]
    assert marks == [["X", "X", "O", "O"], ["X", "X", "O"], ["X", "O"]]


def test_a_tree_shows_its_leaves_in_groups() -> None:
    assert [text for text in texts(tree) if text] == [
        "1",
        "2",
        "3",
        "4",
        "5",
        "−6",
        "7",
        "8",
        "9",
        "10",
        "11",
        "12",
        "13",
    ]
    places = [float(text.get("x", "")) for text in elements(tree, "text")]
    gaps = [right - left for left, right in pairwise(places)]
    assert gaps == [20, 34, 20, 34, 20, 34, 20, 34, 20, 34, 20, 20]


def test_the_widest_tree_fits() -> None:
    widest = replace(MODEL, tree=(((-9, 38, 39),) * 3,) * 3)
    assert float(ET.fromstring(tree(widest)).get("width", "")) <= 672
