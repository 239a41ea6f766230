"""Questions 10 to 14 of the exam `dice`: the simultaneous game in one round, then its optimum in a longer game."""

from typing import TYPE_CHECKING

from answers.exam.part import Part
from answers.exam.question import Given, Question, Solution, question
from answers.exams.dice.draws import MIXED, REPORT, SINGLE, Parameters
from answers.exams.dice.kinds import DICE_AND_GAIN, DIGITS_TOLERANCE, GAIN, GAIN_TOLERANCE
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.reading import Values

if TYPE_CHECKING:
    from solvers.compiled.arrays import Floats
    from solvers.dice_battle.duel import Chances
    from solvers.matrix_games.small_matrix_game import SolvedGame


@question(10, definitions=(7,), parts="ab", kind=Numbers(1, GAIN), points=1, tolerance=GAIN_TOLERANCE)
def throw_gain(given: Given[Parameters], part: Part) -> Solution:
    """EG₁ of one number of dice against another.

    Source: Dice Battle report (MOGPL), question 10.
    """
    from answers.exams.dice.games import tidy
    from solvers.dice_battle.one_round import one_round_matrix

    thrown = given.params.throw_pairs[part.letter]
    return Solution((tidy(one_round_matrix(max(thrown))[thrown.first - 1, thrown.second - 1]),))


@question(11, definitions=(7,), kind=Numbers(2, DICE_AND_GAIN), points=1, tolerance=GAIN_TOLERANCE, all_or_nothing=True)
def best_answer(given: Given[Parameters], _: Part) -> Solution:
    """The best answer to a known mix, and what it leaves to player 1.

    Source: Dice Battle report (MOGPL), question 11.
    """
    from answers.exams.dice.games import gains_against, lead, tidy

    gains = gains_against(given.params.mix)
    return Solution((int(gains.argmin()) + 1, tidy(gains.min())), margin=lead(-gains))


@question(12, definitions=(8,), kind=Numbers(1, GAIN), points=1, tolerance=GAIN_TOLERANCE)
def handicap_value(given: Given[Parameters], _: Part) -> Solution:
    """Value of a round that is not symmetric.

    Source: Dice Battle report (MOGPL), question 12; the lead of player 2 and other numbers of faces are ours.
    """
    from answers.exams.dice.games import tidy
    from solvers.dice_battle.one_round import handicap_matrix
    from solvers.matrix_games.small_matrix_game import small_matrix_game

    handicap = given.params.handicap
    return Solution((tidy(small_matrix_game(handicap_matrix(SINGLE, handicap.ahead, handicap.faces)).value),))


def _is_optimal(given: Given[Parameters], part: Part, values: Values) -> bool:
    from answers.exams.dice.games import guarantees

    matrix, solved = uneven_round(given.params)
    *mix, value = values
    is_right_value = part.kind.agrees(solved.value, value, part.tolerance)
    return is_right_value and guarantees(matrix, solved.value, tuple(mix), part.tolerance)


def uneven_round(params: Parameters) -> "tuple[Floats, SolvedGame]":
    """Return the matrix of question 13, and what solves it."""
    from solvers.dice_battle.one_round import handicap_matrix
    from solvers.matrix_games.small_matrix_game import small_matrix_game

    matrix = handicap_matrix(MIXED.dice, params.uneven.ahead, params.uneven.faces)
    return matrix, small_matrix_game(matrix)


@question(
    13,
    definitions=(8,),
    kind=Numbers(MIXED.dice + 1, GAIN, mix=MIXED.dice),
    points=1,
    tolerance=GAIN_TOLERANCE,
    all_or_nothing=True,
    accepts=_is_optimal,
)
def optimal_mix(given: Given[Parameters], _: Part) -> Solution:
    """An optimal mix of player 1 and what it guarantees; any other mix that guarantees the value is right.

    Source: Dice Battle report (MOGPL), question 13 and table 2; other numbers of faces and the lead are ours.
    """
    from answers.exams.dice.games import shares, tidy

    solved = uneven_round(given.params)[1]
    return Solution((*shares(solved.row), tidy(solved.value)))


@question(
    14,
    definitions=(7, 8, 10),
    parts="abc",
    kind=Numbers(1, GAIN),
    points=1,
    tolerance={"a": GAIN_TOLERANCE, "b": GAIN_TOLERANCE, "c": DIGITS_TOLERANCE},
)
def one_round_matches(given: Given[Parameters], part: Part) -> Solution:
    """Gain of one strategy against another in one round, and how its optimum fares in a longer game.

    Source: Dice Battle report (MOGPL), question 14 and table 3; the lead of player 2 is ours.
    """
    from answers.exams.dice.games import round_gain, tidy

    params = given.params
    if part.letter == "a":
        return Solution((tidy(round_gain(params.one_round, REPORT.dice)),))
    longer = longer_match(params)
    return Solution((tidy(longer.win if part.letter == "b" else longer.draw),))


def longer_match(params: Parameters) -> "Chances":
    """Return the chances of question 14 (b, c)."""
    from answers.exams.dice.games import chances

    return chances("simultaneous", "one-round", "blind", REPORT, params.repeated_state)


QUESTIONS: tuple[Question, ...] = (throw_gain, best_answer, handicap_value, optimal_mix, one_round_matches)
