"""What the key of the exam `yahtzee` shows beside an answer."""

from dataclasses import dataclass
from typing import NamedTuple

from answers.exam.question import Evidence


@dataclass(frozen=True, slots=True)
class OtherCodes(Evidence):
    """The codes that are right too, beside the one that is given."""

    codes: tuple[int, ...]


class Filled(NamedTuple):
    """A turn of a game: the number of the box filled, and its points, extra Yahtzees included."""

    box: int
    points: int


@dataclass(frozen=True, slots=True)
class Game(Evidence):
    """A whole game, turn by turn."""

    turns: tuple[Filled, ...]
