"""What the sheet shows below its prompts, read from the drawings again."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from answers.exam.draw import Draw
from answers.exams.jeux.drawings import (
    attractor_grid,
    bar,
    depth_grid,
    dominoes,
    memo_grid,
    small_grid_cells,
    tree,
)
from answers.exams.jeux.draws import Cell, Domino, Grid, Parameters, Size, draw

MODEL = replace(
    draw(Draw(17)),
    bar=(4, 2, 1),
    cram_grid=Size(3, 4),
    dominoes=(Domino(Cell(0, 0), Cell(0, 1)), Domino(Cell(1, 3), Cell(2, 3))),
    attractor_grid=Grid(0b000_000_011, 0b000_001_100),
    removed=(Cell(0, 0), Cell(0, 1), Cell(0, 2), Cell(0, 3), Cell(2, 3)),
    memo_grid=Grid(0b000_010_001, 0b100_000_000),
    depth_grid=Grid(0b000_000_001, 0b000_000_010),
    tree=(((1, 2), (3, 4)), ((5, -6), (7, 8)), ((9, 10), (11, 12, 13))),
)
WHITE, GREY = "#fff", "#999"
DRAWINGS = (bar, dominoes, attractor_grid, small_grid_cells, memo_grid, depth_grid, tree)


def elements(draw: Callable[[Parameters], str], tag: str) -> Iterator[ET.Element]:
    return ET.fromstring(draw(MODEL)).iter(f"{{http://www.w3.org/2000/svg}}{tag}")


def texts(draw: Callable[[Parameters], str]) -> list[str]:
    return [element.text or "" for element in elements(draw, "text")]


def cells(draw: Callable[[Parameters], str], *fills: str) -> set[tuple[int, int]]:
    """Rows and columns of the squares of 40 that have one of these colours."""
    squares = [square for square in elements(draw, "rect") if square.get("fill") in fills]
    return {(int(square.get("y", "")) // 40, int(square.get("x", "")) // 40) for square in squares}


@pytest.mark.parametrize("draw", DRAWINGS)
def test_letters_are_in_a_font_of_the_sheet(draw: Callable[[Parameters], str]) -> None:
    svg = draw(MODEL)
    assert svg.startswith("<svg ")
    assert "sans-serif" not in svg
    assert svg.count('font-family="Corrige Field"') == 1


def test_squares_of_a_bar() -> None:
    assert cells(bar, WHITE) == {(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0)}


def test_covered_cells_are_grey_and_removed_ones_no_cells() -> None:
    every = {(i, j) for i in range(3) for j in range(4)}
    assert cells(dominoes, GREY) == {(0, 0), (0, 1), (1, 3), (2, 3)}
    assert cells(dominoes, WHITE) == every - cells(dominoes, GREY)
    assert cells(small_grid_cells, WHITE, GREY) == every - set(MODEL.removed)
    assert [title.text for title in elements(small_grid_cells, "title")] == ["Cram"]


def test_marks_of_grids() -> None:
    """Beside the numbers of rows and columns."""
    marks = [[text for text in texts(draw) if text in "XO"] for draw in (attractor_grid, memo_grid, depth_grid)]
    assert marks == [["X", "X", "O", "O"], ["X", "X", "O"], ["X", "O"]]


def test_a_tree_shows_its_leaves_and_is_as_high_as_may_be() -> None:
    shown = texts(tree)
    assert {str(leaf) for leaf in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13)} <= set(shown)
    assert tree(MODEL).startswith('<svg style="max-height: 40mm" ')
    assert tree(MODEL).count("max-height") == 1
