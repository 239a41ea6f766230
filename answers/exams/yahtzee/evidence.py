"""What the key of the exam `yahtzee` shows beside an answer, and how booklets show games."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from answers.exam.question import Evidence
from answers.exams.yahtzee.draws import GAME, Hand


@dataclass(frozen=True, slots=True)
class OtherCodes(Evidence):
    """The codes that are right too, beside the one that is given."""

    codes: tuple[int, ...]


class YahtzeeTurn(NamedTuple):
    """A turn of a game: the dice after each throw, those kept between, the number of the box and its points.

    Extra points are included, the bonus is not.
    """

    hands: tuple[tuple[int, ...], ...]
    keeps: tuple[tuple[int, ...], ...]
    box: int
    points: int


@dataclass(frozen=True, slots=True)
class YahtzeeGame(Evidence):
    """A whole game, turn by turn, and the final scores of the games on further lists that are added to its own."""

    turns: tuple[YahtzeeTurn, ...]
    scores: tuple[int, ...] = ()


Marked = tuple[tuple[int, bool], ...]
"""Dice in decreasing order, each with whether it is kept."""


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn as a line of a table: three throws, the box by number and name, its points."""

    first: Marked
    second: Marked
    last: Hand
    box: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game as a table."""

    turns: tuple[ShownTurn, ...]
    bonus: int
    score: int


def shown(score: int, turns: Iterable[YahtzeeTurn]) -> ShownGame:
    """Return a game as a table, from its final score and its turns."""
    lines = tuple(map(_shown_turn, turns))
    return ShownGame(lines, score - sum(line.points for line in lines), score)


def _shown_turn(turn: YahtzeeTurn) -> ShownTurn:
    first, second = (marked(hand, kept) for hand, kept in zip(turn.hands, turn.keeps, strict=False))
    return ShownTurn(first, second, turn.hands[-1], turn.box, GAME.boxes[turn.box], turn.points)


def marked(hand: Hand, kept: Hand) -> Marked:
    """Return a hand in decreasing order; of equal dice partly kept the last ones are marked: the lowest code."""
    left, dice = Counter(kept), []
    for face in sorted(hand):
        dice.append((face, left[face] > 0))
        left[face] -= 1
    return tuple(reversed(dice))
