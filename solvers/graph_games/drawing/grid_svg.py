"""A position on a grid as a drawing."""

from collections.abc import Sequence
from html import escape
from typing import Final

from solvers.refusal import Refusal

CELL: Final = 40
MARGIN: Final = 24
FREE: Final = "."
CLOSED: Final = "#"
ABSENT: Final = " "


def grid_svg(rows: Sequence[str], title: str = "") -> str:
    """Return the drawing of a grid given as text, as one ``<svg>`` element.

    Rows and columns are numbered from 0 in the margin. Everything is black, white or mid-grey, so that a
    photocopy says the same. Any text is escaped.

    Parameters
    ----------
    rows : sequence of str
        Lines of one length, a character a cell: ``.`` a free cell, ``#`` a cell that cannot be played (drawn
        grey), a space where there is no cell, anything else is written in its cell.
    title : str
        Read out for those who do not see the drawing.

    Raises
    ------
    Refusal
        If there is no cell or the lines differ in length.

    Source: ours; a drawing in SVG 1.1.
    """
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise Refusal(f"a grid is drawn from lines of one length, at least 1, got {list(rows)}")
    width, height = MARGIN + len(rows[0]) * CELL + 2, MARGIN + len(rows) * CELL + 2
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" text-anchor="middle">'
    )
    parts = [svg, f"<title>{escape(title)}</title>"]
    parts += [_text(_centre(j), MARGIN - 8, str(j), 12) for j in range(len(rows[0]))]
    parts += [_text(MARGIN - 12, _centre(i) + 4, str(i), 12) for i in range(len(rows))]
    for i, row in enumerate(rows):
        parts += [part for j, mark in enumerate(row) for part in _cell(i, j, mark)]
    return "\n".join([*parts, "</svg>"])


def _cell(i: int, j: int, mark: str) -> list[str]:
    if mark == ABSENT:
        return []
    fill = "#999" if mark == CLOSED else "#fff"
    square = (
        f'<rect x="{MARGIN + j * CELL}" y="{MARGIN + i * CELL}" width="{CELL}" height="{CELL}" '
        f'fill="{fill}" stroke="#000"/>'
    )
    return [square] if mark in (FREE, CLOSED) else [square, _text(_centre(j), _centre(i) + 8, mark, 24)]


def _centre(index: int) -> int:
    return MARGIN + index * CELL + CELL // 2


def _text(x: int, y: int, text: str, size: int) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}">{escape(text)}</text>'
