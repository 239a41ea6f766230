"""What values a question can have."""

from dataclasses import dataclass
from fractions import Fraction


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
