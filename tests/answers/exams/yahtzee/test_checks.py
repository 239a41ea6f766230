"""The examples that the subject prints, by an oracle."""

from typing import Any

import pytest

from answers.exams.yahtzee.subject import ALPHA, FIVES_AND_SIXES, JOKERS, NEAR, SHEETS, SUBJECT
from tests.oracles import yahtzee_reading as reading

FIVES = ("twos", "threes", "fours", "fives", "sixes", "chance")
Hand = tuple[int, ...]


def printed() -> dict[str, Any]:
    """The examples by the oracle, as it reads the rules now."""
    fours = ((("fours", *JOKERS), True), (("ones", *JOKERS), True), (("ones", *JOKERS), False))
    worth = reading.corrected(FIVES_AND_SIXES, FIVES, False, 3, 1, ALPHA)
    return {
        "jokers": [reading.further((4,) * 5, boxes, scored) for boxes, scored in fours],
        "near": [first_kept(hand) for hand in NEAR],
        "sheets": [on_a_sheet(human) for human in SHEETS],
        "five": round(max(worth.values()), 6),
    }


def first_kept(hand: Hand) -> dict[str, Hand]:
    attained, attainable = reading.named(hand)
    return {box: kept for box, kept in reversed([*attained, *attainable]) if box in reading.BOXES[6:12]}


def on_a_sheet(example: Any) -> tuple[Hand, str]:
    left = [box for box in reading.BOXES if box not in example.filled]
    aim = reading.aim(example.hand, left, example.upper, example.rerolls)
    return aim[1], reading.fill_decision_une(example.hand, left, example.upper)


def test_the_examples_are_those_of_the_oracle() -> None:
    examples: Any = SUBJECT.examples()
    expected = printed()
    assert [*examples["jokers"]] == expected["jokers"]
    kept = [dict(zip(reading.BOXES[6:12], one["kept"], strict=True)) for one in examples["possib"]]
    assert [{box: dice for box, dice in one.items() if dice is not None} for one in kept] == expected["near"]
    assert [(one.kept, one.filled) for one in examples["sheets"]] == expected["sheets"]
    assert examples["five_uppers"].worth == pytest.approx(expected["five"], abs=1e-6)
