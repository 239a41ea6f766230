"""The lines of feedback of whole questions, and the numbers that they cite."""

import re

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.sheets.subject import WrongItems
from tests.answers.exams.told import told


def how(exam: Exam, key: Key, number: int, wrong: WrongItems | None = None) -> str:
    """Return the line of a question, by default with all items wrong."""
    every = {part.letter: tuple(range(part.count)) for part in exam.questions[number - 1].parts}
    return told(exam, key, number, wrong or every)


def numbers(line: str) -> list[float]:
    """Return the numbers of an English line, in their order."""
    return [float(found.replace("−", "-")) for found in re.findall(r"−?\d+(?:\.\d+)?", line)]
