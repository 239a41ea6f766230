"""The boards that the sheet of the exam `phantom` shows, as SVG."""

from collections.abc import Iterable, Mapping

from answers.exams.phantom_domineering.phantom.draws import Parameters
from answers.exams.phantom_domineering.rules import Cell, Size

CELL = 10
RIM = 1
"""White around a black square, by which those that touch are told apart."""
SQUARE = CELL - 2 * RIM
GAP = 16
HEAD = 8
"""Room for the name of a board above it."""
UNIT = 0.5
"""Millimetres of a unit, or less: a sheet makes drawings at most 24 mm high. Letters are chosen to stay at 7 pt."""
NAMES = "ABC"


def hidden_cells(drawn: Parameters) -> str:
    """Question 6: six boards, forbidden cells black, percentages written in those that may be forbidden."""
    games = (
        (
            str(n),
            game.size,
            dict.fromkeys(game.forbidden, "") | dict(zip(game.cells, map(str, game.percents), strict=True)),
        )
        for n, game in enumerate(drawn.hidden, 1)
    )
    return _boards(games, letters=5)


def played_board(drawn: Parameters) -> str:
    """Question 3: the board, its forbidden cells black, its rows and columns numbered."""
    size = drawn.board.size
    return _boards([("", size, dict.fromkeys(drawn.board.forbidden, ""))], letters=7, numbered=True)


def limited_boards(drawn: Parameters) -> str:
    """Question 7: boards A to C, their forbidden cells black."""
    boards = zip(NAMES, drawn.boards, strict=True)
    named = ((f"{name} ({n} × {p})", (n, p), forbidden) for name, ((n, p), forbidden) in boards)
    return _boards(((name, Size(*size), dict.fromkeys(forbidden, "")) for name, size, forbidden in named), letters=7)


def _boards(boards: Iterable[tuple[str, Size, Mapping[Cell, str]]], letters: int, *, numbered: bool = False) -> str:
    """Draw boards side by side, each under its name; a marked cell holds its text, or is black when that is empty.

    Who does not see them has their rows read out, a `#` for a black cell.
    """
    drawn, told, left, rows = list[str](), list[str](), HEAD * numbered, 0
    for name, size, marks in boards:
        drawn.append(_board(left, name, size, marks) + (_numbers(left, size) if numbered else ""))
        told.append(f"{name}: {_rows(size, marks)}" if name else _rows(size, marks))
        left += size.columns * CELL + GAP
        rows = max(rows, size.rows)
    width, height = left - GAP + 1, rows * CELL + HEAD + 1
    return (
        f'<svg class="low" viewBox="-0.5 -0.5 {width} {height}" '
        f'width="{width * UNIT:g}mm" height="{height * UNIT:g}mm" font-family="Corrige Field" '
        f'font-size="{letters}" text-anchor="middle" role="img"><title>{"; ".join(told)}</title>{"".join(drawn)}</svg>'
    )


def _numbers(left: int, size: Size) -> str:
    """The numbers of columns above a board, of rows beside it."""
    places = [(left + CELL * j + CELL / 2, HEAD - 2, j) for j in range(size.columns)]
    places += [(left - HEAD / 2, HEAD + CELL * i + 7, i) for i in range(size.rows)]
    return "".join(f'<text x="{x:g}" y="{y}">{number}</text>' for x, y, number in places)


def _rows(size: Size, marks: Mapping[Cell, str]) -> str:
    cells = ([marks.get(Cell(i, j), ".") or "#" for j in range(size.columns)] for i in range(size.rows))
    return " / ".join(map(" ".join, cells))


def _board(left: int, name: str, size: Size, marks: Mapping[Cell, str]) -> str:
    lines = "".join(f"M{left} {HEAD + CELL * i}h{CELL * size.columns}" for i in range(size.rows + 1))
    lines += "".join(f"M{left + CELL * j} {HEAD}v{CELL * size.rows}" for j in range(size.columns + 1))
    black = "".join(
        f"M{left + CELL * j + RIM} {HEAD + CELL * i + RIM}h{SQUARE}v{SQUARE}h-{SQUARE}z"
        for (i, j), text in marks.items()
        if not text
    )
    texts = "".join(
        f'<text x="{left + CELL * j + CELL / 2:g}" y="{HEAD + CELL * i + 7:g}">{text}</text>'
        for (i, j), text in marks.items()
        if text
    )
    head = f'<text x="{left + CELL * size.columns / 2:g}" y="{HEAD - 3}" font-weight="bold">{name}</text>'
    grid = f'<path fill="none" stroke="black" stroke-width="0.4" d="{lines}"/>'
    return f'{head if name else ""}{grid}<path d="{black}"/>{texts}'
