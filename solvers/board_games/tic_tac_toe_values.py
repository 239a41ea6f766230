"""Min-max of whole tic-tac-toe, compiled: every position at once."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.jit import jit
from solvers.refusal import Refusal

MAX_SIZE: Final = 4
UNREACHABLE: Final = 2

Signs = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class TicTacToeValues:
    """The value of every position that a game can reach.

    Attributes
    ----------
    size : int
        Rows and columns.
    table : int8 array, shape (3 ** size²,)
        v of definition 2.1, or 2 where no game leads. The index of a position is the sum of 3ᵏ for each cell
        k with X and 2·3ᵏ for each cell with O.
    by_moves : tuple of int
        Reachable positions with 0, 1, 2, … marks.

    Source: document 003 ("Jeux"), definition 2.1.
    """

    size: int
    table: Signs
    by_moves: tuple[int, ...]

    def value(self, crosses: int, noughts: int) -> int:
        """Return v of the position with these masks of X and O.

        Raises
        ------
        Refusal
            If no game reaches that position.
        """
        cells = range(self.size**2)
        index = sum(((crosses >> k & 1) + 2 * (noughts >> k & 1)) * 3**k for k in cells)
        outside = crosses & noughts or (crosses | noughts) >> self.size**2
        if outside or self.table[index] == UNREACHABLE:
            raise Refusal(
                "no game reaches X = {crosses}, O = {noughts} on {size} × {size} cells",
                crosses=crosses,
                noughts=noughts,
                size=self.size,
            )
        return int(self.table[index])


def tic_tac_toe_values(size: int = 3) -> TicTacToeValues:
    """Return v of definition 2.1 for all reachable positions, each evaluated once (exercise 2.1).

    A move makes the index of a position larger, so one pass upwards finds what can be reached and one pass
    downwards its values, each in O(size² 3 ** size²) operations; the memory is 3 ** size² bytes.

    Parameters
    ----------
    size : int
        2 to 4; 4 × 4 has 43 million indices and takes seconds.

    Raises
    ------
    Refusal
        If `size` is outside its range.

    Source: document 003 ("Jeux"), definition 2.1, exercise 2.1; retrograde analysis.
    """
    if not 2 <= size <= MAX_SIZE:
        raise Refusal(
            "all positions fit in memory from 2 × 2 to {max_size} × {max_size}, got {size}",
            max_size=MAX_SIZE,
            size=size,
        )
    table = np.full(3 ** (size * size), UNREACHABLE, dtype=np.int8)
    by_moves = np.zeros(size * size + 1, dtype=np.int64)
    _reach(size, table, by_moves)
    _evaluate(size, table)
    table.flags.writeable = False
    return TicTacToeValues(size, table, tuple(by_moves.tolist()))


@jit
def _reach(size: int, table: Signs, by_moves: NDArray[np.int64]) -> None:
    """Write the outcome, or 0 where play goes on, of each reachable position."""
    marks = np.zeros(size * size, dtype=np.int64)
    table[0] = 0
    for index in range(len(table)):
        if table[index] != UNREACHABLE:
            count = _decode(index, marks)
            by_moves[count] += 1
            # Only who played last can have made a line.
            last = 1 if count % 2 else 2
            if _has_line(size, marks, last):
                table[index] = 1 if last == 1 else -1
            else:
                power = 1
                for k in range(size * size):
                    if marks[k] == 0:
                        table[index + power * (3 - last)] = 0
                    power *= 3


@jit
def _evaluate(size: int, table: Signs) -> None:
    marks = np.zeros(size * size, dtype=np.int64)
    for index in range(len(table) - 1, -1, -1):
        # So far 0 stands for a draw or for a position with moves; a full board keeps its 0.
        if table[index] == 0:
            count = _decode(index, marks)
            if count < size * size:
                mark = 2 if count % 2 else 1
                best = 2
                power = 1
                for k in range(size * size):
                    if marks[k] == 0:
                        value = table[index + power * mark]
                        if best == 2 or (value > best if mark == 1 else value < best):
                            best = value
                    power *= 3
                table[index] = best


@jit
def _decode(index: int, marks: NDArray[np.int64]) -> int:
    """Write the marks of a position (0 free, 1 X, 2 O) and return how many there are."""
    count = 0
    for k in range(len(marks)):
        marks[k] = index % 3
        count += marks[k] != 0
        index //= 3
    return count


@jit
def _has_line(size: int, marks: NDArray[np.int64], mark: int) -> bool:
    down = up = True
    for i in range(size):
        row = column = True
        for j in range(size):
            row &= marks[size * i + j] == mark
            column &= marks[size * j + i] == mark
        if row or column:
            return True
        down &= marks[size * i + i] == mark
        up &= marks[size * i + size - 1 - i] == mark
    return down or up
