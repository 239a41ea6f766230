"""Define the domain of an item: the values that its answer can have."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log10

from answers.kinds.tolerance import EXACT, Tolerance

UNKNOWN = 11
"""Length in characters of a number whose size is unknown, such as "1,8229·10⁹"."""
LEADING = 3
"""Greatest number of zeros at the beginning of the decimals of a probability."""


@dataclass(frozen=True, slots=True)
class Domain:
    """The values that an item can have.

    If a text can be read in several ways, values outside the domain are dropped. A number that can be read in only one
    way is accepted as an answer even outside the domain; it is then wrong, not unreadable.

    Attributes
    ----------
    low, high
        Smallest and largest value; None for no limit.
    """

    integer: bool = False
    low: Fraction | int | None = None
    high: Fraction | int | None = None

    def fits(self, value: Fraction) -> bool:
        """Return whether a value is in the domain."""
        return (
            (not self.integer or value.denominator == 1)
            and (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
        )

    def characters(self, tolerance: Tolerance) -> int:
        """Return the length in characters of the longest value, written to the precision of `tolerance`.

        The result is 0 if values are exact fractions, and `UNKNOWN` if the domain has no limits.
        """
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
