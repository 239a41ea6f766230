"""Compute expectations of the report as exact fractions: of one box, equations (5) to (8), and of a few boxes, (9).

Source: the Yahtzee report, sections 4.4 and 4.5, as printed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rolls import Dice, subsets
from solvers.yahtzee.rules.rules import YahtzeeRules, check_rerolls, checked_box, checked_dice, counts
from solvers.yahtzee.strategies.expectations import points_alone

MOST = 4
"""Largest number of boxes in a group."""


@dataclass(frozen=True, slots=True)
class ExactBox:
    """The expected number of points of a hand in one box, and every keep with this expectation, the most dice first."""

    value: Fraction
    keeps: tuple[Dice, ...]


def exact_box(rules: YahtzeeRules, box: str, hand: Iterable[int], rerolls: int, *, joker: bool = False) -> ExactBox:
    """Return the best expectation of a hand in one box as an exact fraction, with every optimal keep.

    With 0 rerolls left the whole hand is kept. `joker` says that the Yahtzee box holds points, see `expectations`.
    """
    check_rerolls(rerolls)
    roll = checked_dice(rules, hand)
    counts(rules, roll)
    levels = _levels(rules, checked_box(rules, box), joker=joker)
    if rerolls == 0:
        return ExactBox(levels[0][roll], (roll,))
    worth = levels[rerolls]
    best = max(worth[keep] for keep in subsets(roll))
    return ExactBox(best, tuple(keep for keep in subsets(roll) if worth[keep] == best))


@cache
def _levels(rules: YahtzeeRules, box: str, *, joker: bool) -> tuple[dict[Dice, Fraction], ...]:
    """Return the worth of every roll with no reroll left, and of every keep with 1 and with 2 rerolls left."""
    dice = lattice(rules.dice, rules.faces)
    points = points_alone(rules, joker=joker)[rules.boxes.index(box)].tolist()
    rolls = {roll: Fraction(p) for roll, p in zip(dice.rolls, points, strict=True)}
    once = _averaged(rules, rolls)
    again = {roll: max(once[keep] for keep in subsets(roll)) for roll in dice.rolls}
    return rolls, once, _averaged(rules, again)


def _averaged(rules: YahtzeeRules, rolls: dict[Dice, Fraction]) -> dict[Dice, Fraction]:
    """Return the mean worth of the rolls that each keep may become."""
    dice = lattice(rules.dice, rules.faces)
    worth = dict(rolls)
    for keep in reversed(dice.keeps[: dice.first_roll]):
        more = (dice.keeps[k] for k in dice.add[dice.number[keep]])
        worth[keep] = sum((worth[other] for other in more), Fraction(0)) / rules.faces
    return worth


def exact_group(rules: YahtzeeRules, boxes: Iterable[str]) -> Fraction:
    """Return the expected points of the turns that fill at most 4 boxes, without joker, as an exact fraction.

    `Expectations.group` computes the same in floating point. Threshold and bonus are not used. InvalidInput for more
    boxes, or if the Yahtzee box is not alone, since the turns after it depend on its success.
    """
    group = [checked_box(rules, box) for box in boxes]
    if len(set(group)) < len(group) or len(group) > MOST:
        raise InvalidInput(
            "the exact expectation of several boxes is computed for at most {most} boxes, each only once; got {group}",
            most=MOST,
            group=", ".join(group),
        )
    if "yahtzee" in group and len(group) > 1:
        raise InvalidInput(
            "the exact expectation of the Yahtzee box is computed only for this box alone, not for {group}",
            group=", ".join(group),
        )
    return _group(rules, tuple(sorted(group, key=rules.boxes.index)))


@cache
def _group(rules: YahtzeeRules, boxes: tuple[str, ...]) -> Fraction:
    """Return the expected points of the turns that fill the given boxes."""
    if not boxes:
        return Fraction(0)
    dice = lattice(rules.dice, rules.faces)
    rests = {box: _group(rules, tuple(other for other in boxes if other != box)) for box in boxes}
    total = sum(
        ways * max(exact_box(rules, box, roll, rules.rerolls).value + rest for box, rest in rests.items())
        for roll, ways in zip(dice.rolls, dice.ways.tolist(), strict=True)
    )
    return Fraction(total, rules.faces**rules.dice)
