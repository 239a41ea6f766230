"""The data of a worked solution."""

from collections.abc import Mapping
from typing import Any

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.sheets.subject import solved_question


def solution_data(exam: Exam, number: int, key: Key) -> Mapping[str, Any]:
    """Return the data of the worked solution of a question; a key of the parts of this question is enough."""
    question = exam.questions[number - 1]
    return question.solution_data(solved_question(exam, question, key))
