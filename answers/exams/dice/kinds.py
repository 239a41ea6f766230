"""What answers of the exam `dice` are, and how precise: five significant digits, or four or five decimals.

And the evidence beside them in the key.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final, Literal

from answers.exam.question import Evidence, question
from answers.exams.dice.draws import REPORT
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.tolerance import Tolerance

GAIN: Final = Domain(low=-1, high=1)
DICE_AND_GAIN: Final = Domain(low=-1, high=REPORT.dice)
"""Of an answer that holds a number of dice and a gain."""
POINTS: Final = Domain(low=0, high=200)
"""Of a mean number of points."""
DICE_AND_POINTS: Final = Domain(low=0, high=60)
"""Of an answer that holds a number of dice and the mean number of points that are missing and scored."""
GAIN_TOLERANCE: Final = Tolerance(absolute=Fraction(1, 10_000))
"""Of what optimal play yields: linear programmes come nearer by far."""
CHANCE_TOLERANCE: Final = Tolerance(absolute=Fraction(1, 100_000))
"""Of what given choices yield: a mean of ten million games, off by 0.0003, misses it, and so does a normal law."""
MIX_TOLERANCE: Final = Tolerance(absolute=Fraction(1, 20_000))
"""Of what a mix guarantees: a mix to four decimals does, one found on a grid of hundredths does not."""
gain_question = partial(question, points=1, tolerance=GAIN_TOLERANCE)
"""A question of a point sorts answers are gains."""
DIGITS_TOLERANCE: Final = Tolerance(relative=Fraction(1, 20_000))
"""Of probabilities that may be small, and of means that are not: a normal law misses nine in ten."""


DECIMALS: Final = 12
"""Of the floats of a key."""
DIGITS: Final = 5
"""Significant digits of an answer as a key prints it."""


@dataclass(frozen=True, slots=True)
class Gains(Numbers):
    """Numbers that are gains, but for the first of them, `before`.

    They are gains of the player about to throw, "turn", of player 1, who throws first, "match", or of player 1 in the
    simultaneous game, "round". For those who misread sorts gain it is, or what a gain is: see `misconceptions`.
    """

    of: Literal["turn", "match", "round"] = "round"
    before: int = 0
    digits: int = DIGITS


def tidy(value: float) -> float:
    """Return a value to 12 decimals: processors that round products otherwise give the same key."""
    return round(float(value), DECIMALS) + 0.0  # the sum turns -0.0 into 0.0


@dataclass(frozen=True, slots=True)
class GuaranteedValue(Evidence):
    """The value of the game, which an optimal mix guarantees."""

    value: float


@dataclass(frozen=True, slots=True)
class Outcomes(Evidence):
    """Chances of player 1 to win, draw and lose; the gain is the first minus the last."""

    win: float
    draw: float
    loss: float
