"""Who wins a Domineering position, compiled: a search with bounds, thresholds in memory, and symmetry.

Source: the safe moves and the counting of cells left to the opponent follow N. Bullock, "Domineering: solving
large combinatorial search spaces" (ICGA Journal 25, 2002); the rest is elementary and explained where it is
done. Here a position is a set of free cells and a *lead*: how many dominoes player 1 (horizontal) has set
aside, in places where player 2 can never lay one, less those that player 2 has.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Integers, Words
from solvers.compiled.bits import bit_count, reversed_bits
from solvers.compiled.jit import jit_borrowing
from solvers.domineering.board import Board
from solvers.domineering.bounds import Grid, new_grid, pack_across, pack_down
from solvers.domineering.move_order import (
    CELLS,
    NO_MOVE,
    RANKS,
    SET_ASIDE,
    WON,
    MoveOrder,
    Scores,
    judge,
    new_move_order,
)

TABLE_BITS: Final = 22
SHIFT: Final = np.uint64(64 - TABLE_BITS)
SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)  # 2⁶⁴ / φ: the upper bits of its products are spread evenly
ONE: Final = np.uint64(1)
MOST_PLIES: Final = 33
NEVER: Final = 127
"""A lead that no board allows."""


class Search(NamedTuple):
    """What the kernels share; made by `new_search`."""

    grid: Grid
    keys: Words
    """Free cells, shape (2, table), for player 1 and player 2 to move; a newer entry replaces an older one."""
    leads: NDArray[np.int8]
    """Shape (2, table, 2): the largest lead with which player 1 is known to lose, the least with which to win."""
    order: MoveOrder
    kids: Words
    """Shape (plies, 64): what the moves at each position of the line being searched leave free."""
    scores: Scores
    """Likewise, of these moves."""
    counts: Integers
    """Shape (plies,): how many."""
    tried: Integers
    """Shape (plies,): the score of the move tried last."""
    line: Words
    """Free cells of those positions."""
    line_leads: Integers
    line_keys: Words
    """Which of its images a position is remembered as."""
    nodes: Integers
    """Shape (1,): positions whose moves were listed."""


def new_search(rows: int, cols: int) -> Search:
    """Return an empty memory for boards of rows × cols, at most 64 cells."""
    # what is known of a position stands beside it: to look for it in memory takes longer than to judge it
    entries = np.zeros((2, 1 << TABLE_BITS, 2), dtype=np.uint64)
    leads = entries[:, :, 1:].view(np.int8)[:, :, :2]
    leads[:, 0] = -NEVER, NEVER  # the first slot seems to hold the position without free cells
    return Search(
        new_grid(rows, cols),
        entries[:, :, 0],
        leads,
        new_move_order(rows, cols),
        np.empty((MOST_PLIES, CELLS), dtype=np.uint64),
        np.empty((MOST_PLIES, CELLS), dtype=np.int32),
        np.empty(MOST_PLIES, dtype=np.int64),
        np.empty(MOST_PLIES, dtype=np.int64),
        np.empty(MOST_PLIES, dtype=np.uint64),
        np.empty(MOST_PLIES, dtype=np.int64),
        np.empty(MOST_PLIES, dtype=np.uint64),
        np.zeros(1, dtype=np.int64),
    )


def winning_moves(board: Board) -> tuple[int, ...]:
    """Return the placements with which player 1, who is to move, wins under perfect play; none if player 2 does.

    The time depends on the shape of the board, of up to 64 cells: 8 × 8 takes seconds.
    """
    free = ((1 << board.rows * board.cols) - 1) & ~board.closed
    search = new_search(board.rows, board.cols)
    return tuple(p for p in board.legal(1) if _wins(search, board, free & ~board.mask(1, p)))


def _wins(search: Search, board: Board, free: int) -> bool:
    """Return whether player 1 wins when player 2 is to move."""
    # Nobody lays vertical dominoes on one row, and 1 × 64 cells would need a shift by 64.
    return board.rows == 1 or first_wins(search, np.uint64(free), 2)


@jit_borrowing
def first_wins(search: Search, free: np.uint64, player: int) -> bool:
    """Return whether player 1 wins when `player` (1 or 2) is to move and the cells of `free` are free.

    Positions of the line being searched are kept by ply and no function calls itself: Numba crashes on
    machine code of recursive functions that it reads back from disk.
    """
    ply, mover = 0, player - 1
    result = _enter(search, 0, mover, free, 0)
    while result == 0:
        _expand(search, ply, mover)
        result = _try_moves(search, ply, mover)
        while result:
            _remember(search, ply, mover, result)
            if ply == 0:
                break
            ply, mover = ply - 1, 1 - mover
            if result != _sign(mover):  # that move loses: the next ones
                result = _try_moves(search, ply, mover)
        else:
            ply, mover = ply + 1, 1 - mover
    return result > 0


@jit_borrowing
def _sign(mover: int) -> int:
    """Return the result with which the mover wins."""
    return 1 - 2 * mover


@jit_borrowing
def _try_moves(search: Search, ply: int, mover: int) -> int:
    """Make moves, the best looking first, until one is known to win or has to be searched.

    Return who wins the position at `ply`; 0 when the line goes on with the move made last.
    """
    sign = _sign(mover)
    while True:
        best = _best_below(search.scores[ply, : search.counts[ply]], search.tried[ply])
        if best == WON:
            return sign
        if best == NO_MOVE:
            return -sign
        search.tried[ply] = best
        free, lead = search.line[ply], search.line_leads[ply]
        if best == SET_ASIDE:
            lead -= sign
        else:
            free = search.kids[ply, -best % RANKS]
        result = _enter(search, ply + 1, 1 - mover, free, lead)
        if result != -sign:
            return result


@jit_borrowing
def _best_below(scores: Scores, tried: int) -> int:
    """Return the largest score below `tried`; of 32 bits throughout, as the processor compares several at a time."""
    none = best = np.int32(NO_MOVE)
    most = np.int32(tried)
    for k in range(len(scores)):
        best = max(best, scores[k] if scores[k] < most else none)
    return int(best)


@jit_borrowing
def _expand(search: Search, ply: int, mover: int) -> None:
    """Score the moves at `ply`."""
    search.nodes[0] += 1
    free, lead = search.line[ply], search.line_leads[ply]
    search.counts[ply] = judge(search.order, free, lead, mover, search.kids[ply], search.scores[ply])
    search.tried[ply] = -NO_MOVE


@jit_borrowing
def _enter(search: Search, ply: int, mover: int, free: np.uint64, lead: int) -> int:
    """Put a position into the line at `ply`; return 1 or -1 if the memory says that player 1 wins or loses, else 0."""
    free, lead = _set_aside(search.grid, free, lead)
    key = _canonical(search.grid, free)
    search.line[ply], search.line_leads[ply], search.line_keys[ply] = free, lead, key
    slot = (key * SPREAD) >> SHIFT
    if search.keys[mover, slot] == key:
        if lead >= search.leads[mover, slot, 1]:
            return 1
        if lead <= search.leads[mover, slot, 0]:
            return -1
    return 0


@jit_borrowing
def _remember(search: Search, ply: int, mover: int, result: int) -> None:
    """A larger lead is never worse for player 1, so two thresholds say what is known for all leads."""
    key, lead = search.line_keys[ply], search.line_leads[ply]
    slot = (key * SPREAD) >> SHIFT
    leads = search.leads[mover, slot]
    if search.keys[mover, slot] != key:
        search.keys[mover, slot] = key
        leads[0], leads[1] = -NEVER, NEVER
    if result > 0:
        leads[1] = min(leads[1], lead)
    else:
        leads[0] = max(leads[0], lead)


@jit_borrowing
def _set_aside(grid: Grid, free: np.uint64, lead: int) -> tuple[np.uint64, int]:
    """Drop cells that nobody can cover; turn what only one player can cover into lead.

    Cells that the opponent cannot cover, in a run that no cell of theirs adjoins, are worth as many moves as
    dominoes fit, at any time: an integer in the sense of combinatorial game theory.
    """
    across = free & (free >> ONE) & grid.not_last
    down = free & (free >> grid.cols)
    wide, tall = across | (across << ONE), down | (down << grid.cols)
    free = wide | tall
    near = _spread_across(grid, tall, free)
    own = free & ~near
    if own:
        lead += bit_count(pack_across(across & own))
    near = _spread_down(grid, wide, free)
    theirs = free & ~near
    if theirs:
        lead -= bit_count(pack_down(grid, down & theirs))
    return free & ~(own | theirs), lead


@jit_borrowing
def _spread_across(grid: Grid, cells: np.uint64, free: np.uint64) -> np.uint64:
    """Return all free cells in horizontal runs with some of the given cells."""
    before = np.uint64(0)
    while before != cells:
        before = cells
        cells |= (((cells & grid.not_last) << ONE) | ((cells >> ONE) & grid.not_last)) & free
    return cells


@jit_borrowing
def _spread_down(grid: Grid, cells: np.uint64, free: np.uint64) -> np.uint64:
    before = np.uint64(0)
    while before != cells:
        before = cells
        cells |= ((cells << grid.cols) | (cells >> grid.cols)) & free
    return cells


@jit_borrowing
def _canonical(grid: Grid, free: np.uint64) -> np.uint64:
    """Return the smallest of the four images that keep horizontal dominoes horizontal."""
    mirrored = np.uint64(0)
    last = grid.cols - ONE
    for j in range(grid.cols):
        column = np.uint64(j)
        mirrored |= ((free >> column) & grid.first_col) << (last - column)
    turned, flipped = reversed_bits(free) >> grid.spare, reversed_bits(mirrored) >> grid.spare
    return min(free, mirrored, flipped, turned)
