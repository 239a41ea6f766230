"""The lines by which feedback tells how an answer is obtained, as a student reads them."""

import re
from collections.abc import Iterator, Mapping

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Question
from answers.exam.words import LANGUAGES, plain

Wrong = Mapping[str, tuple[int, ...]]
"""Places of the wrong items, from 0, by the letter of the part."""
LONGEST, SENTENCES = 300, 2
DECIMALS = {"fr": re.compile(r"\d\.\d"), "en": re.compile(r"\d,\d")}
"""Decimals of the other language."""
SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
PYTHON = re.compile(r"[\[\]{}]|\b(?:None|True|False|Fraction|nan|inf)\b")
EMPTY = re.compile(r" [,.](?!\S)|\(\)|: [.;]")
"""What is left where a name or a number is missing."""


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


def check_lines(exam: Exam, key: Key) -> None:
    """Check the lines of the questions that a key answers, in both languages, for all items wrong and each alone."""
    for question in exam.questions:
        if all(part.id in key.answers for part in question.parts):
            for lang in LANGUAGES:
                for wrong in cases(question):
                    check_line(how(exam, key, question.number, lang, wrong), lang)


def cases(question: Question) -> Iterator[Wrong]:
    yield all_wrong(question)
    for part in question.parts:
        yield from ({part.letter: (place,)} for place in range(part.count))


def check_line(line: str, lang: str) -> None:
    """Check that a line is short, in one language, and of words and numbers only."""
    assert 40 < len(line) <= LONGEST, line
    assert len(SENTENCE_END.findall(line)) <= SENTENCES, line
    for fault in (DECIMALS[lang], PYTHON, EMPTY):
        assert not fault.search(line), line


def numbers(line: str) -> list[float]:
    """Return the numbers of an English line, in their order."""
    return [float(found.replace("−", "-")) for found in re.findall(r"−?\d+(?:\.\d+)?", line)]
