"""How answers are obtained, in a line of the student's own numbers: what feedback says to who went wrong.

The line is a macro of the exam's words, `how_few_points`. What has to be computed for it, its question declares by
``@few_points.steps``. An exam may have neither.
"""

from collections.abc import Mapping
from typing import TypeAlias

from answers.exam.composed_exam import ComposedExam, drawn_of
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Case, Drawn, Question
from answers.exam.words import Text, Words

WrongItems: TypeAlias = Mapping[str, tuple[int, ...]]
"""The items that are not right, counted from 0, by the letter of the part, in the order of the sheet."""


def how(exam: Exam, question: Question, words: Words, key: Key, wrong: WrongItems) -> Text | None:
    """Return in a line how the answers of a question are obtained, None where nothing is told or wrong.

    `key` is the true key, of the whole exam.
    """
    if not wrong or not words.tells(question, "how"):
        return None
    case = case_of(exam, question, key, wrong)
    return words.about(
        question,
        "how",
        drawn=key.params,
        answers=case.answers,
        evidence=case.evidence,
        wrong=wrong,
        steps=question.steps(case),
    )


def case_of(exam: Exam, question: Question, key: Key, wrong: WrongItems | None = None) -> Case[Drawn]:
    """Return what a key says of a question, with what was drawn for the exam that the question comes from."""
    drawn = drawn_of(key.params, exam.source(question)) if isinstance(exam, ComposedExam) else key.params
    return Case(
        drawn,
        {part.letter: key.answers[part.id] for part in question.parts},
        {part.letter: key.evidence.get(part.id, ()) for part in question.parts},
        wrong or {},
    )
