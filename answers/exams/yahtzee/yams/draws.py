"""Parameters of the exam `yams` drawn from u₀: those of `yahtzee`, except in questions 3 and 8.

The hands of question 3 have points in every lower box for some seeds, and test all ways to read a straight for every
seed. The boxes of question 8 have no formula.
"""

from dataclasses import dataclass, fields
from functools import cache
from itertools import pairwise, permutations

from answers.exam.draw import Draw
from answers.exams.yahtzee import draws as first_edition
from answers.exams.yahtzee.draws import GAME, ROLLS, RUN_BOXES, BoxMean, Hand, Parameters
from solvers.yahtzee.rules.rules import LOWER, scores

PRINTED = ((3, 3, 3, 5, 5), (4, 4, 4, 4, 4))
"""Hands whose points in all boxes are printed in the booklet."""
EQUAL_BOXES = ("three_of_a_kind", "four_of_a_kind")
OTHER_DICE = tuple(
    (dice, faces) for faces in range(5, 9) for dice in range(5, 8) if (dice, faces) != (GAME.dice, GAME.faces)
)
"""Numbers of dice and of their faces in question 8: not those of the game, which students know from other questions."""
MORE = 3
"""Index of the first of `OTHER_DICE` with more than five faces: a large straight on fewer is to show all of them."""


@dataclass(frozen=True, slots=True)
class YamsParameters(Parameters):
    """Parameters drawn from u₀: those of `yahtzee`, and `straights`, the hands A to F of question 3."""

    straights: tuple[Hand, ...]


@cache
def hands_by_boxes() -> tuple[tuple[Hand, ...], ...]:
    """Return all hands except the printed ones, grouped by the lower boxes other than chance that earn points."""
    groups: dict[tuple[str, ...], list[Hand]] = {}
    for hand in ROLLS:
        earned = scores(GAME, hand)
        if hand not in PRINTED:
            groups.setdefault(tuple(box for box in LOWER if earned[box] and box != "chance"), []).append(hand)
    return tuple(map(tuple, groups.values()))


@cache
def straights_by_trap() -> tuple[tuple[Hand, ...], ...]:
    """Return five groups of hands, of which each tells apart students who read straights by different rules.

    The first hands are large straights, which are small ones too. The second are small straights in which a face inside
    occurs twice. The third are small straights with a fifth face apart. The fourth show four faces that would be a
    straight if a 1 followed a 6, and the fifth show four faces that are no straight even then.
    """
    groups: tuple[list[Hand], ...] = ([], [], [], [], [])
    for hand in ROLLS:
        earned, faces = scores(GAME, hand), sorted(set(hand))
        if earned["large_straight"]:
            groups[0].append(hand)
        elif earned["small_straight"] and any(hand.count(face) > 1 for face in faces[1:-1]):
            groups[1].append(hand)
        elif earned["small_straight"] and len(faces) == GAME.dice:
            groups[2].append(hand)
        elif not earned["small_straight"] and len(faces) == GAME.dice - 1:
            gaps = [after - before for before, after in pairwise((*faces, faces[0] + GAME.faces))]
            is_run_around = gaps.count(1) >= len(faces) - 1  # consecutive if a 1 follows a 6
            groups[3 if is_run_around else 4].append(hand)
    return tuple(map(tuple, groups))


def draw(draw: Draw) -> YamsParameters:
    """Draw all parameters."""
    first = first_edition.draw(draw)
    kept = {field.name: getattr(first, field.name) for field in fields(Parameters) if field.name not in CHANGED}
    groups = straights_by_trap()
    hands = [draw.choice(1102 + i, group) for i, group in enumerate(groups)]
    further = draw.choice(1107, groups[1:])
    hands.append(draw.choice(1108, [hand for hand in further if hand not in hands]))
    return YamsParameters(
        **kept,
        scored=draw.choice(1101, draw.choice(1100, hands_by_boxes())),
        straights=draw.choice(1109, list(permutations(hands))),
        means={
            "a": BoxMean(draw.choice(1110, EQUAL_BOXES), *draw.choice(1111, OTHER_DICE)),
            "b": BoxMean(draw.choice(1112, RUN_BOXES), *draw.choice(1113, OTHER_DICE[MORE:])),
        },
    )


CHANGED = ("scored", "means")
"""Parameters of `yahtzee` that are drawn otherwise."""
