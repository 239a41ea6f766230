"""What u₀ draws for the exam `nash`."""

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
"""Boards of question 6."""
ASKED = SequenceQuestions(((0, 1, 2), (3, 4, 5), (6, 7, 8)), 4, (10, 100, 1000))
"""The same for all."""


@dataclass(frozen=True, slots=True)
class Parameters(PhantomParams):
    """What u₀ decides beside the sequence itself: the illegal cell of each board of question 6, by size "N,P"."""

    illegal: Mapping[str, BoardCell]

    @property
    def asked(self) -> SequenceQuestions:
        """What is asked about the sequence."""
        return ASKED

    def with_rules(self, rules: PhantomRules) -> "MisreadNashParameters":
        """Return the same parameters under other rules."""
        return MisreadNashParameters(self.u0, self.illegal, rules)


@dataclass(frozen=True, slots=True)
class MisreadNashParameters(Parameters):
    """The same, with the definitions misread."""

    rules: PhantomRules


def draw(draw: Draw) -> Parameters:
    """Draw the illegal cells (u(1000) mod N, u(1001) mod P): one pair of terms for all boards, as the exam does.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 6.
    """
    u1000, u1001 = draw.term(1000), draw.term(1001)
    sizes = (size for sizes in ONE_ILLEGAL.values() for size in sizes)
    return Parameters(draw.u0, {str(size): BoardCell(u1000 % size.rows, u1001 % size.columns) for size in sizes})
