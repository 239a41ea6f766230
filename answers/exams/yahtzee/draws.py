"""What u₀ draws for the exam `yahtzee`, question by question, each thing beside how it is drawn.

Hands are in increasing order, boxes in that of the sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from answers.exam.draw import Draw
from answers.exam.question import Params
from solvers.yahtzee.rules.rolls import rolls
from solvers.yahtzee.rules.rules import LOWER, REPORT, UPPER, score
from solvers.yahtzee.rules.upper_totals import upper_totals
from solvers.yahtzee.strategies.poids import TWO_FACES, UPPER_FACTOR, UPPER_FACTOR_WITH_BONUS
from solvers.yahtzee.strategies.possib import possib

Hand = tuple[int, ...]
Boxes = tuple[str, ...]

UPPERS = UPPER[: REPORT.faces]
PLAIN_LOWER = tuple(box for box in LOWER if box != "yahtzee")
"""Lower boxes where no joker comes in."""
PLAIN = (*UPPERS, *PLAIN_LOWER)
PATTERNS = tuple(box for box in LOWER if box != "chance")
ROLLS = rolls(REPORT.dice, REPORT.faces)
MIXED_ROLLS = tuple(roll for roll in ROLLS if len(set(roll)) > 1)


@dataclass(frozen=True, slots=True)
class Counts:
    """Question 1: dice of so many faces, a sheet of so many boxes, and groups of so many of these."""

    dice: int
    faces: int
    boxes: int
    group: int


def _counts(draw: Draw) -> Counts:
    return Counts(
        dice=draw.integer(1000, 5, 7),
        faces=draw.integer(1001, 5, 8),
        boxes=draw.integer(1002, 8, 12),
        group=draw.integer(1003, 2, 6),
    )


@dataclass(frozen=True, slots=True)
class Throws:
    """Question 2: a hand thrown at once, and one thrown again from its two highest dice."""

    at_once: Hand
    again: Hand

    @property
    def kept(self) -> Hand:
        """The two dice that are kept."""
        return self.again[-2:]


def _throws(draw: Draw) -> Throws:
    return Throws(draw.choice(1004, ROLLS), draw.choice(1005, MIXED_ROLLS))


@dataclass(frozen=True, slots=True)
class Joker:
    """Question 4: the face of five equal dice; open boxes, with the upper box of this face and with another one."""

    face: int
    with_face: Boxes
    without_face: Boxes


def _joker(draw: Draw) -> Joker:
    face, further, lower = draw.integer(1007, 1, 6), draw.integer(1008, 1, 5), draw.sample(1009, PLAIN_LOWER, 3)
    other = UPPERS[(face - 1 + further) % len(UPPERS)]
    return Joker(face, (UPPERS[face - 1], *lower), (other, *lower))


@dataclass(frozen=True, slots=True)
class Target:
    """Question 6, a part: a lower box, and a hand that is near to it."""

    box: str
    hand: Hand


@cache
def _targets(*, two_faces: bool) -> tuple[Target, ...]:
    """All of them, those of equations (1) and (2), or of (3) and (4)."""
    return tuple(
        Target(aim.box, roll)
        for roll in ROLLS
        for aim in possib(REPORT, roll)
        if aim.missing and (aim.box in TWO_FACES) == two_faces
    )


@dataclass(frozen=True, slots=True)
class OneBox:
    """Question 7, two parts: a lower box, a hand without points in it, and the rerolls left."""

    box: str
    hand: Hand
    rerolls: int


def _one_box(draw: Draw, k: int, rerolls: int) -> OneBox:
    box = draw.choice(k, PATTERNS)
    return OneBox(box, draw.choice(k + 1, _without_points(box)), rerolls)


@cache
def _without_points(box: str) -> tuple[Hand, ...]:
    return tuple(roll for roll in ROLLS if score(REPORT, roll, box) == 0)


@dataclass(frozen=True, slots=True)
class Human:
    """Question 10, two parts: a hand, two filled boxes, the factor of the upper boxes, and the rerolls left."""

    hand: Hand
    filled: Boxes
    factor: int
    rerolls: int


def _human(draw: Draw, k: int, rerolls: int) -> Human:
    return Human(
        hand=draw.choice(k, MIXED_ROLLS),
        filled=draw.sample(k + 1, REPORT.boxes, 2),
        factor=draw.integer(k + 2, UPPER_FACTOR, UPPER_FACTOR_WITH_BONUS),
        rerolls=rerolls,
    )


@dataclass(frozen=True, slots=True)
class Filling:
    """Question 11: open boxes, and a hand to write into one of them."""

    open: Boxes
    hand: Hand


def _filling(draw: Draw) -> Filling:
    return Filling(_two_and_two(draw, 1028), draw.choice(1030, MIXED_ROLLS))


def _two_and_two(draw: Draw, k: int) -> Boxes:
    """Two upper boxes, too few for the bonus of 65 points, and two lower ones."""
    return (*draw.sample(k, UPPERS, 2), *draw.sample(k + 1, PLAIN_LOWER, 2))


@dataclass(frozen=True, slots=True)
class Aiming:
    """Question 12: open boxes, a hand, and the rerolls left."""

    open: Boxes
    hand: Hand
    rerolls: int


def _aiming(draw: Draw) -> Aiming:
    return Aiming(draw.sample(1031, PLAIN, 3), draw.choice(1032, MIXED_ROLLS), draw.integer(1033, 1, 2))


@dataclass(frozen=True, slots=True)
class Reduced:
    """Question 13: the boxes of a smaller game, two upper ones first, its threshold for the bonus, and a hand."""

    boxes: Boxes
    threshold: int
    hand: Hand


def _reduced(draw: Draw) -> Reduced:
    """Draw a threshold that two to three dice in each upper box reach."""
    boxes = _two_and_two(draw, 1035)
    faces = sum(UPPERS.index(box) + 1 for box in boxes[:2])
    return Reduced(boxes, draw.integer(1043, 2 * faces, 3 * faces), draw.choice(1044, MIXED_ROLLS))


@dataclass(frozen=True, slots=True)
class Corrected:
    """Question 14: open boxes, an upper one first, the upper total so far, a hand, and the rerolls left."""

    open: Boxes
    upper: int
    hand: Hand
    rerolls: int


def _corrected(draw: Draw) -> Corrected:
    box = draw.choice(1037, UPPERS)
    return Corrected(
        open=(box, *draw.sample(1038, PLAIN_LOWER, 2)),
        upper=draw.choice(1039, _totals_in_reach(box)),
        hand=draw.choice(1040, MIXED_ROLLS),
        rerolls=draw.integer(1041, 1, 2),
    )


@cache
def _totals_in_reach(box: str) -> tuple[int, ...]:
    """Upper totals from which at most four dice in the last upper box bring the bonus."""
    lowest = REPORT.threshold - (REPORT.dice - 1) * (UPPERS.index(box) + 1)
    return tuple(total for total in upper_totals(REPORT, (box,)) if lowest <= total < REPORT.threshold)


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """What u₀ decides. Mappings go by the letter of a part; of two things, the first is asked for in a and b.

    Attributes
    ----------
    scored, near
        Hands of questions 3 and 5.
    targets, means, groups
        Of each part of questions 6, 8 (one box) and 9 (several).
    alpha
        Weight of the corrections in questions 14 and 15.
    """

    counts: Counts
    throws: Throws
    scored: Hand
    joker: Joker
    near: Hand
    targets: Mapping[str, Target]
    one_box: tuple[OneBox, OneBox]
    means: Mapping[str, str]
    groups: Mapping[str, Boxes]
    human: tuple[Human, Human]
    filling: Filling
    aiming: Aiming
    reduced: Reduced
    corrected: Corrected
    alpha: float


def draw(draw: Draw) -> Parameters:
    """Draw all parameters; what is not a number is drawn by its place in a list."""
    return Parameters(
        u0=draw.u0,
        counts=_counts(draw),
        throws=_throws(draw),
        scored=draw.choice(1006, ROLLS),
        joker=_joker(draw),
        near=draw.choice(1010, MIXED_ROLLS),
        targets={"a": draw.choice(1012, _targets(two_faces=True)), "b": draw.choice(1013, _targets(two_faces=False))},
        one_box=(_one_box(draw, 1014, rerolls=1), _one_box(draw, 1016, rerolls=2)),
        means={"a": draw.choice(1018, UPPERS), "b": draw.choice(1019, LOWER)},
        groups={"a": draw.sample(1020, PLAIN, 2), "b": draw.sample(1021, PLAIN, 3)},
        human=(_human(draw, 1022, rerolls=2), _human(draw, 1025, rerolls=1)),
        filling=_filling(draw),
        aiming=_aiming(draw),
        reduced=_reduced(draw),
        corrected=_corrected(draw),
        alpha=draw.integer(1042, 1, 8) / 4,
    )
