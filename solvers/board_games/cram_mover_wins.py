"""Who wins a small Cram position, without compiled code: what an exam draws from.

A position in one piece is won if a move leads to a lost one. In several pieces it is won if their Grundy values
do not cancel: the value of a piece is the least number that none of its moves leads to, and that of a sum is
the exclusive or of its pieces'. Pieces are remembered wherever on the grid they lie.

Source: document 003 ("Jeux"), exercise 1.2 (the game); theorem of Sprague (1935) and Grundy (1939).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from solvers.domineering.board import Board
from solvers.refusal import Refusal

MOST_FREE: Final = 20
REMEMBERED: Final = 1 << 16


def cram_mover_wins(board: Board, covered: int = 0) -> bool:
    """Return whether the player to move wins a Cram position with at most 20 free cells: some milliseconds for 17.

    The forbidden cells of `board` are those removed; `covered` is the mask of those under dominoes.
    `solvers.board_games.cram_grundy` takes any number, and tells the value.
    """
    free = ((1 << board.rows * board.cols) - 1) & ~(covered | board.closed)
    if free.bit_count() > MOST_FREE:
        raise Refusal(
            "a small position has at most {most_free} free cells, got {bit_count}",
            most_free=MOST_FREE,
            bit_count=free.bit_count(),
        )
    # A column that nobody can cover keeps rows apart: the neighbours of a cell are then 1 and `width` further on.
    width, row = board.cols + 1, (1 << board.cols) - 1
    return _wins(sum((free >> (i * board.cols) & row) << (i * width) for i in range(board.rows)), width)


@lru_cache(maxsize=REMEMBERED)
def _wins(free: int, width: int) -> bool:
    pieces = tuple(_pieces(free, width))
    if len(pieces) == 1:
        return not all(_wins(after, width) for after in _options(pieces[0], width))
    return _sum(free, width) != 0


@lru_cache(maxsize=REMEMBERED)
def _sum(free: int, width: int) -> int:
    value = 0
    for piece in _pieces(free, width):
        value ^= _grundy(piece, width)
    return value


@lru_cache(maxsize=REMEMBERED)
def _grundy(piece: int, width: int) -> int:
    reached = {_sum(after, width) for after in _options(piece, width)}
    return next(value for value in range(len(reached) + 1) if value not in reached)


def _pieces(free: int, width: int) -> Iterator[int]:
    """Yield the connected components of two cells or more, each moved until its first cell is cell 0."""
    while free:
        first = piece = free & -free
        before = 0
        while before != piece:
            before = piece
            piece |= (piece << 1 | piece >> 1 | piece << width | piece >> width) & free
        free ^= piece
        if piece != first:
            yield piece // first


def _options(piece: int, width: int) -> Iterator[int]:
    """Yield the cells that each domino leaves."""
    for step in (1, width):
        starts = piece & piece >> step
        while starts:
            cell = starts & -starts
            starts ^= cell
            yield piece ^ (cell | cell << step)
