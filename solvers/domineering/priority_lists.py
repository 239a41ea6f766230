"""Plans as they are written, refereed on bitboards: nothing to prepare, for when few of the games are played.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 3 (the game); bitboards.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Words
from solvers.compiled.jit import jit
from solvers.domineering.board import Board

Plans = NDArray[np.integer]


class PriorityLists(NamedTuple):
    """Two collections of plans and the cells that each placement covers, readable from compiled code."""

    first: Plans
    """Placements of player 1 in priority order, shape (A, b1)."""
    second: Plans
    """The same for player 2, shape (B, b2)."""
    first_masks: Words
    """Cells of each placement of player 1."""
    second_masks: Words
    """Cells of each placement of player 2."""
    closed: int
    """Mask of the forbidden cells."""


def priority_lists(board: Board, first_plans: Plans, second_plans: Plans) -> PriorityLists:
    """Return the plans with the masks of `board`."""
    first_masks, second_masks = (np.array(board.masks(player), dtype=np.uint64) for player in (1, 2))
    return PriorityLists(first_plans, second_plans, first_masks, second_masks, board.closed)


@jit
def list_winner(lists: PriorityLists, row: int, column: int) -> int:
    """Return who wins, 1 or 2, when player 1 plays plan `row` and player 2 plan `column`; compiled.

    A placement that is illegal once stays so: each player reads their list once. Indices are not checked.
    """
    first, second = lists.first[row], lists.second[column]
    taken = np.uint64(lists.closed)
    p = q = 0
    while True:
        while p < len(first) and lists.first_masks[first[p]] & taken:
            p += 1
        if p == len(first):
            return 2
        taken |= lists.first_masks[first[p]]
        while q < len(second) and lists.second_masks[second[q]] & taken:
            q += 1
        if q == len(second):
            return 1
        taken |= lists.second_masks[second[q]]
