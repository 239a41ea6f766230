"""As many dominoes of one direction as fit, on boards as bits."""

from typing import Final, NamedTuple

import numpy as np

from solvers.compiled.jit import jit

ONE: Final = np.uint64(1)
EVEN: Final = np.uint64(0x5555555555555555)
MOST_CELLS: Final = np.uint64(64)


class Grid(NamedTuple):
    """The shape of the board, as masks.

    Source: ours; bitboards.
    """

    cols: np.uint64
    first_row: np.uint64
    """Row 0."""
    first_col: np.uint64
    """Column 0."""
    not_last: np.uint64
    """All columns but the last."""


@jit
def pack_across(placements: np.uint64) -> np.uint64:
    """Return the left cells of as many disjoint horizontal dominoes as fit.

    They are every other bit of each run of placements, from its first. Adding its first bit to a run clears
    it, which tells the runs that begin at an even bit from the others; the last column keeps rows apart.

    Source: ours; every other bit of a run, by carries.
    """
    starts = placements & ~(placements << ONE)
    even = placements & ~(placements + (starts & EVEN))
    return (even & EVEN) | (placements & ~(even | EVEN))


@jit
def pack_down(grid: Grid, placements: np.uint64) -> np.uint64:
    """Return the upper cells of as many disjoint vertical dominoes as fit: likewise, by doubling steps.

    Source: ours; every other bit of a run, by doubling.
    """
    within = placements & (placements << grid.cols)
    packed = placements & ~(placements << grid.cols)
    step = grid.cols + grid.cols
    while step < MOST_CELLS:
        packed |= (packed << step) & within
        within &= within << step
        step += step
    return packed
