"""Compute Grundy values of Cram positions, for each connected piece whatever its place on the grid.

The Grundy value of a piece is the least number ≥ 0 that is the value after none of its moves. The value of several
pieces is the exclusive or of their values. The player to move wins if the value is not 0.

Source: document 003 ("Jeux"), exercise 1.2 (the game); theorem of Sprague (1935) and Grundy (1939).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from solvers.domineering.board import Board

REMEMBERED: Final = 1 << 18


def cram_value(board: Board) -> int:
    """Return the Grundy value of the Cram position in which the forbidden cells of `board` are covered.

    The player to move wins exactly if it is not 0. A board of 4 × 5 free cells takes less than a second, a board of
    4 × 6 free cells about ten seconds.
    """
    return _sum(*_spaced(board, ((1 << board.rows * board.cols) - 1) & ~board.closed))


def cram_options(board: Board) -> dict[int, int]:
    """Return the `cram_value` after each legal domino, by mask of the domino, in the order of the moves of `Cram`.

    A move to value 0 wins.
    """
    free = ((1 << board.rows * board.cols) - 1) & ~board.closed
    dominoes = [board.mask(direction, p) for direction in (1, 2) for p in board.legal(direction)]
    return {domino: _sum(*_spaced(board, free & ~domino)) for domino in dominoes}


def largest_component(board: Board) -> int:
    """Return the number of cells of the largest connected piece, or 0 if no domino fits.

    The time of `cram_value` grows with this number.
    """
    pieces = _pieces(*_spaced(board, ((1 << board.rows * board.cols) - 1) & ~board.closed))
    return max((piece.bit_count() for piece in pieces), default=0)


def _spaced(board: Board, free: int) -> tuple[int, int]:
    width, row = board.cols + 1, (1 << board.cols) - 1
    return sum((free >> (i * board.cols) & row) << (i * width) for i in range(board.rows)), width


@lru_cache(maxsize=REMEMBERED)
def _sum(free: int, width: int) -> int:
    """Return the Grundy value of the free cells `free` in rows of `width` cells."""
    value = 0
    for piece in _pieces(free, width):
        value ^= _grundy(piece, width)
    return value


@lru_cache(maxsize=REMEMBERED)
def _grundy(piece: int, width: int) -> int:
    reached = set()
    for step in (1, width):
        starts = piece & piece >> step
        while starts:
            cell = starts & -starts
            starts ^= cell
            reached.add(_sum(piece ^ (cell | cell << step), width))
    return next(value for value in range(len(reached) + 1) if value not in reached)


def _pieces(free: int, width: int) -> Iterator[int]:
    """Yield the connected sets of at least two free cells, each moved so that its first cell is cell 0."""
    while free:
        first = piece = free & -free
        before = 0
        while before != piece:
            before = piece
            piece |= (piece << 1 | piece >> 1 | piece << width | piece >> width) & free
        free ^= piece
        if piece != first:
            yield piece // first
