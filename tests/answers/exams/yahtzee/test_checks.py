"""The examples that the subject prints, by an oracle; `test_subject` has others by hand."""

from typing import Any

import pytest

from answers.exams.yahtzee.subject import ALPHA, FIVES_AND_SIXES, SHEETS, SUBJECT
from tests.oracles import yahtzee_reading as reading

FIVES = ("twos", "threes", "fours", "fives", "sixes", "chance")


def on_a_sheet(example: Any) -> tuple[tuple[int, ...], str]:
    left = [box for box in reading.BOXES if box not in example.filled]
    aim = reading.aim(example.hand, left, example.upper, example.rerolls)
    return aim[1], reading.fill_decision_une(example.hand, left, example.upper)


def test_the_examples_are_those_of_the_oracle() -> None:
    examples: Any = SUBJECT.examples()
    assert [(one.kept, one.filled) for one in examples["sheets"]] == [on_a_sheet(human) for human in SHEETS]
    worth = reading.corrected(FIVES_AND_SIXES, FIVES, False, 3, 1, ALPHA)
    assert examples["five_uppers"].worth == pytest.approx(max(worth.values()), abs=1e-6)
