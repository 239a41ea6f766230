"""The line of feedback of one wrong item, and the numbers that it cites."""

import re
from collections.abc import Mapping
from typing import Any

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import SolvedQuestion
from answers.exam.words import plain
from answers.sheets.subject import WrongItems, how

INTEGER = re.compile(r"(?:(?<=\s|\()[-−])?\d+")


def told(exam: Exam, key: Key, number: int, wrong: WrongItems, lang: str = "en") -> str:
    """What is told of a question, as a terminal shows it, with ordinary spaces."""
    line = how(exam, exam.questions[number - 1], exam.words(lang), key, wrong)
    assert line is not None
    return plain(line).replace("\N{NO-BREAK SPACE}", " ")


def worked(exam: Exam, number: int, key: Key) -> Mapping[str, Any]:
    """What the worked solution of a question shows beyond a key, which need not be whole."""
    question = exam.questions[number - 1]
    answers = {part.letter: key.answers.get(part.id, ()) for part in question.parts}
    solved_question: SolvedQuestion[Any] = SolvedQuestion(
        key.params, answers, {part.letter: key.evidence.get(part.id, ()) for part in question.parts}
    )
    return question.solution_data(solved_question)


def numbers(text: str) -> list[int]:
    """All integers of a text, those with a minus sign too, in order."""
    return [int(one.replace("−", "-")) for one in INTEGER.findall(text)]
