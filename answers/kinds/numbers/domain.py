"""What values a question can have."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log10

from answers.kinds.tolerance import EXACT, Tolerance

UNKNOWN = 11
"""Characters of a number that may be of any size: "1,8229·10⁹"."""
LEADING = 3
"""Zeros behind the mark that a probability may begin with."""


@dataclass(frozen=True, slots=True)
class Domain:
    """What values a question can have: used to choose between readings, never to reject a clear one.

    `low` and `high` are the smallest and largest value, None for no limit.
    """

    integer: bool = False
    low: Fraction | int | None = None
    high: Fraction | int | None = None

    def fits(self, value: Fraction) -> bool:
        """Tell whether the question can have this value."""
        return (
            (not self.integer or value.denominator == 1)
            and (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
        )

    def characters(self, tolerance: Tolerance) -> int:
        """Return how many characters a value takes at most as precisely as it is asked; 0 for a fraction."""
        if not self.integer and tolerance == EXACT:
            return 0
        if self.low is None or self.high is None:
            return UNKNOWN
        whole = max(len(str(int(bound))) for bound in (self.low, self.high))
        if self.integer:
            return whole
        if tolerance.absolute:
            return whole + 1 + max(ceil(-log10(2 * tolerance.absolute)), 1)
        digits = 1 + max(ceil(-log10(2 * tolerance.relative)), 1)
        return whole + 1 + (LEADING + digits if self.high <= 1 else digits - 1)
