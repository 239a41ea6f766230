"""Where the lists of dice of question 15 begin: further Yahtzees are too rare to be met at a place of no choice."""

from collections import deque
from collections.abc import Iterable
from itertools import count, islice
from typing import Final

from solvers.sequence import lcg
from solvers.yahtzee.rules.rules import MEASURED as GAME

LIST: Final = 3 * GAME.dice
"""Numbers of the list that belong to a turn: three throws of all dice."""
LUCK: Final = 9
"""The first of so many turns brings a Yahtzee to who keeps the most frequent face alone, and one of the others does."""


def lucky_start(u0: int) -> int:
    """Return the first multiple of 15 from which two turns are lucky; no strategy of the exam plays here."""
    faces = (1 + lcg.term(u0, k) % GAME.faces for k in count())
    lucky: deque[bool] = deque(maxlen=LUCK)
    start = (1 - LUCK) * LIST
    while True:
        lucky.append(_equal(tuple(islice(faces, LIST))))
        if len(lucky) == LUCK and lucky[0] and sum(lucky) > 1:
            return start
        start += LIST


def _equal(faces: Iterable[int]) -> bool:
    """Whether all dice are equal at last if the most frequent face alone is kept, of equals the first shown."""
    coming, hand = iter(faces), list[int]()
    for _ in range(3):
        hand += islice(coming, GAME.dice - len(hand))
        face = max(hand, key=hand.count)
        hand = [face] * hand.count(face)
    return len(hand) == GAME.dice
