"""Phantom Domineering refereed on a grid of booleans, straight from the rules of the exam (sections 2, 3, 5)."""

from collections.abc import Collection, Sequence
from functools import cache

Cell = tuple[int, int]


@cache
def covered(rows: int, cols: int, player: int, placement: int) -> tuple[Cell, Cell]:
    """Count through the cells where a domino of `player` may start, row by row, to find its two cells."""
    last_row, last_col = (rows, cols - 1) if player == 1 else (rows - 1, cols)
    starts = [(i, j) for i in range(last_row) for j in range(last_col)]
    i, j = starts[placement]
    return ((i, j), (i, j + 1)) if player == 1 else ((i, j), (i + 1, j))


def referee(
    rows: int, cols: int, forbidden: Collection[Cell], first: Sequence[int], second: Sequence[int]
) -> tuple[int, list[tuple[int, int]]]:
    """Return the winner and the (player, placement) pairs played; every turn reads the list from its start."""
    is_covered = [[(i, j) in forbidden for j in range(cols)] for i in range(rows)]
    history: list[tuple[int, int]] = []
    while True:
        player, plan = (1, first) if len(history) % 2 == 0 else (2, second)
        for placement in plan:
            cells = covered(rows, cols, player, placement)
            if not any(is_covered[i][j] for i, j in cells):
                break
        else:
            return 3 - player, history
        for i, j in cells:
            is_covered[i][j] = True
        history.append((player, int(placement)))
