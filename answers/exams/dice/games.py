"""Games of the exam `dice`, solved with arrays; this module is imported when a question is solved."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from answers.exam.question import DECIMALS, Solution, rounded
from answers.exams.dice.draws import REPORT, USEFUL, DiceBoard, DicePair, DiceState, LastRound, Means, Round
from answers.exams.dice.kinds import Outcomes
from answers.exams.dice.misconceptions import RULES, DiceRules
from answers.kinds.parsing import Values, number
from answers.kinds.tolerance import Tolerance
from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import FACES, DiceVariant
from solvers.dice_battle.duel import Chances, Duel, duel
from solvers.dice_battle.one_round import one_round_matrix
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import SequentialGame, sequential
from solvers.dice_battle.simultaneous import SimultaneousGame, simultaneous
from solvers.dice_battle.strategies import DiceStrategy, everywhere, from_choices, from_mixes
from solvers.dice_battle.throws import (
    exact_expected_points,
    exact_throw,
    exact_throw_without_ones,
    relaxed_maximiser,
    throws,
    useful_points,
)
from solvers.matrix_games.small_matrix_game import small_matrix_game

__all__ = [
    "exact_expected_points", "exact_throw", "exact_throw_without_ones", "relaxed_maximiser", "small_matrix_game",
    "throws",
]  # fmt: skip
"""Functions of the solvers that the questions use unchanged."""

START: Final = DiceState(0, 0)
Totals: TypeAlias = NDArray[np.int64]
SUM: Final = Tolerance(absolute=Fraction(1, 200))
"""Largest distance from 1 of the sum of a student's mix: ten probabilities rounded to three decimals."""


@lru_cache(maxsize=256)
def points(rules: DiceRules, dice: int, faces: int = FACES, ones: int = 1) -> Floats:
    """Return the probabilities of all scores of 1 … `dice` dice under the rules of a scenario.

    The shape is (dice, faces · dice + 1): row d - 1 is for d dice. `ones` is the score of a throw in which a die shows
    1.
    """
    if rules == replace(RULES, level=rules.level, past_is_level=rules.past_is_level):
        return throws(dice, faces, ones)
    low, left_out = rules.summed
    high = faces - rules.faces_off - left_out
    table, sums = np.zeros((dice, faces * dice + 1)), np.ones(1)
    for row, d in zip(table, range(1, dice + 1), strict=True):
        sums = np.convolve(sums, np.arange(high + 1) >= low) / (high + 1 - low)
        through = rules.without_a_one(d, faces)
        row[: len(sums)] = through * sums
        row[ones] += 1 - through
    return table


def ended(rules: DiceRules, board: DiceBoard) -> Floats:
    """Return 1 for a win of player 1, -1 for a loss and what `rules` say for a draw, by the final points of both."""
    totals = np.arange(board.target + FACES * board.dice)
    return _gains(rules, totals, totals, board.target)


def _gains(rules: DiceRules, ours: Totals, theirs: Totals, target: int) -> Floats:
    """Return the gain of player 1 for all pairs of final points of player 1 (rows) and player 2 (columns)."""
    more = ours[:, np.newaxis] - theirs
    gains = np.where(more == 0, rules.level, np.sign(more)).astype(np.float64)
    if rules.past_is_level:
        gains[np.logical_and.outer(ours >= target, theirs >= target)] = 0
    return gains


@lru_cache(maxsize=16)
def sequential_game(board: DiceBoard, rules: DiceRules = RULES) -> SequentialGame:
    """Return the solved sequential game on a board under some rules. The result is cached."""
    return sequential(board.dice, board.target, points(rules, board.dice))


@lru_cache(maxsize=16)
def scoreless_game(board: DiceBoard, rules: DiceRules = RULES) -> SequentialGame:
    """Return the solved variant of question 6, in which a throw with a 1 scores nothing. The result is cached."""
    return scoreless(board.dice, board.target, points(rules, board.dice, ones=0))


def mirrored_scoreless_gain(state: DiceState, mirrored_gain: float) -> float:
    """Return the gain at a state in the variant of question 6, from that at the state with the points exchanged."""
    game, chances = scoreless_game(REPORT), throws(REPORT.dice, ones=0)
    after = -game.gain[state.other, state.own : state.own + chances.shape[1]]
    reached = np.ones(chances.shape[1])
    reached[: len(after)] = after
    reached[0] = -mirrored_gain
    return float((chances @ reached).max())


@lru_cache(maxsize=32)
def simultaneous_game(board: DiceBoard, rules: DiceRules = RULES) -> SimultaneousGame:
    """Return the solved simultaneous game on a board under some rules. The result is cached."""
    return simultaneous(board.dice, board.target, points(rules, board.dice), ended(rules, board))


def blind_choice(dice: int, faces: int = FACES, rules: DiceRules = RULES) -> int:
    """Return the number of dice, at most `dice`, of greatest mean score; a blind player always throws this number."""
    return int(mean_points(rules, dice, faces).argmax()) + 1


def mean_points(rules: DiceRules, dice: int, faces: int) -> Floats:
    """Return the mean scores of throws of 1 … `dice` dice with `faces` faces, under the rules of a scenario."""
    chances = points(rules, dice, faces)
    return chances @ np.arange(chances.shape[1])


@lru_cache(maxsize=64)
def strategy(name: str, game: DiceVariant, board: DiceBoard, rules: DiceRules = RULES) -> DiceStrategy:
    """Return, for each state, the dice that the strategy called `name` throws.

    Names are "one-round", "random", "blind", "optimal" and "sequential". "optimal" is the optimal strategy of `game`,
    and "sequential" is the optimal strategy of the sequential game.
    """
    dice, target = board.dice, board.target
    if name == "one-round":
        return everywhere(even_mix(dice, rules), target)
    if name == "random":
        return everywhere(np.full(dice, 1 / dice), target)
    if name == "blind":
        return everywhere(np.eye(dice)[blind_choice(dice, rules=rules) - 1], target)
    if name == "optimal" and game == "simultaneous":
        return from_mixes(simultaneous_game(board, rules).mixes)
    return from_choices(sequential_game(board, rules).choice, dice)


def chances(
    game: DiceVariant, first: str, second: str, board: DiceBoard, state: DiceState = START, rules: DiceRules = RULES
) -> Chances:
    """Return the exact chances that player 1 wins, draws and loses from a state, by the names of both strategies."""
    return _duel(game, first, second, board, rules).chances(*state)


@lru_cache(maxsize=32)
def _duel(game: DiceVariant, first: str, second: str, board: DiceBoard, rules: DiceRules) -> Duel:
    """Return the exact chances between two named strategies from every state. The result is cached."""
    ours, theirs = (strategy(name, game, board, rules) for name in (first, second))
    return duel(game, ours, theirs, points(rules, board.dice), ended(rules, board))


def misread_opt_chances(game: DiceVariant, first: str, state: DiceState) -> Chances:
    """Return the chances of `first` against a player 2 who looks up OPT(i, j) with i the points of player 1."""
    return _misread_duel(game, first).chances(*state)


@lru_cache(maxsize=8)
def _misread_duel(game: DiceVariant, first: str) -> Duel:
    """Return the chances of strategy `first` against a player 2 who misreads the table of best numbers of dice."""
    misread = from_choices(sequential_game(REPORT).choice.T, REPORT.dice)
    return duel(game, strategy(first, game, REPORT), misread)


def always_gain(
    first: int, second: int, target: int, *, second_begins: bool = False, rules: DiceRules = RULES
) -> Floats:
    """Return the gain of player 1 in each state when the players always throw `first` and `second` dice.

    The game ends at `target` points. The gain is the chance to win less the chance to lose. Player 1 throws first, or
    player 2 if `second_begins`.
    """
    if second_begins:
        return -always_gain(second, first, target, rules=rules).T
    most = max(first, second)
    ours, theirs = (everywhere(np.eye(most)[dice - 1], target) for dice in (first, second))
    return duel("sequential", ours, theirs, points(rules, most)).gain


def round_matrix(dice: int, ahead: int = 0, faces: int = FACES, rules: DiceRules = RULES) -> Floats:
    """Return the gain of player 1 in a single round for each pair of numbers of dice.

    The dice have `faces` faces. A row is for a number of dice of player 1, from 1 to `dice`, a column for one of player
    2, who begins the round `ahead` points ahead.
    """
    if rules == RULES and not ahead:
        return one_round_matrix(dice, faces)
    scored = points(rules, dice, faces)
    more = np.arange(scored.shape[1])[:, np.newaxis] - np.arange(scored.shape[1]) - ahead
    matrix: Floats = scored @ np.where(more == 0, rules.level, np.sign(more)) @ scored.T
    return matrix


def even_mix(dice: int, rules: DiceRules = RULES) -> Floats:
    """Return the optimal probabilities of 1 … `dice` dice in a single round whose players begin with equal points."""
    return small_matrix_game(round_matrix(dice, rules=rules)).row


def gains_against(mix: tuple[int, ...], rules: DiceRules = RULES) -> Floats:
    """Return the gain of player 1, who plays `mix`, against each number of dice of player 2.

    `mix` has the probabilities of 1, 2, … dice in percent. Entry d - 1 of the result is for d dice of player 2.
    """
    return np.array(mix) / 100 @ round_matrix(len(mix), rules=rules)


def round_gain(drawn: Round, *, even: bool = True, rules: DiceRules = RULES) -> float:
    """Return the gain of player 1 in a single round between two strategies.

    If `even`, the strategy "optimal" plays the optimal mix of a round without a lead; otherwise that of this round.
    """
    matrix = round_matrix(REPORT.dice, drawn.ahead, rules=rules)
    solved = small_matrix_game(round_matrix(REPORT.dice, rules=rules) if even else matrix)
    first, second = (
        best if name == "optimal" else strategy(name, "simultaneous", REPORT, rules).mix(0, 0)
        for name, best in ((drawn.first, solved.row), (drawn.second, solved.row if even else solved.column))
    )
    return float(first @ matrix @ second)


def end_chances(drawn: LastRound, rules: DiceRules = RULES) -> tuple[float, float, float]:
    """Return the probabilities that one round ends the game with a win of player 1, with a draw, and with a loss."""
    scored, target = points(rules, REPORT.dice), REPORT.target
    ours, theirs = (points + np.arange(scored.shape[1]) for points in drawn.state)
    gains, over = _gains(rules, ours, theirs, target), np.logical_or.outer(ours >= target, theirs >= target)
    first, second = (scored[dice - 1] for dice in drawn.choices)
    won, drawn_level, lost = (float(first @ (over & (gains == gain)) @ second) for gain in (1, 0, -1))
    return won, drawn_level, lost


def reaching(drawn: LastRound) -> tuple[float, float]:
    """Return for each player the probability to reach the target of the report's game in one round."""
    scored, target = throws(REPORT.dice), REPORT.target
    ours, theirs = (
        scored[dice - 1, target - own :].sum() for own, dice in zip(drawn.state, drawn.choices, strict=True)
    )
    return float(ours), float(theirs)


def draw_chance(pair: DicePair) -> float:
    """Return the probability that a throw of each player has the same score."""
    points = throws(max(pair))
    return float(points[pair.first - 1] @ points[pair.second - 1])


def useful(means: Means, rules: DiceRules = RULES) -> Floats:
    """Return the mean number of useful points of a throw, at most `means.missing` of them, for 1 … `USEFUL` dice."""
    chances = points(rules, USEFUL, means.faces)
    return chances @ np.minimum(np.arange(chances.shape[1]), means.missing)


def useful_without_ones(means: Means) -> Floats:
    """Return the mean of the useful points of 1 … `USEFUL` dice when a throw with a 1 counts 0."""
    through = ((means.faces - 1) / means.faces) ** np.arange(1, USEFUL + 1)
    without: Floats = useful_points(USEFUL, means.missing, means.faces) - (1 - through)
    return without


def greatest(values: Floats) -> Values:
    """Return the number of dice with the greatest value, and this value.

    `values[0]` is the value of one die; of values equal to `DECIMALS` decimals the fewest dice count.
    """
    return int(values.round(DECIMALS).argmax()) + 1, rounded(values.max())


def best_single(matrix: Floats) -> Floats:
    """Return the row with the greatest minimum, as a mix with probability 1 for this row; of equal rows, the first."""
    return cast("Floats", np.eye(len(matrix))[matrix.min(axis=1).argmax()])


def gain(match: Chances) -> Solution:
    """Return the gain of the first player, with the chances to win, draw and lose as evidence."""
    return Solution((rounded(match.gain),), (Outcomes(rounded(match.win), rounded(match.draw), rounded(match.loss)),))


def lead(values: Floats) -> float:
    """Return the difference between the greatest and the second greatest value."""
    return float(np.diff(np.sort(values))[-1])


def shares(mix: Floats) -> Values:
    """Return the probabilities of a mix as a key stores them: the integer 0 for a probability that rounds to 0."""
    return tuple(rounded(share) or 0 for share in mix)


def guarantees(matrix: Floats, value: float, mix: Values, tolerance: Tolerance) -> bool:
    """Return whether a mix of the rows of `matrix` gains `value` within the tolerance against every column.

    The probabilities must be at least 0 and sum to 1 within `SUM`. They are then scaled to sum to 1.
    """
    written = [number(share) for share in mix]
    if min(written) < 0 or not SUM.accepts(1, sum(written)):
        return False
    worst = (np.array(written, dtype=np.float64) / float(sum(written)) @ matrix).min()
    return tolerance.accepts(Fraction(value), Fraction(float(worst)))


def compared(game: SequentialGame, state: DiceState) -> Mapping[str, object]:
    """Return the gain of each number of dice at a state, and how much the greatest exceeds the second greatest."""
    gains = np.sort(game.choice_gains(*state))
    return {"state": tuple(state), "gains": game.choice_gains(*state).tolist(), "margin": float(gains[-1] - gains[-2])}


def certificate(matrix: Floats) -> Mapping[str, object]:
    """Return a matrix game and its value, with a proof: an optimal mix of each player, and the gains against each mix.

    `row` and `column` are the mixes of players 1 and 2. `against_row` and `against_column` have the gain of player 1
    for each choice of the other player against this mix. All numbers are rounded to 12 decimals.
    """
    solved = small_matrix_game(matrix)
    shown = {
        "matrix": matrix,
        "row": solved.row,
        "column": solved.column,
        "against_row": solved.row @ matrix,
        "against_column": matrix @ solved.column,
        "value": np.asarray(solved.value),
    }
    return {name: rounded_table(values) for name, values in shown.items()}


def rounded_table(table: Floats) -> object:
    """Return a table as lists with 12 decimals, without entries that would print as −0."""
    return (np.round(table, DECIMALS) + 0.0).tolist()
