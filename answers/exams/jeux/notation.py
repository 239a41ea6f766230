"""The notation and the rules of the exam `jeux`, and the misconceptions about them that change the whole exam."""

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
    """A way to write cells, dominoes and players, and a version of the rules of the games.

    The defaults are those of the printed statements of the exam. Each misconception changes one field.
    """

    column_first: bool = False  # true if the column of a cell is written before its row
    first: int = 0  # number of the first row and of the first column
    # number that stands for a vertical domino, 0 or 1. The other number stands for a horizontal domino.
    vertical: int = 1
    beginner: int = 0  # number of the player who begins
    diagonals: int = DIAGONALS  # number of diagonals that count as lines of tic-tac-toe
    lines_end: bool = True  # true if a line ends a game of tic-tac-toe
    last_loses: bool = False  # true if the player who lays the last domino of Cram loses
    # true if Cram is played as Domineering: player 0 lays horizontal dominoes, player 1 vertical ones
    one_direction: bool = False
    start_left_out: bool = False  # true if the first position of a game is not counted

    def cell(self, i: int, j: int) -> tuple[int, int]:
        """Return the two numbers with which the cell in row i and column j is written; i and j begin with 0."""
        return (j + self.first, i + self.first) if self.column_first else (i + self.first, j + self.first)

    def domino(self, i: int, j: int, d: int) -> tuple[int, int, int]:
        """Return the three numbers that write a domino by its first cell; d is 0 if horizontal, 1 if vertical."""
        return *self.cell(i, j), d if self.vertical else 1 - d

    def player(self, player: int) -> int:
        """Return the number with which the player 0 or 1 is written."""
        return 1 - player if self.beginner else player

    def cram(self, board: Board) -> Cram:
        """Return the game of Cram on a board."""
        return _LastLoses(board) if self.last_loses else Cram(board)

    def searched_cram(self, board: Board, dominoes: int = 0) -> Cram:
        """Return the game of Cram whose positions are searched, on a board on which `dominoes` dominoes lie already."""
        return _OneDirection(board, dominoes % 2) if self.one_direction else self.cram(board)

    def tic_tac_toe(self, grid: Grid) -> TicTacToe:
        """Return tic-tac-toe that begins at the position `grid`, with the diagonals and the end of this notation."""
        if self.lines_end and self.diagonals == DIAGONALS:
            return TicTacToe(SIDE, grid)
        return _OtherLines(SIDE, grid, self.diagonals, self.lines_end)


class _LastLoses(Cram):
    """Cram under the misconception that the player who lays the last domino loses."""

    __slots__ = ()

    def outcome(self, state: CramState) -> int:
        """Return the outcome of Cram by the rules with its sign changed, so that the other player wins."""
        return -Cram.outcome(self, state)


@dataclass(frozen=True, slots=True)
class _OneDirection(Cram):
    """Cram under the misconception that each player may lay dominoes in one direction only."""

    direction: int

    def successors(self, state: CramState) -> tuple[CramState, ...]:
        """Return the positions to which a domino in the direction of the player to move leads."""
        player = 1 + (state[1] + self.direction) % 2
        own = {self.board.mask(player, number) for number in self.board.legal(player)}
        return tuple(after for after in Cram.successors(self, state) if after[0] ^ state[0] in own)


@dataclass(frozen=True, slots=True)
class _OtherLines(TicTacToe):
    """Tic-tac-toe under a misconception on lines: fewer diagonals count, or a line does not end the game."""

    diagonals: int = DIAGONALS
    ends: bool = True

    @property
    def lines(self) -> tuple[int, ...]:
        """The rows, the columns and the first diagonals."""
        return lines_of(self.size)[: 2 * self.size + self.diagonals]

    def successors(self, state: Marks) -> tuple[Marks, ...]:
        """Return the grids in which the player to move has marked one of the free cells."""
        if self.ends:
            return TicTacToe.successors(self, state)
        crosses, noughts = state
        free = [1 << cell for cell in range(self.size**2) if not (crosses | noughts) >> cell & 1]
        return tuple((crosses, noughts | bit) if self.player(state) else (crosses | bit, noughts) for bit in free)

    def outcome(self, state: Marks) -> int:
        """Return 1 if X has a line, -1 if only O has, 0 otherwise."""
        return (not self.ends and TicTacToe.outcome(self, (state[0], 0))) or TicTacToe.outcome(self, state)


MISREAD_NOTATION: Final[Mapping[str, Callable[[Notation], Notation]]] = {
    "column-before-row": lambda notation: replace(notation, column_first=True),
    "cells-from-1": lambda notation: replace(notation, first=1),
    "directions-exchanged": lambda notation: replace(notation, vertical=0),
    "diagonals-forgotten": lambda notation: replace(notation, diagonals=0),
    "one-diagonal": lambda notation: replace(notation, diagonals=1),
    "game-goes-on": lambda notation: replace(notation, lines_end=False),
    "cram-as-domineering": lambda notation: replace(notation, one_direction=True),
    "last-to-move-loses": lambda notation: replace(notation, last_loses=True),
    "start-left-out": lambda notation: replace(notation, start_left_out=True),
    "players-exchanged": lambda notation: replace(notation, beginner=1),
}
"""The change of the notation under each misconception, by slug."""


def notation_of(context: SolveContext[Parameters]) -> Notation:
    """Return the notation and rules that a student uses who has the misconceptions of a scenario."""
    notation = Notation()
    for slug in context.scenario.mistakes:
        notation = MISREAD_NOTATION[slug](notation) if slug in MISREAD_NOTATION else notation
    return notation
