"""The games of the exam `dice`, played and solved: all that needs arrays, imported when a question is solved."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, cast

import numpy as np

from answers.exam.question import Solution
from answers.exams.dice.draws import USEFUL, Board, DicePair, Means, Round, State
from answers.exams.dice.evidence import Outcomes
from answers.exams.dice.kinds import number, tidy
from answers.kinds.reading import Values
from answers.kinds.tolerance import Tolerance
from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import Game
from solvers.dice_battle.duel import Chances, Duel, duel
from solvers.dice_battle.expected_points import (
    blind_choice,
    exact_expected_points,
    relaxed_maximiser,
    useful_points,
)
from solvers.dice_battle.one_round import handicap_matrix, one_round, one_round_matrix
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.sequential_game import SequentialGame
from solvers.dice_battle.simultaneous import SimultaneousGame, simultaneous
from solvers.dice_battle.strategies import Strategy, by_name, everywhere, from_choices
from solvers.dice_battle.throws import exact_throw, exact_throw_without_ones, throws
from solvers.matrix_games.small_matrix_game import small_matrix_game

__all__ = [
    "blind_choice", "exact_expected_points", "exact_throw", "exact_throw_without_ones", "handicap_matrix", "one_round",
    "one_round_matrix", "relaxed_maximiser", "sequential", "small_matrix_game", "throws", "useful_points",
]  # fmt: skip
"""What the questions ask of the solvers as it is."""

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


def mirrored_scoreless_gain(board: Board, state: State, other: float) -> float:
    """Return EG at a state of the variant, from that at its mirror image."""
    game, chances = scoreless_game(board), throws(board.dice, ones=0)
    after = -game.gain[state.other, state.own : state.own + chances.shape[1]]
    reached = np.ones(chances.shape[1])
    reached[: len(after)] = after
    reached[0] = -other
    return float((chances @ reached).max())


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


def misread_chances(game: Game, first: str, board: Board, state: State) -> Chances:
    """Return the chances of a strategy against OPT read with the points of player 1 first, though player 2 throws."""
    return _misread_duel(game, first, board).chances(*state)


@lru_cache(maxsize=8)
def _misread_duel(game: Game, first: str, board: Board) -> Duel:
    misread = from_choices(sequential_game(board).choice.T, board.dice)
    return duel(game, by_name(first, game, board.dice, board.target), misread)


def always_gain(first: int, second: int, target: int, *, second_begins: bool = False) -> Floats:
    """Return the gain of player 1, who always throws `first` dice, against `second` dice, by state.

    Player 1 throws first, or else player 2.
    """
    if second_begins:
        return -always_gain(second, first, target).T
    most = max(first, second)
    ours, theirs = (everywhere(np.eye(most)[dice - 1], target) for dice in (first, second))
    return duel("sequential", ours, theirs).gain


def gains_against(mix: tuple[int, ...]) -> Floats:
    """Return the gain of player 1's known mix, in percent, by the number of dice that player 2 answers, less one."""
    return np.array(mix) / 100 @ one_round_matrix(len(mix))


def round_gain(drawn: Round, dice: int, *, even: bool = True) -> float:
    """Return the gain of player 1 in a single round between two strategies.

    "Optimal" is what is so in an even round, with nobody ahead; otherwise in this one.
    """
    matrix = handicap_matrix(dice, drawn.ahead)
    solved = small_matrix_game(one_round_matrix(dice) if even else matrix)
    first, second = (
        best if name == "optimal" else by_name(name, "simultaneous", dice, 1).mix(0, 0)
        for name, best in ((drawn.first, solved.row), (drawn.second, solved.row if even else solved.column))
    )
    return float(first @ matrix @ second)


def draw_chance(pair: DicePair) -> float:
    """Return the chance that two numbers of dice score as much."""
    points = throws(max(pair))
    return float(points[pair.first - 1] @ points[pair.second - 1])


def useful_without_ones(means: Means) -> Floats:
    """Return the mean of useful points by number of dice, nothing counted for a throw with a 1."""
    through = ((means.faces - 1) / means.faces) ** np.arange(1, USEFUL + 1)
    without: Floats = useful_points(USEFUL, means.missing, means.faces) - (1 - through)
    return without


def greatest(values: Floats) -> Values:
    """Return the number of dice whose value is the greatest, and that value."""
    return int(values.argmax()) + 1, tidy(values.max())


def best_single(matrix: Floats) -> Floats:
    """Return the row that guarantees most, as a mix: the first of several."""
    return cast("Floats", np.eye(len(matrix))[matrix.min(axis=1).argmax()])


def gain(match: Chances) -> Solution:
    """Return the gain of the first player, and the chances that it comes from."""
    return Solution((tidy(match.gain),), (Outcomes(tidy(match.win), tidy(match.draw), tidy(match.loss)),))


def lead(values: Floats) -> float:
    """Return how far the greatest value is from the next one."""
    return float(np.diff(np.sort(values))[-1])


def shares(mix: Floats) -> Values:
    """Return a mix as a key holds it: what is never thrown is an exact 0."""
    return tuple(tidy(share) or 0 for share in mix)


def guarantees(matrix: Floats, value: float, mix: Values, tolerance: Tolerance) -> bool:
    """Say whether a mix of the rows of `matrix` gains `value`, within the tolerance, whatever the opponent throws.

    Its shares must be at least 0 and sum to 1 within `SUM`; they are then scaled to sum to 1.
    """
    written = [number(share) for share in mix]
    if min(written) < 0 or not SUM.accepts(1, sum(written)):
        return False
    worst = (np.array(written, dtype=np.float64) / float(sum(written)) @ matrix).min()
    return tolerance.accepts(Fraction(value), Fraction(float(worst)))


def compared(game: SequentialGame, state: State) -> Mapping[str, object]:
    """The gain of each number of dice at a state, and how far the best is from the next best."""
    gains = np.sort(game.choice_gains(*state))
    return {"state": tuple(state), "gains": game.choice_gains(*state).tolist(), "margin": float(gains[-1] - gains[-2])}


def certificate(matrix: Floats) -> Mapping[str, object]:
    """A matrix game with optimal mixes of both players, and what each of them leaves the other."""
    solved = small_matrix_game(matrix)
    return {
        "matrix": matrix.tolist(),
        "row": solved.row.tolist(),
        "column": solved.column.tolist(),
        "against_row": (solved.row @ matrix).tolist(),
        "against_column": (matrix @ solved.column).tolist(),
        "value": solved.value,
    }
