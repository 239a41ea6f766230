"""Questions 3 to 9 of the exam `dice`: the sequential game."""

from fractions import Fraction

from answers.exam.part import Part
from answers.exam.question import Given, Question, Solution, question
from answers.exams.dice.draws import REPORT, Board, Parameters, State
from answers.exams.dice.evidence import OptimalChoices, Outcomes
from answers.exams.dice.kinds import DICE_AND_GAIN, GAIN, THREE_DECIMALS
from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.reading import Values

THROUGH = Fraction(5, 6)
"""Chance that a die shows no 1."""


@question(3, kind=Numbers(3, GAIN), points=1, tolerance=THREE_DECIMALS)
def two_points(given: Given[Parameters], _: Part) -> Solution:
    """To 2 points, the first throw without a 1 wins, and player 1 after two throws with a 1.

    Source: Dice Battle report (MOGPL), question 3.
    """
    fixed = given.params.fixed
    win, alone = (_win_to_two(dice, fixed.second) for dice in (fixed.first, 1))
    return Solution((win, 2 * win - 1, 2 * alone - 1))


def _win_to_two(first: int, second: int) -> Fraction:
    return THROUGH**first + (1 - THROUGH**first) * (1 - THROUGH**second)


@question(4, parts="ab", kind=Numbers(1, GAIN), points=1, tolerance=THREE_DECIMALS)
def state_gain(given: Given[Parameters], part: Part) -> Solution:
    """EG at a state of the report's board.

    Source: Dice Battle report (MOGPL), question 4.
    """
    from answers.exams.dice.games import tidy
    from solvers.dice_battle.sequential import sequential

    state = given.params.sequential_states[part.letter]
    return Solution((tidy(sequential(REPORT.dice, REPORT.target).gain[state]),))


def _is_optimal_choice(given: Given[Parameters], part: Part, values: Values) -> bool:
    return values[0] in _optimal_choices(given.params.choice_states[part.letter])


def _optimal_choices(state: State) -> tuple[int, ...]:
    from solvers.dice_battle.sequential import sequential

    return sequential(REPORT.dice, REPORT.target).optimal_choices(state.own, state.other)


@question(
    5, parts="ab", kind=integers(1, 1, REPORT.dice), points=1, evidence=OptimalChoices, accepts=_is_optimal_choice
)
def state_choice(given: Given[Parameters], part: Part) -> Solution:
    """OPT at a state: the smallest optimal number of dice; any other optimal one is right.

    Source: Dice Battle report (MOGPL), question 5.
    """
    optimal = _optimal_choices(given.params.choice_states[part.letter])
    return Solution(optimal[:1], (OptimalChoices(optimal),))


@question(6, parts="ab", kind=Numbers(1, GAIN), points=1, tolerance=THREE_DECIMALS)
def scoreless_gain(given: Given[Parameters], part: Part) -> Solution:
    """EG at a state and at its mirror image, which depend on each other when a throw with a 1 scores nothing.

    Source: Dice Battle report (MOGPL), question 6.
    """
    from answers.exams.dice.games import tidy
    from solvers.dice_battle.scoreless import scoreless

    state = given.params.scoreless_states[part.letter]
    return Solution((tidy(scoreless(REPORT.dice, REPORT.target).gain[state]),))


@question(7, kind=Numbers(2, DICE_AND_GAIN), points=1, tolerance=THREE_DECIMALS)
def blind_players(given: Given[Parameters], _: Part) -> Solution:
    """The blind choice, and the gain of the first of two blind players.

    Source: Dice Battle report (MOGPL), question 7 and table 1.
    """
    from answers.exams.dice.games import chances, tidy
    from solvers.dice_battle.expected_points import blind_choice

    board = given.params.blind_board
    return Solution((blind_choice(board.dice), tidy(chances("sequential", "blind", "blind", board).gain)))


def _is_optimal_start(given: Given[Parameters], part: Part, values: Values) -> bool:
    from solvers.dice_battle.sequential import sequential

    board = given.params.optimal_board
    game = sequential(board.dice, board.target)
    is_right_gain = part.kind.agrees(float(game.gain[0, 0]), values[1], part.tolerance)
    return is_right_gain and values[0] in game.optimal_choices(0, 0)


@question(8, kind=Numbers(2, DICE_AND_GAIN), points=1, tolerance=THREE_DECIMALS, accepts=_is_optimal_start)
def optimal_start(given: Given[Parameters], _: Part) -> Solution:
    """The first throw and the gain of the optimal strategy; any other optimal first throw is right.

    Source: Dice Battle report (MOGPL), question 8.
    """
    from answers.exams.dice.games import tidy
    from solvers.dice_battle.sequential import sequential

    board = given.params.optimal_board
    game = sequential(board.dice, board.target)
    return Solution((int(game.choice[0, 0]), tidy(game.gain[0, 0])))


@question(9, parts="ab", kind=Numbers(1, GAIN), points=1, tolerance=THREE_DECIMALS, evidence=Outcomes)
def match_gain(given: Given[Parameters], part: Part) -> Solution:
    """Exact gain of one strategy against another.

    Source: Dice Battle report (MOGPL), question 9 and table 1.
    """
    from answers.exams.dice.games import chances, gain

    match, board = given.params.matches[part.letter], Board(REPORT.dice, given.params.match_target)
    return gain(chances("sequential", match.first, match.second, board))


QUESTIONS: tuple[Question, ...] = (
    two_points,
    state_gain,
    state_choice,
    scoreless_gain,
    blind_players,
    optimal_start,
    match_gain,
)
