"""Dice Battle, report of a MOGPL project: the figures that it prints, and its plots."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import numpy as np

from answers.exam.document import Computed, Document
from answers.exams.dice.draws import REPORT, Board
from answers.exams.dice.games import chances
from answers.exams.dice.plots import LONGEST, MOST_DICE, PLOTS, gain_by_dice, gain_by_target
from answers.kinds.reading import Value
from solvers.dice_battle.checks import Game
from solvers.dice_battle.duel import Chances, duel
from solvers.dice_battle.expected_points import exact_expected_points, relaxed_maximiser
from solvers.dice_battle.one_round import exact_one_round_matrix, one_round
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import blind, everywhere, one_round_optimum, simultaneous_optimum

DICE, TARGET = REPORT.dice, REPORT.target
HOPELESS: Final = 40
FAR: Final = 40
"""Points below which nobody reaches 100 in a throw of ten dice, and a lead that is large."""
NAMES: Final = ("blind", "optimal", "random")


def computed() -> Mapping[str, Value]:
    """Return every figure of the report, by its name in `fixtures/dice/printed.json`."""
    parts = (
        _points(),
        _two_points(),
        _one_round(),
        _mixes(),
        _duels(),
        _one_round_optimum(),
        _boards(),
        _last_table(),
        _claims(),
    )
    return {name: _tidy(value) for part in parts for name, value in part}


def _tidy(value: Value) -> Value:
    """A float without the noise of the last digits, which would show where the value is 0."""
    return round(value, 12) + 0.0 if isinstance(value, float) else value


def _points() -> Iterator[Computed]:
    yield "d*", relaxed_maximiser()
    yield "EP(5)", exact_expected_points(5)
    yield "EP(6)", exact_expected_points(6)


def _two_points() -> Iterator[Computed]:
    """To 2 points: player 1 wins by a first throw without a 1, or after two throws with a 1."""
    for dice in (3, 1):
        without = Fraction(5, 6) ** dice
        win = without + (1 - without) * Fraction(1, 6)
        yield f"{dice} v 1: P(G = 1)", win
        yield f"{dice} v 1: P(G = -1)", 1 - win
        yield f"{dice} v 1: E(G)", 2 * win - 1


def _one_round() -> Iterator[Computed]:
    for first, row in enumerate(exact_one_round_matrix(3), start=1):
        for second, gain in enumerate(row, start=1):
            yield f"EG1({first}, {second})", gain


def _mixes() -> Iterator[Computed]:
    """Table 2; from 5 dice up the optimal mix is the only one."""
    for dice in range(2, 7):
        for number, chance in enumerate(one_round(dice).mix, start=1):
            yield f"table 2: D = {dice}, p({number})", float(chance)


def _duels() -> Iterator[Computed]:
    for first in NAMES:
        for second in NAMES:
            yield f"table 1: {first} v {second}", _chances("sequential", first, second, TARGET).gain
            yield f"table 3: {first} v {second}", _chances("simultaneous", first, second, 1).gain
    yield f"figure 1b: N = {LONGEST}", float(gain_by_target()[-1])


def _one_round_optimum() -> Iterator[Computed]:
    chances = _chances("simultaneous", "one-round", "blind", TARGET)
    yield from (("one-round v blind: draws", chances.draw), ("one-round v blind: wins", chances.win))
    yield "one-round v blind: losses", chances.loss


def _boards() -> Iterator[Computed]:
    board = simultaneous(DICE, TARGET).board
    yield "max |EG1 + EG1ᵀ|", float(np.abs(board + board.T).max())


def _last_table() -> Iterator[Computed]:
    """Table 4 for the N that it says and for the N = 1 that it is."""
    for target in (1, TARGET):
        for name in ("blind", "random", "sequential", "optimal"):
            yield f"table 4: {name}, N = {target}", _chances("simultaneous", "optimal", name, target).gain
    six = everywhere(np.eye(DICE)[5], 1)
    yield (
        "table 4: sequential by 6 dice, N = 1",
        duel("simultaneous", simultaneous_optimum(DICE, 1), six).chances().gain,
    )


def _claims() -> Iterator[Computed]:
    """What the report says in words of its figures 1 to 3, of a matrix and of table 2, 1 if it holds."""
    yield "figure 1a: more dice, more gain", int(bool((np.diff(gain_by_dice()) > 0).all()))
    yield "figure 1b: more points, less gain", int(bool((np.diff(gain_by_target()) <= 0).all()))
    game = sequential(DICE, TARGET)
    yield "EG1: antisymmetric for the sum 0", int(np.allclose(game.gain, -game.gain.T))
    blank_rows, blank_columns = np.nonzero(np.isnan(game.board()))
    yield "figure 2: blank at the lower left", int(min(blank_rows) >= TARGET and max(blank_columns) < TARGET)
    diagonal = np.diagonal(game.gain)
    yield "figure 2: EG(i, i) > 0", int(bool((diagonal > 0).all()))
    yield "figure 2: EG(i, i) increases", int(bool((np.diff(diagonal) > 0).all()))
    hopeless = game.gain[:, TARGET - 1] == -1
    yield "figure 2: no chance against 99", int(bool(hopeless[:HOPELESS].all() and not hopeless[HOPELESS:].any()))
    lead = np.subtract.outer(np.arange(TARGET), np.arange(TARGET))
    ahead, behind = (float(game.choice[far].mean()) for far in (lead >= FAR, lead <= -FAR))
    yield "figure 2: more dice when behind", int(ahead < behind)
    mixes = [one_round(dice).mix for dice in range(5, MOST_DICE + 1)]
    yield "table 2: the same mix from D = 5", int(all(np.allclose(mix[:5], mixes[0]) for mix in mixes))
    for dice in (5, 6):
        outcome = duel("simultaneous", one_round_optimum(dice, 1), blind(dice, 1)).chances()
        yield f"figure 3: draws lead at D = {dice}", int(outcome.draw > max(outcome.win, outcome.loss))


def _chances(game: Game, first: str, second: str, target: int) -> Chances:
    return chances(game, first, second, Board(DICE, target))


DOCUMENT = Document(computed, PLOTS)
