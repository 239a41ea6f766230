"""How cells, dominoes, players and lines of the exam `jeux` are read, and misread through the whole exam."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from answers.exam.question import Given
from answers.exams.jeux.draws import Parameters


@dataclass(frozen=True, slots=True)
class Reading:
    """How cells, dominoes and players are written: the first number, what comes first, what is vertical, who begins.

    And whether the diagonals of tic-tac-toe are lines.
    """

    column_first: bool = False
    first: int = 0
    vertical: int = 1
    beginner: int = 0
    diagonals: bool = True

    def cell(self, i: int, j: int) -> tuple[int, int]:
        """Return the two numbers of a cell."""
        return (j + self.first, i + self.first) if self.column_first else (i + self.first, j + self.first)

    def domino(self, i: int, j: int, d: int) -> tuple[int, int, int]:
        """Return the three numbers of a domino."""
        return *self.cell(i, j), d if self.vertical else 1 - d

    def player(self, player: int) -> int:
        """Return what a player is called."""
        return 1 - player if self.beginner else player


MISREAD: Final[Mapping[str, Callable[[Reading], Reading]]] = {
    "column-before-row": lambda reading: replace(reading, column_first=True),
    "cells-from-1": lambda reading: replace(reading, first=1),
    "directions-exchanged": lambda reading: replace(reading, vertical=0),
    "diagonals-forgotten": lambda reading: replace(reading, diagonals=False),
    "players-exchanged": lambda reading: replace(reading, beginner=1),
}
"""How each misreading of the whole exam changes the reading."""


def reading_of(given: Given[Parameters]) -> Reading:
    """Return the reading of a world."""
    reading = Reading()
    for slug in given.world.mistakes:
        reading = MISREAD[slug](reading) if slug in MISREAD else reading
    return reading
