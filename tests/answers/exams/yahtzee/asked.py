"""Parts of the exam `yahtzee` asked for what a test chooses, and its mistakes beside those of an oracle."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from answers.exam.catalogue import load_exam
from answers.exam.draw import Draw
from answers.exam.question import Given, Part, Question, Solution
from answers.exam.world import World
from answers.exams.yahtzee.draws import Parameters, draw
from answers.exams.yahtzee.evidence import OtherCodes
from answers.kinds.reading import Value, Values

EXAM = load_exam("yahtzee")
MODEL = draw(Draw(17))
SEEDS = (17, 20)
SHORT = [part.id for part in EXAM.parts if part.question < 15]
"""All but whole games."""
DIGITS = 6e-4
"""Four digits, rounded."""
Answers = Mapping[str, tuple[Any, ...]]


def asked(number: int, letter: str, **drawn: Any) -> tuple[Question, Part, Given[Parameters]]:
    """A part, and what is given to it when some parameters are chosen."""

    def no_answers(part_id: str) -> Values:
        raise AssertionError(part_id)

    question, part = EXAM.asked(f"{number}{letter}")
    return question, part, Given(replace(MODEL, **drawn), World(17), no_answers)


def solution(number: int, letter: str = "", **drawn: Any) -> Solution:
    question, part, told = asked(number, letter, **drawn)
    return question.solve(told, part)


def solve(number: int, letter: str = "", **drawn: Any) -> tuple[Value, ...]:
    """The answer to a part when some parameters are chosen."""
    return solution(number, letter, **drawn).values


def right_codes(number: int, letter: str, **drawn: Any) -> list[int]:
    """Every code that is marked right; the key shows the same ones."""
    question, part, told = asked(number, letter, **drawn)
    assert question.accepts is not None
    right = [code for code in range(32) if question.accepts(told, part, (code,))]
    found = question.solve(told, part)
    others = [code for item in found.evidence if isinstance(item, OtherCodes) for code in item.codes]
    assert sorted([*found.values, *others]) == right
    return right


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
