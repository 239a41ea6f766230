"""How many points a student's right answers earn on another student's paper, for all pairs of some seeds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from answers.exam.exam import Exam
from answers.exam.part import Part
from answers.kinds.numbers.codes import Codes
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.reading import Value, Values

Points: TypeAlias = NDArray[np.float64]
Agreement: TypeAlias = NDArray[np.bool_]
ROUNDING = 1e-12
"""What makes a difference on the very bound count as within it, relative to the answer."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Points of the exam, for m seeds.

    Attributes
    ----------
    copied
        Shape (m, m): at (i, j) what the better of the papers of i and j earns when the other hands it in; 0 for i = j.
    guessed
        Shape (m,): what the same paper for everybody earns, that has for each item the value that is right most often.
    """

    copied: Points
    guessed: Points


def shared_marks(exam: Exam, answers: Sequence[Mapping[str, Values]]) -> Shared:
    """Compare the right answers for some seeds, one mapping a seed.

    Answers are compared as marking does, within the accepted deviation. Not counted: other answers that a question
    accepts because of a property of theirs. Deviations are compared in double precision.
    """
    count = len(answers)
    copied, guessed = np.zeros((count, count)), np.zeros(count)
    for part in exam.parts:
        agreements = [_agreement(part, [key[part.id][index] for key in answers]) for index in range(part.count)]
        points = float(part.points)
        # The constant for an item is the value that agrees with most of the others.
        same = [agreement[:, agreement.sum(axis=0).argmax()] for agreement in agreements]
        if part.all_or_nothing:
            copied += points * np.logical_and.reduce(agreements)
            guessed += points * np.logical_and.reduce(same)
        else:
            copied += points / part.count * np.sum(agreements, axis=0)
            guessed += points / part.count * np.sum(same, axis=0)
    copied = np.maximum(copied, copied.T)
    np.fill_diagonal(copied, 0)
    return Shared(copied, guessed)


def _agreement(part: Part, values: Sequence[Value]) -> Agreement:
    """Shape (m, m): whether the answer of column j is right where that of row i is expected."""
    numbers: dict[Value, int] = {}
    codes = np.array([numbers.setdefault(value, len(numbers)) for value in values])
    found: Agreement = _distinct_agreement(part, list(numbers))[np.ix_(codes, codes)]
    return found


def _distinct_agreement(part: Part, values: Sequence[Value]) -> Agreement:
    same: Agreement = np.eye(len(values), dtype=bool)
    tolerance = part.tolerance
    if not isinstance(part.kind, Numbers | Codes):
        pairs = [[part.kind.agrees(expected, got, tolerance) for got in values] for expected in values]
        return np.array(pairs, dtype=bool)
    if not (tolerance.absolute or tolerance.relative):
        return same
    numbers = np.array([float(value) for value in values if not isinstance(value, tuple)])
    allowed = float(tolerance.absolute) + float(tolerance.relative) * np.abs(numbers)
    slack = ROUNDING * np.maximum(1, np.abs(numbers))
    near: Agreement = np.abs(numbers[None, :] - numbers[:, None]) <= (allowed + slack)[:, None]
    return np.logical_or(same, near)
