"""The losing bars of Chomp inside a small rectangle, without compiled code: what an exam draws from."""

from itertools import combinations_with_replacement
from typing import Final

from solvers.board_games.chomp import Bar, eat, squares
from solvers.refusal import Refusal

MAX_PERIMETER: Final = 14


def losing_bars(rows: int, cols: int) -> tuple[Bar, ...]:
    """Return all bars inside rows × cols from which the player to move loses, those with fewer squares first.

    Bars are looked at by their number of squares, so that every move leads to one already known: a bar loses when
    no move leaves a losing bar. The empty bar, where the opponent has just eaten the poison, is a won one.

    Parameters
    ----------
    rows, cols : int
        At least 1 each, at most 14 together: there are C(rows + cols, rows) bars. Larger rectangles are for
        `solvers.board_games.chomp_solution`, which also knows the winning moves.

    Raises
    ------
    Refusal
        If a side is outside its range.

    Source: document 003 ("Jeux"), exercise 1.1 and example 1.4; backward induction.
    """
    if rows < 1 or cols < 1 or rows + cols > MAX_PERIMETER:
        raise Refusal(
            f"losing bars are listed inside rectangles of at least 1 × 1 with rows + columns at most {MAX_PERIMETER}, "
            f"got {rows} × {cols}"
        )
    padded = combinations_with_replacement(range(cols, -1, -1), rows)
    bars = sorted((tuple(filter(None, lengths)) for lengths in padded), key=lambda bar: (sum(bar), bar))
    losing: dict[Bar, None] = {}
    for bar in bars[1:]:
        if not any(eat(bar, cell) in losing for cell in squares(bar)):
            losing[bar] = None
    return tuple(losing)
