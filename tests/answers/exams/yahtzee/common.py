"""The exam `yahtzee` in its tests: its short parts, the hands of its codes, and dice read from a line."""

from collections.abc import Mapping
from typing import Any

from answers.exam.catalogue import load_exam

EXAM = load_exam("yahtzee")
SEEDS = (17, 20)
SHORT = [part.id for part in EXAM.parts if part.question < 15]
"""The ids of all parts except those that play whole games."""
DIGITS = 6e-4
"""Relative tolerance of numbers printed with four digits."""
Answers = Mapping[str, tuple[Any, ...]]


def hand_of(part: str, drawn: Any) -> tuple[int, ...]:
    """Return the hand of a part whose answer is a reroll code."""
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


def dice(text: str) -> tuple[int, ...]:
    """Return the dice written in a text, in increasing order; a dash stands for no die."""
    return tuple(sorted(int(die) for die in text.split() if die != "–"))
