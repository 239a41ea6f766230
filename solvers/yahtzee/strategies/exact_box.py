"""The single-box expectations of the report as fractions: equations (5) to (8) without rounding."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from solvers.yahtzee.rules.checks import check_rerolls
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rolls import Dice, subsets
from solvers.yahtzee.rules.rules import Rules, checked_box, checked_dice, counts
from solvers.yahtzee.strategies.toutes_les_esperances import points_alone


@dataclass(frozen=True, slots=True)
class ExactBox:
    """The expected number of points of a hand in one box, and every keep that reaches it, the most dice first.

    Source: Yahtzee report, section 4.4, equations (5) to (8).
    """

    value: Fraction
    keeps: tuple[Dice, ...]


def exact_box(rules: Rules, box: str, hand: Iterable[int], rerolls: int, *, joker: bool = False) -> ExactBox:
    """Return the best expectation of a hand in one box, exactly, with every optimal keep.

    Parameters
    ----------
    rules : Rules
        The game.
    box : str
        A box of the sheet.
    hand : iterable of int
        The dice on the table.
    rerolls : int
        0, 1 or 2; with 0 the whole hand is kept.
    joker : bool
        Whether the Yahtzee box holds points, see `toutes_les_esperances`.

    Raises
    ------
    Refusal
        If the box is unknown, the hand is not a hand, or the rerolls are outside 0 … 2.

    Source: Yahtzee report, section 4.4, equations (5) to (8).
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
def _levels(rules: Rules, box: str, *, joker: bool) -> tuple[dict[Dice, Fraction], ...]:
    """Return what every roll is worth with no reroll left, and every keep with 1 and with 2."""
    dice = lattice(rules.dice, rules.faces)
    points = points_alone(rules, joker=joker)[rules.boxes.index(box)].tolist()
    rolls = {roll: Fraction(p) for roll, p in zip(dice.rolls, points, strict=True)}
    once = _averaged(rules, rolls)
    again = {roll: max(once[keep] for keep in subsets(roll)) for roll in dice.rolls}
    return rolls, once, _averaged(rules, again)


def _averaged(rules: Rules, rolls: dict[Dice, Fraction]) -> dict[Dice, Fraction]:
    """Return the mean worth of the rolls that each keep may become."""
    dice = lattice(rules.dice, rules.faces)
    worth = dict(rolls)
    for keep in reversed(dice.keeps[: dice.first_roll]):
        more = (dice.keeps[k] for k in dice.add[dice.number[keep]])
        worth[keep] = sum((worth[other] for other in more), Fraction(0)) / rules.faces
    return worth
