"""What a teacher decides about answers that are not right, yet are not simply wrong either."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Rules:
    """Shares of an item's points, from 0 to 1.

    Attributes
    ----------
    follow_through
        Of an answer that is right if the student's own earlier answers, or their misreading of the exam, are granted.
    mistakes
        Of a wrong answer that a known mistake explains, by its slug; those that are not named earn nothing.
    """

    follow_through: Fraction = Fraction(1)
    mistakes: tuple[tuple[str, Fraction], ...] = ()

    def share_of(self, mistake: str) -> Fraction:
        """Return the share that a known mistake earns where it is made."""
        return dict(self.mistakes).get(mistake, Fraction(0))


USUAL = Rules()
