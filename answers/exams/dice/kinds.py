"""Answer types, tolerances and evidence of the exam `dice`."""

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
"""Range of an answer that has a number of dice and a gain."""
POINTS: Final = Domain(low=0, high=200)
"""Range of a mean number of points."""
DICE_AND_POINTS: Final = Domain(low=0, high=60)
"""Range of an answer that has a number of dice and a mean number of useful points."""
GAIN_TOLERANCE: Final = Tolerance(absolute=Fraction(1, 10_000))
"""Tolerance of gains of optimal play; linear programmes are much more precise."""
CHANCE_TOLERANCE: Final = Tolerance(absolute=Fraction(1, 100_000))
"""Tolerance of gains of given choices. The mean of ten million simulated games is off by 0.0003 and so outside it, as
is a normal approximation."""
MIX_TOLERANCE: Final = Tolerance(absolute=Fraction(1, 20_000))
"""Tolerance of the value that a mix guarantees: a mix of four decimals is within it, a mix of hundredths is not."""
gain_question = partial(question, points=1, tolerance=GAIN_TOLERANCE)
"""Decorator of a question worth one point whose answers are gains."""
DIGITS_TOLERANCE: Final = Tolerance(relative=Fraction(1, 20_000))
"""Tolerance of probabilities that may be small, and of means. A normal approximation is outside it nine times in
ten."""


DIGITS: Final = 5
"""Number of significant digits with which a key prints an answer."""


@dataclass(frozen=True, slots=True)
class Gains(Numbers):
    """Numbers of an answer that are gains, except the first `before` numbers.

    `of` says which gain: that of the player about to throw ("turn"), of player 1, who throws first ("match"), or of
    player 1 in the simultaneous game ("round"). Misconceptions about gains depend on it.
    """

    of: Literal["turn", "match", "round"] = "round"
    before: int = 0
    digits: int = DIGITS


@dataclass(frozen=True, slots=True)
class GuaranteedValue(Evidence):
    """Evidence for an optimal mix: the value of the game, which the mix guarantees."""

    value: float


@dataclass(frozen=True, slots=True)
class Outcomes(Evidence):
    """Evidence for a gain: the probabilities of player 1 to win, draw and lose. The gain is `win` - `loss`."""

    win: float
    draw: float
    loss: float
