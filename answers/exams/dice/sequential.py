"""Questions 3 to 9 of the exam `dice`: the sequential game."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question, rounded
from answers.exams.dice.draws import REPORT, DiceBoard, DiceState, Parameters
from answers.exams.dice.kinds import (
    CHANCE_TOLERANCE,
    DICE_AND_GAIN,
    GAIN,
    GAIN_TOLERANCE,
    Gains,
    Outcomes,
    gain_question,
)
from answers.exams.dice.lazy import games
from answers.exams.dice.misconceptions import player_2_begins, rules
from answers.kinds.numbers.numbers import integers
from answers.kinds.parsing import number
from answers.kinds.tolerance import EXACT

SIX: Final = 6
"""Number of dice with the greatest mean score, if at least six are allowed."""


@gain_question(3, definitions=(3,), kind=Gains(2, GAIN, of="match", before=1), tolerance=CHANCE_TOLERANCE)
def few_points(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the chance to win of player 1 with a constant number of dice, and the gain of player 1 with a single die.

    In both, player 2 always throws `second` dice of the parameters `short`. The report has this game for N = 2 only.
    """
    short, late, by = context.params.short, player_2_begins(context), rules(context)
    gain, alone = (
        games.always_gain(dice, short.second, short.target, second_begins=late, rules=by)[0, 0]
        for dice in (short.first, 1)
    )
    return Solution((rounded((1 + gain) / 2), rounded(alone)))


few_points.mistake_from_answer("gain-for-win", lambda right, _: (rounded(2 * float(number(right[0])) - 1), right[1]))
few_points.mistake_from_answer(
    "one-die-each", lambda right, drawn: (right[0], rounded(games.always_gain(1, 1, drawn.short.target)[0, 0]))
)


def compared(board: DiceBoard, states: Iterable[DiceState]) -> Mapping[str, object]:
    """Return for a worked solution the gains of all numbers of dice at some states of a sequential game."""
    return {"compared": [games.compared(games.sequential_game(board), state) for state in states]}


@gain_question(4, definitions=(4,), parts="ab", kind=Gains(1, GAIN, of="turn"))
def state_gain(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the gain (EG in the report) of the player about to throw at a state, if both players play optimally."""
    state = context.params.sequential_states[part.letter]
    return Solution((rounded(games.sequential_game(REPORT, rules(context)).gain[state]),))


@state_gain.mistake("blind-for-best")
def blind_for_best(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: let both players throw six dice, the number of greatest mean score, whatever their points."""
    gains = games.always_gain(SIX, SIX, REPORT.target)
    return Solution((rounded(gains[context.params.sequential_states[part.letter]]),))


state_gain.solution_data(lambda solved: compared(REPORT, solved.drawn.sequential_states.values()))


@question(
    5,
    definitions=(4,),
    parts="ab",
    kind={"a": integers(3, 0, REPORT.dice), "b": Gains(1, GAIN, of="turn")},
    points=1,
    tolerance={"a": EXACT, "b": GAIN_TOLERANCE},
    all_or_nothing={"a": True, "b": False},
)
def state_choice(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the best numbers of dice at three states (a), or the gain of a given number of dice at a fourth state (b).

    The gain is that of the player who throws: the chance to win less the chance to lose. The table of best numbers of
    dice is called OPT in the report.
    """
    params, game = context.params, games.sequential_game(REPORT, rules(context))
    if part.letter == "b":
        return Solution((rounded(game.choice_gains(*params.thrown.state)[params.thrown.dice - 1]),))
    margin = min(games.lead(game.choice_gains(*state)) for state in params.choice_states)
    return Solution(tuple(int(game.choice[state]) for state in params.choice_states), margin=margin)


state_choice.mistake_from_answer("six-dice-everywhere", lambda right, _: (SIX,) * len(right), parts="a")


# the gain of the best number of dice, EG(i, j), in place of that of d dice, EG(i, j ; d)
state_choice.mistake_from_answer(
    "best-for-given",
    lambda _, drawn: (rounded(games.sequential_game(REPORT).gain[drawn.thrown.state]),),
    parts="b",
)


state_choice.solution_data(lambda solved: compared(REPORT, (*solved.drawn.choice_states, solved.drawn.thrown.state)))


@gain_question(
    6, definitions=(5,), parts="ab", kind=Gains(1, GAIN, of="turn"), depends_on={"a": (), "b": ("scoreless_gain.a",)}
)
def scoreless_gain(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the gain at a state (a) or with the points exchanged (b) in the game where a throw with a 1 scores 0.

    Each of the two values depends on the other. If the student's answer to part (a) is followed through, part (b)
    is computed from it.
    """
    state = context.params.scoreless_states[part.letter]
    override = context.override("scoreless_gain.a") if part.letter == "b" else None
    if override is None:  # the table has more digits than the answer to 6a
        return Solution((rounded(games.scoreless_game(REPORT, rules(context)).gain[state]),))
    return Solution((rounded(games.mirrored_scoreless_gain(state, float(number(override[0])))),))


@scoreless_gain.mistake("variant-forgotten")
def variant_forgotten(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: let a throw with a 1 score one point, as in the usual game, not 0 points as in this variant."""
    return Solution((rounded(games.sequential_game(REPORT).gain[context.params.scoreless_states[part.letter]]),))


@scoreless_gain.solution_data
def _scoreless_gain_solution(solved_question: SolvedQuestion[Parameters]) -> Mapping[str, object]:
    """Return for the worked solution of question 6 the coefficients of x = a - z y and y = b - w x, dice and gains."""
    game, chances = games.scoreless_game(REPORT), games.throws(REPORT.dice, ones=0)
    state = solved_question.drawn.scoreless_states["a"]
    rows = []
    for own, other in (state, state.mirrored):
        dice = int(game.choice[own, other])
        gain, back = float(game.gain[own, other]), float(game.gain[other, own])
        stay = float(chances[dice - 1, 0])
        rows.append({"dice": dice, "stay": stay, "scored": gain + stay * back, "gain": gain})
    return {"rows": rows}


@gain_question(7, definitions=(6,), parts="ab", kind=Gains(1, GAIN, of="match"), tolerance=CHANCE_TOLERANCE)
def blind_players(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the gain of a blind player against another blind player (a), or against a fixed number of dice (b)."""
    blind, always, both_blind = context.params.blind, context.params.always, part.letter == "a"
    by = rules(context)
    first = games.blind_choice(blind.dice if both_blind else REPORT.dice, rules=by)
    second, state = (first, blind.state) if both_blind else (always.dice, always.state)
    gains = games.always_gain(first, second, REPORT.target, second_begins=player_2_begins(context), rules=by)
    return Solution((rounded(gains[state]),))


@blind_players.mistake("blind-throws-all-dice")
def blind_throws_all_dice(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: let blind players throw as many dice as allowed, though more than six dice have a smaller mean score."""
    blind, always = context.params.blind, context.params.always
    if part.letter == "a":
        return Solution((rounded(games.always_gain(blind.dice, blind.dice, REPORT.target)[blind.state]),))
    return Solution((rounded(games.always_gain(REPORT.dice, always.dice, REPORT.target)[always.state]),))


blind_players.solution_data(lambda solved: {"dice": games.blind_choice(solved.drawn.blind.dice)})


@gain_question(8, definitions=(4,), kind=Gains(2, DICE_AND_GAIN, of="turn", before=1), all_or_nothing=True)
def optimal_start(context: SolveContext[Parameters], _: Part) -> Solution:
    """Return the best number of dice and the gain of player 1 in a state if both players play optimally.

    D and N differ from those of the report.
    """
    start = context.params.start
    game = games.sequential_game(start.board, rules(context))
    margin = games.lead(game.choice_gains(*start.state))
    return Solution((int(game.choice[start.state]), rounded(game.gain[start.state])), margin=margin)


@optimal_start.mistake("ten-dice-kept")
def ten_dice(context: SolveContext[Parameters], _: Part) -> Solution:
    """Mistake: allow ten dice, as the report does, in place of the drawn number."""
    start = context.params.start
    game = games.sequential_game(DiceBoard(REPORT.dice, start.target))
    return Solution((int(game.choice[start.state]), rounded(game.gain[start.state])))


optimal_start.solution_data(lambda solved: compared(solved.drawn.start.board, [solved.drawn.start.state]))


@gain_question(
    9,
    definitions=(6,),
    parts="ab",
    kind=Gains(1, GAIN, of="match"),
    tolerance=CHANCE_TOLERANCE,
    evidence=Outcomes,
)
def match_gain(context: SolveContext[Parameters], part: Part) -> Solution:
    """Return the exact gain of the strategy of player 1 against that of player 2 from a state."""
    match, by = context.params.matches[part.letter], rules(context)
    solution = games.gain(games.chances("sequential", match.first, match.second, REPORT, match.state, by))
    if not player_2_begins(context):
        return solution
    begun = games.chances("sequential", match.second, match.first, REPORT, match.state.mirrored, by)
    return replace(solution, values=(rounded(-begun.gain),))


@match_gain.mistake("opt-of-the-other")
def opponents_choice(context: SolveContext[Parameters], part: Part) -> Solution:
    """Mistake: for player 2, look up the best number of dice, OPT(i, j), with i the points of player 1.

    The table OPT must be read with the points of the player who throws first. Only the strategy "optimal" uses it.
    """
    match = context.params.matches[part.letter]
    if match.second != "optimal":
        return Solution(match_gain(context, part).values)
    return Solution((rounded(games.misread_opt_chances("sequential", match.first, match.state).gain),))
