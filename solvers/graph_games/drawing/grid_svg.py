"""Draw a position on a grid."""

from collections.abc import Sequence
from typing import Final

from solvers import svg

CELL: Final = 40
SMALLEST_LETTERS: Final = 10
"""Least size in pixels of the numbers in the margin: 7.5 points, legible in a drawing of any size."""
FREE: Final = "."
CLOSED: Final = "#"
ABSENT: Final = " "


def grid_svg(rows: Sequence[Sequence[str]], cell: int = CELL) -> str:
    """Return the drawing of a grid given as text, as one ``<svg>`` element.

    All rows have the same length, with a character or a short text per cell: ``.`` is a free cell, ``#`` a cell that
    cannot be played (grey), a space no cell; any other text is written in its cell, escaped. Rows and columns are
    numbered from 0 in the margin. The drawing is black, white and mid-grey, so that a photocopy stays readable. The
    rows are also text for screen readers. `cell` is the side of a cell in pixels, at least 16.
    """
    letters = max(SMALLEST_LETTERS, 3 * cell // 10)
    margin = letters + 6
    width, height = margin + len(rows[0]) * cell + 2, margin + len(rows) * cell + 2
    middles = [margin + k * cell + cell // 2 for k in range(max(len(rows), len(rows[0])))]
    parts = [svg.text(x, margin - 5, str(j), size=letters) for j, x in enumerate(middles[: len(rows[0])])]
    parts += [svg.text(margin - 9, y + letters // 3, str(i), size=letters) for i, y in enumerate(middles[: len(rows)])]
    for i, row in enumerate(rows):
        for j, mark in enumerate(row):
            if mark == ABSENT:
                continue
            x, y = middles[j], middles[i]
            fill = "#999" if mark == CLOSED else "#fff"
            corner = f'x="{x - cell // 2}" y="{y - cell // 2}"'
            parts.append(f'<rect {corner} width="{cell}" height="{cell}" fill="{fill}" stroke="#000"/>')
            if mark not in (FREE, CLOSED):
                parts.append(svg.text(x, y + cell // 5, mark, size=max(SMALLEST_LETTERS, 3 * cell // 5)))
    style, title = 'font-family="sans-serif" text-anchor="middle"', " / ".join(map(" ".join, rows))
    return svg.drawing(width, height, parts, style=style, title=title)
