"""Who surely wins a Domineering position, by counting the dominoes that fit; leads as in `outcome_search`.

Source: the counting of safe moves and of cells left to the opponent follows N. Bullock, "Domineering: solving large
combinatorial search spaces" (2002); bitboards, the packing of dominoes and the shielded pairs are ours.
"""

from typing import Final, NamedTuple

import numpy as np

from solvers.compiled.bits import bit_count
from solvers.compiled.jit import jit

ONE: Final = np.uint64(1)
EVEN: Final = np.uint64(0x5555555555555555)
MOST_CELLS: Final = np.uint64(64)


class Grid(NamedTuple):
    """The shape of the board, as masks."""

    cols: np.uint64
    first_row: np.uint64
    """Row 0."""
    first_col: np.uint64
    """Column 0."""
    not_last: np.uint64
    """All columns but the last."""


def new_grid(rows: int, cols: int) -> Grid:
    """Return the masks of a board of at most 64 cells."""
    row, col = (1 << cols) - 1, sum(1 << (i * cols) for i in range(rows))
    return Grid(*map(np.uint64, (cols, row, col, sum(col << j for j in range(cols - 1)))))


@jit
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


@jit
def bounds(grid: Grid, free: np.uint64, lead: int, mover: int) -> int:
    """Return 1 if player 1 surely wins, -1 if player 2 does, else 0.

    A player surely has their safe dominoes, whose cells the opponent cannot cover, and a part of the others
    that fit beside them (`_sure`). A player has at most as many dominoes as fit, and as fit in the cells left
    to them when the opponent lays what is sure.
    """
    across = free & (free >> ONE) & grid.not_last
    down = free & (free >> grid.cols)
    wide, tall = across | (across << ONE), down | (down << grid.cols)
    safe_across = pack_across(across & ~(tall | (tall >> ONE)))
    safe_down = pack_down(grid, down & ~(wide | (wide >> grid.cols)))
    kept, kept_down = safe_across | (safe_across << ONE), safe_down | (safe_down << grid.cols)
    open_across = pack_across(across & ~(kept | (kept >> ONE)))
    open_down = pack_down(grid, down & ~(kept_down | (kept_down >> grid.cols)))
    first_sure = _sure(
        bit_count(open_across), _shielded_across(grid, free, open_across), _lonely_across(grid, open_across), mover == 0
    )
    second_sure = _sure(
        bit_count(open_down), _shielded_down(grid, free, open_down), _lonely_down(grid, open_down), mover == 1
    )
    # A domino takes two cells from the opponent, but one where the opponent cannot cover the other.
    first_takes = max(first_sure, 2 * first_sure - bit_count(open_across & ~(tall & (tall >> ONE))))
    second_takes = max(second_sure, 2 * second_sure - bit_count(open_down & ~(wide & (wide >> grid.cols))))
    first_fit, second_fit = bit_count(pack_across(across)), bit_count(pack_down(grid, down))
    first_most = min(first_fit, (bit_count(wide) - second_takes) // 2)
    second_most = min(second_fit, (bit_count(tall) - first_takes) // 2)
    first_safe, second_safe = bit_count(safe_across), bit_count(safe_down)
    # Whoever moves needs one more than the other has at most; whoever waits needs as many.
    if first_safe + first_sure + lead + mover > second_most:
        return 1
    if second_safe + second_sure - lead + 1 - mover > first_most:
        return -1
    return 0


@jit
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
    return max(0, points + 5) // 6


@jit
def _lonely_across(grid: Grid, packed: np.uint64) -> int:
    """Count horizontal dominoes of which none is above or below any cell of another."""
    cells = packed | (packed << ONE)
    upper = cells & (cells >> grid.cols)
    near = upper | (upper << grid.cols)
    return bit_count(packed & ~(near | (near >> ONE)))


@jit
def _lonely_down(grid: Grid, packed: np.uint64) -> int:
    """Count vertical dominoes of which none is left or right of any cell of another."""
    cells = packed | (packed << grid.cols)
    left = cells & (cells >> ONE) & grid.not_last
    near = left | (left << ONE)
    return bit_count(packed & ~(near | (near >> grid.cols)))


@jit
def _shielded_across(grid: Grid, free: np.uint64, packed: np.uint64) -> int:
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


@jit
def _shielded_down(grid: Grid, free: np.uint64, packed: np.uint64) -> int:
    """Count disjoint shielded pairs of vertical dominoes, likewise from the left and from the right."""
    cols, not_last = grid.cols, grid.not_last
    pairs = packed & (packed >> ONE) & not_last  # the left dominoes
    before, beyond = (free & not_last) << ONE, (free >> ONE) & not_last
    beyond = (beyond >> ONE) & not_last
    left = pairs & ~(before | (before >> cols))
    left &= ~((left & not_last) << ONE)
    right = pairs & ~(beyond | (beyond >> cols))
    right &= ~(left | ((left & not_last) << ONE) | ((left >> ONE) & not_last))
    right &= ~((right >> ONE) & not_last)
    facing_right = ((left | (left << cols)) & not_last) << ONE
    facing_left = right | (right << cols)
    facing = ((facing_right & ((facing_left >> ONE) & not_last)) >> ONE) & not_last
    return bit_count(left & ~(facing | (facing >> cols))) + bit_count(right)
