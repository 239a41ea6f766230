"""The questions of an exam with their answers for a seed, for platforms that mark the answers themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from xml.etree import ElementTree as ET

from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part
from answers.exam.words import Text
from answers.exports.request import ExportRequest
from answers.messages import Message

SIXTEEN_DIGITS = ".16g"
"""The format of a number with sixteen significant digits."""
LEAST_DEVIATION = Fraction(1, 10**6)
"""The least accepted relative deviation of a fraction, which cannot be typed exactly: seven right digits are enough."""


@dataclass(frozen=True, slots=True)
class Field:
    """One item of a part: its label, the expected number and the accepted deviation, both as decimal texts."""

    label: Text
    expected: str
    deviation: str


@dataclass(frozen=True, slots=True)
class SeededPart:
    """One part of the exam for one seed: the prompt and the drawing (SVG or "") of its question, and its items."""

    u0: int
    part: Part
    prompt: Text
    drawing: str
    fields: tuple[Field, ...]

    @property
    def name(self) -> str:
        """The name of a seeded part, unique in the exam: "17-1a" for seed 17 and part 1a."""
        return f"{self.u0}-{self.part.id}"

    @property
    def share(self) -> Fraction:
        """The points of one item."""
        return self.part.points / len(self.fields)


def class_seeds(request: ExportRequest) -> tuple[int, ...]:
    """Return the distinct seeds of a class in the order of the class list."""
    return tuple(dict.fromkeys(row.u0 for row in request.gradebook.rows if row.u0 is not None))


def seeded_parts(request: ExportRequest, u0: int) -> Iterator[SeededPart]:
    """Yield the parts of the exam for a seed, except parts with an answer that is not a single number."""
    exam, key = request.gradebook.exam, request.key_of(u0)
    words = exam.words(request.lang)
    for part in exam.parts:
        question = exam.question_and_part(part.id)[0]
        labels = words.labels(part, key.params)
        values = key.answers[part.id]
        numbers = [Fraction(value) for value in values if not isinstance(value, tuple | str)]
        if len(numbers) == len(values):
            draw = question.drawing or question.shared_drawing  # a platform shows each part alone
            drawing = "" if draw is None else draw(key.params)
            fields = []
            for label, exact in zip(labels, numbers, strict=True):
                allowed = part.tolerance.absolute + part.tolerance.relative * abs(exact)
                if exact.denominator != 1:
                    allowed = max(allowed, LEAST_DEVIATION * abs(exact))
                fields.append(Field(label, _decimal(exact), _decimal(allowed)))
            yield SeededPart(u0, part, words.prompt(question, key.params), drawing, tuple(fields))


def platform_differences(exam: Exam, keys: tuple[Key, ...]) -> tuple[Problem, ...]:
    """Return a problem for each part with several right answers, or with answers that are no numbers in a key."""
    problems = []
    for part in exam.parts:
        if part.is_open:
            cause = Message(
                "part {id} accepts several right answers, but the platform knows only the one that corrige "
                "computes, and will mark the others as wrong",
                id=part.id,
            )
            remedy = "after the quiz, check the wrong answers to this part by hand on the platform"
            problems.append(Problem(cause, remedy=remedy))
        if any(isinstance(value, tuple | str) for key in keys for value in key.answers[part.id]):
            problems.append(
                Problem(Message("part {id} is not in the exported file, since its answers are not numbers", id=part.id))
            )
    return tuple(problems)


def weight_unit(exam: Exam) -> int:
    """Return the least positive integer whose product with the points of each item is an integer."""
    return lcm(*((part.points / part.count).denominator for part in exam.parts))


def xml_bytes(root: ET.Element) -> bytes:
    """Return an XML document as the content of a file."""
    return b"".join((b'<?xml version="1.0" encoding="UTF-8"?>\n', ET.tostring(root, encoding="utf-8"), b"\n"))


def _decimal(number: Fraction) -> str:
    """Return a number as a decimal text: an integer in full, any other number with sixteen significant digits."""
    return str(number.numerator) if number.denominator == 1 else format(float(number), SIXTEEN_DIGITS)
