"""Define the part of a score sheet on which the rest of the game depends, and the boxes that a hand may fill."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import Final, Self

from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rolls import upper_totals
from solvers.yahtzee.rules.rule_tables import allowed, rule_tables, worth
from solvers.yahtzee.rules.rules import UPPER, YahtzeeRules, checked_box, counts, points

FEW: Final = 40


@dataclass(frozen=True, slots=True)
class Position:
    """A score sheet between two turns, as far as the rest of the game depends on it."""

    rules: YahtzeeRules
    open: tuple[str, ...]
    """The boxes that are not filled yet, in the order of the sheet."""
    upper: int = 0
    """The total of the upper section, without the bonus."""
    yahtzee: bool = False
    """Whether the Yahtzee box holds points (not a zero)."""

    def __post_init__(self) -> None:
        chosen = [checked_box(self.rules, box) for box in self.open]
        if len(set(chosen)) < len(chosen):
            raise InvalidInput("the list of open boxes {chosen} has a box twice", chosen=", ".join(chosen))
        object.__setattr__(self, "open", tuple(box for box in self.rules.boxes if box in chosen))
        totals = upper_totals(self.rules, self.open)
        if index(self.upper) not in totals:
            listed = f"{len(totals)} totals from {totals[0]} to {totals[-1]}"
            raise InvalidInput(
                "the filled boxes of the upper section can hold {listed} points in all, got {upper}",
                listed=", ".join(map(str, totals)) if len(totals) <= FEW else listed,
                upper=self.upper,
            )
        if self.yahtzee and ("yahtzee" in self.open or "yahtzee" not in self.rules.boxes):
            raise InvalidInput("the Yahtzee box cannot hold points if it is open or not on the sheet")

    @classmethod
    def start(cls, rules: YahtzeeRules) -> Self:
        """Return the position of the empty sheet."""
        return cls(rules, rules.boxes)

    @property
    def boxes(self) -> int:
        """The open boxes as a set of bits: bit i is box i of the sheet."""
        return sum(1 << self.rules.boxes.index(box) for box in self.open)

    @property
    def capped(self) -> int:
        """The upper total, cut at `rules.cap`, beyond which it has no effect."""
        return min(self.upper, self.rules.cap)

    def fill(self, hand: Iterable[int], box: str) -> tuple[Self, int]:
        """Return the position after filling a box with a hand, and the points earned without the upper bonus.

        InvalidInput if the hand may not fill the box.
        """
        dice = counts(self.rules, hand)
        earned = options(self, hand)
        if box not in earned:
            raise InvalidInput(
                "this hand may not fill the box {box!r}; the boxes that it may fill are {earned}",
                earned=", ".join(earned) or "no box",
                box=box,
            )
        open_after = tuple(other for other in self.open if other != box)
        gain = points(self.rules, dice, box) if box in UPPER else 0
        yahtzee = self.yahtzee or (box == "yahtzee" and earned[box] > 0)
        return type(self)(self.rules, open_after, self.upper + gain, yahtzee), earned[box]


def options(position: Position, hand: Iterable[int]) -> dict[str, int]:
    """Return the boxes that a hand may fill, with the points that each earns, including jokers and extra Yahtzees."""
    hand = tuple(hand)
    counts(position.rules, hand)
    tables = rule_tables(position.rules)
    roll = lattice(position.rules.dice, position.rules.faces).roll(hand)
    flag = int(position.yahtzee)
    choices, joker = allowed(tables, position.boxes, flag, roll)
    names = position.rules.boxes
    return {names[b]: int(worth(tables, flag, roll, b, joker)[0]) for b in range(len(names)) if choices >> b & 1}
