"""What a teacher chooses for the marks of a class: their unit, what being late costs, how they are rounded."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

ZERO = Fraction(0)


class Per(StrEnum):
    """What a penalty is taken off for: each hour or day begun, or once for the paper."""

    PAPER = "paper"
    HOUR = "hour"
    DAY = "day"


MINUTES = {Per.HOUR: 60, Per.DAY: 24 * 60}


@dataclass(frozen=True, slots=True)
class Penalty:
    """What being late takes off the mark, at most `most` in all."""

    points: Fraction = ZERO
    per: Per = Per.PAPER
    most: Fraction | None = None

    def of(self, minutes: int) -> Fraction:
        """Return what so many minutes take off."""
        begun = min(minutes, 1) if self.per is Per.PAPER else -(-minutes // MINUTES[self.per])
        taken = self.points * begun
        return taken if self.most is None else min(taken, self.most)


NEVER = Penalty()


@dataclass(frozen=True, slots=True)
class MarkRules:
    """What a teacher chooses for the marks of a class, in their unit: the most there is (that of the exam without it).

    Also what being late takes off, what marks are multiples of (halves go up; 0: not rounded), and the least that a
    marked paper gets.
    """

    out_of: Fraction | None = None
    late: Penalty = NEVER
    step: Fraction = ZERO
    least: Fraction = ZERO


AS_POINTS = MarkRules()
"""The mark is the points."""
