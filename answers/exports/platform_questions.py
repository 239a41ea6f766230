"""The questions of an exam and their answers for a seed, for platforms that mark answers themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part, Question
from answers.exam.words import Text
from answers.exports.request import ExportRequest
from answers.kinds.parsing import Value
from answers.messages import Message

SIXTEEN_DIGITS = ".16g"
LEAST_DEVIATION = Fraction(1, 10**6)
"""The least relative deviation for fractions, also for exact answers: platforms read only decimals, and accept seven
digits."""


@dataclass(frozen=True, slots=True)
class Field:
    """An item: its label, the expected number and the accepted deviation."""

    label: Text
    expected: str
    deviation: str


@dataclass(frozen=True, slots=True)
class SeededPart:
    """A part of an exam for a seed: the prompt and the drawing of its question, and its items."""

    u0: int
    part: Part
    prompt: Text
    drawing: str
    fields: tuple[Field, ...]

    @property
    def name(self) -> str:
        """The name of the part, unique in the exam: "17-1a"."""
        return f"{self.u0}-{self.part.id}"

    @property
    def share(self) -> Fraction:
        """The points of an item."""
        return self.part.points / len(self.fields)


def class_seeds(request: ExportRequest) -> tuple[int, ...]:
    """Return the distinct seeds of a class in the order of its list."""
    return tuple(dict.fromkeys(row.u0 for row in request.gradebook.rows if row.u0 is not None))


def seeded_parts(request: ExportRequest, u0: int) -> Iterator[SeededPart]:
    """Yield the parts of the exam for a seed whose answers are all single numbers; see `unfit`."""
    exam, key = request.gradebook.exam, request.key_of(u0)
    words = exam.words(request.lang)
    for part in exam.parts:
        question = exam.question_and_part(part.id)[0]
        labels = words.labels(part, key.params)
        values = key.answers[part.id]
        if not any(isinstance(value, tuple | str) for value in values):
            draw = question.drawing or question.shared_drawing  # a platform shows each part alone
            drawing = "" if draw is None else draw(key.params)
            fields = (_field(part, label, value) for label, value in zip(labels, values, strict=True))
            yield SeededPart(u0, part, words.prompt(question, key.params), drawing, tuple(fields))


def platform_differences(exam: Exam, keys: tuple[Key, ...]) -> tuple[Problem, ...]:
    """Return a problem for each part that a platform marks differently: several right answers, or no numbers."""
    return tuple(problem for question in exam.questions for problem in _unfit(question, keys))


def weight_unit(exam: Exam) -> int:
    """Return the least integer whose product with the points of each item is an integer."""
    return lcm(*((part.points / part.count).denominator for part in exam.parts))


def _unfit(question: Question, keys: tuple[Key, ...]) -> Iterator[Problem]:
    for part in question.parts:
        if part.is_open:
            yield Problem(
                Message(
                    "part {id} accepts several right answers; the platform knows only the computed answer", id=part.id
                ),
                remedy="mark the wrong answers there again by hand",
            )
        if any(isinstance(value, tuple | str) for key in keys for value in key.answers[part.id]):
            yield Problem(Message("part {id} is omitted, since its answers are not numbers", id=part.id))


def _field(part: Part, label: Text, value: Value) -> Field:
    assert not isinstance(value, tuple | str)
    exact = Fraction(value)
    allowed = part.tolerance.absolute + part.tolerance.relative * abs(exact)
    if exact.denominator != 1:
        allowed = max(allowed, LEAST_DEVIATION * abs(exact))
    return Field(label, _decimal(exact), _decimal(allowed))


def _decimal(number: Fraction) -> str:
    """Format a number for platforms: integers in full, others with sixteen digits."""
    return str(number.numerator) if number.denominator == 1 else format(float(number), SIXTEEN_DIGITS)
