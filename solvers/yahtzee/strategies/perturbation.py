"""The report's third strategy: the second one with twelve corrections, weighed by α (section 6.1, equation 10).

A decision is a keep and the box it aims at, or a box to fill. It is worth its expectation in Toutes_les_esperances plus
Σ αᵢ fᵢ. The text describes the fᵢ in words; these are ours, in the order of the weights:

0-3   Bonus in reach (see `decision_une`), 1, 2, 3 or 4 upper boxes open, dice to keep: the points of the kept dice in
      the upper box that is aimed at.
4     Bonus in reach, box to fill: the points of an upper box that takes all dice but two, or more.
5     Bonus in reach, box to fill: how many points an upper box misses of all dice but two (a negative number).
6     At least 50 points ahead, dice to keep: their number (few dice are thrown again).
7     At least 50 points ahead, box to fill: 1 if it brings points.
8     At least 50 points behind, dice to keep: how many show the face that the hand shows most often (the highest such).
9     At least 50 points behind, dice to keep: 1 if they aim at a straight or a Yahtzee.
10    At least 50 points behind, box to fill: 1 if a straight or a Yahtzee is filled with points.
11    At least 50 points behind, box to fill: -1 if a straight or a Yahtzee is filled with 0.

Points ahead and behind count the boxes filled so far, extra Yahtzees included and the upper bonus apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Floats
from solvers.compiled.jit import jit
from solvers.refusal import Refusal
from solvers.yahtzee.rules.lattice import Integers, lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, box_bit, rule_tables, worth
from solvers.yahtzee.rules.rules import UPPER, YAHTZEE, Rules
from solvers.yahtzee.strategies.decision_une import bonus_in_reach
from solvers.yahtzee.strategies.policy import TIE, Policy
from solvers.yahtzee.strategies.strategy import States
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances

CORRECTIONS = 12
GAP = 50
WEIGHTS: Final = (0.28125, 0.0, 0.25, 0.5, 0.25, 0.5, 0.0, 0.0, -0.5, 0.0, 0.0, 0.0)
"""Weights found for `REPORT` by `coordinate_search` from 0 (40 000 sets, 8 rounds, step 1, seed 6): on fresh dice they
win 0.5196 ± 0.0027 of the games against Toutes_les_esperances, draws counting one half."""
LARGE = ("small_straight", "large_straight", "yahtzee")


class Situations(NamedTuple):
    """What the corrections need to know, for B boxes, K keeps of dice with F faces.

    Attributes
    ----------
    expectations : float array, shape (2, 2, B, K)
        `Esperances.keeps`.
    groups : float array, shape (2, 2^B)
        `Esperances.groups`.
    reach : boolean array, shape (2^B, cap + 1)
        Whether the bonus is in reach.
    uppers, large : int
        The upper boxes, and the straights and the Yahtzee, as bits.
    faces : integer array, shape (B,)
        The face of an upper box, 0 for the others.
    counts : integer array, shape (K, F)
        How many dice of a keep show each face.
    sizes : integer array, shape (K,)
        How many dice it has.
    """

    expectations: Floats
    groups: Floats
    reach: NDArray[np.bool_]
    uppers: int
    large: int
    faces: Integers
    counts: Integers
    sizes: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Perturbation:
    """The strategy; with all weights 0 it is Toutes_les_esperances.

    Attributes
    ----------
    rules : Rules
        The game.
    weights : float array, shape (12,)
        The α.
    base : Policy
        Toutes_les_esperances, followed where no correction applies.
    situations : Situations
        The tables behind the corrections.
    """

    rules: Rules
    weights: Floats
    base: Policy
    situations: Situations

    def keeps(self, states: States, rerolls: int) -> Integers:
        """Return the numbers of the keeps, shape (N,), with 1 or 2 rerolls left."""
        kept = self.base.keeps(states, rerolls)
        choices = lattice(self.rules.dice, self.rules.faces).choices
        _correct_keeps(rule_tables(self.rules), self.situations, self.weights, choices, states, rerolls, kept)
        return kept

    def fills(self, states: States) -> Integers:
        """Return the numbers of the boxes to fill, shape (N,)."""
        filled = self.base.fills(states)
        _correct_fills(rule_tables(self.rules), self.situations, self.weights, states, filled)
        return filled

    def reweighed(self, weights: Sequence[float] | Floats) -> "Perturbation":
        """Return the strategy with other weights, sharing the tables.

        Raises
        ------
        Refusal
            If there are not 12 finite weights.
        """
        return Perturbation(self.rules, _checked_weights(weights), self.base, self.situations)


def perturbation(rules: Rules, weights: Sequence[float] | Floats = WEIGHTS) -> Perturbation:
    """Return the strategy for one game and 12 weights.

    Raises
    ------
    Refusal
        If there are not 12 finite weights, or the decisions of the second strategy would take more than 1 GiB.
    """
    esperances, dice = toutes_les_esperances(rules), lattice(rules.dice, rules.faces)
    sides = range(1, rules.faces + 1)
    situations = Situations(
        esperances.keeps,
        esperances.groups,
        bonus_in_reach(rules),
        sum(box_bit(rules, box) for box in UPPER),
        sum(box_bit(rules, box) for box in LARGE),
        np.array([UPPER.index(box) + 1 if box in UPPER else 0 for box in rules.boxes]),
        np.array([[keep.count(face) for face in sides] for keep in dice.keeps]),
        np.array([len(keep) for keep in dice.keeps]),
    )
    return Perturbation(rules, _checked_weights(weights), esperances_policy(esperances), situations)


def _checked_weights(weights: Sequence[float] | Floats) -> Floats:
    values = np.array(weights, dtype=np.float64)
    if values.shape != (CORRECTIONS,) or not np.isfinite(values).all():
        raise Refusal(f"there are {CORRECTIONS} weights, finite numbers; got {values.tolist()}")
    return values


@jit
def _size(boxes: int) -> int:
    size = 0
    while boxes:
        boxes &= boxes - 1
        size += 1
    return size


@jit
def _mode(counts: Integers) -> int:
    """Return the place of the largest number, the last of several."""
    best = 0
    for face in range(counts.size):
        if counts[face] >= counts[best]:
            best = face
    return best


@jit
def _correct_keeps(
    tables: RuleTables,
    situations: Situations,
    weights: Floats,
    choices: Integers,
    states: States,
    rerolls: int,
    kept: Integers,
) -> None:
    """Replace the keeps of the games to which a correction applies."""
    counts, large = situations.counts, situations.large
    first_roll = counts.shape[0] - choices.shape[0]
    for game in range(kept.size):
        boxes, lead, flag, roll = states.boxes[game], states.lead[game], states.flag[game], states.roll[game]
        missing = _size(boxes & situations.uppers)
        upper = (
            weights[missing - 1] if missing and missing <= 4 and situations.reach[boxes, states.upper[game]] else 0.0
        )
        few = weights[6] if lead >= GAP else 0.0
        alike, gamble = (weights[8], weights[9]) if lead <= -GAP else (0.0, 0.0)
        if upper == 0 and few == 0 and alike == 0 and gamble == 0:
            continue
        highest, keeps, mode = -np.inf, choices[roll], _mode(counts[first_roll + roll])
        for box in range(situations.faces.size):
            if boxes >> box & 1:
                slope, offset = _rest(tables.yahtzee, situations.groups, flag, boxes, box)
                face, row = situations.faces[box], situations.expectations[flag, rerolls - 1, box]
                on_face = face * upper
                offset += gamble * (large >> box & 1)
                for keep in keeps:
                    value = slope * row[keep] + offset + alike * counts[keep, mode] + few * situations.sizes[keep]
                    if face > 0:
                        value += on_face * counts[keep, face - 1]
                    if value > highest + TIE:
                        highest, kept[game] = value, keep
                    if keep == 0:  # the empty keep is the last; what follows repeats it
                        break


@jit
def _rest(yahtzee: int, groups: Floats, flag: int, boxes: int, box: int) -> tuple[float, float]:
    """Return a and b such that aiming at a box with an expectation of x is worth a x + b, see equation (9)."""
    rest = boxes ^ (1 << box)
    if yahtzee == 1 << box:
        return 1 + (groups[1, rest] - groups[0, rest]) / YAHTZEE, groups[0, rest]
    return 1.0, groups[flag, rest]


@jit
def _correct_fills(
    tables: RuleTables, situations: Situations, weights: Floats, states: States, filled: Integers
) -> None:
    """Replace the boxes of the games to which a correction applies."""
    dice = situations.sizes[-1]
    for game in range(filled.size):
        boxes, lead, flag, roll = states.boxes[game], states.lead[game], states.flag[game], states.roll[game]
        reach = situations.reach[boxes, states.upper[game]]
        if not reach and abs(lead) < GAP:
            continue
        highest = -np.inf
        choices, joker = allowed(tables, boxes, flag, roll)
        for box in range(situations.faces.size):
            if choices >> box & 1:
                points, after = worth(tables, flag, roll, box, joker)
                value = points + situations.groups[after, boxes ^ (1 << box)]
                if reach and situations.faces[box] > 0:
                    excess = tables.gain[box, roll] - situations.faces[box] * (dice - 2)
                    value += weights[4] * tables.gain[box, roll] if excess >= 0 else weights[5] * excess
                if lead >= GAP and points > 0:
                    value += weights[7]
                if lead <= -GAP and situations.large >> box & 1:
                    value += weights[10] if points > 0 else -weights[11]
                if value > highest + TIE:
                    highest, filled[game] = value, box
