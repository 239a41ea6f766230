"""The report's third strategy: the second one with twelve corrections, weighed by α.

A decision is a keep and the box it aims at, or a box to fill. It is worth its expectation in Toutes_les_esperances plus
Σ αᵢ fᵢ. Points ahead and behind count the boxes filled so far, extra Yahtzees included and the upper bonus apart.

Source: the Yahtzee report, section 6.1, equation (10) over equation (9). The text describes the fᵢ in words; the
formulas, those of `Weights`, are ours.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import Floats, Integers
from solvers.compiled.jit import jit
from solvers.refusal import Refusal
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, box_bit, rule_tables, worth
from solvers.yahtzee.rules.rules import UPPER, Rules, check_rerolls
from solvers.yahtzee.strategies.decision_une import bonus_in_reach
from solvers.yahtzee.strategies.expectations import YahtzeeBox, aimed_line, credited
from solvers.yahtzee.strategies.strategy import TIE, Policy, States, one_game
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances

GAP = 50
LARGE = ("small_straight", "large_straight", "yahtzee")


class Weights(NamedTuple):
    """The α of equation (10), each for a correction f of one decision.

    A decision is a keep and the box it aims at, or a box to fill.
    """

    one_upper_open: float = 0.0
    two_uppers_open: float = 0.0
    three_uppers_open: float = 0.0
    four_uppers_open: float = 0.0
    """Bonus in reach (see `decision_une`), so many upper boxes open, dice to keep: the points of the kept dice in the
    upper box that is aimed at."""
    upper_well_filled: float = 0.0
    upper_ill_filled: float = 0.0
    """Bonus in reach, box to fill: the points of an upper box that takes all dice but two, or more; how many points one
    misses of all dice but two (a negative number)."""
    ahead_kept: float = 0.0
    ahead_scored: float = 0.0
    """At least 50 points ahead: the number of dice kept (few are thrown again); 1 if the box filled brings points."""
    behind_alike: float = 0.0
    behind_gamble: float = 0.0
    """At least 50 points behind, dice to keep: how many show the face that the hand shows most often (the highest
    such); 1 if they aim at a straight or a Yahtzee."""
    behind_gamble_won: float = 0.0
    behind_gamble_lost: float = 0.0
    """At least 50 points behind, box to fill: 1 if a straight or a Yahtzee is filled with points; -1 if with 0."""


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


class Situations(NamedTuple):
    """What the corrections need to know, for B boxes, K keeps of dice with F faces."""

    expectations: Floats
    groups: Floats
    """`Expectations.alone` and `groups`."""
    reach: NDArray[np.bool_]
    """Shape (2^B, cap + 1): whether the bonus is in reach."""
    uppers: int
    large: int
    """The upper boxes, the straights and the Yahtzee, as bits."""
    yahtzee: YahtzeeBox
    """What `aimed_line` is told."""
    faces: Integers
    """Shape (B,): the face of an upper box, 0 for the others."""
    counts: Integers
    sizes: Integers
    """Shapes (K, F) and (K,): how many dice of a keep show each face, and how many it has; the last ones, from
    `first_roll` on, are rolls."""
    first_roll: int


@dataclass(frozen=True, slots=True, eq=False)
class Perturbation:
    """The strategy; where no correction applies, or with all weights 0, it is its base, Toutes_les_esperances."""

    rules: Rules
    weights: Weights
    base: Policy
    situations: Situations

    def keeps(self, states: States, rerolls: int) -> Integers:
        """Return the numbers of the keeps, shape (N,), with 1 or 2 rerolls left."""
        kept = self.base.keeps(states, rerolls)
        choices = lattice(self.rules.dice, self.rules.faces).choices
        _correct_keeps(self.situations, self.weights, choices, states, rerolls, kept)
        return kept

    def fills(self, states: States) -> Integers:
        """Return the numbers of the boxes to fill, shape (N,)."""
        filled = self.base.fills(states)
        _correct_fills(rule_tables(self.rules), self.situations, self.weights, states, filled)
        return filled

    def reweighed(self, weights: Sequence[float] | Floats) -> "Perturbation":
        """Return the strategy with other weights, sharing the tables."""
        return Perturbation(self.rules, _checked_weights(weights), self.base, self.situations)


def perturbation(rules: Rules, weights: Sequence[float] | Floats = FOUND) -> Perturbation:
    """Return the strategy for one game and 12 weights."""
    esperances, dice = toutes_les_esperances(rules), lattice(rules.dice, rules.faces)
    sides = range(1, rules.faces + 1)
    situations = Situations(
        esperances.alone,
        esperances.groups,
        bonus_in_reach(rules),
        sum(box_bit(rules, box) for box in UPPER),
        sum(box_bit(rules, box) for box in LARGE),
        credited(rules, esperances.reading),
        np.array([UPPER.index(box) + 1 if box in UPPER else 0 for box in rules.boxes]),
        np.array([[keep.count(face) for face in sides] for keep in dice.keeps]),
        np.array([len(keep) for keep in dice.keeps]),
        dice.first_roll,
    )
    return Perturbation(rules, _checked_weights(weights), esperances_policy(esperances), situations)


def _checked_weights(weights: Sequence[float] | Floats) -> Weights:
    values = [float(weight) for weight in weights]
    count = len(Weights._fields)
    if len(values) != count or not all(map(isfinite, values)):
        raise Refusal(
            "there are {corrections} weights, finite numbers; got {values}",
            corrections=count,
            values=values,
        )
    return Weights(*values)


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


class _Turn(NamedTuple):
    """One game when dice are kept: the sheet, the most frequent face, and the weights of the corrections that apply."""

    boxes: int
    flag: int
    again: int
    mode: int
    upper: float
    few: float
    alike: float
    gamble: float


@jit
def _turn(situations: Situations, weights: Weights, states: States, game: int, rerolls: int) -> _Turn:
    """Return one of the games, seen by the corrections."""
    boxes, lead = states.boxes[game], states.lead[game]
    missing, upper = _size(boxes & situations.uppers), 0.0
    if missing and missing <= 4 and situations.reach[boxes, states.upper[game]]:
        upper = weights[missing - 1]  # the first four weights, by the number of open upper boxes
    few = weights.ahead_kept if lead >= GAP else 0.0
    alike, gamble = (weights.behind_alike, weights.behind_gamble) if lead <= -GAP else (0.0, 0.0)
    mode = _mode(situations.counts[situations.first_roll + states.roll[game]]) if alike != 0 else 0
    return _Turn(boxes, states.flag[game], rerolls - 1, mode, upper, few, alike, gamble)


@jit
def _aim_values(situations: Situations, turn: _Turn, box: int, keeps: Integers, values: Floats) -> int:
    """Write what keeps are worth that aim at a box, equation (10); return their number."""
    counts, sizes, face = situations.counts, situations.sizes, situations.faces[box]
    slope, offset = aimed_line(situations.yahtzee, situations.groups, turn.flag, turn.boxes, box)
    offset += turn.gamble * (situations.large >> box & 1)
    row, on_face = situations.expectations[turn.flag, turn.again, box], face * turn.upper
    for place in range(keeps.size):
        keep = keeps[place]
        value = slope * row[keep] + offset + turn.alike * counts[keep, turn.mode] + turn.few * sizes[keep]
        values[place] = value + on_face * counts[keep, face - 1] if face > 0 else value
        if keep == 0:  # the empty keep is the last; what follows repeats it
            return place + 1
    return keeps.size


@jit
def _correct_keeps(
    situations: Situations, weights: Weights, choices: Integers, states: States, rerolls: int, kept: Integers
) -> None:
    """Replace the keeps of the games to which a correction applies."""
    values = np.empty(choices.shape[1])
    for game in range(kept.size):
        turn = _turn(situations, weights, states, game, rerolls)
        if turn.upper == 0 and turn.few == 0 and turn.alike == 0 and turn.gamble == 0:
            continue
        highest, keeps = -np.inf, choices[states.roll[game]]
        for box in range(situations.faces.size):
            if turn.boxes >> box & 1:
                for place in range(_aim_values(situations, turn, box, keeps, values)):
                    if values[place] > highest + TIE:
                        highest, kept[game] = values[place], keeps[place]


@jit
def keep_values(situations: Situations, weights: Weights, keeps: Integers, states: States, rerolls: int) -> Floats:
    """Return what the keeps of one game are worth, each with the box that suits it best, equation (10)."""
    best, values = np.full(keeps.size, -np.inf), np.full(keeps.size, -np.inf)
    turn = _turn(situations, weights, states, 0, rerolls)
    for box in range(situations.faces.size):
        if turn.boxes >> box & 1:
            count = _aim_values(situations, turn, box, keeps, values)
            best[:count] = np.maximum(best[:count], values[:count])
    return best


@jit
def _upper_correction(weights: Weights, gain: int, par: int) -> float:
    """Return the correction for an upper box that gains so many points, of which `par` are expected."""
    return weights.upper_well_filled * gain if gain >= par else weights.upper_ill_filled * (gain - par)


@jit
def _lead_correction(weights: Weights, lead: int, points: int, large: int) -> float:
    """Return the correction for a box that brings points, or a large one, far ahead or far behind."""
    if lead >= GAP:
        return weights.ahead_scored if points > 0 else 0.0
    if lead <= -GAP and large:
        return weights.behind_gamble_won if points > 0 else -weights.behind_gamble_lost
    return 0.0


@jit
def _correct_fills(
    tables: RuleTables, situations: Situations, weights: Weights, states: States, filled: Integers
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
                    value += _upper_correction(weights, tables.gain[box, roll], situations.faces[box] * (dice - 2))
                value += _lead_correction(weights, lead, points, situations.large >> box & 1)
                if value > highest + TIE:
                    highest, filled[game] = value, box


@dataclass(frozen=True, slots=True)
class BestReroll:
    """The maximum of equation (10) over keeps and boxes, and every keep that reaches it, the most dice first."""

    value: float
    keeps: tuple[Dice, ...]


def best_reroll(
    strategy: Perturbation, position: Position, hand: Iterable[int], rerolls: int, lead: int = 0
) -> BestReroll:
    """Return the best keeps of a hand, with 1 or 2 rerolls left; values closer than 1e-9 are equal."""
    check_rerolls(rerolls, lowest=1)
    states = one_game(strategy, position, hand, lead)
    dice = lattice(position.rules.dice, position.rules.faces)
    numbers = dice.choices[int(states.roll[0])]
    values = keep_values(strategy.situations, strategy.weights, numbers, states, rerolls)
    highest = float(values.max())
    best = (dice.keeps[k] for k, value in zip(numbers, values, strict=True) if value >= highest - TIE)
    return BestReroll(highest, tuple(best))
