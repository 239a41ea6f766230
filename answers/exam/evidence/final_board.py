"""The end of a game of Domineering, shown beside its winner on the examiner's key."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from answers.exam.evidence.cells import Cell
from answers.exam.question import Evidence

if TYPE_CHECKING:
    from solvers.domineering.phantom import Game


class Move(NamedTuple):
    """A domino: who laid it, and its two cells."""

    player: int
    first: Cell
    second: Cell


@dataclass(frozen=True, slots=True)
class FinalBoard(Evidence):
    """The end of a game: the winner, who covers each cell (0 for nobody, 3 for a forbidden cell), and the moves."""

    winner: int
    grid: tuple[tuple[int, ...], ...]
    moves: tuple[Move, ...]


def final_board(game: "Game") -> FinalBoard:
    """Return the evidence of a finished game."""
    grid = tuple(tuple(3 if n < 0 else int(n and 2 - n % 2) for n in row) for row in game.grid())
    moves = (Move(move.player, *(Cell(*cell) for cell in move.cells)) for move in game.moves)
    return FinalBoard(game.winner, grid, tuple(moves))
