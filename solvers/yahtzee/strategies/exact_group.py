"""The report's E_global of a few boxes as a fraction: equation (9) without rounding."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from solvers.refusal import Refusal
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rules import Rules, checked_box
from solvers.yahtzee.strategies.exact_box import exact_box

MOST = 4


def exact_group(rules: Rules, boxes: Iterable[str]) -> Fraction:
    """Return the expected points of the turns that fill some boxes, without joker, exactly: see `Esperances.group`.

    Parameters
    ----------
    rules : Rules
        The game; its threshold and bonus are not used.
    boxes : iterable of str
        At most 4 boxes, the Yahtzee box only alone: what follows it depends on whether it succeeds.

    Raises
    ------
    Refusal
        If a box is unknown or repeated, there are too many, or the Yahtzee box is not alone.

    Source: Yahtzee report, section 4.5, E_global and equation (9).
    """
    group = [checked_box(rules, box) for box in boxes]
    if len(set(group)) < len(group) or len(group) > MOST:
        raise Refusal("needs at most {most} boxes, each once, got {group}", most=MOST, group=", ".join(group))
    if "yahtzee" in group and len(group) > 1:
        raise Refusal("the Yahtzee box must be alone, got {group}", group=", ".join(group))
    return _group(rules, tuple(sorted(group, key=rules.boxes.index)))


@cache
def _group(rules: Rules, boxes: tuple[str, ...]) -> Fraction:
    if not boxes:
        return Fraction(0)
    dice = lattice(rules.dice, rules.faces)
    rests = {box: _group(rules, tuple(other for other in boxes if other != box)) for box in boxes}
    total = sum(
        (ways * max(_best(rules, box, roll) + rest for box, rest in rests.items()))
        for roll, ways in zip(dice.rolls, dice.ways.tolist(), strict=True)
    )
    return Fraction(total, rules.faces**rules.dice)


@cache
def _best(rules: Rules, box: str, roll: tuple[int, ...]) -> Fraction:
    return exact_box(rules, box, roll, 2).value
