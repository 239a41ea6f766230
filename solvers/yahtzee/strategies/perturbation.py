"""Define the report's third strategy: the second strategy with twelve corrections, weighted by α.

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

from solvers.compiled.arrays import Bytes, Floats, Integers
from solvers.compiled.jit import jit
from solvers.invalid_input import InvalidInput
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import Dice
from solvers.yahtzee.rules.rule_tables import allowed, box_bit, rule_tables
from solvers.yahtzee.rules.rules import UPPER, YahtzeeRules, check_rerolls
from solvers.yahtzee.strategies.decision_une import bonus_in_reach
from solvers.yahtzee.strategies.expectations import AS_PRINTED, EsperancesReading, aimed_line
from solvers.yahtzee.strategies.strategy import TIE, Policy, States, check_memory, one_game
from solvers.yahtzee.strategies.toutes_les_esperances import (
    ExpectationTables,
    best_place,
    both_rerolls,
    filled_worth,
    game_of,
    toutes_les_esperances,
)

GAP = 50
LARGE = ("small_straight", "large_straight", "yahtzee")


class Weights(NamedTuple):
    """The weights α of equation (10), each for a correction of a keep with its box, or of a box to fill."""

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
    """At least 50 points ahead: the number of dice kept, if an open combination is then sure (few are thrown again); 1
    if the box filled brings points."""
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


FITTED: Final = Weights(
    one_upper_open=0.306,
    two_uppers_open=0.087,
    three_uppers_open=0.029,
    four_uppers_open=-0.002,
    upper_well_filled=0.071,
    upper_ill_filled=0.059,
    ahead_kept=2.46,
    ahead_scored=-0.38,
    behind_alike=-0.247,
    behind_gamble=-0.857,
    behind_gamble_won=0.5,
    behind_gamble_lost=-2.98,
)
"""Weights, some of many, that in the measured reading come near the figures of section 6.3.2 (docs/yahtzee.md)."""


class Situations(NamedTuple):
    """Tables of what the corrections of Perturbation depend on, for B boxes and K keeps of dice with F faces."""

    game: ExpectationTables
    """The tables from which the decisions of the second strategy are computed."""
    first: Floats
    """Shape (2 · 2^B, K): what every keep is worth to the base with two rerolls left, by joker and open boxes, if it
    averages them; else no row."""
    reach: NDArray[np.bool_]
    """Shape (2^B, cap + 1): whether the bonus is in reach."""
    large: int
    """The boxes of the straights and the Yahtzee, as bits."""
    faces: Integers
    """Shape (B,): the face of an upper box, 0 for the others."""
    counts: Integers
    sizes: Integers
    """Shapes (K, F) and (K,): how many dice of a keep show each face, and how many it has; the last ones, from
    `first_roll` on, are rolls."""
    assured: Integers
    """Shape (K,): the combinations that bring points whatever the other dice show, as bits."""
    first_roll: int


@dataclass(frozen=True, slots=True, eq=False)
class Perturbation:
    """The third strategy of the report; without a correction, or with all weights 0, it plays Toutes_les_esperances."""

    rules: YahtzeeRules
    weights: Weights
    base: Policy
    situations: Situations

    def keeps(self, states: States, rerolls: int) -> Integers:
        """Return the index in `Lattice.keeps` of the dice to keep in N states with 1 or 2 rerolls left: shape (N,)."""
        array = self.base.keeps(states, rerolls)
        _correct_keeps(self.situations, self.weights, states, rerolls, array)
        return array

    def fills(self, states: States) -> Integers:
        """Return the index in `rules.boxes` of the box to fill in N states with no reroll left: shape (N,)."""
        filled = self.base.fills(states)
        _correct_fills(self.situations, self.weights, states, filled)
        return filled

    def reweighed(self, weights: Sequence[float] | Floats) -> "Perturbation":
        """Return the strategy with other weights; the tables are shared."""
        return Perturbation(self.rules, _checked_weights(weights), self.base, self.situations)


def perturbation(
    rules: YahtzeeRules, weights: Sequence[float] | Floats = FOUND, reading: EsperancesReading = AS_PRINTED
) -> Perturbation:
    """Return the strategy for the rules of a game and 12 weights.

    `reading` is the reading of Toutes_les_esperances, which the strategy corrects. If the reading averages the first
    reroll, the strategy aims at the box of the highest correction at this reroll.
    """
    esperances, dice = toutes_les_esperances(rules, reading), lattice(rules.dice, rules.faces)
    sides = range(1, rules.faces + 1)
    contexts = (2 << len(rules.boxes)) * reading.averaged
    check_memory(8 * contexts * len(dice.keeps))
    first = np.empty((contexts, len(dice.keeps)))
    _solve_first(game_of(esperances), np.empty((2, 1, len(dice.rolls)), np.uint8), first)
    # The assured combinations: those that a roll scores, or that a keep has after every further die.
    points, assured = rule_tables(rules).natural, np.zeros(len(dice.keeps), dtype=np.int64)
    for b, box in enumerate(rules.boxes):
        if box not in (*UPPER, "chance"):
            assured[dice.first_roll :] |= (points[b] > 0).astype(np.int64) << b
    for keep in reversed(range(dice.first_roll)):
        assured[keep] = np.bitwise_and.reduce(assured[dice.add[keep]])
    situations = Situations(
        game_of(esperances),
        first,
        bonus_in_reach(rules),
        sum(box_bit(rules, box) for box in LARGE),
        np.array([UPPER.index(box) + 1 if box in UPPER else 0 for box in rules.boxes]),
        np.array([[keep.count(face) for face in sides] for keep in dice.keeps]),
        np.array([len(keep) for keep in dice.keeps]),
        assured,
        dice.first_roll,
    )
    return Perturbation(rules, _checked_weights(weights), esperances.policy, situations)


@jit
def _solve_first(game: ExpectationTables, array: Bytes, first: Floats) -> None:
    for context in range(first.shape[0]):
        boxes = context % game.groups.shape[1]
        both_rerolls(game, context // game.groups.shape[1], boxes, first[context].reshape(-1, 1), array[:, 0])


def _checked_weights(weights: Sequence[float] | Floats) -> Weights:
    """Return the weights as floats; InvalidInput if they are not 12 finite numbers."""
    values = [float(weight) for weight in weights]
    count = len(Weights._fields)
    if len(values) != count or not all(map(isfinite, values)):
        raise InvalidInput(
            "the strategy perturbation needs {corrections} weights, all finite numbers; got {values}",
            corrections=count,
            values=values,
        )
    return Weights(*values)


class _Turn(NamedTuple):
    """One game when dice are kept: the sheet, the most frequent face, and the weights of the corrections that apply."""

    boxes: int
    flag: int
    rerolls: int
    mode: int
    upper: float
    few: float
    alike: float
    gamble: float


@jit
def _turn(situations: Situations, weights: Weights, states: States, game: int, rerolls: int) -> _Turn:
    boxes, lead = states.boxes[game], states.lead[game]
    missing, upper = 0, 0.0
    for box in range(situations.faces.size):
        if boxes >> box & 1 and situations.faces[box] > 0:
            missing += 1
    if missing and missing <= 4 and situations.reach[boxes, states.upper[game]]:
        upper = weights[missing - 1]  # the first four weights, by the number of open upper boxes
    few = weights.ahead_kept if lead >= GAP else 0.0
    alike, gamble = (weights.behind_alike, weights.behind_gamble) if lead <= -GAP else (0.0, 0.0)
    mode, shown = 0, situations.counts[situations.first_roll + states.roll[game]]
    for face in range(shown.size):
        if shown[face] >= shown[mode]:  # of several the highest
            mode = face
    return _Turn(boxes, states.flag[game], rerolls, mode, upper, few, alike, gamble)


@jit
def _keep_values(situations: Situations, turn: _Turn, keeps: Integers, values: Floats) -> None:
    """Write the worth of each of some sets of dice to keep, with the best box to aim at, by equation (10)."""
    game, counts, sizes, assured = situations.game, situations.counts, situations.sizes, situations.assured
    rows, averaged = game.alone[turn.flag, turn.rerolls - 1], game.averaged and turn.rerolls == 2
    keeps = keeps[: np.argmin(keeps) + 1]  # the empty keep is the last; what follows repeats it
    values[:] = -np.inf
    for box in range(situations.faces.size):
        if turn.boxes >> box & 1:
            (slope, offset), row = aimed_line(game.yahtzee, game.groups, turn.flag, turn.boxes, box), rows[box]
            if averaged:
                slope, offset, row = 1.0, 0.0, situations.first[turn.flag * game.groups.shape[1] + turn.boxes]
            offset += turn.gamble * (situations.large >> box & 1)
            face = situations.faces[box]
            for place in range(keeps.size):
                keep = keeps[place]
                worth = slope * row[keep] + offset + turn.upper * face * counts[keep, face - 1]
                values[place] = max(values[place], worth)
    for place in range(keeps.size):
        keep = keeps[place]
        few = turn.few if assured[keep] & turn.boxes else 0.0
        values[place] += few * sizes[keep] + turn.alike * counts[keep, turn.mode]


@jit
def _correct_keeps(situations: Situations, weights: Weights, states: States, rerolls: int, array: Integers) -> None:
    """Replace the keeps of the games to which a correction applies."""
    game = situations.game
    choices = game.moves.choices
    values, places = np.empty(choices.shape[1]), np.arange(choices.shape[1])
    for i in range(array.size):
        turn, roll = _turn(situations, weights, states, i, rerolls), states.roll[i]
        if turn.upper != 0 or turn.few != 0 or turn.alike != 0 or turn.gamble != 0:
            _keep_values(situations, turn, choices[roll], values)
            array[i] = choices[roll, best_place(values, places, game.tried[roll])]


@jit
def _correct_fills(situations: Situations, weights: Weights, states: States, filled: Integers) -> None:
    """Replace the boxes of the games to which a correction applies."""
    game, dice = situations.game, situations.sizes[-1]
    for i in range(filled.size):
        boxes, lead, flag, roll = states.boxes[i], states.lead[i], states.flag[i], states.roll[i]
        reach = situations.reach[boxes, states.upper[i]]
        if not reach and abs(lead) < GAP:
            continue
        highest = -np.inf
        choices, joker = allowed(game.tables, boxes, flag, roll)
        for box in range(situations.faces.size):
            if choices >> box & 1:
                points, rest = filled_worth(game, flag, boxes, roll, box, joker)
                value = points + rest
                if reach and situations.faces[box] > 0:
                    gain, par = game.tables.gain[box, roll], situations.faces[box] * (dice - 2)
                    value += (
                        weights.upper_well_filled * gain if gain >= par else weights.upper_ill_filled * (gain - par)
                    )
                if lead >= GAP and points > 0:
                    value += weights.ahead_scored
                if lead <= -GAP and situations.large >> box & 1:
                    value += weights.behind_gamble_won if points > 0 else -weights.behind_gamble_lost
                if value > highest + TIE:
                    highest, filled[i] = value, box


def best_reroll(
    strategy: Perturbation, position: Position, hand: Iterable[int], rerolls: int, lead: int = 0
) -> tuple[float, tuple[Dice, ...]]:
    """Return the highest value of a keep and the box it aims at, equation (10), and the keeps with it, most dice first.

    The hand has 1 or 2 rerolls left; keeps with values closer than 1e-9 are equal.
    """
    check_rerolls(rerolls, lowest=1)
    states = one_game(strategy, position, hand, lead)
    dice = lattice(position.rules.dice, position.rules.faces)
    numbers = dice.choices[int(states.roll[0])]
    values = np.empty(numbers.size)
    _keep_values(strategy.situations, _turn(strategy.situations, strategy.weights, states, 0, rerolls), numbers, values)
    highest = float(values.max())
    best = (dice.keeps[k] for k, value in zip(numbers, values, strict=True) if value >= highest - TIE)
    return highest, tuple(best)
