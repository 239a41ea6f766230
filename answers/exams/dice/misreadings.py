"""Known mistakes that go through the whole exam `dice`: other conventions for states, players, faces or gains."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, TypeVar

from answers.exam.mistaken import drawn_otherwise
from answers.exam.part import Part
from answers.exam.question import Given, Misreading, Mistake, Question, Solution, Solve
from answers.exams.dice.draws import REPORT, DiceAt, DicePair, Match, Parameters, Start, State
from answers.kinds.reading import Values

Placed = TypeVar("Placed", DiceAt, Start, Match)

TURNS: Final = ("4a", "4b", "5b", "6a", "6b", "8")
"""Parts of the sequential game whose gain is that of the player about to throw."""
MATCHES: Final = ("3", "7a", "7b", "9a", "9b")
"""Parts of the sequential game whose gain is that of player 1, who throws first."""
ROUNDS: Final = ("10a", "10b", "11", "12", "13", "14a", "15", "16", "17", "18a", "18b", "20a", "20b", "20c")
"""Parts of the simultaneous game with a gain of player 1."""
MATCH: Final = 9
ENDED: Final = 15
"""Question 15, whose gains are integers."""
NOT_GAINS: Final = {"3": 1, "8": 1, "11": 1, "13": 6}
"""How many values come before the gains of a part."""


@drawn_otherwise("six-faces")
def six_faces(params: Parameters) -> Parameters:
    """All dice have six faces."""
    return replace(
        params,
        means=replace(params.means, faces=6),
        handicap=replace(params.handicap, faces=6),
        uneven=replace(params.uneven, faces=6),
    )


@drawn_otherwise("lead-forgotten")
def lead_forgotten(params: Parameters) -> Parameters:
    """Player 2 has no points at the start of a round."""
    return replace(
        params,
        handicap=replace(params.handicap, ahead=0),
        uneven=replace(params.uneven, ahead=0),
        one_round=replace(params.one_round, ahead=0),
    )


@drawn_otherwise("states-exchanged")
def states_exchanged(params: Parameters) -> Parameters:
    """(i, j) are the points of the other player, then one's own."""
    return _with_states(params, lambda state: state.mirrored)


@drawn_otherwise("beyond-the-target")
def beyond_the_target(params: Parameters) -> Parameters:
    """A player with N points has not reached the target: N + 1 from (i, j), that is N from (i - 1, j - 1)."""
    nearer = _with_states(params, lambda state: State(state.own - 1, state.other - 1))
    return replace(nearer, short=replace(params.short, target=params.short.target + 1))


@drawn_otherwise("dice-exchanged")
def dice_exchanged(params: Parameters) -> Parameters:
    """What one player throws is thrown by the other."""
    short, single = params.short, params.one_round
    return replace(
        params,
        short=replace(short, first=short.second, second=short.first),
        matches={
            part: replace(match, first=match.second, second=match.first) for part, match in params.matches.items()
        },
        throw_pairs={part: DicePair(*reversed(pair)) for part, pair in params.throw_pairs.items()},
        one_round=replace(single, first=single.second, second=single.first),
        round_choices=DicePair(*reversed(params.round_choices)),
    )


def _win_for_gain(_: Parameters, part: Part, right: Values) -> Values:
    """The probability to win for the gain, in the sequential game, which nobody draws."""
    return _of_gains(part, right, lambda gain: (1 + gain) / 2) if part.id in (*TURNS, *MATCHES) else right


def _gain_of_player_2(_: Parameters, part: Part, right: Values) -> Values:
    """The gain of player 2 where that of player 1 is asked for; what is no gain stays, P(G = 1) as well."""
    return _of_gains(part, right, lambda gain: -gain) if part.id in (*MATCHES, *ROUNDS) else right


def _player_2_begins(params: Parameters, part: Part, right: Values) -> Values:
    """Player 2 throws first in matches."""
    from answers.exams.dice.games import second_begins, tidy
    from solvers.dice_battle.expected_points import blind_choice

    short, blind, always = params.short, params.blind, params.always
    if part.id == "3":
        gain, alone = (second_begins(dice, short.second, short.target)[0, 0] for dice in (short.first, 1))
        return tidy((1 + gain) / 2), tidy(gain), tidy(alone)
    if part.id == "7a":
        dice = blind_choice(blind.dice)
        return (tidy(second_begins(dice, dice, REPORT.target)[blind.state]),)
    if part.id == "7b":
        return (tidy(second_begins(blind_choice(REPORT.dice), always.dice, REPORT.target)[always.state]),)
    return (_begun_by_2(params.matches[part.letter]),) if part.question == MATCH else right


def _begun_by_2(match: Match) -> float:
    from answers.exams.dice.games import chances, tidy

    return tidy(-chances("sequential", match.second, match.first, REPORT, match.state.mirrored).gain)


TOLD: Final[Mapping[str, Callable[[Parameters, Part, Values], Values]]] = {
    "win-for-gain": _win_for_gain,
    "gain-of-player-2": _gain_of_player_2,
    "player-2-begins": _player_2_begins,
}
"""Conventions that change no parameter, but what is answered with them."""


def in_each_world(question: Question) -> Question:
    """Return a question that answers by the conventions of the world it is solved in."""
    mistakes = tuple(Mistake(one.slug, _told(one.solve)) for one in question.mistakes)
    return replace(question, solve=_told(question.solve), mistakes=mistakes)


def _told(solve: Solve[Parameters]) -> Solve[Parameters]:
    def solved(given: Given[Parameters], part: Part) -> Solution:
        found = solve(given, part)
        for slug in given.world.mistakes:
            if slug in TOLD:
                found = replace(found, values=TOLD[slug](given.params, part, found.values))
        return found

    return solved


MISREADINGS: Final[tuple[Misreading, ...]] = (
    six_faces,
    lead_forgotten,
    states_exchanged,
    beyond_the_target,
    dice_exchanged,
    *(Misreading(slug, lambda given: given) for slug in TOLD),
)


def _with_states(params: Parameters, change: Callable[[State], State]) -> Parameters:
    def moved(drawn: Placed) -> Placed:
        return replace(drawn, state=change(drawn.state))

    def lettered(states: Mapping[str, State]) -> Mapping[str, State]:
        return {part: change(state) for part, state in states.items()}

    one, two, three = params.choice_states
    return replace(
        params,
        sequential_states=lettered(params.sequential_states),
        choice_states=(change(one), change(two), change(three)),
        thrown=moved(params.thrown),
        scoreless_states=lettered(params.scoreless_states),
        blind=moved(params.blind),
        always=moved(params.always),
        start=moved(params.start),
        matches={part: moved(match) for part, match in params.matches.items()},
        repeated_state=change(params.repeated_state),
        final_states=tuple(map(change, params.final_states)),
        round_state=change(params.round_state),
        matrix_state=change(params.matrix_state),
        value_states=lettered(params.value_states),
        mix_state=change(params.mix_state),
        last_state=change(params.last_state),
    )


def _of_gains(part: Part, values: Values, change: Callable[[Fraction], Fraction]) -> Values:
    """The values of a part, with a change of those that are gains."""
    from answers.exams.dice.games import number, tidy

    before = NOT_GAINS.get(part.id, 0)
    gains = (change(number(value)) for value in values[before:])
    return (*values[:before], *(int(gain) if part.question == ENDED else tidy(float(gain)) for gain in gains))
