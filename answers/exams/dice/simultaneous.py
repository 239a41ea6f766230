"""Questions 15 to 20 of the exam `dice`: the simultaneous game to N points."""

from answers.exam.part import Part
from answers.exam.question import Given, Question, Solution, question
from answers.exams.dice.draws import MATRIX, MIXED, REPORT, Parameters
from answers.exams.dice.evidence import GuaranteedValue, Outcomes
from answers.exams.dice.kinds import GAIN, GAIN_TOLERANCE
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.reading import Values

OPPONENTS = {"a": "blind", "b": "random", "c": "sequential"}
"""Opponents of question 20."""


@question(15, definitions=(9,), kind=integers(6, -1, 1), points=1, all_or_nothing=True)
def final_gain(given: Given[Parameters], _: Part) -> Solution:
    """Gain when the game has ended: the player with more points wins.

    Source: Dice Battle report (MOGPL), question 15.
    """
    return Solution(tuple((own > other) - (own < other) for own, other in given.params.final_states))


@question(16, definitions=(9,), kind=Numbers(1, GAIN), points=1, tolerance=GAIN_TOLERANCE)
def round_gain(given: Given[Parameters], _: Part) -> Solution:
    """Gain of two given choices, with optimal play from there.

    Source: Dice Battle report (MOGPL), question 16.
    """
    from answers.exams.dice.games import simultaneous_game, tidy

    state, choices = given.params.round_state, given.params.round_choices
    matrix = simultaneous_game(REPORT).round_matrix(state.own, state.other)
    return Solution((tidy(matrix[choices.first - 1, choices.second - 1]),))


@question(
    17, definitions=(9,), kind=Numbers(MATRIX.dice**2, GAIN, rows=MATRIX.dice), points=1, tolerance=GAIN_TOLERANCE
)
def round_matrix(given: Given[Parameters], _: Part) -> Solution:
    """The matrix of a state, row by row.

    Source: Dice Battle report (MOGPL), question 17.
    """
    from answers.exams.dice.games import simultaneous_game, tidy

    state = given.params.matrix_state
    matrix = simultaneous_game(MATRIX).round_matrix(state.own, state.other)
    return Solution(tuple(map(tidy, matrix.flat)))


@question(18, definitions=(9,), parts="ab", kind=Numbers(1, GAIN), points=1, tolerance=GAIN_TOLERANCE)
def state_value(given: Given[Parameters], part: Part) -> Solution:
    """Value of the game at a state.

    Source: Dice Battle report (MOGPL), question 18.
    """
    from answers.exams.dice.games import simultaneous_game, tidy

    state = given.params.value_states[part.letter]
    return Solution((tidy(simultaneous_game(REPORT).gain[state]),))


def _is_optimal(given: Given[Parameters], part: Part, values: Values) -> bool:
    from answers.exams.dice.games import guarantees, simultaneous_game

    state, game = given.params.mix_state, simultaneous_game(MIXED)
    matrix = game.round_matrix(state.own, state.other)
    return guarantees(matrix, float(game.gain[state]), values, part.tolerance)


@question(
    19,
    definitions=(9,),
    kind=probabilities(MIXED.dice, mix=True),
    points=1,
    tolerance=GAIN_TOLERANCE,
    all_or_nothing=True,
    evidence=GuaranteedValue,
    accepts=_is_optimal,
)
def state_mix(given: Given[Parameters], _: Part) -> Solution:
    """An optimal mix at a state; any other one that guarantees the value of the game there is right.

    Source: Dice Battle report (MOGPL), question 19.
    """
    from answers.exams.dice.games import shares, simultaneous_game, tidy

    state, game = given.params.mix_state, simultaneous_game(MIXED)
    return Solution(shares(game.mixes[state]), (GuaranteedValue(tidy(game.gain[state])),))


@question(
    20, definitions=(10,), parts="abc", kind=Numbers(1, GAIN), points=1, tolerance=GAIN_TOLERANCE, evidence=Outcomes
)
def optimum_against(given: Given[Parameters], part: Part) -> Solution:
    """Exact gain of the optimum of the simultaneous game against other strategies, from a state.

    Source: Dice Battle report (MOGPL), question 20 and table 4.
    """
    from answers.exams.dice.games import chances, gain

    return gain(chances("simultaneous", "optimal", OPPONENTS[part.letter], REPORT, given.params.last_state))


QUESTIONS: tuple[Question, ...] = (final_gain, round_gain, round_matrix, state_value, state_mix, optimum_against)
