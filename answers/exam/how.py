"""How answers are obtained, in a line of the student's own numbers: what feedback says to who went wrong.

The line is a macro of the exam's words, `how_7`. What has to be computed for it stands in `steps.py` beside `exam.py`,
as `STEPS = Steps({7: …})`. An exam may have neither.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias

from answers.exam.composed_exam import ComposedExam
from answers.exam.composed_params import drawn_of
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Evidence, P, Question
from answers.exam.subject import declared
from answers.exam.words import Text, Words
from answers.kinds.reading import Values

WrongItems: TypeAlias = Mapping[str, tuple[int, ...]]
"""The items that are not right, counted from 0, by the letter of the part, in the order of the sheet."""


@dataclass(frozen=True, slots=True)
class Case(Generic[P]):
    """A question that somebody got wrong: what was drawn, the true answers and their evidence by letter, and where."""

    drawn: P
    answers: Mapping[str, Values]
    evidence: Mapping[str, tuple[Evidence, ...]]
    wrong: WrongItems

    @property
    def first(self) -> tuple[str, int]:
        """The letter and the place, from 0, of the first item that is wrong."""
        letter, items = next(iter(self.wrong.items()))
        return letter, items[0]


AnyCase: TypeAlias = Case[Any]  # of the exam's own parameters, as its steps know them


@dataclass(frozen=True, slots=True)
class Steps:
    """What lines of feedback tell beyond the key, by number of the question; quick, since every sheet asks for it."""

    questions: Mapping[int, Callable[[AnyCase], Mapping[str, object]]] = field(default_factory=dict)

    def of(self, number: int, case: AnyCase) -> Mapping[str, object]:
        """Return the steps to the answers of a question, empty where none are computed."""
        compute = self.questions.get(number)
        return compute(case) if compute else {}


def how(exam: Exam, question: Question, words: Words, key: Key, wrong: WrongItems) -> Text | None:
    """Return in a line how the answers of a question are obtained, or None where the words tell nothing.

    Parameters
    ----------
    words
        Those of `exam`, in the language asked.
    key
        The true key, of the whole exam.
    wrong
        Which items are wrong; where none is, nothing is told.

    Raises
    ------
    CorrigeError
        If `steps.py` of the exam defines no `STEPS`.
    """
    name = f"how_{question.number}"
    if not wrong or not words.has(name):
        return None
    ids = {part.letter: part.id for part in question.parts}
    case = Case(
        key.params,
        {letter: key.answers[part_id] for letter, part_id in ids.items()},
        {letter: key.evidence.get(part_id, ()) for letter, part_id in ids.items()},
        wrong,
    )
    return words.say(
        name,
        drawn=key.params,
        answers={part_id: case.answers[letter] for letter, part_id in ids.items()},
        evidence={part_id: case.evidence[letter] for letter, part_id in ids.items()},
        wrong=wrong,
        steps=_steps(exam, question.number, case),
    )


def _steps(exam: Exam, number: int, case: AnyCase) -> Mapping[str, object]:
    """The steps of a question, in a composed paper those of the exam that it comes from."""
    if isinstance(exam, ComposedExam):
        origin = exam.composition.questions[number - 1]
        return _steps(origin.exam, origin.number, replace(case, drawn=drawn_of(case.drawn, origin.exam.name)))
    found = declared(exam, "steps", "STEPS", Steps)
    return found.of(number, case) if found else {}
