"""The lines by which feedback tells how an answer is obtained, as a student reads them."""

import re
from collections.abc import Mapping

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Question
from answers.exam.words import plain

Wrong = Mapping[str, tuple[int, ...]]
"""Places of the wrong items, from 0, by the letter of the part."""


def how(exam: Exam, key: Key, number: int, lang: str = "en", wrong: Wrong | None = None) -> str:
    """Return the line of a question, by default with all items wrong, with ordinary spaces and without tags."""
    question = exam.questions[number - 1]
    answers = {part.letter: key.answers[part.id] for part in question.parts}
    told = {"drawn": key.params, "answers": answers, "wrong": wrong or all_wrong(question)}
    line = exam.words(lang).about(question, "how", **told)
    return plain(line).replace("\N{NO-BREAK SPACE}", " ")


def all_wrong(question: Question) -> Wrong:
    """Return all items of a question."""
    return {part.letter: tuple(range(part.count)) for part in question.parts}


def numbers(line: str) -> list[float]:
    """Return the numbers of an English line, in their order."""
    return [float(found.replace("−", "-")) for found in re.findall(r"−?\d+(?:\.\d+)?", line)]
