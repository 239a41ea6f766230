"""The exam `dice` in its tests: questions asked with chosen parameters, mistakes made again on the slow oracle."""

from dataclasses import replace
from typing import Any

from answers.exam.catalogue import load_exam
from answers.exam.key import Key
from answers.exam.question import Part, Question, SolveContext
from answers.exam.scenario import Scenario
from answers.exams.dice.draws import Parameters
from answers.kinds.parsing import Values
from tests.oracles import dice_exam as oracle

EXAM = load_exam("dice")
MODEL = EXAM.drawn(17)


def question_with(number: int, letter: str, drawn: dict[str, Any]) -> tuple[Question, SolveContext[Any], Part]:
    """Return a question, its context with the parameters `drawn`, and its part; other answers are not available."""
    question, part = EXAM.question_and_part(f"{number}{letter}")
    return question, SolveContext(replace(MODEL, **drawn), Scenario(17), dict[str, Values]().__getitem__), part


def solve(number: int, letter: str = "", **drawn: Any) -> Values:
    """Return the answer to a part with the parameters `drawn` instead of those of the model."""
    question, context, part = question_with(number, letter, drawn)
    return question.solve(context, part).values


MISTAKEN = (17, 4037, 8073)
"""Seeds frames mistakes are made again."""


KEYS = (17, 4242, 50001)
DIGITS = 6e-4
"""Four digits, rounded."""


def drawn(key: Key) -> Parameters:
    assert isinstance(key.params, Parameters)
    return key.params


def shows_a_one(dice: int) -> float:
    """By the law of a throw: one point is scored by a 1 alone."""
    return float(oracle.throw(dice)[1])
