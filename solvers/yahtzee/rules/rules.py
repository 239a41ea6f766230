"""Define the rules of Yahtzee as an immutable value, the points of a hand in each box, and checks of arguments.

Arguments that do not fit the rules raise `InvalidInput` with the allowed values, here and in all of `solvers.yahtzee`.

Source: the Yahtzee report (Bui and Duhamel, 2022), section 2.1 and its score sheet; the Hasbro sheet for the forced
joker; T. Verhoeff (1999) for the free one. Other numbers of dice and faces (section 2.2) are ours to fill in.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import index
from typing import Final, Literal, get_args

from solvers.invalid_input import InvalidInput

Joker = Literal["forced", "free", "report", "none"]
"""The rule for a further Yahtzee, once the Yahtzee box is filled; see `YahtzeeRules.joker`."""
Counts = tuple[int, ...]
"""The number of dice that show each face, from face 1."""

UPPER: Final = ("ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights")
LOWER: Final = (
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yahtzee",
    "chance",
)
REROLLS: Final = 2
"""The number of times that a player may throw dice again in a turn of the official game."""
MAX_DICE: Final = 8
MAX_FACES: Final = len(UPPER)
MAX_POINTS: Final = 10_000
FIXED: Final = ("full_house", "small_straight", "large_straight", "yahtzee")
"""Boxes with a fixed number of points; a joker earns these points in all but the last."""
_SMALLEST: Final = {  # dice and faces that a lower box needs to be attainable
    "three_of_a_kind": (3, 2),
    "four_of_a_kind": (4, 2),
    "full_house": (5, 2),
    "small_straight": (4, 4),
    "large_straight": (5, 5),
    "yahtzee": (2, 2),
    "chance": (1, 2),
}


@dataclass(frozen=True, slots=True)
class YahtzeeRules:
    """The rules of a game of Yahtzee; the default is the official game.

    A lower box keeps its pattern whatever the number of dice: three or four of a kind, a full house (three of one
    face and two of another), runs of four and of five. Only the Yahtzee asks that *all* dice agree. Boxes that no
    hand can fill are left out.
    """

    dice: int = 5
    faces: int = 6
    """Number of faces of a die, 2 … 8; the number of dice is 1 … 8."""
    threshold: int = 63
    bonus: int = 35
    """The upper section earns `bonus` points from `threshold` points on: 63 on the score sheet, 65 in the report's text
    ("supérieur à 65", read strictly, is 66). 1 … 10000 and 0 … 10000."""
    joker: Joker = "forced"
    """The rule for a further Yahtzee, once the Yahtzee box is filled.

    "forced": the box of its face, if open; else an open lower box, where full house and straights count in full; else a
    zero in an upper box. "report": the same, only if the Yahtzee box holds points. "free" (Verhoeff): any box; full
    house and straights count in full if the box of its face is filled. "none": a hand like any other.
    """
    extra: int = 100
    """Points for each further Yahtzee once the box holds points: 0 … 10000, officially 100."""
    five_is_full: bool = False
    """Whether a Yahtzee is a full house too."""
    boxes: tuple[str, ...] = ()
    """The boxes of the sheet, in its order; empty means all that these dice can fill."""
    full_house: int = 25
    small_straight: int = 30
    large_straight: int = 40
    yahtzee: int = 50
    """Points of the Yahtzee, 1 … 10000; those of full house and straights are 0 … 10000."""
    large_is_small: bool = True
    """Whether a large straight counts as a small one too."""
    kinds_count_all: bool = True
    """Whether three and four of a kind count all dice, or only three and four equal ones."""
    rerolls: int = REROLLS
    """The number of times that a player may throw dice again in a turn: 1 or 2."""

    def __post_init__(self) -> None:
        _check_range("dice", self.dice, 1, MAX_DICE)
        _check_range("faces", self.faces, 2, MAX_FACES)
        _check_range("threshold", self.threshold, 1, MAX_POINTS)
        _check_range("bonus", self.bonus, 0, MAX_POINTS)
        _check_range("extra", self.extra, 0, MAX_POINTS)
        _check_range("rerolls", self.rerolls, 1, REROLLS)
        for box, worth in self.fixed.items():
            _check_range(box, worth, 1 if box == "yahtzee" else 0, MAX_POINTS)
        if self.joker not in get_args(Joker):
            raise InvalidInput(
                "unknown rule of the joker {joker!r}: the rules are {choices}",
                choices=", ".join(get_args(Joker)),
                joker=self.joker,
            )
        possible = possible_boxes(self.dice, self.faces)
        chosen = list(self.boxes or possible)
        for box in chosen:
            if box not in possible:
                raise InvalidInput(
                    "with this number of dice and faces, a score sheet cannot have the box {box!r}; its boxes are "
                    "{possible}",
                    possible=", ".join(possible),
                    box=box,
                )
        if len(set(chosen)) < len(chosen):
            raise InvalidInput("a score sheet has each box once, got {chosen}", chosen=", ".join(chosen))
        object.__setattr__(self, "boxes", tuple(box for box in possible if box in chosen))

    @property
    def cap(self) -> int:
        """The upper total beyond which points have no effect: `threshold`, or 0 if the bonus is out of reach."""
        most = self.dice * sum(UPPER.index(box) + 1 for box in self.boxes if box in UPPER)
        return self.threshold if self.bonus and self.threshold <= most else 0

    @property
    def fixed(self) -> dict[str, int]:
        """The points of the boxes in `FIXED`, by box."""
        return dict(zip(FIXED, (self.full_house, self.small_straight, self.large_straight, self.yahtzee), strict=True))


def possible_boxes(dice: int, faces: int) -> tuple[str, ...]:
    """Return the boxes that some hand of these dice can fill with points, in the order of the sheet."""
    lower = (box for box in LOWER if dice >= _SMALLEST[box][0] and faces >= _SMALLEST[box][1])
    return (*UPPER[:faces], *lower)


def score(rules: YahtzeeRules, hand: Iterable[int], box: str) -> int:
    """Return the points of a hand in one box, jokers and bonuses apart."""
    return points(rules, counts(rules, hand), checked_box(rules, box))


def scores(rules: YahtzeeRules, hand: Iterable[int]) -> dict[str, int]:
    """Return the points of a hand in every box of the sheet, jokers and bonuses apart."""
    shown = counts(rules, hand)
    return {box: points(rules, shown, box) for box in rules.boxes}


def counts(rules: YahtzeeRules, hand: Iterable[int]) -> Counts:
    """Return the number of dice that show each face, for a complete hand."""
    dice = checked_dice(rules, hand)
    if len(dice) != rules.dice:
        raise InvalidInput(
            "a hand has {dice} dice, got {count}: {hand}", dice=rules.dice, count=len(dice), hand=list(dice)
        )
    return tuple(dice.count(face) for face in range(1, rules.faces + 1))


def checked_dice(rules: YahtzeeRules, dice: Iterable[int]) -> tuple[int, ...]:
    """Return the dice in increasing order; InvalidInput if they are not a hand or a part of a hand."""
    faces = sorted(index(die) for die in dice)
    if len(faces) > rules.dice:
        raise InvalidInput(
            "at most {dice} dice can be kept, got {count}: {faces}", dice=rules.dice, count=len(faces), faces=faces
        )
    for face in faces:
        if not 1 <= face <= rules.faces:
            raise InvalidInput(
                "a die shows 1 to {faces}, got {face} in {hand}", faces=rules.faces, face=face, hand=faces
            )
    return tuple(faces)


def checked_box(rules: YahtzeeRules, box: str) -> str:
    """Return `box` unchanged; InvalidInput if it is not on the sheet."""
    if box not in rules.boxes:
        raise InvalidInput("unknown box {box!r}: the boxes are {boxes}", boxes=", ".join(rules.boxes), box=box)
    return box


def check_rerolls(rerolls: int, lowest: int = 0) -> None:
    """Raise `InvalidInput` if the number of rerolls left is not between `lowest` and 2."""
    if not lowest <= index(rerolls) <= REROLLS:
        raise InvalidInput(
            "the rerolls left must be between {lowest} and {most}, got {rerolls}",
            lowest=lowest,
            most=REROLLS,
            rerolls=rerolls,
        )


def check_same_rules(expected: YahtzeeRules, actual: YahtzeeRules) -> None:
    """Raise `InvalidInput` if `actual` differs from `expected`."""
    if actual != expected:
        raise InvalidInput("the strategies play different games: {expected} and {got}", expected=expected, got=actual)


def points(rules: YahtzeeRules, shown: Counts, box: str) -> int:
    """Return the points in `box` of the hand with `shown[f - 1]` dice of each face f; the arguments are not checked."""
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * shown[face - 1]
    is_five = box == "full_house" and rules.five_is_full and max(shown) == rules.dice
    is_too_long = box == "small_straight" and not rules.large_is_small and longest_run(shown) > 4
    if is_too_long or not (is_five or _ATTAINED[box](shown)):
        return 0
    if box in EQUAL and not rules.kinds_count_all:
        return EQUAL[box] * max(face for face, count in enumerate(shown, start=1) if count >= EQUAL[box])
    return rules.fixed[box] if box in FIXED else sum(face * count for face, count in enumerate(shown, start=1))


EQUAL: Final = {"three_of_a_kind": 3, "four_of_a_kind": 4}
"""The number of equal dice that these boxes require."""


def _is_full_house(shown: Counts) -> bool:
    most, second = sorted(shown, reverse=True)[:2]
    return most >= 3 and second >= 2


def longest_run(shown: Counts) -> int:
    """Return the length of the longest run of consecutive faces that are shown."""
    return max((len(list(group)) for present, group in groupby(shown, bool) if present), default=0)


_ATTAINED: Final[dict[str, Callable[[Counts], bool]]] = {
    "three_of_a_kind": lambda shown: max(shown) >= 3,
    "four_of_a_kind": lambda shown: max(shown) >= 4,
    "full_house": _is_full_house,
    "small_straight": lambda shown: longest_run(shown) >= 4,
    "large_straight": lambda shown: longest_run(shown) >= 5,
    "yahtzee": lambda shown: max(shown) == sum(shown),
    "chance": lambda _: True,
}


def _check_range(name: str, value: int, low: int, high: int) -> None:
    if not low <= index(value) <= high:
        raise InvalidInput(
            "{name} must be between {low} and {high}, got {value}", name=name, low=low, high=high, value=value
        )


OFFICIAL: Final = YahtzeeRules()
"""The official game: threshold 63, forced joker, 100 points for each further Yahtzee."""
REPORT: Final = YahtzeeRules(threshold=65, joker="report")
"""The game of the report's text: threshold 65, joker only after a Yahtzee that scored."""
MEASURED: Final = YahtzeeRules(joker="free")
"""The game in which the report's numbers were measured: threshold 63, joker never forced. See `docs/yahtzee.md`."""
