"""Grundy values of Cram positions, compiled: each connected component apart, symmetrical ones once.

The value of a sum is the exclusive or of those of its components, and that of a component is the least number that
none of its moves leads to.

Source: document 003 ("Jeux"), exercise 1.2 (the game); theorem of Sprague (1935) and Grundy (1939).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from solvers.compiled.arrays import Bytes, Words
from solvers.compiled.bits import bit_count, trailing_zeros
from solvers.compiled.jit import jit
from solvers.domineering.board import Board

MOST_BITS: Final = 24
SPREAD: Final = np.uint64(0x9E3779B97F4A7C15)
"""2⁶⁴ / φ: the upper bits of its products are spread evenly. In the table a newer entry replaces an older one."""
ONE: Final = np.uint64(1)
MOST_DOMINOES: Final = 33
REST, SUM, COMPONENT, ACROSS, DOWN, REACHED = range(6)
"""A frame: cells not yet looked at, sum of the components that were, the component whose moves are tried,
its dominoes still to try, the values reached."""


@dataclass(frozen=True, slots=True)
class CramGrundy:
    """The Grundy value of a position: the player to move wins exactly if it is not 0."""

    value: int
    options: Mapping[int, int]
    """The value after each domino, by its mask, in the order of the moves of `Cram`; those with value 0 win."""


def cram_grundy(board: Board) -> CramGrundy:
    """Return the Grundy value of a Cram position, its covered cells forbidden, and of those that its moves lead to.

    5 × 6 takes a second or two, 5 × 7 most of a minute.
    """
    free, value_of = ((1 << board.rows * board.cols) - 1) & ~board.closed, _evaluation(board.rows, board.cols)
    dominoes = [board.mask(direction, p) for direction in (1, 2) for p in board.legal(direction)]
    return CramGrundy(value_of(free), {domino: value_of(free & ~domino) for domino in dominoes})


def _evaluation(rows: int, cols: int) -> Callable[[int], int]:
    """Return the function that evaluates masks of free cells, all with one table."""
    # A table that is too large costs time too, for its pages must be fetched.
    bits = min(max(rows * cols - 8, 8), MOST_BITS)
    keys, values = np.zeros(1 << bits, dtype=np.uint64), np.zeros(1 << bits, dtype=np.uint8)
    columns, few, shift = _columns(max(rows, cols), min(rows, cols)), np.uint64(min(rows, cols)), np.uint64(64 - bits)
    return lambda free: int(_grundy(_upright(rows, cols, free), few, columns, shift, keys, values))


def _upright(rows: int, cols: int, free: int) -> np.uint64:
    """Turn a wide grid: with few columns, reflections are cheap and no shift reaches 64."""
    if cols > rows:
        free = sum(1 << (j * rows + i) for i in range(rows) for j in range(cols) if free >> (i * cols + j) & 1)
    return np.uint64(free)


def _columns(rows: int, cols: int) -> Words:
    """Return the masks of the columns, from the first."""
    return np.array([sum(1 << (i * cols + j) for i in range(rows)) for j in range(cols)], dtype=np.uint64)


@jit
def _grundy(free: np.uint64, cols: np.uint64, columns: Words, shift: np.uint64, keys: Words, values: Bytes) -> int:
    """Walk through the positions with a frame a domino laid: Numba crashes on recursive code read from disk."""
    frames = np.zeros((MOST_DOMINOES, 6), dtype=np.uint64)
    frames[0, REST] = free
    depth = 0
    while True:
        frame = frames[depth]
        if frame[COMPONENT]:
            after = _next_option(frame, cols)
            if after == frame[COMPONENT]:
                value = trailing_zeros(~frame[REACHED])
                slot = (frame[COMPONENT] * SPREAD) >> shift
                keys[slot], values[slot] = frame[COMPONENT], value
                frame[SUM] ^= value
                frame[COMPONENT] = 0
            else:
                depth += 1
                frames[depth, REST], frames[depth, SUM] = after, 0
        elif frame[REST]:
            _next_component(frame, cols, columns, shift, keys, values)
        elif depth:
            depth -= 1
            frames[depth, REACHED] |= ONE << frame[SUM]
        else:
            return int(frame[SUM])


@jit
def _next_component(
    frame: Words, cols: np.uint64, columns: Words, shift: np.uint64, keys: Words, values: Bytes
) -> None:
    """Take a component from the rest of a position: add its value if it is known, else list its dominoes."""
    component = _component(frame[REST] & (~frame[REST] + ONE), frame[REST], cols, columns)
    frame[REST] ^= component
    count = bit_count(component)
    if count < 4:
        # Two or three connected cells hold one domino, a single cell none.
        frame[SUM] ^= ONE if count > 1 else ONE - ONE
        return
    component = _canonical(component, cols, columns)
    slot = (component * SPREAD) >> shift
    if keys[slot] == component:
        frame[SUM] ^= np.uint64(values[slot])
    else:
        frame[COMPONENT], frame[REACHED] = component, 0
        frame[ACROSS] = component & (component >> ONE) & ~columns[cols - ONE]
        frame[DOWN] = component & (component >> cols)


@jit
def _next_option(frame: Words, cols: np.uint64) -> np.uint64:
    """Return what the next domino leaves of the component, or all of it when none is left to try."""
    direction, step = (ACROSS, ONE) if frame[ACROSS] else (DOWN, cols)
    cell = frame[direction] & (~frame[direction] + ONE)
    frame[direction] ^= cell
    return np.uint64(frame[COMPONENT] & ~(cell | (cell << step)))


@jit
def _component(seed: np.uint64, free: np.uint64, cols: np.uint64, columns: Words) -> np.uint64:
    """Return the free cells connected with those of the seed."""
    not_first, not_last = ~columns[0], ~columns[cols - ONE]
    grown = seed
    while True:
        seed = grown
        grown |= ((seed & not_last) << ONE) | ((seed & not_first) >> ONE) | (seed << cols) | (seed >> cols)
        grown &= free
        if grown == seed:
            return seed


@jit
def _canonical(cells: np.uint64, cols: np.uint64, columns: Words) -> np.uint64:
    """Move a component to the corner and return the smallest of it and its reflections."""
    cells >>= (trailing_zeros(cells) // cols) * cols
    left = np.uint64(0)
    while not cells & columns[left]:
        left += ONE
    cells >>= left
    mirrored, width = np.uint64(0), cols
    while not cells & columns[width - ONE]:
        width -= ONE
    for column in range(width):
        c = np.uint64(column)
        mirrored |= ((cells & columns[c]) >> c) << (width - ONE - c)
    row = (ONE << cols) - ONE
    flipped = turned = np.uint64(0)
    rest, rest_mirrored = cells, mirrored
    while rest:
        flipped = (flipped << cols) | (rest & row)
        turned = (turned << cols) | (rest_mirrored & row)
        rest >>= cols
        rest_mirrored >>= cols
    return min(cells, mirrored, flipped, turned)
