"""What the key of the exam `nash` shows beside an answer."""

from dataclasses import dataclass
from typing import NamedTuple

from answers.exam.question import Evidence
from answers.exams.nash.draws import Cell, Size


class Played(NamedTuple):
    """A plan of a mixed strategy and its exact probability, as text: "2/45"."""

    plan: int
    weight: str


@dataclass(frozen=True, slots=True)
class Strategies(Evidence):
    """Optimal strategies of both players, the exact bounds that they guarantee, and how many plans there are."""

    rows: tuple[Played, ...]
    columns: tuple[Played, ...]
    lower: str
    upper: str
    plans: Size


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
