"""Misconceptions of the exam `dice`: other rules for throws and rounds, or other conventions, in all questions."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, TypeVar

from answers.exam.question import Misconception, Part, SolveContext, misconception_from_params, rounded
from answers.exams.dice.draws import (
    DiceAt,
    DiceMatch,
    DicePair,
    DiceState,
    Handicap,
    LastRound,
    Parameters,
    Round,
    Start,
)
from answers.exams.dice.kinds import Gains
from answers.kinds.parsing import Values, number

Placed = TypeVar("Placed", DiceAt, Start, DiceMatch, LastRound)
Led = TypeVar("Led", Handicap, Round)
NUMBERS_OF_DICE: Final = {"mean_points.b": 1, "state_choice.a": 3, "optimal_start": 1, "best_answer": 1}
"""Number of items at the beginning of an answer that are numbers of dice, by part label; 0 for other parts."""
PLAYER_2_BEGINS: Final = "player-2-begins"


@dataclass(frozen=True, slots=True)
class DiceRules:
    """Rules of scoring and winning in a scenario; the defaults are the rules of the game."""

    faces_off: int = 0  # number of faces that all dice have too few
    # the lowest face that counts in the sum, and how many of the highest faces do not count
    summed: tuple[int, int] = (2, 0)
    # chances of a 1 that takes the points: one for each die ("die"), one for the whole throw ("throw"), or "none"
    risk: Literal["die", "throw", "none"] = "die"
    level: int = 0  # the gain of player 1 when both players have the same points
    past_is_level: bool = False  # whether the game is drawn when both players have N points or more

    def without_a_one(self, dice: int, faces: int) -> float:
        """Return the probability that `dice` dice score the sum of their faces, under the scenario's rules."""
        faces -= self.faces_off
        return {"die": ((faces - 1) / faces) ** dice, "throw": (faces - 1) / faces, "none": 1.0}[self.risk]


RULES: Final = DiceRules()
MISREAD_RULES: Final[Mapping[str, DiceRules]] = {
    "sums-with-ones": DiceRules(summed=(1, 0), risk="none"),
    "faces-1-to-5": DiceRules(summed=(1, 1)),
    "five-faces": DiceRules(faces_off=1),
    "one-chance-a-throw": DiceRules(risk="throw"),
    "draws-won": DiceRules(level=1),
    "both-past-the-target": DiceRules(past_is_level=True),
}
"""Misread rules by the slug of their misconception."""
CHANGES: Final[Mapping[str, Callable[[Parameters], Parameters]]] = {
    "lead-forgotten": lambda params: _with_leads(params, lambda _: 0),
    "lead-of-player-1": lambda params: _with_leads(params, lambda ahead: -ahead),
    # in all states (i, j), i is taken for the points of the opponent and j for the player's own points
    "states-exchanged": lambda params: _with_states(params, lambda state: state.mirrored),
}
"""Changes of the parameters in all questions, by the slug of the misconception."""


def rules(context: SolveContext[Parameters]) -> DiceRules:
    """Return the rules in the scenario of a solution: misread rules if such a misconception is active."""
    return next((MISREAD_RULES[slug] for slug in context.scenario.mistakes if slug in MISREAD_RULES), RULES)


def player_2_begins(context: SolveContext[Parameters]) -> bool:
    """Return whether player 2 throws first in the matches, in the scenario of a solution."""
    return PLAYER_2_BEGINS in context.scenario.mistakes


@misconception_from_params("six-faces")
def six_faces(params: Parameters) -> Parameters:
    """Misconception: give all dice six faces, whatever the question says."""
    return replace(
        params,
        means=replace(params.means, faces=6),
        handicap=replace(params.handicap, faces=6),
        uneven=replace(params.uneven, faces=6),
    )


@misconception_from_params("beyond-the-target")
def beyond_the_target(params: Parameters) -> Parameters:
    """Misconception: play until a player has N + 1 points in place of N.

    A game to N + 1 points from state (i, j) is computed as a game to N points from (i - 1, j - 1).
    """
    nearer = _with_states(params, lambda state: DiceState(state.own - 1, state.other - 1))
    return replace(nearer, short=replace(params.short, target=params.short.target + 1))


@misconception_from_params("dice-exchanged")
def dice_exchanged(params: Parameters) -> Parameters:
    """Misconception: exchange the dice and the strategies of both players."""
    short, single = params.short, params.one_round
    return replace(
        params,
        short=replace(short, first=short.second, second=short.first),
        matches={
            part: replace(match, first=match.second, second=match.first) for part, match in params.matches.items()
        },
        throw_pairs={part: DicePair(*reversed(pair)) for part, pair in params.throw_pairs.items()},
        one_round=replace(single, first=single.second, second=single.first),
        last_round=replace(params.last_round, choices=DicePair(*reversed(params.last_round.choices))),
        round_choices=DicePair(*reversed(params.round_choices)),
    )


def _choices_from_zero(_: SolveContext[Parameters], part: Part, right: Values) -> Values:
    """Misconception: give numbers of dice less one, which is the index in a list that begins with 0."""
    count = NUMBERS_OF_DICE.get(part.label, 0)
    return (*(int(number(dice)) - 1 for dice in right[:count]), *right[count:])


MISCONCEPTIONS: Final[tuple[Misconception, ...]] = (
    six_faces,
    *(misconception_from_params(slug)(change) for slug, change in CHANGES.items()),
    beyond_the_target,
    dice_exchanged,
    # the probability to win in the sequential game, which has no draws
    Misconception(
        "win-for-gain",
        answers=lambda _, part, right: _change_gains(part, right, ("turn", "match"), lambda gain: (1 + gain) / 2),
    ),
    Misconception(  # probabilities in an answer stay
        "gain-of-player-2",
        answers=lambda _, part, right: _change_gains(part, right, ("match", "round"), lambda gain: -gain),
    ),
    Misconception("choices-from-zero", answers=_choices_from_zero),
    Misconception(PLAYER_2_BEGINS),
    *map(Misconception, MISREAD_RULES),
)


def _with_leads(params: Parameters, change: Callable[[int], int]) -> Parameters:
    """Return the parameters with each lead of player 2 changed."""

    def led(drawn: Led) -> Led:
        return replace(drawn, ahead=change(drawn.ahead))

    return replace(params, handicap=led(params.handicap), uneven=led(params.uneven), one_round=led(params.one_round))


def _with_states(params: Parameters, change: Callable[[DiceState], DiceState]) -> Parameters:
    """Return the parameters with each state of a game changed."""

    def moved(drawn: Placed) -> Placed:
        return replace(drawn, state=change(drawn.state))

    def lettered(states: Mapping[str, DiceState]) -> Mapping[str, DiceState]:
        return {part: change(state) for part, state in states.items()}

    even, near_end, behind = params.choice_states
    return replace(
        params,
        sequential_states=lettered(params.sequential_states),
        choice_states=(change(even), change(near_end), change(behind)),
        thrown=moved(params.thrown),
        scoreless_states=lettered(params.scoreless_states),
        blind=moved(params.blind),
        always=moved(params.always),
        start=moved(params.start),
        matches={part: moved(match) for part, match in params.matches.items()},
        repeated_state=change(params.repeated_state),
        last_round=moved(params.last_round),
        round_state=change(params.round_state),
        matrix_state=change(params.matrix_state),
        value_states=lettered(params.value_states),
        mix_state=change(params.mix_state),
        last_state=change(params.last_state),
    )


def _change_gains(part: Part, values: Values, sorts: Collection[str], change: Callable[[Fraction], Fraction]) -> Values:
    """Return the values of a part with its gains changed, if they are gains of one of `sorts` (`Gains.of`)."""
    kind = part.kind
    if not isinstance(kind, Gains) or kind.of not in sorts:
        return values
    gains = (change(number(value)) for value in values[kind.before :])
    return (*values[: kind.before], *(rounded(float(gain)) for gain in gains))
