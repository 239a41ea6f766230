"""Draw Domineering boards: the numbering of a player's dominoes, and positions of a game.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 2, 3 and 5.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from solvers import svg
from solvers.domineering.board import Board, Cell

CELL: Final = 30
MARGIN: Final = 18


def numbering_svg(board: Board, player: int) -> str:
    """Return the board as one ``<svg>`` element, with the number of each domino of `player` in its first cell.

    A cell where no domino begins has a cross; a forbidden cell is black. Rows and columns are counted in the margin.
    """
    numbers = {board.cells(player, placement)[0]: str(placement) for placement in range(board.count(player))}
    cells = ((i, j) for i in range(board.rows) for j in range(board.cols))
    marks = [_label(*_centre(cell), numbers.get(cell, "×")) for cell in cells if cell not in board.forbidden]
    return _drawn(board, marks)


def dominoes_svg(board: Board, dominoes: Sequence[Sequence[Cell]]) -> str:
    """Return a board with dominoes, numbered from 1, as one ``<svg>`` element; odd ones (player 1) are grey."""
    marks = []
    inset = CELL // 2 - 3
    for number, (first, second) in enumerate(dominoes, 1):
        (x, y), (end_x, end_y) = _centre(first), _centre(second)
        width, height = end_x - x + 2 * inset, end_y - y + 2 * inset
        marks.append(
            f'<rect x="{x - inset}" y="{y - inset}" width="{width}" height="{height}" rx="4" '
            f'fill="{"#ccc" if number % 2 else "#fff"}" stroke="#000" stroke-width="1.4"/>'
        )
        marks.append(_label((x + end_x) // 2, (y + end_y) // 2, str(number)))
    return _drawn(board, marks)


def _drawn(board: Board, marks: Iterable[str]) -> str:
    """Return a board with shapes on its cells, and with numbers of rows and columns, as one ``<svg>`` element."""
    width, height = MARGIN + board.cols * CELL + 2, MARGIN + board.rows * CELL + 2
    grid = [
        f'<rect x="{x - CELL // 2}" y="{y - CELL // 2}" width="{CELL}" height="{CELL}" '
        f'fill="{"#000" if cell in board.forbidden else "#fff"}" stroke="#000" stroke-width="0.8"/>'
        for cell in ((i, j) for i in range(board.rows) for j in range(board.cols))
        for x, y in [_centre(cell)]
    ]
    columns = [_label(_centre((0, j))[0], MARGIN - 10, str(j), size=10) for j in range(board.cols)]
    rows = [_label(MARGIN - 9, _centre((i, 0))[1], str(i), size=10) for i in range(board.rows)]
    style = 'font-family="Corrige Field, sans-serif" font-size="12" text-anchor="middle"'
    return svg.drawing(width, height, (*grid, *columns, *rows, *marks), style=style)


def _centre(cell: Cell) -> tuple[int, int]:
    return MARGIN + cell[1] * CELL + CELL // 2, MARGIN + cell[0] * CELL + CELL // 2


def _label(x: int, y: int, text: str, size: int = 12) -> str:
    return svg.text(x, y + 4, text, size=size)
