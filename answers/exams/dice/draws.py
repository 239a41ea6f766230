"""Parameters of the exam `dice` drawn from u₀, and the boards that are the same for all students."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise, product, starmap
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from answers.exam.draw import Draw
from answers.exam.question import Params

StrategyName: TypeAlias = Literal["blind", "optimal", "random"]
"""A strategy that the report compares, by its name in the solvers."""


class DiceState(NamedTuple):
    """A state of the game: the points of the player that a question is about, then the points of the opponent."""

    own: int
    other: int

    @property
    def mirrored(self) -> "DiceState":
        """The state in which the two players have exchanged their points."""
        return DiceState(self.other, self.own)


class DicePair(NamedTuple):
    """The number of dice that player 1 throws, and the number of dice that player 2 throws."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """A throw of question 1: the number of dice to throw, and the score whose probability is asked for."""

    dice: int
    points: int


@dataclass(frozen=True, slots=True)
class Means:
    """Data of question 2: dice thrown, the faces of a die, and the points that a player lacks."""

    faces: int
    thrown: int
    missing: int


@dataclass(frozen=True, slots=True)
class ShortMatch:
    """The game of question 3: to a few points (`target`); player 1 always throws `first` dice, player 2 `second`."""

    target: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class DiceAt:
    """A state and a number of dice: the most of a throw in question 7 (a), those thrown in questions 5 and 7 (b)."""

    dice: int
    state: DiceState


@dataclass(frozen=True, slots=True)
class Start:
    """A game that begins in `state`: a throw has at most `dice` dice, the first player with `target` points wins."""

    dice: int
    target: int
    state: DiceState

    @property
    def board(self) -> "DiceBoard":
        """The largest number of dice of a throw in this game, and the points to reach."""
        return DiceBoard(self.dice, self.target)


@dataclass(frozen=True, slots=True)
class DiceBoard:
    """D, the largest number of dice of a throw, and N, the points to reach."""

    dice: int
    target: int


@dataclass(frozen=True, slots=True)
class DiceMatch:
    """Strategies of player 1 and player 2, and the state in which their game begins."""

    first: StrategyName
    second: StrategyName
    state: DiceState


@dataclass(frozen=True, slots=True)
class Round:
    """Strategies of player 1 and player 2 in a single round, and the points that player 2 is ahead at its start."""

    first: StrategyName
    second: StrategyName
    ahead: int


@dataclass(frozen=True, slots=True)
class LastRound:
    """A state of the simultaneous game, and the number of dice that each player throws in it."""

    state: DiceState
    choices: DicePair


@dataclass(frozen=True, slots=True)
class Handicap:
    """A round in which player 2 has a lead: the number of faces of the dice, and the points of the lead."""

    faces: int
    ahead: int


REPORT: Final = DiceBoard(10, 100)
"""D and N of the report's tables."""
USEFUL: Final = 12
"""Largest number of dice in question 2."""
SINGLE: Final = 8
"""D of question 12."""
MATRIX: Final = DiceBoard(3, 100)
"""Board of question 17: with D = 3, the matrix of a state fits a sheet."""
MIXED: Final = DiceBoard(6, 100)
"""Board of question 19: with D = 6, a mix fits a sheet. Questions 11 and 13 have the same D."""
STRATEGIES: Final[tuple[StrategyName, ...]] = get_args(StrategyName)
PAIRS: Final[tuple[tuple[StrategyName, StrategyName], ...]] = tuple(
    (first, second) for first in STRATEGIES for second in STRATEGIES
)
MATCHED: Final = tuple(pair for pair in PAIRS if pair not in (("blind", "blind"), ("optimal", "optimal")))
"""Pairs of question 9. Blind against blind is question 7; optimal against optimal can be read in the table of 4."""
NUMBERS: Final = (
    *((2, 4), (3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (4, 7)),
    *((5, 6), (5, 8), (6, 7), (6, 8), (7, 8), (7, 9), (8, 9)),
)
"""Pairs of numbers of dice of question 10. Their scores overlap: a normal approximation, or a formula that counts only
throws with a 1, is wrong by at least 0.00002. No pair has both numbers in the example of definition 7."""
LAST_STATES: Final = tuple(DiceState(*points) for points in product(range(91, 98), repeat=2) if sum(points) <= 190)
"""States of question 19. With D = 6, every optimal strategy there is mixed; at least twelve states may follow."""
MIXED_STATES: Final = tuple(
    DiceState(own, other)
    for own, others in (
        (84, (87, 90, 94)),
        (85, (90, 91, 92, 93, 95, 97)),
        (86, (92, 93, 94, 96, 97)),
        (87, (89, 94)),
        (88, (90, 93, 97)),
        (89, (91, 92, 94, 95, 97)),
        (90, (93, 95, 96, 97)),
        (91, (94, 95, 96)),
        (92, (94, 95)),
        (93, (96,)),
        (94, (96,)),
    )
    for other in others
)
"""States whose value with D = 10 is not found without a mix. The mean of the best row and the best column is wrong by
at least 0.002, and so are similar rules. At least fifteen states may follow each."""
HUNDREDTHS: Final = tuple(
    starmap(
        Handicap,
        ((5, 3), (5, 11), (6, 3), (6, 8), (6, 9), (6, 10), (7, 2), (8, 5), (8, 6), (9, 2), (9, 7), (10, 11)),
    )
)
LAST_HUNDREDTHS: Final = (DiceState(91, 92), DiceState(93, 91), DiceState(94, 96), DiceState(95, 95))
"""States that are not drawn, as the rounds of `HUNDREDTHS` are not: a mix in hundredths guarantees the value there
within 0.00006."""
TWENTIETHS: Final = 20
"""The probabilities of question 11 are multiples of 1/20."""


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """Parameters drawn from u₀, in the order of the questions; the keys of mappings are letters of parts.

    `choice_states` and `thrown` belong to question 5, `blind` and `always` to 7, `start` to 8, `one_round` and
    `repeated_state` to 14, `last_round` to 15. `mix` has the probabilities, in percent, with which player 1 of
    question 11 throws 1 … 6 dice.
    """

    throw: DiceThrow
    means: Means
    short: ShortMatch
    sequential_states: Mapping[str, DiceState]
    choice_states: tuple[DiceState, DiceState, DiceState]
    thrown: DiceAt
    scoreless_states: Mapping[str, DiceState]
    blind: DiceAt
    always: DiceAt
    start: Start
    matches: Mapping[str, DiceMatch]
    throw_pairs: Mapping[str, DicePair]
    mix: tuple[int, ...]
    handicap: Handicap
    uneven: Handicap
    one_round: Round
    repeated_state: DiceState
    last_round: LastRound
    round_state: DiceState
    round_choices: DicePair
    matrix_state: DiceState
    value_states: Mapping[str, DiceState]
    mix_state: DiceState
    last_state: DiceState


def draw(draw: Draw) -> Parameters:
    """Draw all parameters, each from other terms of the student's sequence, from u(1000) on.

    States are drawn so that their answers differ; `docs/dice.md` says by how much.

    Source: Dice Battle report (MOGPL). Its largest number of dice, target, strategies and states are varied.
    """
    dice = draw.integer(1000, 5, 15)
    behind = _behind(draw, 1021, 50, 80, most=15)
    # Question 8 begins far from the end, where D matters: a table for more dice does not have the answer.
    most, target = draw.integer(1029, 5, 7), draw.integer(1030, 101, 200)
    own = draw.integer(1031, target - 60, target - 30)
    start = Start(most, target, DiceState(own, draw.integer(1032, own - 20, own + 20)))
    # Question 10 has more dice for player 2 in part a, for player 1 in part b.
    pair = draw.integer(1039, 0, len(NUMBERS) - 1)
    less, more = NUMBERS[(pair + draw.integer(1040, 1, len(NUMBERS) - 1)) % len(NUMBERS)]
    # Question 11: six shares of at least 5 % that sum to 100 %.
    cuts = (0, *draw.sample(1041, range(1, TWENTIETHS), MIXED.dice - 1), TWENTIETHS)
    # Question 9: two pairs of strategies, which differ.
    place = draw.integer(1033, 0, len(MATCHED) - 1)
    another = (place + draw.integer(1034, 1, len(MATCHED) - 1)) % len(MATCHED)
    # Question 15: numbers of dice with which one player or both often reach N points.
    choices = DicePair(draw.integer(1050, 4, 8), draw.integer(1051, 4, 8))
    missing = (draw.integer(1052 + n, 2 * thrown + 2, 4 * thrown) for n, thrown in enumerate(choices))
    return Parameters(
        u0=draw.u0,
        throw=DiceThrow(dice, draw.integer(1001, 3 * dice, 5 * dice)),
        means=Means(draw.integer(1002, 7, 18), draw.integer(1003, 2, 20), draw.integer(1004, 15, 60)),
        short=ShortMatch(draw.integer(1005, 20, 40), draw.integer(1006, 2, 6), draw.integer(1007, 2, 6)),
        sequential_states={"a": _near(draw, 1008, 40, 80, most=15), "b": _near(draw, 1010, 40, 80, most=15)},
        choice_states=(
            _near(draw, 1012, 60, 90, most=8),
            DiceState(draw.integer(1014, 80, 97), draw.integer(1015, 60, 99)),
            _behind(draw, 1016, 40, 70, least=8, most=29),
        ),
        thrown=DiceAt(draw.integer(1018, 1, 10), _near(draw, 1019, 40, 85, most=14)),
        scoreless_states={"a": behind, "b": behind.mirrored},
        blind=DiceAt(draw.integer(1023, 3, 10), _near(draw, 1024, 30, 75, most=20)),
        always=DiceAt(draw.choice(1026, (2, 3, 4, 5, 7, 8, 9)), _near(draw, 1027, 30, 75, most=20)),
        start=start,
        matches={
            letter: DiceMatch(*MATCHED[pair], _near(draw, first, 20, 75, most=20))
            for letter, pair, first in (("a", place, 1035), ("b", another, 1037))
        },
        throw_pairs={"a": DicePair(*NUMBERS[pair]), "b": DicePair(more, less)},
        mix=tuple(100 * (high - low) // TWENTIETHS for low, high in pairwise(cuts)),
        handicap=Handicap(draw.integer(1042, 7, 14), draw.integer(1043, 2, 20)),
        uneven=draw.until(
            1044,
            lambda again: Handicap(again.integer(0, 5, 10), again.integer(1, 1, 11)),
            lambda handicap: handicap not in HUNDREDTHS,
        ),
        one_round=Round(*draw.choice(1046, PAIRS), draw.integer(1047, 1, 15)),
        repeated_state=_near(draw, 1048, 60, 90, most=9),
        last_round=LastRound(DiceState(*(REPORT.target - points for points in missing)), choices),
        round_state=_before_mixed(draw, 1068),
        round_choices=DicePair(draw.integer(1070, 6, 10), draw.integer(1071, 6, 10)),
        matrix_state=_near(draw, 1072, 60, 88, most=11),
        value_states={"a": draw.choice(1074, MIXED_STATES), "b": draw.choice(1076, MIXED_STATES).mirrored},
        mix_state=draw.until(1078, lambda d: d.choice(0, LAST_STATES), lambda state: state not in LAST_HUNDREDTHS),
        last_state=_near(draw, 1079, 40, 80, most=15),
    )


def _near(draw: Draw, k: int, low: int, high: int, *, most: int) -> DiceState:
    """Draw a state in which the points of the two players differ by at most `most`."""
    own = draw.integer(k, low, high)
    return DiceState(own, draw.integer(k + 1, own - most, own + most))


def _before_mixed(draw: Draw, k: int) -> DiceState:
    """Draw a state from which the game may reach a state of `MIXED_STATES` or the mirror image of such a state."""
    state = draw.choice(k, MIXED_STATES)
    after = draw.choice(k + 1, (state, state.mirrored))
    return DiceState(after.own - 1, after.other - 1)


def _behind(draw: Draw, k: int, low: int, high: int, *, most: int, least: int = 1) -> DiceState:
    """Draw a state in which the first player has `least` to `most` points less than the second player."""
    own = draw.integer(k, low, high)
    return DiceState(own, draw.integer(k + 1, own + least, own + most))
