"""Questions 10 to 14 of the exam `dice`: the simultaneous game in one round, then its optimum in a longer game."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question, rounded
from answers.exams.dice.draws import MIXED, REPORT, SINGLE, Handicap, Parameters
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


# the number of dice of player 2 that is best for player 1, in place of the one that is worst
best_answer.mistake_from_answer("greatest-for-least", lambda _, drawn: games.greatest(games.gains_against(drawn.mix)))


best_answer.solution_data(lambda solved: {"sums": games.gains_against(solved.drawn.mix).tolist()})


def handicap_matrix(handicap: Handicap, by: DiceRules = RULES) -> "Floats":
    """Return the gains of player 1 in the round of question 12, under the rules `by`."""
    return games.round_matrix(SINGLE, handicap.ahead, handicap.faces, by)


@gain_question(12, definitions=(8,), kind=Gains(1, GAIN))
def handicap_value(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the gain of player 1 in a round in which player 2 has a lead and both players play optimally.

    The lead and other numbers of faces are additions of the exam.
    """
    matrix = handicap_matrix(context.params.handicap, rules(context))
    return Solution((rounded(games.small_matrix_game(matrix).value),))


handicap_value.mistake_from_answer(
    "best-row", lambda _, drawn: (rounded(handicap_matrix(drawn.handicap).min(axis=1).max()),)
)


handicap_value.solution_data(lambda solved: games.certificate(handicap_matrix(solved.drawn.handicap)))


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


optimal_mix.solution_data(lambda solved: games.certificate(uneven_round(solved.drawn)[0]))


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
        return Solution((rounded(games.round_gain(params.one_round, rules=by)),))
    longer = longer_match(params, by)
    return Solution((rounded(longer.win if part.letter == "b" else longer.draw),))


one_round_matches.mistake_from_answer(
    "mix-with-lead", lambda _, drawn: (rounded(games.round_gain(drawn.one_round, even=False)),), parts="a"
)


one_round_matches.mistake_from_answer(
    "draws-as-wins", lambda _, drawn: (rounded(1 - longer_match(drawn).loss),), parts="b"
)


one_round_matches.mistake_from_answer(
    "gain-for-probability", lambda _, drawn: (rounded(longer_match(drawn).gain),), parts="b"
)


# the optimal mix of a round without a lead
one_round_matches.solution_data(lambda _: {"mix": games.even_mix(REPORT.dice).tolist()})


def longer_match(params: Parameters, by: DiceRules = RULES) -> "Chances":
    """Return the probabilities that player 1 wins, draws and loses in question 14 (b, c), under the rules `by`."""
    return games.chances("simultaneous", "one-round", "blind", REPORT, params.repeated_state, by)
