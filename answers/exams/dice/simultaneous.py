"""Questions 15 to 20 of the exam `dice`: the simultaneous game to N points."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question, rounded
from answers.exams.dice.draws import MATRIX, MIXED, REPORT, DiceState, Parameters
from answers.exams.dice.kinds import (
    CHANCE_TOLERANCE,
    DIGITS,
    GAIN,
    MIX_TOLERANCE,
    Gains,
    GuaranteedValue,
    Outcomes,
    gain_question,
)
from answers.exams.dice.lazy import games
from answers.exams.dice.misconceptions import rules
from answers.kinds.numbers.numbers import probabilities
from answers.kinds.parsing import Values

if TYPE_CHECKING:
    from solvers.compiled.arrays import Floats

OPPONENTS = {"a": "blind", "b": "random", "c": "sequential"}
"""Opponents of question 20, by part."""


@question(15, definitions=(9,), kind=probabilities(3, digits=DIGITS), points=1, tolerance=CHANCE_TOLERANCE)
def final_gain(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the probabilities that a round ends the game with a win of player 1, with a draw, and with a loss.

    The state and the numbers of dice are drawn. The report has no such question.
    """
    return Solution(tuple(map(rounded, games.end_chances(context.params.last_round, rules(context)))))


@final_gain.solution_data
def _final_gain_solution(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution of question 15 the probability of each player to reach N points in the round."""
    ours, theirs = games.reaching(solved_question.drawn.last_round)
    return {"ours": ours, "theirs": theirs}


@gain_question(16, definitions=(9,), kind=Gains(1, GAIN))
def round_gain(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the gain of player 1 when both players, at a state, throw given numbers of dice, then play optimally."""
    state, choices = context.params.round_state, context.params.round_choices
    matrix = games.simultaneous_game(REPORT, rules(context)).round_matrix(state.own, state.other)
    return Solution((rounded(matrix[choices.first - 1, choices.second - 1]),))


# the value of the state's matrix (EG₁(i, j) in the report) in place of one entry of the matrix
round_gain.mistake_from_answer(
    "value-for-entry", lambda _, drawn: (rounded(games.simultaneous_game(REPORT).gain[drawn.round_state]),)
)


round_gain.solution_data(
    lambda solved: {"value": float(games.simultaneous_game(REPORT).gain[solved.drawn.round_state])}
)


@gain_question(17, definitions=(9,), kind=Gains(MATRIX.dice**2, GAIN, rows=MATRIX.dice))
def round_matrix(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the matrix of gains of player 1 at a state, row by row.

    A row is for a number of dice of player 1, and a column for a number of dice of player 2.
    """
    state = context.params.matrix_state
    matrix = games.simultaneous_game(MATRIX, rules(context)).round_matrix(state.own, state.other)
    return Solution(tuple(map(rounded, matrix.flat)))


round_matrix.mistake_from_answer(
    "rows-for-columns", lambda right, _: tuple(gain for row in range(MATRIX.dice) for gain in right[row :: MATRIX.dice])
)


@round_matrix.mistake("corner-of-ten-dice")
def corner_of_ten_dice(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the corner of the matrix for ten dice, whose players may throw ten dice in later rounds."""
    corner = games.simultaneous_game(REPORT).round_matrix(*context.params.matrix_state)[: MATRIX.dice, : MATRIX.dice]
    return Solution(tuple(map(rounded, corner.flat)))


@gain_question(18, definitions=(9,), parts="ab", kind=Gains(1, GAIN))
def state_value(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the value of the simultaneous game at a state: the gain of player 1 under optimal play."""
    state = context.params.value_states[part.letter]
    return Solution((rounded(games.simultaneous_game(REPORT, rules(context)).gain[state]),))


@state_value.mistake("players-take-turns")
def players_take_turns(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give the gain of player 1 in the sequential game, EG in the report, in place of the simultaneous one."""
    return Solution((rounded(games.sequential_game(REPORT).gain[context.params.value_states[part.letter]]),))


@state_value.solution_data
def _state_value_solution(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the matrix of each state of question 18 with a proof of its value."""
    game = games.simultaneous_game(REPORT)
    return {
        "games": [games.certificate(game.round_matrix(*state)) for state in solved_question.drawn.value_states.values()]
    }


@question(
    19,
    definitions=(9,),
    kind=probabilities(MIXED.dice, mix=True),
    points=1,
    tolerance=MIX_TOLERANCE,
    all_or_nothing=True,
    evidence=GuaranteedValue,
)
def state_mix(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return an optimal mix of numbers of dice of player 1 at a state of the simultaneous game."""
    state, game = context.params.mix_state, games.simultaneous_game(MIXED, rules(context))
    return Solution(games.shares(game.mixes[state]), (GuaranteedValue(rounded(game.gain[state])),))


def mixed_matrix(state: DiceState) -> "Floats":
    """Return the matrix of gains of player 1 at a state of the game of question 19."""
    return games.simultaneous_game(MIXED).round_matrix(*state)


@state_mix.accepts()
def _is_optimal(context: SolveContext[Parameters], part: Part, values: Values) -> bool:
    """Accept any mix that guarantees the value of the state."""
    state, game = context.params.mix_state, games.simultaneous_game(MIXED, rules(context))
    matrix = game.round_matrix(state.own, state.other)
    return games.guarantees(matrix, float(game.gain[state]), values, part.tolerance)


state_mix.mistake_from_answer(
    "best-single-throw", lambda _, drawn: games.shares(games.best_single(mixed_matrix(drawn.mix_state)))
)


state_mix.mistake_from_answer("mix-of-one-round", lambda *_: games.shares(games.even_mix(MIXED.dice)))


state_mix.mistake_from_answer(
    "mix-of-the-other", lambda _, drawn: games.shares(games.simultaneous_game(MIXED).mixes[drawn.mix_state.mirrored])
)


state_mix.solution_data(lambda solved: games.certificate(mixed_matrix(solved.drawn.mix_state)))


@gain_question(
    20,
    definitions=(10,),
    parts="abc",
    kind=Gains(1, GAIN),
    points={"a": Fraction(3, 10), "b": Fraction(3, 10), "c": Fraction(2, 5)},
    evidence=Outcomes,
)
def optimum_against(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the exact gain of player 1, who plays the simultaneous game optimally, against another strategy."""
    opponent, state = OPPONENTS[part.letter], context.params.last_state
    return games.gain(games.chances("simultaneous", "optimal", opponent, REPORT, state, rules(context)))


# for player 2, the student looks up the best number of dice, OPT(i, j), with i the points of player 1
optimum_against.mistake_from_answer(
    "opt-of-player-1",
    lambda _, drawn: (rounded(games.misread_opt_chances("simultaneous", "optimal", drawn.last_state).gain),),
    parts="c",
)
