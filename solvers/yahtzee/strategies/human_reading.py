"""Define ways to interpret the report's first strategy: by its text, and by its numbers.

`AS_PRINTED` follows the text, with choices of ours where it leaves them open. `AS_MEASURED` reproduces the numbers of
section 5, to which its numbers were fitted (`docs/yahtzee.md`).

Source: the Yahtzee report, sections 3.2 (`Possib`) and 3.3 (the weights).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Final, Literal

from solvers.yahtzee.rules.rules import UPPER


class Outlook(IntEnum):
    """The outlook of the upper bonus.

    FAR: out of reach, or the upper section is far behind; NEAR; AHEAD: the upper section is far ahead.
    """

    FAR = 0
    NEAR = 1
    AHEAD = 2


@dataclass(frozen=True, slots=True)
class HumanReading:
    """The choices by which section 3 of the Yahtzee report is interpreted; the defaults are those of its words."""

    nearly_alike: Mapping[str, int]
    """The least numbers of equal dice with which three of a kind, four of a kind and the Yahtzee are attainable."""
    nearly_runs: Mapping[str, tuple[int, int]]
    """The lowest face from which a run one die short of a straight may start, and how many faces it must leave
    above."""
    every: bool = False
    """Whether every face, pair and run counts, the lowest first, and all dice of a full house; else the highest
    alone."""
    pair_is_full: bool = False
    """Whether a single pair aims at a full house with no dice kept, as the listing of section 3.2 is indented."""
    yahtzee_alone: bool = False
    """Whether dice that all agree are a Yahtzee and no longer three or four of a kind."""
    thrown_missing: bool = False
    """Whether the dice thrown again are what is missing; else those that the combination lacks."""
    chance_attained: bool = False
    """Whether chance is attained, with the dice of the highest face; else it is followed when nothing else is open,
    with the dice above the mean."""
    attained_order: tuple[str, ...] = ()
    attainable_order: tuple[str, ...] = ()
    """The boxes as they are weighed, the attained ones first: of equal weights the first is followed. Empty: all in the
    order of the sheet."""
    combine: Literal["product", "sum"] = "product"
    """How the two weights are combined: section 3.3 says by a sum, 3.3.3 by a product."""
    upper_times: tuple[int, int] = (2, 3)
    """How many times `poids1` of an upper box counts its dice, if the bonus is far and if it is near."""
    upper_share: bool = False
    """Whether each die of an upper box also earns a third of the bonus while that is near."""
    as_they_lie: bool = False
    """Whether n of a kind counts all dice, and chance none; else the kept dice and the mean of the others."""
    upper_safety: tuple[Fraction, Fraction] = (Fraction(1), Fraction(2, 3))
    """The part of 50 that a whole hand of one face is worth in `poids2`, with 1 and with 2 rerolls left."""
    upper_dice: int = 0
    """The number of dice of this whole hand; 0 for the number of dice of the game."""
    whole_divided: bool = False
    """Whether with two rerolls left all of `poids2` of a lower box is divided by 3, as the prose of 3.3.2 has it; else
    the loss alone, equations (1) and (3)."""
    by_lead: bool = False
    """Whether the bonus is near while the upper section is less than 9 points from three dice a face; else while all
    dice but one of every open upper box would bring it."""
    by_points: bool = False
    """Whether the box of the most points is filled (`boxes_by_worth`); else the one whose points, with their share of a
    near bonus, exceed most what one turn aimed at it alone brings on average."""
    yahtzee_always: bool = False
    """Whether a Yahtzee is an aim even if its box is filled."""
    keeps_further: bool = True
    """Whether a Yahtzee is not broken up once the Yahtzee box holds points."""


AS_PRINTED: Final = HumanReading(
    nearly_alike={"three_of_a_kind": 2, "four_of_a_kind": 2, "yahtzee": 3},
    nearly_runs={"small_straight": (1, 0), "large_straight": (1, 0)},
)
"""The reading of the report's words; of its two rules for the weights, the more precise one."""
AS_MEASURED: Final = HumanReading(
    nearly_alike={"three_of_a_kind": 2, "four_of_a_kind": 3, "yahtzee": 4},
    nearly_runs={"small_straight": (2, 1), "large_straight": (1, 1)},
    every=True,
    yahtzee_alone=True,
    thrown_missing=True,
    chance_attained=True,
    attained_order=(
        "chance",
        "yahtzee",
        "four_of_a_kind",
        "three_of_a_kind",
        "large_straight",
        "small_straight",
        "full_house",
        *reversed(UPPER),
    ),
    attainable_order=(
        "full_house",
        "small_straight",
        "large_straight",
        "three_of_a_kind",
        "four_of_a_kind",
        "yahtzee",
    ),
    combine="sum",
    upper_times=(1, 1),
    upper_share=True,
    as_they_lie=True,
    upper_safety=(Fraction(1), Fraction(3, 4)),
    upper_dice=5,
    whole_divided=True,
    by_lead=True,
    by_points=True,
    yahtzee_always=True,
    keeps_further=False,
)
"""The reading that reproduces the report's numbers.

A total beyond the threshold of the bonus counts as the threshold, an error of 0.02 points a game.
"""
