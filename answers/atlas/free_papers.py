"""Papers handed in without work: another student's right answers, and the same constants for everybody."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.grading.mark import Written
from answers.kinds.reading import Value, Values

Answers = Mapping[str, Values]
"""The right answers for one seed, by part id."""


@dataclass(frozen=True, slots=True)
class FreePapers:
    """What is handed in without work: by seed, the right answers of students who let copy; the paper of constants."""

    copied: Mapping[int, Written] = field(default_factory=dict)
    constants: Written | None = None


def written(exam: Exam, answers: Answers) -> Written:
    """Return a paper that gives these answers, one text a field, as a key prints them."""
    return {part.id: tuple(part.kind.format(value, "fr") for value in answers[part.id]) for part in exam.parts}


def constants(exam: Exam, learnt: Sequence[Answers]) -> dict[str, Values]:
    """Return, for each item, the value that is right for most of the keys `learnt`, the first of them among equals.

    Where a deviation is accepted, a value is right for a key when it is within it.
    """
    return {
        part.id: tuple(_most_right(part, values) for values in zip(*(key[part.id] for key in learnt), strict=True))
        for part in exam.parts
    }


def _most_right(part: Part, values: Sequence[Value]) -> Value:
    return max(values, key=lambda got: _agreeing(part, values, got))


def _agreeing(part: Part, values: Iterable[Value], got: Value) -> int:
    return sum(part.kind.agrees(expected, got, part.tolerance) for expected in values)
