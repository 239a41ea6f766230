"""Compute aims of the report's first strategy in a hand, and weights: `Possib`, `poids1`, `poids2`, `calcul_point`.

The report leaves some choices open and contradicts itself in others; a `HumanReading` decides each of them. The module
needs neither NumPy nor compiled code.

Source: the Yahtzee report, sections 3.2 (`Possib`) and 3.3 (the weights; equations (1) to (4) of `poids2`;
`calcul_point` is described, not printed).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.rules.rules import EQUAL, UPPER, Counts, YahtzeeRules, check_rerolls, checked_box, counts
from solvers.yahtzee.strategies.human_reading import AS_MEASURED, HumanReading, Outlook

HIGHEST: Final = 50
FAIL: Final = 10
SOON: Final = 3
PAR: Final = 3
"""Number of dice of each face by which the upper section is measured; with three, the total is 63."""
CLOSE: Final = 9
RUNS: Final = {"small_straight": 4, "large_straight": 5}
TWO_FACES: Final = ("full_house", *RUNS)
LESS: Final = {"four_of_a_kind": 5, "three_of_a_kind": 10, "chance": 15}
ZEROS: Final = (
    "yahtzee",
    "large_straight",
    "full_house",
    "small_straight",
    "four_of_a_kind",
    "three_of_a_kind",
    *reversed(UPPER),
    "chance",
)
"""The boxes in the order in which a zero is written, if a hand attains no open box."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A box that a hand attains or nearly attains.

    The aim has the dice to keep for the box, in increasing order, and the number of dice that are missing.
    """

    box: str
    kept: Dice
    missing: int


class Combinations(NamedTuple):
    """The boxes that a hand attains and nearly attains, as aims in the order in which they are weighed."""

    attained: tuple[Aim, ...]
    attainable: tuple[Aim, ...]


@dataclass(frozen=True, slots=True)
class WeighedAim:
    """An aim with its two weights: its points and its safety, `poids1` and `poids2`."""

    aim: Aim
    points: Fraction
    safety: Fraction

    @property
    def weight(self) -> Fraction:
        """The weight by which aims are ranked: the sum of `points` and `safety`."""
        return self.points + self.safety


class WeighedBox(NamedTuple):
    """A box that may be filled, and the points by which the strategy compares it (the report's `calcul_point`)."""

    box: str
    worth: int


def combinations(rules: YahtzeeRules, hand: Iterable[int], reading: HumanReading = AS_MEASURED) -> Combinations:
    """Return the boxes that a hand attains and nearly attains, open or not (`Possib`), by a `reading`."""
    shown = counts(rules, hand)
    aims = [*_equal_dice(rules, shown, reading), *_straights(rules, shown, reading)]
    aims += [Aim(UPPER[face - 1], (face,) * count, 0) for face, count in enumerate(shown, start=1) if count]
    if reading.chance_attained:
        aims.append(Aim("chance", (rules.faces,) * shown[-1], 0))
    aims += _full_house(shown, reading)
    return Combinations(
        _ordered(rules, [aim for aim in aims if not aim.missing], reading, reading.attained_order),
        _ordered(rules, [aim for aim in aims if aim.missing], reading, reading.attainable_order),
    )


def _equal_dice(rules: YahtzeeRules, shown: Counts, reading: HumanReading) -> Iterator[Aim]:
    """Yield three and four of a kind and the Yahtzee: the equal dice that make n of a kind, or are near to it."""
    equal = [(face,) * count for face, count in enumerate(shown, start=1) if count]
    if not reading.every:
        equal = [max(equal, key=lambda kept: (len(kept), kept))]
    for box, needed in {**EQUAL, "yahtzee": rules.dice}.items():
        for kept in equal:
            is_yahtzee_alone = reading.yahtzee_alone and box != "yahtzee" and len(kept) == sum(shown)
            if len(kept) >= min(needed, reading.nearly_alike[box]) and not is_yahtzee_alone:
                yield Aim(box, kept, max(needed - len(kept), 0))


def _straights(rules: YahtzeeRules, shown: Counts, reading: HumanReading) -> Iterator[Aim]:
    """Yield the straights that a hand attains, and runs that are one die short of the other straights."""
    for box, needed in RUNS.items():
        complete = _windows(shown, needed)
        if complete:
            followed = complete[:1] if reading.every else complete[-1:]
        else:
            below, above = reading.nearly_runs[box]
            short = _windows(shown, needed - 1)
            short = [run for run in short if below <= run[0] and run[-1] <= rules.faces - above]
            followed = short if reading.every else short[-1:]
        yield from (Aim(box, kept, 0 if complete else 1) for kept in followed)


def _windows(shown: Counts, length: int) -> list[Dice]:
    starts = range(1, len(shown) - length + 2)
    return [tuple(range(low, low + length)) for low in starts if all(shown[low - 1 : low - 1 + length])]


def _full_house(shown: Counts, reading: HumanReading) -> Iterator[Aim]:
    """Yield the full house that a hand has, or two pairs."""
    pairs, triples = ([face for face, count in enumerate(shown, start=1) if count >= n] for n in (2, 3))
    if reading.pair_is_full and len(pairs) == 1 and not triples:
        yield Aim("full_house", (), 3)
    if len(pairs) < 2:
        return
    if not triples:
        yield Aim("full_house", tuple(sorted((pairs[:2] if reading.every else pairs[-2:]) * 2)), 1)
    elif reading.every:
        yield Aim("full_house", tuple(face for face, count in enumerate(shown, start=1) for _ in range(count)), 0)
    else:
        two = [face for face in pairs if face != triples[-1]][-1]
        yield Aim("full_house", tuple(sorted((triples[-1],) * 3 + (two,) * 2)), 0)


def _ordered(rules: YahtzeeRules, aims: list[Aim], reading: HumanReading, order: Sequence[str]) -> tuple[Aim, ...]:
    """Return the aims at boxes of the sheet, sorted by their boxes as in `order`, or as on the sheet if it is empty."""
    on_sheet = sorted(
        (aim for aim in aims if aim.box in rules.boxes), key=lambda aim: (order or rules.boxes).index(aim.box)
    )
    if not reading.thrown_missing:
        return tuple(on_sheet)
    return tuple(Aim(aim.box, aim.kept, rules.dice - len(aim.kept)) for aim in on_sheet)


def possible_aims(rules: YahtzeeRules, hand: Iterable[int], reading: HumanReading = AS_MEASURED) -> tuple[Aim, ...]:
    """Return the aims of a hand in the order of preference for equal weights, by a `reading` of `Possib`."""
    attained, attainable = combinations(rules, hand, reading)
    every = (*attained, *attainable)
    return every if reading.attained_order else tuple(sorted(every, key=lambda aim: rules.boxes.index(aim.box)))


def poids1(
    rules: YahtzeeRules, hand: Iterable[int], aim: Aim, reading: HumanReading = AS_MEASURED, *, bonus: bool
) -> Fraction:
    """Return the points that an aim of a hand is worth if it succeeds; `bonus` says whether the upper bonus is near."""
    if aim.box in UPPER:
        share = Fraction(rules.bonus, PAR) if reading.upper_share and bonus else Fraction(0)
        return sum(aim.kept) * reading.upper_times[bonus] + len(aim.kept) * share
    if aim.box in rules.fixed:
        return Fraction(rules.fixed[aim.box])
    if reading.as_they_lie:
        return Fraction(0 if aim.box == "chance" else sum(hand))
    return sum(aim.kept) + Fraction(rules.faces + 1, 2) * (rules.dice - len(aim.kept))


def poids2(rules: YahtzeeRules, aim: Aim, rerolls: int, reading: HumanReading = AS_MEASURED) -> Fraction:
    """Return the safety of an aim, between 0 and 50, with 1 or 2 rerolls left.

    For an upper box, it grows with the number of dice kept. For any other box, a missing die fails with probability
    1 - 2/F if two faces suit it (full house, straights), 1 - 1/F if a single face does.
    """
    check_rerolls(rerolls, lowest=1)
    if aim.box in UPPER:
        whole = HIGHEST * reading.upper_safety[rerolls - 1]
        return whole * Fraction(len(aim.kept), reading.upper_dice or rules.dice)
    suitable = 2 if aim.box in TWO_FACES else 1
    loss = aim.missing * (1 - Fraction(suitable, rules.faces)) * FAIL
    if rerolls == 1:
        return HIGHEST - loss
    return (HIGHEST - loss) / SOON if reading.whole_divided else HIGHEST - loss / SOON


def aims_by_weight(
    rules: YahtzeeRules, hand: Iterable[int], rerolls: int, reading: HumanReading = AS_MEASURED, *, bonus: bool
) -> list[WeighedAim]:
    """Return the aims of a hand, the heaviest first, as if every box were open; `bonus` as in `poids1`."""
    dice = tuple(hand)
    weighed = [
        WeighedAim(aim, poids1(rules, dice, aim, reading, bonus=bonus), poids2(rules, aim, rerolls, reading))
        for aim in possible_aims(rules, dice, reading)
    ]
    return sorted(
        weighed,
        key=lambda weighed_aim: (
            -(weighed_aim.weight if reading.combine == "sum" else weighed_aim.points * weighed_aim.safety)
        ),
    )


def upper_lead(rules: YahtzeeRules, open_boxes: Iterable[str], upper: int) -> int:
    """Return how many points the upper section is ahead of three dice in every filled upper box; negative if behind."""
    still_open = set(open_boxes)
    filled = (UPPER.index(box) + 1 for box in rules.boxes if box in UPPER and box not in still_open)
    return min(upper, rules.cap) - PAR * sum(filled)


def outlook(lead: int) -> Outlook:
    """Return whether the upper bonus is far, near or ahead, given the `lead` that `upper_lead` computes."""
    if abs(lead) < CLOSE:
        return Outlook.NEAR
    return Outlook.AHEAD if lead > CLOSE else Outlook.FAR


def weighed_aims(
    rules: YahtzeeRules, hand: Iterable[int], rerolls: int, open_boxes: Iterable[str], upper: int
) -> tuple[WeighedAim, ...]:
    """Return the aims of a hand whose box is open, the heaviest first, as Decision_Une weighs them.

    The report's words are read as `AS_MEASURED` says, since this reproduces the report's numbers. The aim at a Yahtzee
    is always included, even if its box is filled. The strategy keeps the dice of the first aim; if there is no aim, it
    throws all dice again.
    """
    allowed = {checked_box(rules, box) for box in open_boxes}
    bonus = outlook(upper_lead(rules, allowed, upper)) is Outlook.NEAR
    every = aims_by_weight(rules, hand, rerolls, bonus=bonus)
    return tuple(
        weighed_aim for weighed_aim in every if weighed_aim.aim.box in allowed or weighed_aim.aim.box == "yahtzee"
    )


def weighed_boxes(
    rules: YahtzeeRules, hand: Iterable[int], open_boxes: Iterable[str], upper: int
) -> tuple[WeighedBox, ...]:
    """Return the open boxes that a hand attains, the best box to fill first.

    If the hand attains no open box, the boxes to fill with a zero are returned. The report's text is interpreted as
    `AS_MEASURED` says. The function does not know jokers: if a joker restricts the choice, the caller gives as
    `open_boxes` only the boxes that the hand may fill.
    """
    allowed = {checked_box(rules, box) for box in open_boxes}
    worths = boxes_by_worth(rules, hand, outlook(upper_lead(rules, allowed, upper)))
    zeros = (WeighedBox(box, 0) for box in ZEROS if box in allowed)
    return tuple(worth for worth in worths if worth.box in allowed) or tuple(zeros)


def boxes_by_worth(rules: YahtzeeRules, hand: Iterable[int], bonus_outlook: Outlook) -> list[WeighedBox]:
    """Return the boxes that a hand attains, the best to fill first, as if all boxes were open.

    Boxes that count 0 or less are equal and in the order of `combinations`. The report's text is interpreted as
    `AS_MEASURED` says.
    """
    dice = tuple(hand)
    worths = [
        WeighedBox(aim.box, points_counted(rules, dice, aim, bonus_outlook))
        for aim in combinations(rules, dice).attained
    ]
    return sorted(worths, key=lambda worth: -max(worth.worth, 0))


def points_counted(rules: YahtzeeRules, hand: Iterable[int], aim: Aim, bonus_outlook: Outlook) -> int:
    """Return the points by which the strategy compares filling a box with a hand (`calcul_point` of the report).

    They are the points of the box, minus the box's deduction in `LESS`, if any. With fewer than three dice of its
    face, an upper box with p points is worth 3 - p, unless `bonus_outlook` is `AHEAD`.
    """
    if aim.box in rules.fixed:
        return rules.fixed[aim.box]
    if aim.box in LESS:
        return sum(hand) - LESS[aim.box]
    points = sum(aim.kept)
    return PAR - points if len(aim.kept) < PAR and bonus_outlook is not Outlook.AHEAD else points
