"""Compute the bars of Chomp from which the player to move loses, for all bars inside a rectangle at once.

Source: document 003 "Jeux", exercise 1.1 and example 1.4; backward induction. Bars as binary words are ours.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from solvers.board_games.chomp import Bar, Square, eat, squares
from solvers.compiled.arrays import Words
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput

MAX_PERIMETER: Final = 28


@dataclass(frozen=True, slots=True)
class ChompSolution:
    """The winners of Chomp from all bars inside a rectangle of `rows` × `cols` squares."""

    rows: int
    cols: int
    losing: Words
    """A bit for each word of rows + cols letters, 64 in each element; the bits of losing bars are set."""

    def winner(self, bar: Bar) -> int:
        """Return the winner, 0 or 1, from a bar if player 0 is to move; at the empty bar, the player to move has won.

        InvalidInput if the bar is larger than the rectangle.
        """
        word = self._word(bar)
        return int(self.losing[word >> 6]) >> (word & 63) & 1

    def winning_moves(self, bar: Bar) -> tuple[Square, ...]:
        """Return all squares to eat that leave the opponent a losing bar, row by row.

        InvalidInput if the bar is larger than the rectangle.
        """
        return tuple(cell for cell in squares(bar) if self.winner(eat(bar, cell)) == 1)

    def losing_bars(self) -> tuple[Bar, ...]:
        """Return all bars from which the player to move loses, those with fewer squares first."""
        words = [
            64 * i + k for i in np.flatnonzero(self.losing).tolist() for k in range(64) if int(self.losing[i]) >> k & 1
        ]
        return tuple(sorted(map(self._bar, words), key=lambda bar: (sum(bar), bar)))

    def _word(self, bar: Bar) -> int:
        """Return the word of a bar: 0 per column and 1 per row along its edge from the bottom left."""
        if len(bar) > self.rows or (bar and bar[0] > self.cols):
            raise InvalidInput(
                "this solution covers bars of chocolate inside {rows} × {cols} squares, got a bar with rows of "
                "lengths {bar}",
                rows=self.rows,
                cols=self.cols,
                bar=bar,
            )
        word, position = 0, 0
        for length in reversed((*bar, *[0] * (self.rows - len(bar)))):
            word = (word << (length - position)) << 1 | 1
            position = length
        return word << (self.cols - position)

    def _bar(self, word: int) -> Bar:
        """Return the bar that the bits of `word` describe."""
        # From the left, a 0 makes the next rows longer by one square, and a 1 ends a row; the shortest row is first.
        rows, length = [], 0
        for letter in f"{word:0{self.rows + self.cols}b}":
            if letter == "1":
                rows.append(length)
            else:
                length += 1
        return tuple(row for row in reversed(rows) if row)


def chomp_solution(rows: int, cols: int) -> ChompSolution:
    """Return the winners of Chomp from every bar inside a rectangle of `rows` × `cols` squares.

    Both numbers are at least 1, and their sum is at most 28. The edge of a bar is a binary word with one letter per row
    and per column. A square is a 0 before a 1. Eating it sorts the letters between the two, 1 first, so the word grows
    as a number. Words are visited from the largest down: every move leads to a bar already solved. The time is about
    C(rows + cols, rows) × rows × cols.
    """
    if rows < 1 or cols < 1 or rows + cols > MAX_PERIMETER:
        raise InvalidInput(
            "Chomp is solved if the bar has at least 1 row and 1 column, and at most {max_perimeter} of both together, "
            "got {rows} × {cols}",
            max_perimeter=MAX_PERIMETER,
            rows=rows,
            cols=cols,
        )
    letters = rows + cols
    losing = np.zeros(max(1, (1 << letters) >> 6), dtype=np.uint64)
    _solve(rows, letters, losing)
    losing.flags.writeable = False
    return ChompSolution(rows, cols, losing)


@jit
def _solve(rows: int, letters: int, losing: Words) -> None:
    """Mark in `losing` the bars, as words of bits, from which the player to move loses."""
    # The columns of a word as bits: from the empty bar on the next larger number of as many bits (Gosper).
    columns, last = (1 << (letters - rows)) - 1, ((1 << (letters - rows)) - 1) << rows
    while columns < last:
        low = columns & -columns
        above = columns + low
        columns = above | ((columns ^ above) >> 2) // low
        word = ((1 << letters) - 1) ^ columns
        if not _can_win(word, letters, losing):
            losing[word >> 6] |= np.uint64(1) << np.uint64(word & 63)


@jit
def _can_win(word: int, letters: int, losing: Words) -> bool:
    """Return whether some move from the bar of `word` leads to a losing bar."""
    # A move is a 0 before a 1: all letters between, both included, are sorted, the 1s first.
    for low in range(letters - 1):
        if word >> low & 1:
            ones = 0
            for high in range(low, letters):
                if word >> high & 1:
                    ones += 1
                else:
                    length = high - low + 1
                    between = ((1 << length) - 1) << low
                    after = (word & ~between) | ((1 << ones) - 1) << (high + 1 - ones)
                    if losing[after >> 6] >> np.uint64(after & 63) & np.uint64(1):
                        return True
    return False
