"""Evidence beside the answers of a key, so that an examiner can check them: final boards and optimal strategies."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from answers.exam.question import Evidence
from answers.exams.phantom_domineering.rules import BoardCell, Dimensions

if TYPE_CHECKING:
    from solvers.domineering.phantom import PhantomPlay
    from solvers.matrix_games.equilibrium import Equilibrium


class LaidDomino(NamedTuple):
    """A domino on the board: the player who placed it, and its two cells."""

    player: int
    first: BoardCell
    second: BoardCell


@dataclass(frozen=True, slots=True)
class FinalBoard(Evidence):
    """Evidence for the winner: the moves, and the final grid with 1 or 2 for a player, 3 for a forbidden cell."""

    winner: int
    grid: tuple[tuple[int, ...], ...]
    moves: tuple[LaidDomino, ...]


def final_board(game: "PhantomPlay") -> FinalBoard:
    """Return the final board and the moves of a finished game as evidence for its winner."""
    grid = tuple(tuple(3 if n < 0 else int(n and 2 - n % 2) for n in row) for row in game.grid())
    moves = (LaidDomino(move.player, *(BoardCell(*cell) for cell in move.cells)) for move in game.moves)
    return FinalBoard(game.winner, grid, tuple(moves))


class WeightedPlan(NamedTuple):
    """A plan of a mixed strategy, with its exact probability as a text such as "2/45"."""

    plan: int
    weight: str


@dataclass(frozen=True, slots=True)
class Strategies(Evidence):
    """Evidence for a value: optimal mixes of both players, exact bounds as texts, and the numbers of plans."""

    rows: tuple[WeightedPlan, ...]
    columns: tuple[WeightedPlan, ...]
    lower: str
    upper: str
    plans: Dimensions


def strategies(solved: "Equilibrium", plans: Dimensions) -> Strategies:
    """Return an equilibrium as evidence for the value of a game; `plans` has the numbers of plans of both players."""
    rows, columns = (
        tuple(WeightedPlan(int(at), str(weight)) for at, weight in zip(side.support, side.weights, strict=True))
        for side in (solved.row, solved.column)
    )
    return Strategies(rows, columns, str(solved.lower), str(solved.upper), plans)
