"""Questions 10 to 14 of the exam `dice`: the simultaneous game in one round, then its optimum in a longer game."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question, rounded
from answers.exams.dice.draws import MIXED, REPORT, SINGLE, Parameters
from answers.exams.dice.kinds import (
    CHANCE_TOLERANCE,
    DICE_AND_GAIN,
    DIGITS,
    GAIN,
    MIX_TOLERANCE,
    Gains,
    gain_question,
)
from answers.exams.dice.lazy import games
from answers.exams.dice.misconceptions import RULES, DiceRules, rules
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.parsing import Values, number

if TYPE_CHECKING:
    from solvers.compiled.arrays import Floats
    from solvers.dice_battle.duel import Chances
    from solvers.matrix_games.small_matrix_game import SolvedGame


@gain_question(10, definitions=(7,), parts="ab", kind=Gains(1, GAIN), tolerance=CHANCE_TOLERANCE)
def throw_gain(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the gain of player 1 in one round with given numbers of dice of both players (EG₁ in the report)."""
    thrown = context.params.throw_pairs[part.letter]
    matrix = games.round_matrix(max(thrown), rules=rules(context))
    return Solution((rounded(matrix[thrown.first - 1, thrown.second - 1]),))


@throw_gain.mistake("chance-to-score-more")
def chance_to_score_more(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: give the probability that player 1 scores more, without subtracting that of player 2."""
    gain = number(throw_gain(context, part).values[0])
    same = games.draw_chance(context.params.throw_pairs[part.letter])
    return Solution((rounded((gain + 1 - same) / 2),))


@throw_gain.solution_data
def _throw_gain_solution(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the probabilities that player 1 scores more, and that both score the same."""
    import numpy as np

    shown = {}
    for letter, (first, second) in solved_question.drawn.throw_pairs.items():
        chances = games.throws(max(first, second))
        ours, theirs = chances[first - 1], chances[second - 1]
        more = float(ours @ (np.cumsum(theirs) - theirs))
        shown[letter] = {"more": more, "same": float(ours @ theirs)}
    return {"chances": shown}


@gain_question(
    11,
    definitions=(7,),
    kind=Gains(2, DICE_AND_GAIN, before=1),
    tolerance=CHANCE_TOLERANCE,
    all_or_nothing=True,
)
def best_answer(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the best number of dice of player 2 against a known mix of player 1, and the gain of player 1 then."""
    gains = games.gains_against(context.params.mix, rules(context))
    return Solution((int(gains.argmin()) + 1, rounded(gains.min())), margin=games.lead(-gains))


@best_answer.mistake("greatest-for-least")
def greatest_for_least(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the number of dice of player 2 that is best for player 1, in place of the one that is worst."""
    return Solution(games.greatest(games.gains_against(context.params.mix)))


@best_answer.solution_data
def _best_answer_solution(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the gain of player 1's mix against each number of dice of player 2."""
    return {"sums": games.gains_against(solved_question.drawn.mix).tolist()}


@gain_question(12, definitions=(8,), kind=Gains(1, GAIN))
def handicap_value(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the gain of player 1 in a round in which player 2 has a lead and both players play optimally.

    The lead and other numbers of faces are additions of the exam.
    """
    handicap = context.params.handicap
    matrix = games.round_matrix(SINGLE, handicap.ahead, handicap.faces, rules(context))
    return Solution((rounded(games.small_matrix_game(matrix).value),))


@handicap_value.mistake("best-row")
def best_row(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the greatest minimum of a row of the matrix, as if no mix of player 1 guaranteed more."""
    handicap = context.params.handicap
    return Solution((rounded(games.round_matrix(SINGLE, handicap.ahead, handicap.faces).min(axis=1).max()),))


@handicap_value.solution_data
def _handicap_value_solution(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the matrix of the round with a proof of its value."""
    handicap = solved_question.drawn.handicap
    return games.certificate(games.round_matrix(SINGLE, handicap.ahead, handicap.faces))


def uneven_round(params: Parameters, by: DiceRules = RULES) -> "tuple[Floats, SolvedGame]":
    """Return the matrix game of question 13 and its solution, both computed under the rules `by`."""
    matrix = games.round_matrix(MIXED.dice, params.uneven.ahead, params.uneven.faces, by)
    return matrix, games.small_matrix_game(matrix)


@question(
    13,
    definitions=(8,),
    kind=Gains(MIXED.dice + 1, GAIN, mix=MIXED.dice, before=MIXED.dice),
    points=1,
    tolerance=MIX_TOLERANCE,
    all_or_nothing=True,
)
def optimal_mix(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return an optimal mix of numbers of dice of player 1, and the gain that the mix guarantees."""
    solved = uneven_round(context.params, rules(context))[1]
    return Solution((*games.shares(solved.row), rounded(solved.value)))


@optimal_mix.accepts()
def _is_optimal(context: SolveContext[Parameters], part: Part, values: Values) -> bool:
    """Accept any mix that guarantees the value of the round, with this value."""
    matrix, solved = uneven_round(context.params, rules(context))
    *mix, value = values
    is_right_value = part.kind.agrees(solved.value, value, part.tolerance)
    return is_right_value and games.guarantees(matrix, solved.value, tuple(mix), part.tolerance)


@optimal_mix.mistake("best-row-played")
def best_row_played(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the best single row as a mix, and the value that it guarantees."""
    matrix = uneven_round(context.params)[0]
    return Solution((*games.shares(games.best_single(matrix)), rounded(matrix.min(axis=1).max())))


optimal_mix.mistake_from_answer(
    "mix-of-player-2", lambda right, drawn: (*games.shares(uneven_round(drawn)[1].column), right[-1])
)


@optimal_mix.solution_data
def _optimal_mix_solution(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the matrix of question 13 with a proof of its value."""
    return games.certificate(uneven_round(solved_question.drawn)[0])


@question(
    14,
    definitions=(6, 7, 8, 10),
    parts="abc",
    kind={"a": Gains(1, GAIN), "b": Numbers(1, GAIN, digits=DIGITS), "c": Numbers(1, GAIN, digits=DIGITS)},
    points={"a": Fraction(2, 5), "b": Fraction(3, 10), "c": Fraction(3, 10)},
    tolerance=CHANCE_TOLERANCE,
)
def one_round_matches(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the gain of a strategy in one round (a), or the chance to win (b) or to draw (c) in a longer game.

    In the longer game, player 1 plays the optimum of one round throughout. The lead of player 2 is an addition of the
    exam.
    """
    params, by = context.params, rules(context)
    if part.letter == "a":
        return Solution((rounded(games.round_gain(params.one_round, REPORT, rules=by)),))
    longer = longer_match(params, by)
    return Solution((rounded(longer.win if part.letter == "b" else longer.draw),))


@one_round_matches.mistake("mix-with-lead", parts="a")
def mix_with_lead(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the gain of the mix that is optimal with the lead of player 2, not of that of an even round."""
    return Solution((rounded(games.round_gain(context.params.one_round, REPORT, even=False)),))


@one_round_matches.mistake("draws-as-wins", parts="b")
def draws_as_wins(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the probability not to lose in place of the probability to win."""
    return Solution((rounded(1 - longer_match(context.params).loss),))


@one_round_matches.mistake("gain-for-probability", parts="b")
def gain_for_probability(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: give the gain of player 1, the chance to win less that to lose, in place of the chance to win."""
    return Solution((rounded(longer_match(context.params).gain),))


@one_round_matches.solution_data
def _one_round_matches_solution(_: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution the optimal mix of a round without a lead."""
    return {"mix": games.even_mix(REPORT.dice).tolist()}


def longer_match(params: Parameters, by: DiceRules = RULES) -> "Chances":
    """Return the probabilities that player 1 wins, draws and loses in question 14 (b, c), under the rules `by`."""
    return games.chances("simultaneous", "one-round", "blind", REPORT, params.repeated_state, by)
