"""The exam `yahtzee` in its tests: its short parts and its games, the hands of its codes, and keys beside an oracle."""

from collections.abc import Mapping
from typing import Any

from answers.exam.catalogue import load_exam
from answers.exam.key import Key
from tests.oracles import yahtzee_reading as reading

EXAM = load_exam("yahtzee")
SHORT = [part.id for part in EXAM.parts if part.question < 15]
"""The ids of all parts except those that play whole games."""
GAMES = ("15a", "15b", "15c")


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


def differing(key: Key, expected: Mapping[str, Any], noise: float) -> list[str]:
    """Return the parts whose answers are not the expected ones; of a code, that is the set of dice that it may keep."""
    assert sorted(expected) == sorted(key.answers)

    def agrees(part: str, value: Any, right: Any) -> bool:
        if isinstance(right, set):
            return reading.kept(hand_of(part, key.params), int(value)) in right
        return value == right if isinstance(right, tuple) else abs(float(value) - float(right)) < noise

    return [
        part
        for part, values in key.answers.items()
        if not all(agrees(part, value, right) for value, right in zip(values, expected[part], strict=True))
    ]
