"""Dice Battle: throws, the sequential game and the simultaneous game, all by exact chances.

Source: "Dice Battle", report of a project in optimisation and game theory (MOGPL), questions 1 to 20. Where the
report proves or programs, the question asks for numbers that such a proof or program gives.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from answers.exam.exam import Exam, Part, Question, Solution, Text, question
from answers.exams.dice.draws import DICE, MATRIX_DICE, MIX_DICE, TARGET, Parameters, draw, prompt
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.numbers.text import Domain
from answers.kinds.reading import Kind, Value
from answers.kinds.tolerance import EXACT, Tolerance
from solvers.dice_battle.checks import Game
from solvers.dice_battle.duel import Chances, duel
from solvers.dice_battle.expected_points import blind_choice, exact_expected_points, relaxed_maximiser
from solvers.dice_battle.one_round import exact_one_round_matrix, handicap_matrix, one_round
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import by_name
from solvers.dice_battle.throws import exact_throw, exact_throw_without_ones
from solvers.matrix_games.small_matrix_game import small_matrix_game

Values = tuple[Value, ...]
Accepts = Callable[[Parameters, Part, Values], bool]
Asked = Callable[[Callable[[Parameters, Part], Solution]], Question[Parameters]]

GAIN = Domain(low=-1, high=1)
DICE_AND_GAIN = Domain(low=-1, high=DICE)
TWO_DECIMALS = Tolerance(absolute=Fraction(1, 200))
THREE_DECIMALS = Tolerance(absolute=Fraction(1, 2000))
ONE_PERCENT = Tolerance(relative=Fraction(1, 100))
SUM = Tolerance(absolute=Fraction(1, 200))
"""How far from 1 the sum of a student's mix may be: that of ten probabilities of three decimals."""


def _ask(
    number: int,
    kind: Kind,
    *labels: str,
    parts: str = "",
    tolerance: Tolerance = THREE_DECIMALS,
    accepts: Accepts | None = None,
    all_or_nothing: bool = False,
) -> Asked:
    """Question `number`, worth a point; every part has the same labels."""
    return question(
        number,
        prompt=prompt(number),
        kind=kind,
        points=1,
        items=dict.fromkeys(parts or ("",), labels),
        tolerance=tolerance,
        accepts=accepts,
        all_or_nothing=all_or_nothing,
    )


@_ask(1, probabilities(2), "P ≃", "Q ≃", tolerance=ONE_PERCENT)
def throw(params: Parameters, _: Part) -> Solution:
    """Chance of a score, among all throws and among those without a 1."""
    dice, points = params.throw
    return Solution((exact_throw(dice)[points], exact_throw_without_ones(dice)[points]))


@_ask(2, Numbers(3, Domain(low=0, high=12)), "EP ≃", "d* =", "x* ≃", tolerance=TWO_DECIMALS)
def mean_points(params: Parameters, _: Part) -> Solution:
    """Mean points of a throw, and the numbers of dice that maximise them, integer and real."""
    thrown, dice, faces = params.mean
    return Solution((exact_expected_points(thrown), blind_choice(dice), *_numbers(relaxed_maximiser(faces)).values))


@_ask(3, Numbers(3, GAIN), "P(G=1) ≃", "E(G) ≃", "d₁=1 : E ≃")
def two_points(params: Parameters, _: Part) -> Solution:
    """To 2 points, the first throw without a 1 wins, and the first player after two throws with a 1."""

    def win(first: int, second: int) -> Fraction:
        without, answered = Fraction(5, 6) ** first, Fraction(5, 6) ** second
        return without + (1 - without) * (1 - answered)

    first, second = params.fixed
    return Solution((win(first, second), 2 * win(first, second) - 1, 2 * win(1, second) - 1))


@_ask(4, Numbers(1, GAIN), "EG ≃", parts="ab")
def sequential_gain(params: Parameters, part: Part) -> Solution:
    """EG at a state of the report's board."""
    state = params.sequential_states[_place(part)]
    return _numbers(sequential(DICE, TARGET).gain[state])


def _is_optimal_choice(params: Parameters, part: Part, values: Values) -> bool:
    return values[0] in _choices(params, part)


def _choices(params: Parameters, part: Part) -> tuple[int, ...]:
    return sequential(DICE, TARGET).optimal_choices(*params.choice_states[_place(part)])


@_ask(5, integers(1, 1, DICE), "OPT =", parts="ab", tolerance=EXACT, accepts=_is_optimal_choice)
def sequential_choice(params: Parameters, part: Part) -> Solution:
    """OPT at a state: the smallest optimal number of dice; any other optimal one is right."""
    optimal = _choices(params, part)
    return Solution(optimal[:1], ({"optimal": optimal},))


@_ask(6, Numbers(1, GAIN), "EG ≃", parts="ab")
def scoreless_gain(params: Parameters, part: Part) -> Solution:
    """EG at two states that depend on each other, when a throw with a 1 scores nothing."""
    i, j = params.scoreless_state
    return _numbers(scoreless(DICE, TARGET).gain[(i, j) if part.letter == "a" else (j, i)])


@_ask(7, Numbers(2, DICE_AND_GAIN), "d =", "E(G) ≃")
def blind_players(params: Parameters, _: Part) -> Solution:
    """The blind choice, and the gain of the first of two blind players."""
    dice, target = params.blind_board
    gain = _duel("sequential", "blind", "blind", dice, target).gain
    return Solution((blind_choice(dice), *_numbers(gain).values))


def _is_optimal_start(params: Parameters, part: Part, values: Values) -> bool:
    game = sequential(*params.optimal_board)
    right_gain = part.kind.agrees(float(game.gain[0, 0]), values[1], part.tolerance)
    return right_gain and values[0] in game.optimal_choices(0, 0)


@_ask(8, Numbers(2, DICE_AND_GAIN), "OPT(0,0) =", "EG(0,0) ≃", accepts=_is_optimal_start)
def optimal_start(params: Parameters, _: Part) -> Solution:
    """The first throw and the gain of the optimal strategy of the sequential game."""
    game = sequential(*params.optimal_board)
    return Solution((int(game.choice[0, 0]), *_numbers(game.gain[0, 0]).values))


@_ask(9, Numbers(1, GAIN), "E(G) ≃", parts="ab")
def sequential_duel(params: Parameters, part: Part) -> Solution:
    """Exact gain of one strategy against another in the sequential game."""
    pair = params.duels[_place(part)]
    return _outcome(_duel("sequential", *pair, DICE, params.duel_target))


@_ask(10, Numbers(1, GAIN), "EG₁ ≃", parts="ab")
def one_round_gain(params: Parameters, part: Part) -> Solution:
    """Gain of one number of dice against another in a single round."""
    first, second = params.throw_pairs[_place(part)]
    return Solution((exact_one_round_matrix(max(first, second))[first - 1][second - 1],))


def _is_best_answer(params: Parameters, part: Part, values: Values) -> bool:
    gains = dict(enumerate(_gains_against_mix(params), start=1))
    answer, gain = values
    return (
        answer in gains
        and part.tolerance.accepts(min(gains.values()), gains[int(_number(answer))])
        and part.kind.agrees(min(gains.values()), gain, part.tolerance)
    )


def _gains_against_mix(params: Parameters) -> list[Fraction]:
    """Gain of player 1's known mix for each number of dice of player 2."""
    matrix = exact_one_round_matrix(len(params.mix))
    return [
        sum((Fraction(p, 100) * g for p, g in zip(params.mix, column, strict=True)), Fraction(0))
        for column in zip(*matrix, strict=True)
    ]


@_ask(11, Numbers(2, DICE_AND_GAIN), "j =", "E(G) ≃", accepts=_is_best_answer)
def best_answer(params: Parameters, _: Part) -> Solution:
    """The best answer to a known mix, and what is left to player 1."""
    gains = _gains_against_mix(params)
    return Solution((gains.index(min(gains)) + 1, min(gains)))


@_ask(12, Numbers(1, GAIN), "v ≃")
def handicap_value(params: Parameters, _: Part) -> Solution:
    """Value of a single round that is not symmetric."""
    return _numbers(small_matrix_game(handicap_matrix(*params.handicap)).value)


MIX_LABELS = tuple(f"p({d}) ≃" for d in range(1, MIX_DICE + 1))


def _is_optimal_in_one_round(params: Parameters, part: Part, values: Values) -> bool:
    return _guarantees(one_round(MIX_DICE, params.faces).matrix, 0, values, part.tolerance)


@_ask(13, probabilities(MIX_DICE), *MIX_LABELS, accepts=_is_optimal_in_one_round, all_or_nothing=True)
def one_round_mix(params: Parameters, _: Part) -> Solution:
    """An optimal mix of a single round."""
    return _numbers(*one_round(MIX_DICE, params.faces).mix)


@_ask(14, Numbers(3, GAIN), "E(G) ≃", "P(G=1) ≃", "P(G=0) ≃")
def simultaneous_duels(params: Parameters, _: Part) -> Solution:
    """Gain of a pair of strategies in one round, and how the optimum of one round fares in a longer game."""
    dice, target = params.one_round
    single = _duel("simultaneous", *params.one_round_duel, dice, 1)
    longer = _duel("simultaneous", "one-round", "blind", DICE, target)
    return _numbers(single.gain, longer.win, longer.draw)


@_ask(15, integers(1, -1, 1), "EG₁ =", parts="abc", tolerance=EXACT)
def final_gain(params: Parameters, part: Part) -> Solution:
    """Gain when the game has ended."""
    i, j = params.final_states[_place(part)]
    return Solution(((i > j) - (i < j),))


@_ask(16, Numbers(1, GAIN), "E₁ ≃")
def round_gain(params: Parameters, _: Part) -> Solution:
    """Gain of two given choices, with optimal play from there."""
    first, second = params.round_choices
    return _numbers(simultaneous(DICE, TARGET).round_matrix(*params.round_state)[first - 1, second - 1])


MATRIX_LABELS = tuple(f"E₁({a},{b}) ≃" for a in range(1, MATRIX_DICE + 1) for b in range(1, MATRIX_DICE + 1))


@_ask(17, Numbers(MATRIX_DICE**2, GAIN), *MATRIX_LABELS)
def round_matrix(params: Parameters, _: Part) -> Solution:
    """The matrix of a state, row by row."""
    return _numbers(*simultaneous(MATRIX_DICE, TARGET).round_matrix(*params.matrix_state).flat)


@_ask(18, Numbers(1, GAIN), "EG₁ ≃", parts="ab")
def simultaneous_gain(params: Parameters, part: Part) -> Solution:
    """Value of the simultaneous game at a state."""
    return _numbers(simultaneous(DICE, TARGET).gain[params.value_states[_place(part)]])


def _is_optimal_at_state(params: Parameters, part: Part, values: Values) -> bool:
    game = simultaneous(MIX_DICE, TARGET)
    matrix = game.round_matrix(*params.mix_state)
    return _guarantees(matrix, float(game.gain[params.mix_state]), values, part.tolerance)


@_ask(19, probabilities(MIX_DICE), *MIX_LABELS, accepts=_is_optimal_at_state, all_or_nothing=True)
def simultaneous_mix(params: Parameters, _: Part) -> Solution:
    """An optimal mix at a state of the simultaneous game."""
    game = simultaneous(MIX_DICE, TARGET)
    value = _numbers(game.gain[params.mix_state]).values[0]
    return Solution(_numbers(*game.mixes[params.mix_state]).values, ({"value": value},))


OPPONENTS = {"a": "blind", "b": "random", "c": "sequential"}


@_ask(20, Numbers(1, GAIN), "E(G) ≃", parts="abc")
def optimum_against(params: Parameters, part: Part) -> Solution:
    """Exact gain of the optimum of the simultaneous game against other strategies."""
    return _outcome(_duel("simultaneous", "optimal", OPPONENTS[part.letter], DICE, params.last_target))


def _place(part: Part) -> int:
    return "abc".index(part.letter)


def _duel(game: Game, first: str, second: str, dice: int, target: int) -> Chances:
    return duel(game, by_name(first, game, dice, target), by_name(second, game, dice, target)).chances()


def _outcome(chances: Chances) -> Solution:
    outcomes = _numbers(chances.win, chances.draw, chances.loss).values
    return Solution(_numbers(chances.gain).values, ({"outcomes": outcomes},))


def _numbers(*values: float) -> Solution:
    """Values to 12 decimals: processors that round products otherwise give the same key."""
    # The sum turns -0.0 into 0.0.
    return Solution(tuple(round(float(value), 12) + 0.0 for value in values))


def _guarantees(matrix: np.ndarray, value: float, values: Values, tolerance: Tolerance) -> bool:
    """Whether `values` are a mix that guarantees `value`, within the tolerance, whatever the opponent throws."""
    mix = [_number(p) for p in values]
    if min(mix) < 0 or not SUM.accepts(1, sum(mix)):
        return False
    worst = (np.array(mix, dtype=np.float64) / float(sum(mix)) @ matrix).min()
    return tolerance.accepts(Fraction(value), Fraction(float(worst)))


def _number(value: Value) -> Fraction:
    if isinstance(value, tuple):
        raise TypeError(f"a number was expected, got {value}")
    return Fraction(value)


EXAM = Exam(
    name="dice",
    title=Text(fr="Dice Battle", en="Dice Battle"),
    source=Text(
        fr="d’après un rapport de projet d’optimisation et de théorie des jeux (MOGPL)",
        en="after a project report in optimisation and game theory (MOGPL)",
    ),
    model_seed=17,
    draw=draw,
    questions=(
        throw,
        mean_points,
        two_points,
        sequential_gain,
        sequential_choice,
        scoreless_gain,
        blind_players,
        optimal_start,
        sequential_duel,
        one_round_gain,
        best_answer,
        handicap_value,
        one_round_mix,
        simultaneous_duels,
        final_gain,
        round_gain,
        round_matrix,
        simultaneous_gain,
        simultaneous_mix,
        optimum_against,
    ),
)
