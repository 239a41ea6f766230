"""Find the subject of an exam, the text with its rules and questions, and explain wrong answers on feedback."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from answers.errors import CorrigeError
from answers.exam.composed_exam import ComposedExam
from answers.exam.exam import Exam, drawn_of
from answers.exam.key import Key
from answers.exam.question import Drawn, Question, SolvedQuestion
from answers.exam.subject import Subject
from answers.exam.words import Text, Words
from answers.messages import Message


def subject_of(exam: Exam) -> Subject:
    """Return the subject of `exam`, put together from its exams for a composed paper; CorrigeError without one."""
    if isinstance(exam, ComposedExam):
        return _composed_subject(exam)
    subject = exam.subject or exam.beside("subject", Subject)
    if subject is None:
        remedy = Message(
            "write subject.py beside exam.py, and {files} among the templates of the exam: see docs/exams.md, “The"
            " subject and the worked solution”",
            files="subject_fr.html, subject_en.html",
        )
        if exam.location.texts:
            remedy = Message(
                "in the file of the exam, write {exam}, and for each question {statement} and {solution}",
                exam="EXAM = exam(…, minutes=60, presentation=…)",
                statement=".statement(…)",
                solution=".solution(…)",
            )
        raise CorrigeError.single(
            Message("the exam {name!r} has no subject, so no worked solution either", name=exam.name),
            place=exam.location.place,
            remedy=remedy,
        )
    return subject


def has_subject(exam: Exam) -> bool:
    """Return whether an exam has a subject; a composed paper has one if each exam that it draws on has one."""
    exams = exam.sources.values() or (exam,)
    return all(source.subject or source.location.code.joinpath("subject.py").is_file() for source in exams)


def _composed_subject(paper: ComposedExam) -> Subject:
    """Return the subject of a composed paper: the definitions it needs, all drawings and examples of its exams."""
    subjects = {name: subject_of(exam) for name, exam in paper.sources.items()}
    return Subject(
        paper.plan.minutes,
        {
            place: tuple(
                here
                for used in subjects[exam.name].definitions[number]
                if (here := paper.definition(exam, used)) is not None
            )
            for place, (exam, number) in enumerate(paper.definitions, start=1)
        },
        {
            f"{exam.name}/{name}": partial(_draw_in_words_of, exam, drawing)
            for exam in paper.sources.values()
            for name, drawing in subjects[exam.name].figures.items()
        },
        lambda: {
            f"{exam}/{name}": value for exam, subject in subjects.items() for name, value in subject.examples().items()
        },
    )


def _draw_in_words_of(exam: Exam, drawing: Callable[[Words], str], words: Words) -> str:
    """Return a drawing of `exam` with the words of that exam, in the language of `words`."""
    return drawing(exam.words(words.lang))


WrongItems: TypeAlias = Mapping[str, tuple[int, ...]]
"""The indices from 0 of the items that are not right, by the letter of their part, in the order of the sheet."""


def how(exam: Exam, question: Question, words: Words, key: Key, wrong: WrongItems) -> Text | None:
    """Return the line of feedback for the items `wrong` of a question; None without such items or such a text.

    `key` has the right answers to the whole exam.
    """
    if not wrong or not words.has_text(question, "how"):
        return None
    solved = solved_question(exam, question, key, wrong)
    return words.question_text(
        question,
        "how",
        drawn=key.params,
        answers=solved.answers,
        evidence=solved.evidence,
        wrong=wrong,
        hint_data=question.hint_data(solved),
    )


def solved_question(exam: Exam, question: Question, key: Key, wrong: WrongItems | None = None) -> SolvedQuestion[Drawn]:
    """Return a question with its answers and evidence from `key`, drawn parameters, and the items `wrong`."""
    return SolvedQuestion(
        drawn_of(key.params, exam.sources.get(question.origin, exam)),
        {part.letter: key.answers[part.id] for part in question.parts},
        {part.letter: key.evidence.get(part.id, ()) for part in question.parts},
        wrong or {},
    )
