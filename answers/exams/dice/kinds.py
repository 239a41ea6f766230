"""What answers of the exam `dice` are, and how precise they must be: three significant digits always are."""

from fractions import Fraction
from typing import Final

from answers.exams.dice.draws import REPORT
from answers.kinds.numbers.domain import Domain
from answers.kinds.tolerance import Tolerance

GAIN: Final = Domain(low=-1, high=1)
DICE_AND_GAIN: Final = Domain(low=-1, high=REPORT.dice)
"""Of an answer that holds a number of dice and a gain."""
POINTS: Final = Domain(low=0, high=200)
"""Of a mean number of points."""
DICE_AND_POINTS: Final = Domain(low=0, high=60)
"""Of an answer that holds a number of dice and the mean number of points that are missing and scored."""
GAIN_TOLERANCE: Final = Tolerance(absolute=Fraction(1, 1000))
DIGITS_TOLERANCE: Final = Tolerance(relative=Fraction(1, 200))
"""Of probabilities that may be small, and of means that are not."""
