"""What the key of the exam `yahtzee` shows beside an answer."""

from dataclasses import dataclass
from typing import NamedTuple

from answers.exam.question import Evidence


@dataclass(frozen=True, slots=True)
class OtherCodes(Evidence):
    """The codes that are right too, beside the one that is given."""

    codes: tuple[int, ...]


class Turn(NamedTuple):
    """A turn of a game: the dice after each throw, those kept between, the number of the box and its points.

    Extra points are included, the bonus is not.
    """

    hands: tuple[tuple[int, ...], ...]
    keeps: tuple[tuple[int, ...], ...]
    box: int
    points: int


@dataclass(frozen=True, slots=True)
class Game(Evidence):
    """A whole game, turn by turn, and the final scores of the games on further lists that are added to its own."""

    turns: tuple[Turn, ...]
    scores: tuple[int, ...] = ()
