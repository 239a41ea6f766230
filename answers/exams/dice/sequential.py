"""Questions 3 to 9 of the exam `dice`: the sequential game."""

from answers.exam.part import Part
from answers.exam.question import Given, Question, Solution, question
from answers.exams.dice.draws import REPORT, Parameters
from answers.exams.dice.evidence import Outcomes
from answers.exams.dice.kinds import DICE_AND_GAIN, GAIN, GAIN_TOLERANCE
from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.tolerance import EXACT


@question(3, definitions=(3,), kind=Numbers(3, GAIN), points=1, tolerance=GAIN_TOLERANCE)
def few_points(given: Given[Parameters], _: Part) -> Solution:
    """Both players always throw the same numbers of dice, to few points; then player 1 throws a single die.

    Source: Dice Battle report (MOGPL), question 3; targets other than 2 are ours.
    """
    from answers.exams.dice.games import always_gain, tidy

    short = given.params.short
    gain, alone = (always_gain(dice, short.second, short.target)[0, 0] for dice in (short.first, 1))
    return Solution((tidy((1 + gain) / 2), tidy(gain), tidy(alone)))


@question(4, definitions=(4,), parts="ab", kind=Numbers(1, GAIN), points=1, tolerance=GAIN_TOLERANCE)
def state_gain(given: Given[Parameters], part: Part) -> Solution:
    """EG at a state of the report's board.

    Source: Dice Battle report (MOGPL), question 4.
    """
    from answers.exams.dice.games import sequential_game, tidy

    state = given.params.sequential_states[part.letter]
    return Solution((tidy(sequential_game(REPORT).gain[state]),))


@question(
    5,
    definitions=(4,),
    parts="ab",
    kind={"a": integers(3, 1, REPORT.dice), "b": Numbers(1, GAIN)},
    points=1,
    tolerance={"a": EXACT, "b": GAIN_TOLERANCE},
    all_or_nothing={"a": True, "b": False},
)
def state_choice(given: Given[Parameters], part: Part) -> Solution:
    """OPT at three states, and the gain of a given number of dice at a fourth.

    Source: Dice Battle report (MOGPL), question 5 and equation (3).
    """
    from answers.exams.dice.games import lead, sequential_game, tidy

    params, game = given.params, sequential_game(REPORT)
    if part.letter == "b":
        return Solution((tidy(game.choice_gains(*params.thrown.state)[params.thrown.dice - 1]),))
    margin = min(lead(game.choice_gains(*state)) for state in params.choice_states)
    return Solution(tuple(int(game.choice[state]) for state in params.choice_states), margin=margin)


@question(
    6,
    definitions=(5,),
    parts="ab",
    kind=Numbers(1, GAIN),
    points=1,
    tolerance=GAIN_TOLERANCE,
    uses={"a": (), "b": ("6a",)},
)
def scoreless_gain(given: Given[Parameters], part: Part) -> Solution:
    """EG at a state and at its mirror image, which depend on each other when a throw with a 1 scores nothing.

    Source: Dice Battle report (MOGPL), question 6.
    """
    from answers.exams.dice.games import mirrored_scoreless_gain, number, scoreless_game, tidy

    state = given.params.scoreless_states[part.letter]
    own = given.world.answers_instead("6a") if part.letter == "b" else None
    if own is None:  # the table has more digits than 6a
        return Solution((tidy(scoreless_game(REPORT).gain[state]),))
    return Solution((tidy(mirrored_scoreless_gain(REPORT, state, float(number(own[0])))),))


@question(7, definitions=(6,), parts="ab", kind=Numbers(1, GAIN), points=1, tolerance=GAIN_TOLERANCE)
def blind_players(given: Given[Parameters], part: Part) -> Solution:
    """Gain of a blind player against another one, and against one who always throws another number of dice.

    Source: Dice Battle report (MOGPL), question 7 and table 1.
    """
    from answers.exams.dice.games import always_gain, tidy
    from solvers.dice_battle.expected_points import blind_choice

    params = given.params
    if part.letter == "a":
        first = second = blind_choice(params.blind.dice)
        state = params.blind.state
    else:
        first, second, state = blind_choice(REPORT.dice), params.always.dice, params.always.state
    return Solution((tidy(always_gain(first, second, REPORT.target)[state]),))


@question(8, definitions=(4,), kind=Numbers(2, DICE_AND_GAIN), points=1, tolerance=GAIN_TOLERANCE, all_or_nothing=True)
def optimal_start(given: Given[Parameters], _: Part) -> Solution:
    """Throw and gain of the optimal strategy at a state of another board.

    Source: Dice Battle report (MOGPL), question 8.
    """
    from answers.exams.dice.games import lead, tidy
    from solvers.dice_battle.sequential import sequential

    start = given.params.start
    game = sequential(start.dice, start.target)
    margin = lead(game.choice_gains(*start.state))
    return Solution((int(game.choice[start.state]), tidy(game.gain[start.state])), margin=margin)


@question(9, definitions=(6,), parts="ab", kind=Numbers(1, GAIN), points=1, tolerance=GAIN_TOLERANCE, evidence=Outcomes)
def match_gain(given: Given[Parameters], part: Part) -> Solution:
    """Exact gain of one strategy against another, from a state.

    Source: Dice Battle report (MOGPL), question 9 and table 1.
    """
    from answers.exams.dice.games import chances, gain

    match = given.params.matches[part.letter]
    return gain(chances("sequential", match.first, match.second, REPORT, match.state))


QUESTIONS: tuple[Question, ...] = (
    few_points,
    state_gain,
    state_choice,
    scoreless_gain,
    blind_players,
    optimal_start,
    match_gain,
)
