"""The games of the exam `dice`, played and solved: all that needs arrays."""

from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

import numpy as np

from answers.exam.question import Solution
from answers.exams.dice.draws import Board, Round, State
from answers.exams.dice.evidence import Outcomes
from answers.kinds.reading import Value, Values
from answers.kinds.tolerance import Tolerance
from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import Game
from solvers.dice_battle.duel import Chances, Duel, duel
from solvers.dice_battle.one_round import handicap_matrix, one_round_matrix
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.sequential_game import SequentialGame
from solvers.dice_battle.simultaneous import SimultaneousGame, simultaneous
from solvers.dice_battle.strategies import Strategy, by_name, everywhere

START: Final = State(0, 0)
SUM: Final = Tolerance(absolute=Fraction(1, 200))
"""How far from 1 the sum of a student's mix may be: that of ten probabilities of three decimals."""


@cache
def sequential_game(board: Board) -> SequentialGame:
    """Return the sequential game of one of the exam's own boards, solved once for all students."""
    return sequential(board.dice, board.target)


@cache
def scoreless_game(board: Board) -> SequentialGame:
    """Return the variant of question 6 on one of the exam's own boards, solved once for all students."""
    return scoreless(board.dice, board.target)


@cache
def simultaneous_game(board: Board) -> SimultaneousGame:
    """Return the simultaneous game of one of the exam's own boards, solved once for all students."""
    return simultaneous(board.dice, board.target)


def chances(game: Game, first: str, second: str, board: Board, state: State = START) -> Chances:
    """Return the exact chances of one strategy against another, both by name, from a state."""
    return _duel(game, first, second, board).chances(*state)


@lru_cache(maxsize=32)
def _duel(game: Game, first: str, second: str, board: Board) -> Duel:
    def player(name: str) -> Strategy:
        return by_name(name, game, board.dice, board.target)

    return duel(game, player(first), player(second))


def always_gain(first: int, second: int, target: int) -> Floats:
    """Return the gain of player 1, who throws first and always `first` dice, against `second` dice, by state."""
    most = max(first, second)
    ours, theirs = (everywhere(np.eye(most)[dice - 1], target) for dice in (first, second))
    return duel("sequential", ours, theirs).gain


def gains_against(mix: tuple[int, ...]) -> Floats:
    """Return the gain of player 1's known mix, in percent, by the number of dice that player 2 answers, less one."""
    return np.array(mix) / 100 @ one_round_matrix(len(mix))


def round_gain(drawn: Round, dice: int) -> float:
    """Return the gain of player 1 in a single round between two strategies; optimal is that of an even round."""
    first, second = (
        by_name("one-round" if name == "optimal" else name, "simultaneous", dice, 1).mix(0, 0)
        for name in (drawn.first, drawn.second)
    )
    return float(first @ handicap_matrix(dice, drawn.ahead) @ second)


def gain(found: Chances) -> Solution:
    """Return the gain of the first player, and the chances that it comes from."""
    return Solution((tidy(found.gain),), (Outcomes(tidy(found.win), tidy(found.draw), tidy(found.loss)),))


def lead(values: Floats) -> float:
    """Return how far the greatest value is from the next one."""
    return float(np.diff(np.sort(values))[-1])


def tidy(value: float) -> float:
    """Return a value to 12 decimals: processors that round products otherwise give the same key."""
    return round(float(value), 12) + 0.0  # the sum turns -0.0 into 0.0


def shares(mix: Floats) -> Values:
    """Return a mix as a key holds it: what is never thrown is an exact 0."""
    return tuple(tidy(share) or 0 for share in mix)


def guarantees(matrix: Floats, value: float, mix: Values, tolerance: Tolerance) -> bool:
    """Say whether a mix of the rows of `matrix` gains `value`, within the tolerance, whatever the opponent throws.

    Its shares must be at least 0 and sum to 1 within `SUM`; they are then scaled to sum to 1.
    """
    written = [_number(share) for share in mix]
    if min(written) < 0 or not SUM.accepts(1, sum(written)):
        return False
    worst = (np.array(written, dtype=np.float64) / float(sum(written)) @ matrix).min()
    return tolerance.accepts(Fraction(value), Fraction(float(worst)))


def _number(value: Value) -> Fraction:
    if isinstance(value, tuple):
        raise TypeError(f"a number was expected, got {value}")
    return Fraction(value)
