"""Parameters of the exam `nash` drawn from u₀."""

from collections.abc import Mapping
from dataclasses import dataclass

from answers.exam.draw import Draw
from answers.exams.phantom_domineering.rules import (
    BoardCell,
    Dimensions,
    PhantomParams,
    PhantomRules,
    SequenceQuestions,
)

ONE_ILLEGAL: Mapping[str, tuple[Dimensions, ...]] = {
    "a": (Dimensions(1, 4), Dimensions(2, 3)),
    "b": (Dimensions(3, 2), Dimensions(2, 4)),
    "c": (Dimensions(3, 3), Dimensions(4, 2)),
}
"""Boards of question 6, by part."""
SEQUENCE_QUESTIONS = SequenceQuestions(((0, 1, 2), (3, 4, 5), (6, 7, 8)), 4, (10, 100, 1000))
"""Data of the questions on the student's sequence, the same for all seeds."""


@dataclass(frozen=True, slots=True)
class Parameters(PhantomParams):
    """Parameters drawn from u₀: the forbidden cell of each board of question 6, by the size of the board, "N,P"."""

    illegal: Mapping[str, BoardCell]

    @property
    def sequence_questions(self) -> SequenceQuestions:
        """Data of the questions on the student's sequence."""
        return SEQUENCE_QUESTIONS

    def with_rules(self, rules: PhantomRules) -> "MisreadNashParameters":
        """Return the same parameters with other rules, which a misconception has changed."""
        return MisreadNashParameters(self.u0, self.illegal, rules)


@dataclass(frozen=True, slots=True)
class MisreadNashParameters(Parameters):
    """Parameters of the exam `nash` with misread rules."""

    rules: PhantomRules


def draw(draw: Draw) -> Parameters:
    """Draw the forbidden cell (u(1000) mod N, u(1001) mod P) of each board of N × P cells, as in the document.

    The u(n) are the student's sequence, so that all boards use the same pair of terms.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 6.
    """
    u1000, u1001 = draw.term(1000), draw.term(1001)
    sizes = (size for sizes in ONE_ILLEGAL.values() for size in sizes)
    return Parameters(draw.u0, {str(size): BoardCell(u1000 % size.rows, u1001 % size.columns) for size in sizes})
