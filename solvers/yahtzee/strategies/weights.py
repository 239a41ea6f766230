"""The twelve weights α of Perturbation by name, and the values found for them."""

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """The α of equation (10), each for a correction f of one decision: a keep and the box it aims at, or a box to fill.

    Attributes
    ----------
    one_upper_open, two_uppers_open, three_uppers_open, four_uppers_open : float
        Bonus in reach (see `decision_une`), so many upper boxes open, dice to keep: the points of the kept dice in
        the upper box that is aimed at.
    upper_well_filled : float
        Bonus in reach, box to fill: the points of an upper box that takes all dice but two, or more.
    upper_ill_filled : float
        Bonus in reach, box to fill: how many points an upper box misses of all dice but two (a negative number).
    ahead_kept : float
        At least 50 points ahead, dice to keep: their number (few dice are thrown again).
    ahead_scored : float
        At least 50 points ahead, box to fill: 1 if it brings points.
    behind_alike : float
        At least 50 points behind, dice to keep: how many show the face that the hand shows most often (the highest
        such).
    behind_gamble : float
        At least 50 points behind, dice to keep: 1 if they aim at a straight or a Yahtzee.
    behind_gamble_won : float
        At least 50 points behind, box to fill: 1 if a straight or a Yahtzee is filled with points.
    behind_gamble_lost : float
        At least 50 points behind, box to fill: -1 if a straight or a Yahtzee is filled with 0.

    Source: Yahtzee report, section 6.1, equation (10), which describes the corrections in words; the formulas are ours.
    """

    one_upper_open: float = 0.0
    two_uppers_open: float = 0.0
    three_uppers_open: float = 0.0
    four_uppers_open: float = 0.0
    upper_well_filled: float = 0.0
    upper_ill_filled: float = 0.0
    ahead_kept: float = 0.0
    ahead_scored: float = 0.0
    behind_alike: float = 0.0
    behind_gamble: float = 0.0
    behind_gamble_won: float = 0.0
    behind_gamble_lost: float = 0.0


FOUND: Final = Weights(
    one_upper_open=0.28125,
    three_uppers_open=0.25,
    four_uppers_open=0.5,
    upper_well_filled=0.25,
    upper_ill_filled=0.5,
    behind_alike=-0.5,
)
"""Weights found for `REPORT` by `coordinate_search` from 0 (40 000 sets, 8 rounds, step 1, seed 6): on fresh dice they
win 0.5196 ± 0.0027 of the games against Toutes_les_esperances, draws counting one half."""
