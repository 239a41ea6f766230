"""Evidence beside the answers of a key, so that an examiner can check them: final boards and optimal strategies."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from answers.exam.question import Evidence
from answers.exams.phantom_domineering.rules import BoardCell, Dimensions

if TYPE_CHECKING:
    from solvers.domineering.phantom import PhantomPlay
    from solvers.matrix_games.equilibrium import Equilibrium, MixedStrategy


class LaidDomino(NamedTuple):
    """A domino on the board: the player who placed it, and its two cells."""

    player: int
    first: BoardCell
    second: BoardCell


@dataclass(frozen=True, slots=True)
class FinalBoard(Evidence):
    """The end of a game: the winner, the content of each cell, and the moves.

    A cell of `grid` is 0 if free, 1 or 2 if covered by that player, 3 if forbidden.
    """

    winner: int
    grid: tuple[tuple[int, ...], ...]
    moves: tuple[LaidDomino, ...]


def final_board(game: "PhantomPlay") -> FinalBoard:
    """Return the evidence of a finished game."""
    grid = tuple(tuple(3 if n < 0 else int(n and 2 - n % 2) for n in row) for row in game.grid())
    moves = (LaidDomino(move.player, *(BoardCell(*cell) for cell in move.cells)) for move in game.moves)
    return FinalBoard(game.winner, grid, tuple(moves))


class WeightedPlan(NamedTuple):
    """A plan of a mixed strategy and its exact probability as text, such as "2/45"."""

    plan: int
    weight: str


@dataclass(frozen=True, slots=True)
class Strategies(Evidence):
    """Optimal strategies of both players, the exact bounds that they guarantee, and the numbers of plans."""

    rows: tuple[WeightedPlan, ...]
    columns: tuple[WeightedPlan, ...]
    lower: str
    upper: str
    plans: Dimensions


def strategies(solved: "Equilibrium", plans: Dimensions) -> Strategies:
    """Return the evidence of an equilibrium of a game with `plans` plans of each player."""
    return Strategies(_played(solved.row), _played(solved.column), str(solved.lower), str(solved.upper), plans)


def _played(strategy: "MixedStrategy") -> tuple[WeightedPlan, ...]:
    pairs = zip(strategy.support, strategy.weights, strict=True)
    return tuple(WeightedPlan(int(index), str(weight)) for index, weight in pairs)
