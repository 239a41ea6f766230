"""What the sheet of the exam `jeux` shows below its prompts: plain functions of the parameters."""

import re
from collections.abc import Sequence
from itertools import pairwise
from string import ascii_lowercase
from typing import Final

from answers.exams.jeux.draws import SIDE, Grid, Parameters, begun_grid, small_grid, symmetric_grid
from solvers.board_games.chomp import Chomp
from solvers.board_games.cram import Cram, CramState
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.graph_games.drawing.grid_svg import grid_svg
from solvers.graph_games.game_tree import GameTree

SHEET_FONT: Final = "Corrige Field"
CELL: Final = 16
"""Pixels of a cell on the sheet."""


def bar(drawn: Parameters) -> str:
    """Question 2: a bar already eaten at."""
    game = Chomp(drawn.bar)
    return _grid(game.text(game.start))


def dominoes(drawn: Parameters) -> str:
    """Question 3: the grids of both parts side by side, their covered cells grey."""
    games = Cram(symmetric_grid(drawn)), Cram(begun_grid(drawn))
    return _side_by_side([_grid(game.text(game.start)) for game in games])


def attractor_grid(drawn: Parameters) -> str:
    """Question 4: the first grid of the arena."""
    return _marks(drawn.attractor_grid)


def small_grid_cells(drawn: Parameters) -> str:
    """Question 5: white cells among grey ones."""
    game = small_grid(drawn.small_grid)
    return _grid(game.text(game.start))


def memo_grid(drawn: Parameters) -> str:
    """Question 6: the grid that min-max is called on."""
    return _marks(drawn.memo_grid)


def depth_grid(drawn: Parameters) -> str:
    """Question 7: the grid that the search of limited depth begins with."""
    return _marks(drawn.depth_grid)


def tree(drawn: Parameters) -> str:
    """Question 8: a tree with the values of its leaves."""
    return _on_sheet(GameTree(drawn.tree).svg())


def numbered_dominoes(game: Cram, play: tuple[CramState, ...], cell: int) -> str:
    """A play of Cram: on each cell the number of the domino that covers it, from 1."""
    rows = [list(row) for row in game.text(game.start).split("\n")]
    for number, (before, after) in enumerate(pairwise(play), start=1):
        for i, j in game.cells(before, after):
            rows[i][j] = str(number)
    return grid_svg(rows, cell).replace("sans-serif", SHEET_FONT)


def _marks(grid: Grid) -> str:
    return _grid(TicTacToe(SIDE).text(grid))


def _grid(text: str) -> str:
    return _on_sheet(grid_svg(text.split("\n"), CELL))


def _on_sheet(svg: str) -> str:
    """The same drawing in a font that every sheet carries."""
    return svg.replace("sans-serif", SHEET_FONT)


def _side_by_side(drawings: Sequence[str]) -> str:
    """Draw several as one, each with its letter."""
    sizes = [tuple(map(int, re.findall(r'(?:width|height)="(\d+)"', one)[:2])) for one in drawings]
    parts, left = list[str](), 0
    for letter, one, (width, _) in zip(ascii_lowercase, drawings, sizes, strict=False):
        parts.append(f'<text x="{left + 6}" y="{CELL}" font-family="{SHEET_FONT}" font-size="11">{letter})</text>')
        parts.append(one.replace("<svg ", f'<svg x="{left + CELL}" ', 1))
        left += 2 * CELL + width
    size = f'width="{left}" height="{max(height for _, height in sizes)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'
