"""What an exam shows beside its words: figures, examples, how definitions build up, and how answers are obtained.

An exam has the first in `subject.py` (a `SUBJECT`) beside its `exam.py`. An exam may have none; then it has no worked
solution either. What has to be computed for the line that tells how an answer is obtained, a macro `how_few_points`,
its question declares by ``@few_points.steps``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from answers.errors import CorrigeError
from answers.exam.composed_exam import ComposedExam, drawn_of
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Drawn, Question, SolvedQuestion
from answers.exam.words import Text, Words
from answers.messages import Message


@dataclass(frozen=True, slots=True)
class Subject:
    """A booklet from which the exam can be sat.

    Attributes
    ----------
    minutes
        How long the exam lasts.
    definitions
        The numbers of its definitions, each with those that it builds on.
    figures
        Drawings by name, each one ``<svg>`` element of ours, its words in the language asked.
    examples
        What the worked examples show, computed when a booklet is printed.
    """

    minutes: int
    definitions: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    figures: Mapping[str, Callable[[Words], str]] = field(default_factory=dict)
    examples: Callable[[], Mapping[str, object]] = dict

    def __post_init__(self) -> None:
        for number, earlier in self.definitions.items():
            if any(one not in self.definitions or one >= number for one in earlier):
                raise ValueError(f"definition {number} builds on {earlier}, which do not all come before it")

    def needed(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Return the definitions that some of them need, these included, in their order."""
        needed, waiting = set[int](), set(numbers)
        while waiting:
            needed |= waiting
            waiting = {earlier for number in waiting for earlier in self.definitions[number]} - needed
        return tuple(sorted(needed))


def subject_of(exam: Exam) -> Subject:
    """Return the subject of `exam`; a `CorrigeError` says how to write one."""
    if isinstance(exam, ComposedExam):
        return _composed_subject(exam)
    subject = exam.beside("subject", Subject)
    if subject is None:
        raise CorrigeError.one(
            Message("the exam {name!r} has no subject, so no worked solution either", name=exam.name),
            place=exam.location.place,
            remedy=Message(
                "write subject.py, and {files} among its templates: see docs/exams.md, “The subject and the worked"
                " solution”",
                files="subject_fr.html, subject_en.html",
            ),
        )
    return subject


def has_subject(exam: Exam) -> bool:
    """Whether a subject can be printed of an exam: of a composed paper, when all its exams have one."""
    exams = exam.sources.values() or (exam,)
    return all(one.location.code.joinpath("subject.py").is_file() for one in exams)


def _composed_subject(paper: ComposedExam) -> Subject:
    """The definitions that a paper takes over, and the figures and examples of all its exams, by exam and name."""
    composition = paper.composition
    subjects = {name: subject_of(exam) for name, exam in paper.sources.items()}
    return Subject(
        paper.minutes,
        {
            place: tuple(
                here
                for one in subjects[exam.name].definitions[number]
                if (here := composition.definition(exam, one)) is not None
            )
            for place, (exam, number) in enumerate(composition.definitions, start=1)
        },
        {
            f"{exam.name}/{name}": partial(_drawn_at_home, exam, drawing)
            for exam in paper.sources.values()
            for name, drawing in subjects[exam.name].figures.items()
        },
        lambda: {
            f"{exam}/{name}": shown for exam, subject in subjects.items() for name, shown in subject.examples().items()
        },
    )


def _drawn_at_home(exam: Exam, drawing: Callable[[Words], str], words: Words) -> str:
    return drawing(exam.words(words.lang))


WrongItems: TypeAlias = Mapping[str, tuple[int, ...]]
"""The items that are not right, counted from 0, by the letter of the part, in the order of the sheet."""


def how(exam: Exam, question: Question, words: Words, key: Key, wrong: WrongItems) -> Text | None:
    """Return in a line how the answers of a question are obtained, None where nothing is told or wrong.

    `key` is the true key, of the whole exam.
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
    """Return what a key says of a question, with what was drawn for the exam that the question comes from."""
    drawn = drawn_of(key.params, exam.source(question)) if question.origin else key.params
    return SolvedQuestion(
        drawn,
        {part.letter: key.answers[part.id] for part in question.parts},
        {part.letter: key.evidence.get(part.id, ()) for part in question.parts},
        wrong or {},
    )
