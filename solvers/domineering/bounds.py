"""Who surely wins a Domineering position, by counting the dominoes that fit; leads as in `outcome_search`.

Source: the counting of safe moves and of cells left to the opponent follows N. Bullock, "Domineering: solving large
combinatorial search spaces" (2002); bitboards, the packing of dominoes and the shielded pairs are ours.
"""

from typing import Final, NamedTuple

import numpy as np

from solvers.compiled.bits import bit_count, reversed_bits
from solvers.compiled.jit import jit, jit_inlined

ONE: Final = np.uint64(1)
EVEN: Final = np.uint64(0x5555555555555555)
MOST_CELLS: Final = np.uint64(64)
SIXTH: Final = 10923  # / 2¹⁶: rounded down exactly below 30 000; several words at once cannot be divided


class Grid(NamedTuple):
    """The shape of the board, as masks."""

    cols: np.uint64
    spare: np.uint64
    """Bits of a word that are no cells."""
    first_row: np.uint64
    """Row 0."""
    first_col: np.uint64
    """Column 0."""
    not_last: np.uint64
    """All columns but the last."""


def new_grid(rows: int, cols: int) -> Grid:
    """Return the masks of a board of at most 64 cells."""
    row, col = (1 << cols) - 1, sum(1 << (i * cols) for i in range(rows))
    return Grid(*map(np.uint64, (cols, 64 - rows * cols, row, col, sum(col << j for j in range(cols - 1)))))


@jit_inlined
def pack_across(placements: np.uint64) -> np.uint64:
    """Return the left cells of as many disjoint horizontal dominoes as fit.

    They are every other bit of each run of placements, from its first. Adding its first bit to a run clears
    it, which tells the runs that begin at an even bit from the others; the last column keeps rows apart.
    """
    starts = placements & ~(placements << ONE)
    even = placements & ~(placements + (starts & EVEN))
    return (even & EVEN) | (placements & ~(even | EVEN))


@jit
def pack_down(grid: Grid, placements: np.uint64) -> np.uint64:
    """Return the upper cells of as many disjoint vertical dominoes as fit: likewise, by doubling steps."""
    within = placements & (placements << grid.cols)
    packed = placements & ~(placements << grid.cols)
    step = grid.cols + grid.cols
    while step < MOST_CELLS:
        packed |= (packed << step) & within
        within &= within << step
        step += step
    return packed


class Reach(NamedTuple):
    """What the player of horizontal dominoes can lay, whatever the opponent does or at best."""

    sure: int
    """Dominoes that they surely have."""
    takes: int
    """Cells that these surely take from the opponent."""
    fit: int
    """Dominoes that fit."""
    cells: int
    """Cells that they can cover."""
    room: int
    """Dominoes that fit, and again those of them that the opponent cannot hit."""


@jit_inlined
def reach(grid: Grid, free: np.uint64, moves_next: bool) -> Reach:  # noqa: FBT001 (read by compiled code only)
    """Return what the player of horizontal dominoes can lay on the free cells; for the other, turn the board.

    A player surely has their safe dominoes, whose cells the opponent cannot cover, and a part of the others
    that fit beside them. Where a run has a cell to spare, packing it from the other end leaves other dominoes.
    """
    across = free & (free >> ONE) & grid.not_last
    sure, takes, safe = _surely(grid, free, moves_next)
    other_sure, other_takes, _ = _surely(grid, reversed_bits(free) >> grid.spare, moves_next)
    best = max(sure << 8 | takes, other_sure << 8 | other_takes)  # of one packing: nobody lays both
    fit, cells = bit_count(pack_across(across)), bit_count(across | (across << ONE))
    return Reach(best >> 8, best & 255, fit, cells, fit + safe)


@jit_inlined
def bounds(first: Reach, second: Reach, lead: int, mover: int) -> int:
    """Return 1 if player 1 surely wins, -1 if player 2 does, else 0.

    A player has at most as many dominoes as fit, and as fit in the cells left to them when the opponent lays what
    is sure. Whoever moves needs one more than the other has at most; whoever waits needs as many.
    """
    first_most = min(first.fit, (first.cells - second.takes) >> 1)
    second_most = min(second.fit, (second.cells - first.takes) >> 1)
    loses = second.sure - lead + 1 - mover > first_most
    return 1 if first.sure + lead + mover > second_most else -1 if loses else 0


@jit_inlined
def _surely(grid: Grid, free: np.uint64, moves_next: bool) -> tuple[int, int, int]:  # noqa: FBT001 (likewise)
    """Return the dominoes that a player surely has, the cells that they take, and how many are safe."""
    across = free & (free >> ONE) & grid.not_last
    down = free & (free >> grid.cols)
    tall = down | (down << grid.cols)
    safe = pack_across(across & ~(tall | (tall >> ONE)))
    kept = safe | (safe << ONE)
    others = pack_across(across & ~(kept | (kept >> ONE)))
    sure = _sure(bit_count(others), _shielded(grid, free, others), _lonely(grid, others), moves_next)
    # A domino takes two cells from the opponent, but one where the opponent cannot cover the other.
    takes = max(sure, 2 * sure - bit_count(others & ~(tall & (tall >> ONE))))
    return bit_count(safe) + sure, takes, bit_count(safe)


@jit_inlined
def _sure(fit: int, pairs: int, lonely: int, moves_next: bool) -> int:  # noqa: FBT001 (read by compiled code only)
    """Return how many of `fit` disjoint dominoes a player can lay against any opponent.

    A shielded pair is two parallel dominoes side by side, one of which the opponent reaches only over the
    other: laying that other makes the first safe, two dominoes for one move. A lonely domino is one that no domino
    of the opponent hits together with another. Count six points a pair, three a lonely domino, two any other. The
    player lays pairs first, lonely ones last: six points for two dominoes, three or two for one. A move of the
    opponent then costs at most six points while there are pairs (a pair; or a domino and, of a pair whose other
    domino stays, four), four while not all are lonely, and three afterwards. So in a move and its answer the player
    gains at least a sixth of the points that go.
    """
    points = 2 * fit + 2 * pairs + lonely
    if not moves_next:
        points -= 6 if pairs else 4 if lonely < fit else 3
    return max(0, points + 5) * SIXTH >> 16


@jit_inlined
def _lonely(grid: Grid, packed: np.uint64) -> int:
    """Count horizontal dominoes of which none is above or below any cell of another."""
    cells = packed | (packed << ONE)
    upper = cells & (cells >> grid.cols)
    near = upper | (upper << grid.cols)
    return bit_count(packed & ~(near | (near >> ONE)))


@jit_inlined
def _shielded(grid: Grid, free: np.uint64, packed: np.uint64) -> int:
    """Count disjoint shielded pairs of horizontal dominoes; no two of them face each other."""
    cols = grid.cols
    pairs = packed & (packed >> cols)  # the upper dominoes
    above, below = free << cols, (free >> cols) >> cols
    upper = pairs & ~(above | (above >> ONE))
    upper &= ~(upper << cols)
    lower = pairs & ~(below | (below >> ONE)) & ~(upper | (upper << cols) | (upper >> cols))
    lower &= ~(lower >> cols)
    facing_down = (upper | (upper << ONE)) << cols
    facing_up = lower | (lower << ONE)
    facing = (facing_down & (facing_up >> cols)) >> cols
    return bit_count(upper & ~(facing | (facing >> ONE))) + bit_count(lower)
