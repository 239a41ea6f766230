"""Parts of the exam `yahtzee` asked for what a test chooses, and its mistakes beside those of an oracle."""

from collections.abc import Mapping
from typing import Any

from answers.exam.catalogue import load_exam

EXAM = load_exam("yahtzee")
SEEDS = (17, 20)
SHORT = [part.id for part in EXAM.parts if part.question < 15]
"""All but whole games."""
DIGITS = 6e-4
"""Four digits, rounded."""
Answers = Mapping[str, tuple[Any, ...]]


def hand_of(part: str, drawn: Any) -> tuple[int, ...]:
    """The hand of a part that asks for a code."""
    hands: Mapping[str, tuple[int, ...]] = {
        "5b": drawn.near["b"],
        "7b": drawn.one_box[0].hand,
        "7d": drawn.one_box[1].hand,
        "10b": drawn.human[0].hand,
        "10d": drawn.human[1].hand,
        "12b": drawn.aiming.hand,
        "13c": drawn.reduced.hand,
        "14b": drawn.corrected.hand,
    }
    return hands[part]


def dice(told: str) -> tuple[int, ...]:
    """Dice as they are written, in increasing order; a dash is none."""
    return tuple(sorted(int(die) for die in told.split() if die != "–"))
