"""Domineering with all information: who wins, and by which moves.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 2 (rules); player 1 is horizontal.
"""

from dataclasses import dataclass

import numpy as np

from solvers.domineering.board import Board
from solvers.domineering.outcome_search import Search, first_wins, new_search


@dataclass(frozen=True, slots=True)
class PerfectPlay:
    """The outcome of a position."""

    winner: int
    moves: tuple[int, ...]
    """The placements with which player 1 wins, in the numbering of the board; none if player 2 does."""
    nodes: int
    """Positions whose moves were tried."""


def perfect_play(board: Board) -> PerfectPlay:
    """Return who wins a board under perfect play, player 1 to move, and all moves that win.

    The time depends on the shape of the board, of up to 64 cells: 7 × 7 takes a second, 8 × 8 minutes.
    """
    free = ((1 << board.rows * board.cols) - 1) & ~board.closed
    search = new_search(board.rows, board.cols)
    moves = tuple(p for p in board.legal(1) if _wins(search, board, free & ~board.mask(1, p)))
    return PerfectPlay(1 if moves else 2, moves, int(search.nodes[0]))


def _wins(search: Search, board: Board, free: int) -> bool:
    """Return whether player 1 wins when player 2 is to move."""
    # Nobody lays vertical dominoes on one row, and 1 × 64 cells would need a shift by 64.
    return board.rows == 1 or first_wins(search, np.uint64(free), 2)
