"""Drawings of grids and trees for the sheets and booklets of the exam `jeux`, in a font that both embed."""

import re
from collections.abc import Sequence
from itertools import pairwise
from string import ascii_lowercase
from typing import Final

from solvers import svg
from solvers.board_games.cram import Cram, CramState
from solvers.graph_games.drawing.grid_svg import grid_svg

SHEET_FONT: Final = "Corrige Field"
CELL, LARGE = 16, 20
"""Side of a cell in pixels, on sheets and in booklets."""


def on_sheet(drawing: str) -> str:
    """Return the drawing with the font that every sheet embeds."""
    return drawing.replace("sans-serif", SHEET_FONT)


def grid_drawing(text: str, cell: int = CELL) -> str:
    """Draw a grid from its text, in which each line is a row; a cell is `cell` pixels wide."""
    return on_sheet(grid_svg(text.split("\n"), cell))


def numbered_dominoes(game: Cram, play: tuple[CramState, ...]) -> str:
    """Draw a play of Cram, each cell with the number of the domino that covers it, from 1."""
    rows = [list(row) for row in game.text(game.start).split("\n")]
    for number, (before, after) in enumerate(pairwise(play), start=1):
        for i, j in game.cells(before, after):
            rows[i][j] = str(number)
    return on_sheet(grid_svg(rows, LARGE))


def side_by_side(drawings: Sequence[str]) -> str:
    """Return one drawing with all `drawings` side by side, with the letters a), b) and so on."""
    sizes = [tuple(map(int, re.findall(r'(?:width|height)="(\d+)"', drawing)[:2])) for drawing in drawings]
    parts, x = list[str](), 0
    for letter, drawing, (width, _) in zip(ascii_lowercase, drawings, sizes, strict=False):
        parts.append(svg.text(x + 6, CELL, f"{letter})"))
        parts.append(drawing.replace("<svg ", f'<svg x="{x + CELL}" ', 1))
        x += 2 * CELL + width
    style = f'font-family="{SHEET_FONT}" font-size="11"'
    return svg.drawing(x, max(height for _, height in sizes), parts, style=style)
