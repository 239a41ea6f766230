"""Evidence in the keys of the exam `yahtzee`, and games as tables of booklets."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from answers.exam.question import Evidence
from answers.exams.yahtzee.draws import GAME, Hand


@dataclass(frozen=True, slots=True)
class OtherCodes(Evidence):
    """Evidence for an answer that is a code of dice: the other codes that are right, besides the code in the key."""

    codes: tuple[int, ...]


class YahtzeeTurn(NamedTuple):
    """A turn: dice after each throw, dice kept, box, and points, with those of a further Yahtzee but not the bonus."""

    hands: tuple[tuple[int, ...], ...]
    keeps: tuple[tuple[int, ...], ...]
    box: int
    points: int


@dataclass(frozen=True, slots=True)
class YahtzeeGame(Evidence):
    """Evidence for a score: the turns of the first game, and the final `scores` of further games that are added."""

    turns: tuple[YahtzeeTurn, ...]
    scores: tuple[int, ...] = ()


Marked = tuple[tuple[int, bool], ...]
"""Dice in decreasing order, each with a flag that says whether it is kept."""


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn as a row of a printed table: the dice of three throws, the number and the name of the box, its points."""

    first: Marked
    second: Marked
    last: Hand
    box: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game as a printed table: its turns, the bonus and the final score."""

    turns: tuple[ShownTurn, ...]
    bonus: int
    score: int


def shown(score: int, turns: Iterable[YahtzeeTurn]) -> ShownGame:
    """Convert a game, its final score and its turns, to a printed table."""
    lines = []
    for turn in turns:
        first, second = (marked(hand, kept) for hand, kept in zip(turn.hands, turn.keeps, strict=False))
        lines.append(ShownTurn(first, second, turn.hands[-1], turn.box, GAME.boxes[turn.box], turn.points))
    return ShownGame(tuple(lines), score - sum(line.points for line in lines), score)


def marked(hand: Hand, kept: Hand) -> Marked:
    """Return the dice in decreasing order, each with True if kept; of equal dice the last are, for the lowest code."""
    unmarked, dice = Counter(kept), []
    for face in sorted(hand):
        dice.append((face, unmarked[face] > 0))
        unmarked[face] -= 1
    return tuple(reversed(dice))
