"""Parameters of the exam `domino` drawn from u₀: those of `phantom`, except in questions 1, 2, 5 and 6."""

from dataclasses import dataclass, fields

from answers.exam.draw import Draw
from answers.exams.phantom_domineering.domino.boards import HIDDEN, REMAINDERS
from answers.exams.phantom_domineering.phantom import draws as first_edition
from answers.exams.phantom_domineering.phantom.draws import Parameters
from answers.exams.phantom_domineering.rules import PhantomRules, SequenceQuestions


@dataclass(frozen=True, slots=True)
class DominoParameters(Parameters):
    """Parameters of the exam `domino`: those of the exam `phantom`, and `sums` and `permutations`.

    Question 1 asks for sums of terms u(n) in place of single terms, so `ranks` is empty.
    """

    sums: tuple[tuple[int, ...], ...]
    """Question 1: how many terms to add up, by part, in ascending order."""
    permutations: int
    """Question 2: how many permutations to add up."""

    @property
    def sequence_questions(self) -> SequenceQuestions:
        """Data of the questions on the student's sequence."""
        return SequenceQuestions(self.ranks, self.length, self.counts, self.sums, CONSTANT)

    def with_rules(self, rules: PhantomRules) -> "MisreadDominoParameters":
        """Return the same parameters with other rules, which a misconception has changed."""
        return MisreadDominoParameters(
            **{field.name: getattr(self, field.name) for field in fields(DominoParameters)}, rules=rules
        )


@dataclass(frozen=True, slots=True)
class MisreadDominoParameters(DominoParameters):
    """Parameters of the exam `domino` with misread rules."""

    rules: PhantomRules


CONSTANT = 5000
"""What question 4 adds to a term to make a weight.

Without it, for some seeds, the wait for the one or two rarest numbers is within the tolerance of 0.2 %. With it, the
wait for the two rarest misses the mean by 1 % or more, and the wait for the three rarest by 0.3 %."""
LIMITS = ((100, 999), (1000, 9999), (10_000, 64_000))
"""Least and greatest number of terms to add up, by part of question 1."""


def draw(draw: Draw) -> DominoParameters:
    """Draw all parameters."""
    first = first_edition.draw(draw)
    changed = ("ranks", "remainders", "hidden")
    kept = {field.name: getattr(first, field.name) for field in fields(Parameters) if field.name not in changed}
    sums = tuple(
        tuple(sorted(draw.integer(k + n, *limits) for n in range(3)))
        for k, limits in zip((1100, 1103, 1106), LIMITS, strict=True)
    )
    return DominoParameters(
        **kept,
        ranks=(),
        remainders=first_edition.remainder_games(draw, 1110, REMAINDERS),
        hidden=first_edition.hidden_cells(draw, 1120, HIDDEN),
        sums=sums,
        permutations=draw.integer(1109, 200, 999),
    )
