"""Define tic-tac-toe on n × n cells: the first player with n marks in a row, a column or a diagonal wins.

Source: document 003 ("Jeux"), examples 1.1, 1.2 and 1.5. Player 0 writes X and begins, player 1 writes O.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from solvers.invalid_input import InvalidInput

MAX_SIZE: Final = 8

Marks = tuple[int, int]
"""The cells with X and the cells with O, as masks; cell (i, j) of n × n cells is bit n·i + j."""


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """Tic-tac-toe on size × size cells, as a `solvers.graph_games.game.Game`."""

    size: int = 3
    """The number of rows, of columns and of marks in a line, from 2 to 8."""
    start: Marks = (0, 0)
    """Masks of X and O at the beginning: as many X as O, or one more, and at most one player has a line."""

    def __post_init__(self) -> None:
        if not 2 <= self.size <= MAX_SIZE:
            raise InvalidInput(
                "tic-tac-toe is played on 2 × 2 to {max_size} × {max_size} cells, got {size}",
                max_size=MAX_SIZE,
                size=self.size,
            )
        crosses, noughts = self.start
        if (crosses | noughts) >> self.size**2 or crosses < 0 or noughts < 0 or crosses & noughts:
            raise InvalidInput(
                "the masks of X and O must be disjoint sets of {size} cells, got {start}",
                size=self.size**2,
                start=self.start,
            )
        more = crosses.bit_count() - noughts.bit_count()
        if more not in (0, 1):
            raise InvalidInput(
                ("on a grid of tic-tac-toe, X must have as many marks as O or one more, got {more} more"), more=more
            )
        if _has_line(self.lines, crosses) and _has_line(self.lines, noughts):
            raise InvalidInput("both players have a complete line; the game ends with the first complete line")

    @property
    def lines(self) -> tuple[int, ...]:
        """The rows, columns and diagonals of the grid, each as a bit mask of its cells."""
        return lines_of(self.size)

    def player(self, state: Marks) -> int:
        """Return the player to move: 0 for X, 1 for O."""
        return state[0].bit_count() - state[1].bit_count()

    def successors(self, state: Marks) -> tuple[Marks, ...]:
        """Return the positions after a mark in each free cell, in the order of cells; none if a player has a line."""
        crosses, noughts = state
        free = _bits(((1 << self.size**2) - 1) ^ crosses ^ noughts)
        if crosses.bit_count() == noughts.bit_count():
            return () if _has_line(self.lines, noughts) else tuple([(crosses | bit, noughts) for bit in free])
        return () if _has_line(self.lines, crosses) else tuple([(crosses, noughts | bit) for bit in free])

    def outcome(self, state: Marks) -> int:
        """Return 1 if X has a line, -1 if O has, 0 otherwise."""
        return _has_line(self.lines, state[0]) - _has_line(self.lines, state[1])

    def open_lines(self, state: Marks) -> int:
        """Return a heuristic in [-100, 100]: the number of lines still open to X less that of lines still open to O.

        A line is open to a player if the other has no mark on it. If X has a complete line, the heuristic is 100; if O
        has one, it is -100.
        """
        if won := self.outcome(state):
            return 100 * won
        crosses, noughts = state
        return sum((not line & noughts) - (not line & crosses) for line in self.lines)

    def squared_lines(self, state: Marks) -> int:
        """Return a heuristic in [-100, 100], for grids of up to 4 × 4 cells, that squares the marks of each open line.

        Each line without O counts the square of its number of X, each line without X takes off the square of its number
        of O. If X has a complete line, the heuristic is 100; if O has one, it is -100.
        """
        if won := self.outcome(state):
            return 100 * won
        crosses, noughts = state
        return sum(
            (not line & noughts) * (line & crosses).bit_count() ** 2
            - (not line & crosses) * (line & noughts).bit_count() ** 2
            for line in self.lines
        )

    def cell(self, before: Marks, after: Marks) -> tuple[int, int]:
        """Return the cell (row, column) marked by the move between two positions."""
        mark = (before[0] ^ after[0]) | (before[1] ^ after[1])
        return divmod(mark.bit_length() - 1, self.size)

    def text(self, state: Marks) -> str:
        """Return the position as lines of ``X``, ``O`` and ``.``."""
        marks = ["X" if state[0] >> k & 1 else "O" if state[1] >> k & 1 else "." for k in range(self.size**2)]
        return "\n".join("".join(marks[i : i + self.size]) for i in range(0, self.size**2, self.size))


@lru_cache(maxsize=1 << 16)
def _bits(mask: int) -> tuple[int, ...]:
    return tuple(1 << k for k in range(mask.bit_length()) if mask >> k & 1)


@cache
def lines_of(size: int) -> tuple[int, ...]:
    """Return the rows, the columns and the two diagonals as masks of cells; the diagonal from (0, 0) is the first."""
    cells = [[(i, j) for j in range(size)] for i in range(size)]
    cells += [[(i, j) for i in range(size)] for j in range(size)]
    cells += [[(i, i) for i in range(size)], [(i, size - 1 - i) for i in range(size)]]
    return tuple(sum(1 << (size * i + j) for i, j in line) for line in cells)


@lru_cache(maxsize=1 << 16)
def _has_line(lines: tuple[int, ...], marks: int) -> bool:
    return any(line & marks == line for line in lines)
