"""Domineering with all information: who wins, and by which moves.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 2 (rules); player 1 is horizontal.
"""

from dataclasses import dataclass

import numpy as np

from solvers.domineering.board import Board
from solvers.domineering.outcome_search import Search, first_wins, new_search
from solvers.refusal import Refusal


@dataclass(frozen=True, slots=True)
class PerfectPlay:
    """The outcome of a position."""

    winner: int
    moves: tuple[int, ...]
    """The placements with which the player to move wins, in the numbering of the board; none if they lose."""
    nodes: int
    """Positions whose moves were tried."""


def perfect_play(board: Board, player: int = 1, occupied: int = 0) -> PerfectPlay:
    """Return who wins a position under perfect play and all winning moves, when `player` (1 or 2) is to move.

    `occupied` is the mask of the cells under dominoes; forbidden cells need not be in it. The time depends on the shape
    of the board, of up to 64 cells: 7 × 7 takes a second, 8 × 8 minutes.
    """
    free = _free(board, occupied)
    search = new_search(board.rows, board.cols)
    moves = tuple(
        placement
        for placement in board.legal(player, occupied)
        if _winner(search, board, free & ~board.mask(player, placement), 3 - player) == player
    )
    return PerfectPlay(player if moves else 3 - player, moves, int(search.nodes[0]))


def _winner(search: Search, board: Board, free: int, player: int) -> int:
    if board.rows == 1:
        # Nobody lays vertical dominoes here, and 1 × 64 cells would need a shift by 64.
        return 1 if player == 2 or free & (free >> 1) else 2
    return 1 if first_wins(search, np.uint64(free), player) else 2


def _free(board: Board, occupied: int) -> int:
    cells = board.rows * board.cols
    if occupied < 0 or occupied >> cells:
        raise Refusal(
            "occupied cells must lie on the {rows} × {cols} board: a mask below 2 ** {cells}, got {occupied}",
            rows=board.rows,
            cols=board.cols,
            cells=cells,
            occupied=occupied,
        )
    return ((1 << cells) - 1) & ~(occupied | board.closed)
