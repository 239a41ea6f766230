"""What u₀ draws for the exam `yahtzee`, and how hands, boxes and counts are written in its prompts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from typing import Final, TypeVar

from answers.exam.exam import Text
from solvers.sequence import lcg
from solvers.yahtzee.rules.rolls import rolls
from solvers.yahtzee.rules.rules import LOWER, REPORT, UPPER, score
from solvers.yahtzee.rules.upper_totals import upper_totals
from solvers.yahtzee.strategies.poids import TWO_FACES
from solvers.yahtzee.strategies.possib import possib

Hand = tuple[int, ...]
Boxes = tuple[str, ...]
T = TypeVar("T")
NO_BREAK: Final = "\u00a0"

BOX_NAMES: Final[Mapping[str, Text]] = {
    "ones": Text(fr="As", en="ones"),
    "twos": Text(fr="Deux", en="twos"),
    "threes": Text(fr="Trois", en="threes"),
    "fours": Text(fr="Quatre", en="fours"),
    "fives": Text(fr="Cinq", en="fives"),
    "sixes": Text(fr="Six", en="sixes"),
    "three_of_a_kind": Text(fr="brelan", en="three of a kind"),
    "four_of_a_kind": Text(fr="carré", en="four of a kind"),
    "full_house": Text(fr="full", en="full house"),
    "small_straight": Text(fr="petite suite", en="small straight"),
    "large_straight": Text(fr="grande suite", en="large straight"),
    "yahtzee": Text(fr="Yahtzee", en="Yahtzee"),
    "chance": Text(fr="chance", en="chance"),
}
UPPERS: Final = UPPER[: REPORT.faces]
PLAIN_LOWER: Final = tuple(box for box in LOWER if box != "yahtzee")
"""Lower boxes where no joker comes in."""
PLAIN: Final = (*UPPERS, *PLAIN_LOWER)
PATTERNS: Final = tuple(box for box in LOWER if box != "chance")
ROLLS: Final = rolls(REPORT.dice, REPORT.faces)
MIXED_ROLLS: Final = tuple(roll for roll in ROLLS if len(set(roll)) > 1)


@dataclass(frozen=True, slots=True)
class Parameters:
    """What u₀ draws, question by question; hands are in increasing order, boxes in that of the sheet.

    `counts` is (dice, faces, boxes, size of the groups), `joker` (face, another upper box, lower boxes), `aims` and
    `single_boxes` are (box, hand), `human` is (hand, two closed boxes, factor of the upper boxes), `fill` (open boxes,
    hand), `aimed` (open boxes, hand, rerolls), `reduced` (boxes, threshold, hand), `perturbed` (open boxes, upper
    total, hand, rerolls); `groups` are groups of boxes, `alpha` counts quarters.
    """

    u0: int
    counts: tuple[int, int, int, int]
    thrown: tuple[Hand, Hand]
    scored: Hand
    joker: tuple[int, str, Boxes]
    possib: Hand
    aims: tuple[tuple[str, Hand], tuple[str, Hand]]
    single_boxes: tuple[tuple[str, Hand], tuple[str, Hand]]
    means: tuple[str, str]
    groups: tuple[Boxes, Boxes]
    human: tuple[tuple[Hand, Boxes, int], tuple[Hand, Boxes, int]]
    fill: tuple[Boxes, Hand]
    aimed: tuple[Boxes, Hand, int]
    reduced: tuple[Boxes, int, Hand]
    perturbed: tuple[Boxes, int, Hand, int]
    alpha: int


def draw(u0: int) -> Parameters:
    """Draw all parameters: an integer from a to b is a + u(k) mod (b - a + 1), with its own k ≥ 1000.

    What is not a number is drawn by its place in a list.
    """
    pick = partial(_pick, u0)
    from_list = partial(_from_list, u0)
    face, upper = pick(1007, 1, 6), from_list(1037, UPPERS)
    return Parameters(
        u0=u0,
        counts=(pick(1000, 5, 7), pick(1001, 5, 8), pick(1002, 8, 12), pick(1003, 2, 6)),
        thrown=(from_list(1004, ROLLS), from_list(1005, MIXED_ROLLS)),
        scored=from_list(1006, ROLLS),
        joker=(face, UPPERS[(face - 1 + pick(1008, 1, 5)) % 6], from_list(1009, _choices(PLAIN_LOWER, 3))),
        possib=from_list(1010, MIXED_ROLLS),
        aims=(from_list(1012, _aims(two_faces=True)), from_list(1013, _aims(two_faces=False))),
        single_boxes=(_unfinished(u0, 1014), _unfinished(u0, 1016)),
        means=(from_list(1018, UPPERS), from_list(1019, LOWER)),
        groups=(from_list(1020, _choices(PLAIN, 2)), from_list(1021, _choices(PLAIN, 3))),
        human=(
            (from_list(1022, MIXED_ROLLS), from_list(1023, _choices(REPORT.boxes, 2)), pick(1024, 2, 3)),
            (from_list(1025, MIXED_ROLLS), from_list(1026, _choices(REPORT.boxes, 2)), pick(1027, 2, 3)),
        ),
        fill=(_two_and_two(u0, 1028), from_list(1030, MIXED_ROLLS)),
        aimed=(from_list(1031, _choices(PLAIN, 3)), from_list(1032, MIXED_ROLLS), pick(1033, 1, 2)),
        reduced=_reduced(u0),
        perturbed=(
            (upper, *from_list(1038, _choices(PLAIN_LOWER, 2))),
            from_list(1039, _totals_in_reach(upper)),
            from_list(1040, MIXED_ROLLS),
            pick(1041, 1, 2),
        ),
        alpha=pick(1042, 1, 8),
    )


def _pick(u0: int, k: int, low: int, high: int) -> int:
    return low + lcg.term(u0, k) % (high - low + 1)


def _from_list(u0: int, k: int, several: tuple[T, ...]) -> T:
    return several[lcg.term(u0, k) % len(several)]


@cache
def _choices(boxes: Boxes, size: int) -> tuple[Boxes, ...]:
    return tuple(combinations(boxes, size))


@cache
def _aims(*, two_faces: bool) -> tuple[tuple[str, Hand], ...]:
    """Lower boxes that a hand is near to, each with the hand; equations (1) and (2), or (3) and (4)."""
    return tuple(
        (aim.box, roll)
        for roll in ROLLS
        for aim in possib(REPORT, roll)
        if aim.missing and (aim.box in TWO_FACES) == two_faces
    )


@cache
def _unfilled(box: str) -> tuple[Hand, ...]:
    return tuple(roll for roll in ROLLS if score(REPORT, roll, box) == 0)


def _unfinished(u0: int, k: int) -> tuple[str, Hand]:
    """A lower box and a hand without points in it: something is to be thrown again."""
    box = _from_list(u0, k, PATTERNS)
    return box, _from_list(u0, k + 1, _unfilled(box))


def _two_and_two(u0: int, k: int) -> Boxes:
    """Two upper boxes, too few for the bonus, and two lower ones."""
    return (*_from_list(u0, k, _choices(UPPERS, 2)), *_from_list(u0, k + 1, _choices(PLAIN_LOWER, 2)))


def _reduced(u0: int) -> tuple[Boxes, int, Hand]:
    """Four boxes, and a threshold that two to three dice in each upper box reach."""
    boxes = _two_and_two(u0, 1035)
    faces = sum(UPPERS.index(box) + 1 for box in boxes[:2])
    return boxes, _pick(u0, 1043, 2 * faces, 3 * faces), _from_list(u0, 1044, MIXED_ROLLS)


@cache
def _totals_in_reach(box: str) -> tuple[int, ...]:
    """Upper totals from which at most four dice in the last upper box bring the bonus."""
    lowest = REPORT.threshold - (REPORT.dice - 1) * (UPPERS.index(box) + 1)
    return tuple(total for total in upper_totals(REPORT, (box,)) if lowest <= total < REPORT.threshold)


def dice_text(hand: Iterable[int]) -> str:
    """Return a hand as the report writes it, in decreasing order, never cut by the end of a line."""
    return NO_BREAK.join(map(str, sorted(hand, reverse=True)))


def boxes_text(boxes: Iterable[str], lang: str) -> str:
    """Return the names of boxes."""
    return ", ".join(BOX_NAMES[box][lang] for box in boxes)
