"""Evidence in the keys of the exam `yahtzee`, and games as tables of booklets."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from answers.exam.question import Evidence
from answers.exams.yahtzee.draws import GAME, Hand


@dataclass(frozen=True, slots=True)
class OtherCodes(Evidence):
    """The other codes that are right, beside the code in the key."""

    codes: tuple[int, ...]


class YahtzeeTurn(NamedTuple):
    """A turn of a game: the dice after each throw, the dice kept between throws, the number of the box and its points.

    Points include the extra points of a further Yahtzee, but not the bonus.
    """

    hands: tuple[tuple[int, ...], ...]
    keeps: tuple[tuple[int, ...], ...]
    box: int
    points: int


@dataclass(frozen=True, slots=True)
class YahtzeeGame(Evidence):
    """A whole game turn by turn, and the final scores of games on further lists, which are added to its score."""

    turns: tuple[YahtzeeTurn, ...]
    scores: tuple[int, ...] = ()


Marked = tuple[tuple[int, bool], ...]
"""Dice in decreasing order, each with a flag that says whether it is kept."""


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn as a row of a table: three throws, number and name of the box, its points."""

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
    lines = []
    for turn in turns:
        first, second = (marked(hand, kept) for hand, kept in zip(turn.hands, turn.keeps, strict=False))
        lines.append(ShownTurn(first, second, turn.hands[-1], turn.box, GAME.boxes[turn.box], turn.points))
    return ShownGame(tuple(lines), score - sum(line.points for line in lines), score)


def marked(hand: Hand, kept: Hand) -> Marked:
    """Return a hand in decreasing order with marks on the dice kept.

    If only some of several equal dice are kept, the last of them are marked, which is the lowest code.
    """
    unmarked, dice = Counter(kept), []
    for face in sorted(hand):
        dice.append((face, unmarked[face] > 0))
        unmarked[face] -= 1
    return tuple(reversed(dice))
