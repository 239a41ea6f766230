"""The line of feedback on wrong items of a question, the numbers in it, and the data of a worked solution."""

import re
from collections.abc import Mapping
from typing import Any

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import SolvedQuestion
from answers.exam.words import plain
from answers.sheets.subject import WrongItems, how

INTEGER = re.compile(r"(?:(?<=\s|\()[-−])?\d+")


def feedback_line(exam: Exam, key: Key, number: int, wrong: WrongItems | None = None, lang: str = "en") -> str:
    """Return the line of feedback on a question with ordinary spaces, by default with all items wrong."""
    every = {part.letter: tuple(range(part.count)) for part in exam.questions[number - 1].parts}
    line = how(exam, exam.questions[number - 1], exam.words(lang), key, wrong or every)
    assert line is not None
    return plain(line).replace("\N{NO-BREAK SPACE}", " ")


def solution_data(exam: Exam, number: int, key: Key) -> Mapping[str, Any]:
    """Return the data of the worked solution of a question; a key of the parts of this question is enough."""
    question = exam.questions[number - 1]
    answers = {part.letter: key.answers.get(part.id, ()) for part in question.parts}
    solved_question: SolvedQuestion[Any] = SolvedQuestion(
        key.params, answers, {part.letter: key.evidence.get(part.id, ()) for part in question.parts}
    )
    return question.solution_data(solved_question)


def integers(text: str) -> list[int]:
    """Return all integers of a text in order, with their minus signs."""
    return [int(number.replace("−", "-")) for number in INTEGER.findall(text)]


def numbers(line: str) -> list[float]:
    """Return the integers and decimal numbers of an English line in order, with their minus signs."""
    return [float(number.replace("−", "-")) for number in re.findall(r"−?\d+(?:\.\d+)?", line)]
