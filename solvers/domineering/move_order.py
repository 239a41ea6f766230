"""Which moves of Domineering surely win or lose, by `bounds`, and which of the others to try first.

Source: N. Bullock, "Domineering: solving large combinatorial search spaces" (ICGA Journal 25, 2002), which counts
dominoes that fit and safe ones, and prefers the second line from a border; the order among equals follows the values
of his program obsequi. Of 8 × 8 that order alone leaves a fifth of the positions.
"""

from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Integers, Words
from solvers.compiled.jit import jit_borrowing
from solvers.domineering.bounds import Grid, bounds, new_grid, reach

ONE: Final = np.uint64(1)
BYTE: Final = np.uint64(8)
LAST_OF_BYTE: Final = np.uint64(255)
CELLS: Final = 64
RANKS: Final = 64
"""A domino more weighs more than any rank of its place."""
LANES: Final = 8
"""Words that a processor handles at once, at most."""
NO_MOVE: Final = -1_000_000
SET_ASIDE: Final = NO_MOVE + 1
"""Score of laying a domino that was set aside, which is kept for last."""
WON: Final = -NO_MOVE - 1

Scores = NDArray[np.int32]


class MoveOrder(NamedTuple):
    """A board and its placements, and the same turned by a quarter, rows for columns: vertical dominoes then lie."""

    grid: Grid
    turned: Grid
    placements: Words
    """Cells of each domino, best place first, shape (2, 64), for player 1 and player 2."""
    turned_placements: Words
    counts: Integers
    """Shape (2,): how many placements a player has."""
    turned_kids: Words
    """Room for the positions being scored, shape (64,)."""
    turning: Words
    """Shape (8, 256): entry (k, b) is what byte k of a set of cells becomes on the turned board when it is b."""


def new_move_order(rows: int, cols: int) -> MoveOrder:
    """Return the placements of a board of at most 64 cells in order."""
    turned_cell = [j * rows + i for i, j in product(range(rows), range(cols))] + [0] * (CELLS - rows * cols)
    placements, turned = np.zeros((2, CELLS), dtype=np.uint64), np.zeros((2, CELLS), dtype=np.uint64)
    across = sorted(product(range(rows), range(cols - 1)), key=lambda cell: _order(cell, rows, cols))
    down = sorted(product(range(rows - 1), range(cols)), key=lambda cell: _order(cell[::-1], cols, rows))
    for player, (cells, step) in enumerate(((across, 1), (down, cols))):
        for rank, (i, j) in enumerate(cells):
            domino = (i * cols + j, i * cols + j + step)
            placements[player, rank] = sum(1 << cell for cell in domino)
            turned[player, rank] = sum(1 << turned_cell[cell] for cell in domino)
    turning, bytes_ = np.zeros((CELLS // 8, 256), dtype=np.uint64), np.arange(256, dtype=np.uint64)
    for cell, image in enumerate(turned_cell):
        turning[cell // 8] |= (bytes_ >> np.uint64(cell % 8) & ONE) << np.uint64(image)
    return MoveOrder(
        new_grid(rows, cols),
        new_grid(cols, min(rows, CELLS - 1)),  # no shift by 64; a single column has no moves to order
        placements,
        turned,
        np.array([len(across), len(down)]),
        np.zeros(CELLS, dtype=np.uint64),
        turning,
    )


def _order(cell: tuple[int, ...], lines: int, places: int) -> tuple[bool, bool, bool, int, int]:
    """Odd lines from the border before even ones, the border last; in a line, every other placement first.

    A domino on the second line leaves places beside the border which only its player can use.
    """
    line, place = min(cell[0], lines - 1 - cell[0]), min(cell[1], places - 2 - cell[1])
    return line == 0, line % 2 == 0, place % 2 == 1, line, place


@jit_borrowing
def judge(order: MoveOrder, free: np.uint64, lead: int, mover: int, kids: Words, scores: Scores) -> int:
    """List the positions that moves lead to, with scores, and return how many; their number is a multiple of 8.

    A score is NO_MOVE where the move surely loses and WON where it surely wins. Else it is (dominoes ahead after
    it) × RANKS - place in the list, so that no two are equal; for the move of a domino set aside it is SET_ASIDE.
    """
    sign, turned = 1 - 2 * mover, turn(order, free)
    count = _list_moves(order, free, turned, mover, kids)
    if sign * lead > 0:
        kids[count], order.turned_kids[count] = free, turned
        count += 1
    slots = (count + LANES - 1) // LANES * LANES
    for k in range(slots):  # without a branch: several at a time
        first = reach(order.grid, kids[k], mover == 1)
        second = reach(order.turned, order.turned_kids[k], mover == 0)
        aside = kids[k] == free
        result = sign * bounds(first, second, lead - sign if aside else lead, 1 - mover)
        score = SET_ASIDE if aside else sign * RANKS * (first.room - second.room) - k
        score = score if result == 0 else WON if result > 0 else NO_MOVE
        scores[k] = score if k < count else NO_MOVE
    return slots


@jit_borrowing
def _list_moves(order: MoveOrder, free: np.uint64, turned: np.uint64, mover: int, kids: Words) -> int:
    """List what the legal placements leave free, on the board and turned, in order; return how many."""
    placements, turned_placements = order.placements[mover], order.turned_placements[mover]
    count = 0
    for rank in range(order.counts[mover]):
        domino = placements[rank]
        kids[count] = free & ~domino
        order.turned_kids[count] = turned & ~turned_placements[rank]
        count += free & domino == domino
    return count


@jit_borrowing
def turn(order: MoveOrder, cells: np.uint64) -> np.uint64:
    """Return the cells on the turned board."""
    turned = np.uint64(0)
    for k in range(CELLS // 8):
        turned |= order.turning[k, (cells >> (BYTE * np.uint64(k))) & LAST_OF_BYTE]
    return turned
