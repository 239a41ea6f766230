"""Boards of the sheet of the exam `phantom`, drawn as SVG."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from answers.exams.phantom_domineering.phantom.draws import Parameters
from answers.exams.phantom_domineering.rules import BoardCell, Dimensions
from solvers import svg

CELL = 10
EDGE = 8
"""Width of the margin for numbers of rows and columns, and height of the name of a board above them."""
GAP, LEAD = 12, 6
"""Distance between boards, and between lines of boards."""
NAMES = "ABC"

Marked: TypeAlias = tuple[str, Dimensions, Mapping[BoardCell, str]]
"""Name of a board, its size, and the texts of its marked cells; a cell with an empty text is black."""


def hidden_cells(drawn: Parameters) -> str:
    """Draw the six boards of question 6. Forbidden cells are black; cells that may be forbidden show a percentage."""
    games = [
        (
            str(n),
            game.size,
            dict.fromkeys(game.forbidden, "") | dict(zip(game.cells, map(str, game.percents), strict=True)),
        )
        for n, game in enumerate(drawn.hidden, 1)
    ]
    return _boards([games[:3], games[3:]], millimetres=74)


def played_board(drawn: Parameters) -> str:
    """Draw the board of question 3. Forbidden cells are black."""
    board = drawn.board
    return _boards([[("", board.size, dict.fromkeys(board.forbidden, ""))]], millimetres=42)


def limited_boards(drawn: Parameters) -> str:
    """Draw the boards A, B and C of question 7. Forbidden cells are black."""
    boards = [
        (f"{name} ({size.rows} × {size.columns})", size, dict.fromkeys(forbidden, ""))
        for name, (size, forbidden) in zip(NAMES, drawn.boards, strict=True)
    ]
    return _boards([boards], millimetres=40)


def _boards(lines: Sequence[Sequence[Marked]], *, millimetres: int) -> str:
    """Draw lines of boards, `millimetres` high together."""
    drawn, titles, width, top = list[str](), list[str](), 0, 0
    for boards in lines:
        left, head = EDGE, EDGE * (2 if boards[0][0] else 1)
        for name, size, marks in boards:
            drawn.append(f'<g transform="translate({left} {top + head})">{_board(name, size, marks)}</g>')
            titles.append(f"{name}: {_rows(size, marks)}" if name else _rows(size, marks))
            left += size.columns * CELL + GAP + EDGE
        width = max(width, left - GAP - EDGE + 1)
        top += head + max(size.rows for _, size, _ in boards) * CELL + LEAD
    top += 1 - LEAD
    return (
        f'<svg viewBox="0 0 {width} {top}" width="{millimetres * width / top:.4g}mm" height="{millimetres}mm" '
        f'font-family="Corrige Field" font-size="5" text-anchor="middle" role="img">'
        f"<title>{'; '.join(titles)}</title>{''.join(drawn)}</svg>"
    )


def _rows(size: Dimensions, marks: Mapping[BoardCell, str]) -> str:
    """Return the rows of a board as text, with `#` for a black cell."""
    cells = ([marks.get(BoardCell(i, j), ".") or "#" for j in range(size.columns)] for i in range(size.rows))
    return " / ".join(map(" ".join, cells))


def _board(name: str, size: Dimensions, marks: Mapping[BoardCell, str]) -> str:
    """Draw a board with its upper left corner at the origin, numbered rows and columns, and grey grid lines."""
    wide, high = CELL * size.columns, CELL * size.rows
    lines = "".join(f"M0 {CELL * i}h{wide}" for i in range(size.rows + 1))
    lines += "".join(f"M{CELL * j} 0v{high}" for j in range(size.columns + 1))
    black = "".join(f"M{CELL * j} {CELL * i}h{CELL}v{CELL}h-{CELL}z" for (i, j), text in marks.items() if not text)
    head = svg.text(wide / 2, 5 - 2 * EDGE, name) if name else ""
    grid = f'<path fill="none" stroke="#777" stroke-width="0.5" d="{lines}"/>'
    texts = {(j, -0.85): str(j) for j in range(size.columns)} | {(-0.85, i): str(i) for i in range(size.rows)}
    texts |= {(j, i): text for (i, j), text in marks.items() if text}
    written = "".join(svg.text(CELL * (x + 0.5), CELL * (y + 0.7), text) for (x, y), text in texts.items())
    return f'<path d="{black}"/>{grid}{head}{written}'
