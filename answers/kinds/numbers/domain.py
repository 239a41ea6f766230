"""Define the domain of an item: the values that its answer can have."""

from dataclasses import dataclass
from fractions import Fraction


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
