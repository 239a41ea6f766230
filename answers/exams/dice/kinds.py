"""What answers of the exam `dice` are, and how precise they must be."""

from fractions import Fraction
from typing import Final

from answers.exams.dice.draws import REPORT
from answers.kinds.numbers.domain import Domain
from answers.kinds.tolerance import Tolerance

GAIN: Final = Domain(low=-1, high=1)
DICE_AND_GAIN: Final = Domain(low=-1, high=REPORT.dice)
"""Of an answer that holds a number of dice and a gain."""
THREE_DECIMALS: Final = Tolerance(absolute=Fraction(1, 2000))
