"""Parameters of the exam `yahtzee` drawn from u₀, question by question, each class beside the function that draws it.

Hands are in increasing order, boxes in the order of the sheet. Draws are uniform among enough cases that guesses are
rarely right. Two draws are repeated until the answer is not printed in the booklet, or differs between two strategies.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, count, islice, permutations
from typing import Final

from answers.exam.draw import Draw
from answers.exam.question import Params
from solvers.sequence import lcg
from solvers.yahtzee.rules.rolls import rolls, upper_totals
from solvers.yahtzee.rules.rules import LOWER, MEASURED, UPPER, counts, longest_run, score, scores
from solvers.yahtzee.strategies import aims

Hand = tuple[int, ...]
Boxes = tuple[str, ...]

GAME = MEASURED
"""The rules of the exam, definitions 1 and 2 of the subject, with which the report's numbers were measured."""
UPPERS = UPPER[: GAME.faces]
PLAIN_LOWER = tuple(box for box in LOWER if box != "yahtzee")
"""Lower boxes other than the Yahtzee box, so that no joker is possible."""
PLAIN = (*UPPERS, *PLAIN_LOWER)
PATTERNS = tuple(box for box in LOWER if box != "chance")
RUN_BOXES = ("full_house", "small_straight", "large_straight")
KIND_BOXES = ("three_of_a_kind", "four_of_a_kind", "yahtzee")
ROLLS = rolls(GAME.dice, GAME.faces)
MIXED_ROLLS = tuple(roll for roll in ROLLS if len(set(roll)) > 1)


@dataclass(frozen=True, slots=True)
class Counts:
    """Data of question 1: numbers of dice, of faces of a die, of boxes of a score sheet, and of boxes of a group."""

    dice: int
    faces: int
    boxes: int
    group: int


@dataclass(frozen=True, slots=True)
class Throws:
    """Data of question 2: faces, a hand from one throw, and a hand from rerolling all dice but the `kept` highest."""

    faces: int
    at_once: Hand
    again: Hand
    kept: Hand


@cache
def _hands(dice: int, faces: int) -> tuple[Hand, ...]:
    """Return all hands of some dice, except hands of a single face."""
    return tuple(roll for roll in rolls(dice, faces) if len(set(roll)) > 1)


@dataclass(frozen=True, slots=True)
class FurtherYahtzee:
    """Data of a part of question 4: a further Yahtzee of a face, the four open boxes, and whether its box has 50."""

    face: int
    scored: bool
    open: Boxes


def _further(draw: Draw, k: int, *, own: bool, scored: bool) -> FurtherYahtzee:
    """Draw a face and two upper, two lower open boxes, one for a joker; the face's own box is open only if `own`."""
    face = draw.integer(k, 1, GAME.faces)
    others = [box for box in UPPERS if box != UPPERS[face - 1]]
    uppers = (UPPERS[face - 1], draw.choice(k + 1, others)) if own else draw.sample(k + 1, others, 2)
    lower = draw.choice(k + 2, [pair for pair in combinations(PLAIN_LOWER, 2) if not set(RUN_BOXES).isdisjoint(pair)])
    return FurtherYahtzee(face, scored, tuple(box for box in GAME.boxes if box in (*uppers, *lower)))


Pattern = tuple[tuple[int, ...], int]


def _pattern(hand: Hand) -> Pattern:
    """Return the sorted counts of the faces of a hand, and the length of its longest run."""
    shown = counts(GAME, hand)
    return tuple(sorted(shown)), longest_run(shown)


@cache
def _by_pattern() -> tuple[tuple[Hand, ...], ...]:
    """Return the hands near to two lower boxes other than chance, by pattern; for others most answers would be −1."""
    hands = []
    for roll in MIXED_ROLLS:
        possible = aims.combinations(GAME, roll)
        if len({aim.box for aim in (*possible.attained, *possible.attainable)}.intersection(PATTERNS)) > 1:
            hands.append(roll)
    patterns = {_pattern(roll): None for roll in hands}
    return tuple(tuple(roll for roll in hands if _pattern(roll) == pattern) for pattern in patterns)


def _near(draw: Draw, k: int) -> Hand:
    """Draw a hand of question 5: first its pattern, so that rare patterns are as likely as the others."""
    return draw.choice(k + 1, draw.choice(k, _by_pattern()))


@dataclass(frozen=True, slots=True)
class AimTarget:
    """Data of a part of question 6: a lower box, how many dice it lacks, and the number of faces of a die."""

    box: str
    missing: int
    faces: int


def _target(draw: Draw, k: int, boxes: Boxes) -> AimTarget:
    """Draw a lower box, how many dice it lacks, and the number of faces of a die."""
    return AimTarget(draw.choice(k, boxes), draw.integer(k + 1, 1, 4), draw.integer(k + 2, 5, 8))


@dataclass(frozen=True, slots=True)
class BoxQuestion:
    """Data of two parts of question 7: a lower box, a hand that has no points in this box, and the rerolls left."""

    box: str
    hand: Hand
    rerolls: int


@cache
def _without_points(box: str) -> tuple[Hand, ...]:
    """Return the hands without points in a box that have two equal dice, so that the dice to keep are not obvious."""
    return tuple(roll for roll in MIXED_ROLLS if score(GAME, roll, box) == 0 and max(counts(GAME, roll)) > 1)


@dataclass(frozen=True, slots=True)
class BoxMean:
    """Data of a part of question 8: a single box, the number of dice, and the number of faces of a die."""

    box: str
    dice: int
    faces: int


@dataclass(frozen=True, slots=True)
class HumanTurn:
    """Data of two parts of question 10: a hand, the rerolls left, the filled boxes, and the points in upper ones."""

    hand: Hand
    rerolls: int
    filled: Boxes
    upper: int


def _human(draw: Draw, k: int, rerolls: int) -> HumanTurn:
    """Draw a hand with two upper boxes and one lower box filled, whose greatest weight the booklet does not print."""

    def drawn(draw: Draw) -> HumanTurn:
        uppers = draw.sample(1, UPPERS, 2)
        return HumanTurn(
            hand=draw.choice(0, MIXED_ROLLS),
            rerolls=rerolls,
            filled=(*uppers, draw.choice(2, LOWER)),
            upper=_upper_total(draw, uppers),
        )

    return draw.until(k, drawn, lambda human: aims_of(human)[0].weight not in _printed_weights())


def aims_of(drawn: HumanTurn) -> tuple[aims.WeighedAim, ...]:
    """Return the aims that Decision_Une considers in question 10, by decreasing weight."""
    open_boxes = [box for box in GAME.boxes if box not in drawn.filled]
    return aims.weighed_aims(GAME, drawn.hand, drawn.rerolls, open_boxes, drawn.upper)


WEIGHED = (2, 5, 5, 6, 6)
"""The hand whose weights on an empty sheet are printed in the booklet."""


@cache
def _printed_weights() -> frozenset[Fraction]:
    """Return the weights of aims that the booklet prints."""
    return frozenset(
        aim.weight for rerolls in (1, 2) for aim in aims.weighed_aims(GAME, WEIGHED, rerolls, GAME.boxes, 0)
    )


def _upper_total(draw: Draw, filled: Boxes) -> int:
    """Draw the total of filled upper boxes, each with two to five dice of its face."""
    return sum(draw.integer(3 + i, 2, 5) * (UPPERS.index(box) + 1) for i, box in enumerate(filled))


@dataclass(frozen=True, slots=True)
class Filling:
    """Data of a part of question 11: open boxes, the points in the filled upper boxes, and a hand to write down."""

    open: Boxes
    upper: int
    hand: Hand


MEANS = {
    **{box: 5 * face * (1 - Fraction(5, 6) ** 3) for face, box in enumerate(UPPERS, 1)},
    **dict(zip(PLAIN_LOWER, map(Fraction, (15, 6, 9, 18, 10, 23)), strict=True)),
}
"""Mean points of a box alone; those of lower boxes are rounded."""


def _filling(draw: Draw, k: int) -> Filling:
    """Draw three open upper boxes, three open lower boxes and a hand for which the strategies mostly differ.

    Toutes_les_esperances mostly fills the box whose points exceed its mean alone (`MEANS`) by most. Decision_Une fills
    another box. Hands are also left out where the former box is the first open one and Decision_Une fills the box of
    most points.
    """

    def drawn(draw: Draw) -> Filling:
        uppers = draw.sample(0, UPPERS, 3)
        filled = tuple(box for box in UPPERS if box not in uppers)
        return Filling(
            open=(*uppers, *draw.sample(1, PLAIN_LOWER, 3)),
            upper=_upper_total(draw, filled),
            hand=draw.choice(2, MIXED_ROLLS),
        )

    def differ(filling: Filling) -> bool:
        points = scores(GAME, filling.hand)
        human = aims.weighed_boxes(GAME, filling.hand, filling.open, filling.upper)[0].box
        above_mean = max(filling.open, key=lambda box: points[box] - MEANS[box])
        simple = above_mean == filling.open[0] and human == max(filling.open, key=points.__getitem__)
        return human != above_mean and not simple

    return draw.until(k, drawn, differ)


@dataclass(frozen=True, slots=True)
class AimedTurn:
    """Data of question 12: open boxes, a hand, and the rerolls left."""

    open: Boxes
    hand: Hand
    rerolls: int


@dataclass(frozen=True, slots=True)
class ReducedGame:
    """Data of question 13: a game of a few boxes, upper boxes first, its threshold for the bonus, and a first hand."""

    boxes: Boxes
    threshold: int
    hand: Hand


def _reduced(draw: Draw, k: int) -> ReducedGame:
    """Draw a threshold that two to three dice in each upper box reach."""
    boxes = (*draw.sample(k, UPPERS, 2), *draw.sample(k + 1, PLAIN_LOWER, 2))
    faces = sum(UPPERS.index(box) + 1 for box in boxes[:2])
    return ReducedGame(boxes, draw.integer(k + 2, 2 * faces, 3 * faces), draw.choice(k + 3, MIXED_ROLLS))


@dataclass(frozen=True, slots=True)
class CorrectedTurn:
    """Data of question 14: open boxes, two upper boxes first, the upper total so far, a hand, and the rerolls left."""

    open: Boxes
    upper: int
    hand: Hand
    rerolls: int


def _corrected(draw: Draw, k: int) -> CorrectedTurn:
    """Draw a turn with one reroll left, a die of each open upper box, so that α decides, and the bonus in sight."""
    uppers = draw.sample(k, UPPERS, 2)
    faces = tuple(UPPERS.index(box) + 1 for box in uppers)
    return CorrectedTurn(
        open=(*uppers, *draw.sample(k + 1, PLAIN_LOWER, 2)),
        upper=draw.choice(k + 2, _totals_in_sight(uppers)),
        hand=draw.choice(k + 3, _with_faces(faces)),
        rerolls=1,
    )


@cache
def _totals_in_sight(uppers: Boxes) -> tuple[int, ...]:
    """Return the upper totals below the threshold from which four dice in each open upper box earn the bonus."""
    most = (GAME.dice - 1) * sum(UPPERS.index(box) + 1 for box in uppers)
    return tuple(total for total in upper_totals(GAME, uppers) if GAME.threshold - most <= total < GAME.threshold)


@cache
def _with_faces(faces: tuple[int, ...]) -> tuple[Hand, ...]:
    """Return the hands that show each of some faces exactly once."""
    return tuple(roll for roll in ROLLS if all(roll.count(face) == 1 for face in faces))


LIST: Final = 3 * GAME.dice
"""Length of the part of a list that belongs to a turn: three throws of all dice."""
SETS: Final = 10
"""Number of sets of the match of question 16."""
APART: Final = 200
"""Number of terms of the sequence between the starts of two lists."""
LUCK: Final = 9
"""Number of turns of which the first and at least one other give a Yahtzee to a player who keeps only the most frequent
face."""


def lucky_start(u0: int) -> int:
    """Return the index of the sequence of `u0` at which the dice of question 15 begin: a multiple of 15.

    It is the first one at which, of the next `LUCK` turns of 15 dice each, the first turn and at least one other turn
    give a Yahtzee to a player who keeps only the most frequent face. The strategies of the exam do not play a role.
    """
    faces = (1 + lcg.term(u0, k) % GAME.faces for k in count())
    lucky: deque[bool] = deque(maxlen=LUCK)
    start = (1 - LUCK) * LIST
    while True:
        # a turn that keeps only the most frequent face, of several the first shown
        coming, hand = iter(tuple(islice(faces, LIST))), list[int]()
        for _ in range(3):
            hand += islice(coming, GAME.dice - len(hand))
            face = max(hand, key=hand.count)
            hand = [face] * hand.count(face)
        lucky.append(len(hand) == GAME.dice)
        if len(lucky) == LUCK and lucky[0] and sum(lucky) > 1:
            return start
        start += LIST


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """Parameters drawn from u₀.

    The keys of mappings are letters of parts. In a tuple of two items, the first is for parts a and b, the second for
    parts c and d.
    """

    counts: Counts
    throws: Throws
    scored: Hand  # hand of question 3
    # by the letter of the part, the data of questions 4, 5, 6, 8 (one box), 9 (several boxes) and 11
    further: Mapping[str, FurtherYahtzee]
    near: Mapping[str, Hand]
    targets: Mapping[str, AimTarget]
    one_box: tuple[BoxQuestion, BoxQuestion]
    means: Mapping[str, BoxMean]
    groups: Mapping[str, Boxes]
    human: tuple[HumanTurn, HumanTurn]
    filling: Mapping[str, Filling]
    aiming: AimedTurn
    reduced: ReducedGame
    corrected: CorrectedTurn
    # weight α of the corrections in questions 14 and 15. With a larger α, the games of question 15 would be the same
    # as with α = 1.
    alpha: float
    start: int  # index of the first term of the first list of dice of question 15


def draw(draw: Draw) -> Parameters:
    """Draw all parameters. A hand, a box or another object is drawn by its index in a list."""
    faces = draw.integer(1005, 6, 8)
    hands = _hands(draw.integer(1004, 6, 8), faces)
    at_once, again = draw.choice(1006, hands), draw.choice(1007, hands)
    scored = bool(draw.integer(1013, 0, 1))  # one Yahtzee box of question 4 has 50 points, the other one 0
    upper_faces = draw.integer(1030, 5, 8)
    boxes = [box for box in PATTERNS if box != "yahtzee"]  # for that, one keeps the most frequent face in any hand
    first, second = draw.choice(1040, list(permutations(boxes, 2)))
    return Parameters(
        u0=draw.u0,
        counts=Counts(
            dice=draw.integer(1000, 5, 8),
            faces=draw.integer(1001, 5, 8),
            boxes=draw.integer(1002, 8, 12),
            group=draw.integer(1003, 2, 6),
        ),
        throws=Throws(faces, at_once, again, again[-draw.integer(1008, 1, 3) :]),
        scored=draw.choice(1009, MIXED_ROLLS),
        further={
            "a": _further(draw, 1010, own=True, scored=scored),
            "b": _further(draw, 1014, own=False, scored=not scored),
        },
        near={"a": _near(draw, 1020), "b": _near(draw, 1022)},
        targets={"a": _target(draw, 1024, RUN_BOXES), "b": _target(draw, 1027, KIND_BOXES)},
        one_box=(
            BoxQuestion(first, draw.choice(1041, _without_points(first)), rerolls=1),
            BoxQuestion(second, draw.choice(1042, _without_points(second)), rerolls=2),
        ),
        means={
            "a": BoxMean(draw.choice(1031, UPPER[:upper_faces]), draw.integer(1032, 4, 8), upper_faces),
            "b": BoxMean(draw.choice(1033, LOWER), draw.integer(1034, 5, 6), draw.integer(1035, 5, 8)),
        },
        groups={"a": draw.sample(1044, PLAIN, 2), "b": draw.sample(1045, PLAIN, 3)},
        human=(_human(draw, 1050, rerolls=2), _human(draw, 1055, rerolls=1)),
        filling={"a": _filling(draw, 1060), "b": _filling(draw, 1066)},
        aiming=AimedTurn(draw.sample(1085, PLAIN, 4), draw.choice(1086, MIXED_ROLLS), draw.integer(1087, 1, 2)),
        reduced=_reduced(draw, 1090),
        corrected=_corrected(draw, 1075),
        alpha=draw.integer(1080, 20, 40) / 100,
        start=lucky_start(draw.u0),
    )
