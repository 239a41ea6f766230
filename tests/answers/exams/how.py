"""The lines by which feedback tells how an answer is obtained, as a student reads them."""

import re

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.words import LANGUAGES, plain

LONGEST = 300
DECIMAL_POINT = re.compile(r"\d\.\d")
DECIMAL_COMMA = re.compile(r"\d,\d")
PYTHON = re.compile(r"[\[\]{}]|\b(?:None|True|False|Fraction|nan|inf)\b")
ABSENT = re.compile(r" [,;.](?!\S)|\(\)|\n")
"""What is left where a text says nothing: a mark after a space, an empty pair of parentheses."""


def how(exam: Exam, key: Key, number: int, lang: str) -> str:
    """Return the line of a question, with ordinary spaces and without tags."""
    found = exam.words(lang).how(number, key.params, key.answers)
    assert found is not None, f"question {number} of {exam.name} says nothing in {lang}"
    return plain(found).replace("\N{NO-BREAK SPACE}", " ")


def check_lines(exam: Exam, key: Key) -> None:
    """Check the lines of the questions that a key answers, in both languages."""
    for question in exam.questions:
        if all(part.id in key.answers for part in question.parts):
            for lang in LANGUAGES:
                check_line(how(exam, key, question.number, lang), lang)


def check_line(line: str, lang: str) -> None:
    """Check that a line is short, in one language, and of words and numbers only."""
    foreign = DECIMAL_POINT if lang == "fr" else DECIMAL_COMMA
    assert 40 < len(line) <= LONGEST, line
    assert not foreign.search(line), line
    assert not PYTHON.search(line), line
    if lang == "en":
        assert not ABSENT.search(line), line


def numbers(line: str) -> list[float]:
    """Return the decimal numbers of an English line, in their order, minus signs read."""
    return [float(found.replace("−", "-")) for found in re.findall(r"−?\d+(?:\.\d+)?", line)]
