"""Grundy values of Cram positions, compiled: each connected component apart, symmetrical ones once.

Source: the Sprague-Grundy theorem: the value of a sum is the exclusive or of those of its components, and
that of a component is the least number that none of its moves leads to.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.bit_count import bit_count
from solvers.domineering.board import Board
from solvers.jit import jit
from solvers.trailing_zeros import trailing_zeros

TABLE_BITS: Final = 22
SHIFT: Final = np.uint64(64 - TABLE_BITS)
SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
"""2⁶⁴ / φ: the upper bits of its products are spread evenly. In the table a newer entry replaces an older one."""

Words = NDArray[np.uint64]
Masks = NDArray[np.uint64]


def cram_grundy(board: Board, covered: int = 0) -> int:
    """Return the Grundy value of a Cram position; the player to move wins exactly if it is not 0.

    Parameters
    ----------
    board : Board
        The grid; its forbidden cells are those removed. 5 × 6 takes a second, 5 × 7 half a minute.
    covered : int
        Mask of the cells covered by dominoes.

    Raises
    ------
    ValueError
        If `covered` has cells outside the grid.
    """
    return _values(board, covered, [0])[0]


def cram_options(board: Board, covered: int = 0) -> dict[int, int]:
    """Return the Grundy value after each domino, by its mask; those with value 0 win.

    The dominoes are in the order of the moves of `solvers.board_games.cram.Cram`; errors as for
    `cram_grundy`.
    """
    dominoes = [board.mask(direction, p) for direction in (1, 2) for p in board.legal(direction, covered)]
    return dict(zip(dominoes, _values(board, covered, dominoes), strict=True))


def _values(board: Board, covered: int, dominoes: list[int]) -> list[int]:
    """Return the value after each of the dominoes (0 is none), with one table."""
    rows, cols, cells = board.rows, board.cols, board.rows * board.cols
    if covered < 0 or covered >> cells:
        raise ValueError(
            f"covered cells must lie on the {rows} × {cols} grid: a mask below 2 ** {cells}, got {covered}"
        )
    keys, values = np.zeros(1 << TABLE_BITS, dtype=np.uint64), np.zeros(1 << TABLE_BITS, dtype=np.uint8)
    columns = _columns(max(rows, cols), min(rows, cols))
    free = ((1 << cells) - 1) & ~(covered | board.closed)
    few = np.uint64(min(rows, cols))
    return [int(_grundy(_upright(rows, cols, free & ~d), few, columns, keys, values)) for d in dominoes]


def _upright(rows: int, cols: int, free: int) -> np.uint64:
    """Turn a wide grid: with few columns, reflections are cheap and no shift reaches 64."""
    if cols > rows:
        free = sum(1 << (j * rows + i) for i in range(rows) for j in range(cols) if free >> (i * cols + j) & 1)
    return np.uint64(free)


def _columns(rows: int, cols: int) -> Masks:
    """Return the masks of the columns, from the first."""
    return np.array([sum(1 << (i * cols + j) for i in range(rows)) for j in range(cols)], dtype=np.uint64)


@jit
def _grundy(free: np.uint64, cols: np.uint64, columns: Masks, keys: Words, values: NDArray[np.uint8]) -> int:
    one = np.uint64(1)
    total = 0
    while free:
        component = _component(free & (~free + one), free, cols, columns)
        free ^= component
        count = bit_count(component)
        if count < 4:
            # Two or three connected cells hold one domino, a single cell none.
            total ^= 1 if count > 1 else 0
            continue
        component = _canonical(component, cols, columns)
        slot = (component * SPREAD) >> SHIFT
        if keys[slot] != component:
            reached = np.uint64(0)
            right = component & (component >> one) & ~columns[cols - one]
            while right:
                domino = (right & (~right + one)) * np.uint64(3)
                reached |= one << np.uint64(_grundy(component ^ domino, cols, columns, keys, values))
                right &= right - one
            below = component & (component >> cols)
            while below:
                first = below & (~below + one)
                reached |= one << np.uint64(_grundy(component ^ first ^ (first << cols), cols, columns, keys, values))
                below &= below - one
            keys[slot], values[slot] = component, trailing_zeros(~reached)
        total ^= int(values[slot])
    return total


@jit
def _component(seed: np.uint64, free: np.uint64, cols: np.uint64, columns: Masks) -> np.uint64:
    """Return the free cells connected with those of the seed."""
    one = np.uint64(1)
    not_first, not_last = ~columns[0], ~columns[cols - one]
    grown = seed
    while True:
        seed = grown
        grown |= ((seed & not_last) << one) | ((seed & not_first) >> one) | (seed << cols) | (seed >> cols)
        grown &= free
        if grown == seed:
            return seed


@jit
def _canonical(cells: np.uint64, cols: np.uint64, columns: Masks) -> np.uint64:
    """Move a component to the corner and return the smallest of it and its reflections."""
    one = np.uint64(1)
    cells >>= (trailing_zeros(cells) // cols) * cols
    left = np.uint64(0)
    while not cells & columns[left]:
        left += one
    cells >>= left
    mirrored, width = np.uint64(0), cols
    while not cells & columns[width - one]:
        width -= one
    for column in range(width):
        c = np.uint64(column)
        mirrored |= ((cells & columns[c]) >> c) << (width - one - c)
    row = (one << cols) - one
    flipped = turned = np.uint64(0)
    rest, rest_mirrored = cells, mirrored
    while rest:
        flipped = (flipped << cols) | (rest & row)
        turned = (turned << cols) | (rest_mirrored & row)
        rest >>= cols
        rest_mirrored >>= cols
    return min(cells, mirrored, flipped, turned)
