"""Which move of Domineering to try first, and who seems to be ahead.

Source: N. Bullock, "Domineering: solving large combinatorial search spaces" (ICGA Journal 25, 2002), which counts
dominoes that fit and safe ones, and prefers the second line from a border; the order among equals follows the values
of his program obsequi. Of 8 × 8 that order alone leaves a fifth of the positions. It says nothing about who wins.
"""

from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.bits import bit_count
from solvers.compiled.jit import jit
from solvers.domineering.bounds import Grid, pack_across, pack_down

ONE: Final = np.uint64(1)
CELLS: Final = 64


def place_ranks(rows: int, cols: int) -> NDArray[np.int64]:
    """Return the rank of each placement among all of its player, 0 the best, shape (2, 64); 64 where there is none.

    A horizontal domino is named by its left cell, for player 1; a vertical one by its upper cell, for player 2.
    """
    ranks = np.full((2, CELLS), CELLS)
    across = sorted(product(range(rows), range(cols - 1)), key=lambda cell: _order(cell, rows, cols))
    down = sorted(product(range(rows - 1), range(cols)), key=lambda cell: _order(cell[::-1], cols, rows))
    for player, cells in enumerate((across, down)):
        ranks[player, [i * cols + j for i, j in cells]] = range(len(cells))
    return ranks


def _order(cell: tuple[int, ...], lines: int, places: int) -> tuple[bool, bool, bool, int, int]:
    """Odd lines from the border before even ones, the border last; in a line, every other placement first.

    A domino on the second line leaves places beside the border which only its player can use.
    """
    line, place = min(cell[0], lines - 1 - cell[0]), min(cell[1], places - 2 - cell[1])
    return line == 0, line % 2 == 0, place % 2 == 1, line, place


@jit
def ahead(grid: Grid, free: np.uint64) -> int:
    """Return how many more dominoes player 1 has room for than player 2, each safe one counted twice."""
    across = free & (free >> ONE) & grid.not_last
    down = free & (free >> grid.cols)
    wide, tall = across | (across << ONE), down | (down << grid.cols)
    safe_across, safe_down = across & ~(tall | (tall >> ONE)), down & ~(wide | (wide >> grid.cols))
    result = bit_count(pack_across(across)) - bit_count(pack_down(grid, down))
    if safe_across:
        result += bit_count(pack_across(safe_across))
    if safe_down:
        result -= bit_count(pack_down(grid, safe_down))
    return result
