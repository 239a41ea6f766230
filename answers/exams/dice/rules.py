"""The rules by which throws score and rounds are won, and how they are misread through the whole exam `dice`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from answers.exam.question import Given
from answers.exams.dice.draws import Parameters


@dataclass(frozen=True, slots=True)
class Rules:
    """How throws score and who wins; as it stands, by the rules of the game.

    Attributes
    ----------
    faces_off
        Faces that all dice are short of.
    summed
        The lowest face that is summed, and how many of the highest ones are not.
    risk
        Whether each die may show the 1 that takes the points, one chance is taken a throw, or none.
    level
        The gain of player 1 where both score as much.
    past_is_level
        Whether players who both have N points or more are level.
    """

    faces_off: int = 0
    summed: tuple[int, int] = (2, 0)
    risk: Literal["die", "throw", "none"] = "die"
    level: int = 0
    past_is_level: bool = False

    def without_a_one(self, dice: int, faces: int) -> float:
        """The chance that the faces of a throw are summed."""
        faces -= self.faces_off
        return {"die": ((faces - 1) / faces) ** dice, "throw": (faces - 1) / faces, "none": 1.0}[self.risk]


RULES: Final = Rules()
MISREAD: Final[Mapping[str, Rules]] = {
    "sums-with-ones": Rules(summed=(1, 0), risk="none"),
    "faces-1-to-5": Rules(summed=(1, 1)),
    "five-faces": Rules(faces_off=1),
    "one-chance-a-throw": Rules(risk="throw"),
    "draws-won": Rules(level=1),
    "both-past-the-target": Rules(past_is_level=True),
}
"""The rules as they are misread, by the slug of the misreading."""


def rules(given: Given[Parameters]) -> Rules:
    """Return the rules of a world."""
    return next((MISREAD[slug] for slug in given.world.mistakes if slug in MISREAD), RULES)
