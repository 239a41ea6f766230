"""How the notation and the rules of the exam `jeux` are read, and misread through the whole exam."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from answers.exam.question import SolveContext
from answers.exams.jeux.draws import SIDE, Grid, Parameters
from solvers.board_games.cram import Cram, CramState
from solvers.board_games.tic_tac_toe import Marks, TicTacToe, lines_of
from solvers.domineering.board import Board

DIAGONALS: Final = 2


@dataclass(frozen=True, slots=True)
class Notation:
    """How cells, dominoes and players are written: the first number, what comes first, what is vertical, who begins.

    And by what rules one plays, and whether what a game starts from is left out of all counts.
    """

    column_first: bool = False
    first: int = 0
    vertical: int = 1
    beginner: int = 0
    diagonals: int = DIAGONALS
    lines_end: bool = True
    last_loses: bool = False
    start_left_out: bool = False

    def cell(self, i: int, j: int) -> tuple[int, int]:
        """Return the two numbers of a cell."""
        return (j + self.first, i + self.first) if self.column_first else (i + self.first, j + self.first)

    def domino(self, i: int, j: int, d: int) -> tuple[int, int, int]:
        """Return the three numbers of a domino."""
        return *self.cell(i, j), d if self.vertical else 1 - d

    def player(self, player: int) -> int:
        """Return what a player is called."""
        return 1 - player if self.beginner else player

    def cram(self, board: Board) -> Cram:
        """Return the game of Cram on a board."""
        return _LastLoses(board) if self.last_loses else Cram(board)

    def tic_tac_toe(self, grid: Grid) -> TicTacToe:
        """Return the game of tic-tac-toe from a grid."""
        if self.lines_end and self.diagonals == DIAGONALS:
            return TicTacToe(SIDE, grid)
        return _OtherLines(SIDE, grid, self.diagonals, self.lines_end)


class _LastLoses(Cram):
    """Cram won by who cannot move."""

    __slots__ = ()

    def outcome(self, state: CramState) -> int:
        """Return the outcome of Cram for the other player."""
        return -Cram.outcome(self, state)


@dataclass(frozen=True, slots=True)
class _OtherLines(TicTacToe):
    """Tic-tac-toe with fewer diagonals; or that goes on after a line, until the grid is full: X wins who has one."""

    diagonals: int = DIAGONALS
    ends: bool = True

    @property
    def lines(self) -> tuple[int, ...]:
        """The rows, the columns and the first diagonals."""
        return lines_of(self.size)[: 2 * self.size + self.diagonals]

    def successors(self, state: Marks) -> tuple[Marks, ...]:
        """Return the positions after each free cell."""
        if self.ends:
            return TicTacToe.successors(self, state)
        crosses, noughts = state
        free = [1 << cell for cell in range(self.size**2) if not (crosses | noughts) >> cell & 1]
        return tuple((crosses, noughts | bit) if self.player(state) else (crosses | bit, noughts) for bit in free)

    def outcome(self, state: Marks) -> int:
        """Return 1 if X has a line, -1 if only O has, 0 otherwise."""
        return (not self.ends and TicTacToe.outcome(self, (state[0], 0))) or TicTacToe.outcome(self, state)


MISREAD_NOTATION: Final[Mapping[str, Callable[[Notation], Notation]]] = {
    "column-before-row": lambda reading: replace(reading, column_first=True),
    "cells-from-1": lambda reading: replace(reading, first=1),
    "directions-exchanged": lambda reading: replace(reading, vertical=0),
    "diagonals-forgotten": lambda reading: replace(reading, diagonals=0),
    "one-diagonal": lambda reading: replace(reading, diagonals=1),
    "game-goes-on": lambda reading: replace(reading, lines_end=False),
    "last-to-move-loses": lambda reading: replace(reading, last_loses=True),
    "start-left-out": lambda reading: replace(reading, start_left_out=True),
    "players-exchanged": lambda reading: replace(reading, beginner=1),
}
"""How each misconception of the whole exam changes the reading."""


def notation_of(context: SolveContext[Parameters]) -> Notation:
    """Return the reading of a scenario."""
    reading = Notation()
    for slug in context.scenario.mistakes:
        reading = MISREAD_NOTATION[slug](reading) if slug in MISREAD_NOTATION else reading
    return reading
