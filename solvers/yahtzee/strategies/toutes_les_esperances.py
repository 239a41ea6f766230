"""Compute the report's second strategy: the greatest expected points of each choice, and the decisions that reach them.

With rerolls left, the strategy chooses the keep that maximises equation (9), in the form of the `EsperancesReading`.
Without, it fills the box that maximises its points plus E_global of the others; where the rules of the joker restrict
the choice, the best of the allowed boxes.

Source: the Yahtzee report, sections 4.5 to 4.7, equation (9), E_global and `decision_espérance`.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from solvers.compiled.arrays import Bytes, Floats, Integers
from solvers.compiled.jit import jit
from solvers.yahtzee.rules.lattice import Moves, average_down, lattice
from solvers.yahtzee.rules.rule_tables import RuleTables, allowed, rule_tables, worth
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.expectations import (
    AS_PRINTED,
    EsperancesReading,
    Expectations,
    YahtzeeBox,
    aimed_line,
    box_expectations,
    credited,
    points_alone,
    tried,
)
from solvers.yahtzee.strategies.strategy import TIE, Decisions, Policy


class ExpectationTables(NamedTuple):
    """The input of the decisions: arrays of `Expectations`, the order of the keeps, and the options of the reading."""

    tables: RuleTables
    moves: Moves
    yahtzee: YahtzeeBox
    alone: Floats
    boxes: Floats
    groups: Floats
    tried: Integers
    averaged: bool
    credit: bool
    rerolls: int


class _Aims(NamedTuple):
    boxes: Floats
    values: Floats


@lru_cache(maxsize=2)
def toutes_les_esperances(rules: YahtzeeRules, reading: EsperancesReading = AS_PRINTED) -> Expectations:
    """Return the expected points of each box, and of each group of open boxes, by which Toutes_les_esperances decides.

    `reading` says how places of the report that can be understood in two ways are understood.
    """
    dice, sets = lattice(rules.dice, rules.faces), 1 << len(rules.boxes)
    contexts = np.arange(2 * sets, dtype=np.int32).reshape(2, -1, 1)
    policy = Policy.blank(rules, np.repeat(contexts, rules.cap + 1, axis=2), 2 * sets)
    points = np.stack([points_alone(rules, joker=joker, full=reading.full_joker) for joker in (False, True)])
    alone, boxes = box_expectations(rules, points)
    expectations = Expectations(rules, reading, alone, boxes, np.zeros((2, sets)), policy)
    # The place of the first of the best keeps of every roll for every box alone: shape (2, 2, B, R).
    order = tried(rules, reading)
    keeps = np.take_along_axis(dice.choices, order, axis=1)
    first = np.argmax(alone[..., keeps] >= boxes[:, 1:, :, :, None] - TIE, axis=4)
    places = np.asarray(order[np.arange(len(order)), first], dtype=np.uint8)
    _solve(game_of(expectations), places, (policy.kept, policy.filled))
    return expectations


def game_of(expectations: Expectations) -> ExpectationTables:
    """Return the arrays and options of `expectations` that the compiled functions read."""
    rules, reading = expectations.rules, expectations.reading
    return ExpectationTables(
        rule_tables(rules),
        lattice(rules.dice, rules.faces).moves,
        credited(rules, reading),
        expectations.alone,
        expectations.boxes,
        expectations.groups,
        tried(rules, reading),
        reading.averaged,
        reading.credit,
        rules.rerolls,
    )


@jit
def _solve(game: ExpectationTables, places: Bytes, decisions: Decisions) -> None:
    """Write the expected points of every group of boxes (E_global) and the decisions; context `joker` · 2^B + boxes."""
    (array, filled), groups = decisions, game.groups
    sets, rolls, yahtzee = groups.shape[1], filled.shape[1], game.tables.yahtzee
    chances = game.moves.ways / np.sum(game.moves.ways)
    aims, rows = _Aims(np.zeros(rolls), np.empty(rolls)), np.zeros((game.alone.shape[3], 1))
    for boxes in range(1, sets):
        for joker in range(2):
            context = joker * sets + boxes
            if joker and boxes & yahtzee:
                # An open Yahtzee box means no joker: the report stores the same numbers twice.
                groups[1, boxes], filled[context] = groups[0, boxes], filled[boxes]
                array[:, context] = array[:, boxes]
                continue
            _fill(game, joker, boxes, aims, filled[context])
            if game.averaged:
                groups[joker, boxes] = both_rerolls(game, joker, boxes, rows, array[:, context])
                continue
            for again in range(2):
                _aim(game.yahtzee, game.boxes[joker, again + 1], groups, joker, boxes, aims)
                for roll in range(rolls):
                    array[again, context, roll] = places[joker, again, int(aims.boxes[roll]), roll]
                if again < game.rerolls:
                    groups[joker, boxes] = np.sum(chances * aims.values)


@jit
def _aim(yahtzee: YahtzeeBox, best: Floats, groups: Floats, joker: int, boxes: int, aims: _Aims) -> None:
    """Write for every roll the box that maximises equation (9), and the maximum; `best` has shape (B, R)."""
    aims.values[:] = -1.0
    for box in range(best.shape[0]):
        if boxes >> box & 1:
            slope, offset = aimed_line(yahtzee, groups, joker, boxes, box)
            _take_better(best[box], slope, offset, float(box), aims.values, aims.boxes)


@jit
def _take_better(row: Floats, slope: float, offset: float, name: float, best: Floats, chosen: Floats) -> None:
    """Write slope · row + offset where it is larger; the selections of one type run on several rolls at a time."""
    for roll in range(best.size):
        a, b, other = slope * row[roll] + offset, best[roll], chosen[roll]
        better = a > b + TIE
        best[roll] = a if better else b
        chosen[roll] = name if better else other


@jit
def _fill(game: ExpectationTables, joker: int, boxes: int, aims: _Aims, filled: Bytes) -> None:
    """Write for every roll the box that maximises its points plus the expectation of the others."""
    tables = game.tables
    _aim(YahtzeeBox(0, 1), game.boxes[joker, 0], game.groups, joker, boxes, aims)
    for roll in range(filled.size):
        filled[roll] = int(aims.boxes[roll])
        if tables.face[roll] >= 0:  # only a Yahtzee can be a joker or change the flag
            highest, (choices, as_joker) = -1.0, allowed(tables, boxes, joker, roll)
            for box in range(tables.natural.shape[0]):
                if choices >> box & 1:
                    points, rest = filled_worth(game, joker, boxes, roll, box, as_joker)
                    if points + rest > highest + TIE:
                        highest, filled[roll] = points + rest, box


@jit
def filled_worth(
    game: ExpectationTables,
    joker: int,
    boxes: int,
    roll: int,
    box: int,
    as_joker: bool,  # noqa: FBT001
) -> tuple[float, float]:
    """Return the points of a roll in a box, and the expected points of the other open boxes: section 4.7."""
    points, after = game.boxes[joker, 0, box, roll], joker
    if game.credit:
        earned, after = worth(game.tables, joker, roll, box, as_joker)
        points = float(earned)
    return points, game.groups[after, boxes ^ (1 << box)]


@jit
def both_rerolls(game: ExpectationTables, joker: int, boxes: int, rows: Floats, array: Bytes) -> float:
    """Write into `rows`, shape (K, 1), the worth of every keep with two rerolls left, and return E_global.

    This worth is the mean of the best worths after the keep. E_global is the expected points of the open boxes `boxes`.
    The best keeps with one and with two rerolls left are written into `array`, shape (2, R).
    """
    add, ways, choices = game.moves
    best, expected = np.empty(ways.size), 0.0
    rows[:] = -1.0  # with one reroll left, equation (9)
    for box in range(game.alone.shape[2]):
        if boxes >> box & 1:
            slope, offset = aimed_line(game.yahtzee, game.groups, joker, boxes, box)
            alone = game.alone[joker, 0, box]
            for keep in range(rows.shape[0]):
                rows[keep, 0] = max(rows[keep, 0], slope * alone[keep] + offset)
    for again in range(2):
        if again:
            rows[add.shape[0] :, 0] = best
            average_down(add, rows)
        for roll in range(best.size):
            place = best_place(rows[:, 0], choices[roll], game.tried[roll])
            array[again, roll], best[roll] = place, rows[choices[roll, place], 0]
        if again < game.rerolls:
            expected = np.sum(ways * best) / np.sum(ways)
    return float(expected)


@jit
def best_place(worths: Floats, keeps: Integers, places: Integers) -> int:
    """Return the place in `places` of the keep of greatest worth; of equal keeps, the first in this order."""
    best = places[0]
    for place in places:
        if worths[keeps[place]] > worths[keeps[best]] + TIE:
            best = place
    return int(best)
