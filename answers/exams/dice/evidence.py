"""What the key of the exam `dice` shows beside an answer."""

from dataclasses import dataclass

from answers.exam.question import Evidence


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
