"""What u₀ draws for the exam `dice`, and the boards that it does not draw."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from answers.exam.draw import Draw
from answers.exam.question import Params

StrategyName: TypeAlias = Literal["blind", "optimal", "random"]
"""The three strategies that the report compares, by their names in the solver."""


class State(NamedTuple):
    """Points of the player asked about, and of the other one."""

    own: int
    other: int

    @property
    def mirrored(self) -> "State":
        """The same points, with the other player asked about."""
        return State(self.other, self.own)


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of some dice, and the points that it should score."""

    dice: int
    points: int


@dataclass(frozen=True, slots=True)
class Means:
    """EP is asked for `thrown` dice, d* over 1 … `most` dice, and x* for dice with `faces` faces."""

    thrown: int
    most: int
    faces: int


class DicePair(NamedTuple):
    """Numbers of dice that player 1 and player 2 throw."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Board:
    """D, the most dice of a throw, and N, the points to reach."""

    dice: int
    target: int


@dataclass(frozen=True, slots=True)
class Match:
    """Strategies of player 1 and player 2."""

    first: StrategyName
    second: StrategyName


@dataclass(frozen=True, slots=True)
class Handicap:
    """D, and the points that player 2 has at the start."""

    dice: int
    ahead: int


REPORT: Final = Board(10, 100)
"""D and N of the report's tables."""
MATRIX: Final = Board(3, 100)
"""The board of question 17, whose matrix fits a sheet."""
MIXED: Final = Board(6, 100)
"""The board of question 19, whose mix fits a sheet; question 13 has its D."""
MATCHES: Final = tuple(Match(first, second) for first, second in product(get_args(StrategyName), repeat=2))
UNEVEN_MATCHES: Final = tuple(match for match in MATCHES if match.first != match.second)


@dataclass(frozen=True, slots=True)
class Parameters(Params):
    """What u₀ decides, in the order of the questions; a mapping is by the letter of the part.

    `mix` is in percent, for 1 … 5 dice. Question 14 has two boards: D of its single round is `one_round_dice`, N of
    its longer game is `repeated_target`.
    """

    throw: Throw
    means: Means
    fixed: DicePair
    sequential_states: Mapping[str, State]
    choice_states: Mapping[str, State]
    scoreless_states: Mapping[str, State]
    blind_board: Board
    optimal_board: Board
    match_target: int
    matches: Mapping[str, Match]
    throw_pairs: Mapping[str, DicePair]
    mix: tuple[int, ...]
    handicap: Handicap
    faces: int
    one_round_dice: int
    repeated_target: int
    one_round_match: Match
    final_states: Mapping[str, State]
    round_state: State
    round_choices: DicePair
    matrix_state: State
    value_states: Mapping[str, State]
    mix_state: State
    last_target: int


def draw(draw: Draw) -> Parameters:
    """Draw all parameters, each from a term of its own: u(1000), …, u(1056).

    Source: Dice Battle report (MOGPL), whose D, N, strategies and states they vary.
    """
    dice = draw.integer(1000, 3, 8)
    return Parameters(
        u0=draw.u0,
        throw=Throw(dice, draw.integer(1001, 3 * dice, 5 * dice)),
        means=Means(draw.integer(1002, 2, 12), draw.integer(1003, 2, 12), draw.integer(1004, 4, 12)),
        fixed=DicePair(draw.integer(1005, 2, 8), draw.integer(1006, 1, 4)),
        sequential_states={"a": _near(draw, 1007), "b": _near(draw, 1009)},
        choice_states={
            "a": _apart(draw, 1011, 50, 90),
            "b": State(draw.integer(1013, 90, 99), draw.integer(1014, 50, 99)),
        },
        scoreless_states=_mirrored(draw, 1015),
        blind_board=_board(draw, 1017),
        optimal_board=_board(draw, 1019),
        match_target=draw.integer(1021, 50, 100),
        matches=_matches(draw, 1022),
        throw_pairs=_throw_pairs(draw, 1024),
        mix=_mix(draw, 1028),
        handicap=Handicap(draw.integer(1032, 4, 8), draw.integer(1033, 2, 12)),
        faces=draw.integer(1034, 4, 8),
        one_round_dice=draw.integer(1035, 6, 12),
        repeated_target=draw.integer(1036, 50, 100),
        one_round_match=draw.choice(1037, UNEVEN_MATCHES),
        final_states=_final_states(draw, 1038),
        round_state=_apart(draw, 1044, 60, 95),
        round_choices=DicePair(draw.integer(1046, 1, 5), draw.integer(1047, 6, 10)),
        matrix_state=_behind(draw, 1048, 60, 86, most=9),
        value_states=_value_states(draw, 1050),
        mix_state=_apart(draw, 1054, 90, 99),
        last_target=draw.integer(1056, 50, 100),
    )


def _near(draw: Draw, k: int) -> State:
    """Draw a state whose players are at most 15 points from each other."""
    own = draw.integer(k, 40, 80)
    return State(own, draw.integer(k + 1, own - 15, own + 15))


def _apart(draw: Draw, k: int, low: int, high: int) -> State:
    return State(draw.integer(k, low, high), draw.integer(k + 1, low, high))


def _behind(draw: Draw, k: int, low: int, high: int, *, most: int) -> State:
    """Draw a state whose first player is behind, by `most` points at most."""
    own = draw.integer(k, low, high)
    return State(own, draw.integer(k + 1, own + 1, own + most))


def _mirrored(draw: Draw, k: int) -> Mapping[str, State]:
    """Draw a state with player 1 behind, and its mirror image."""
    state = _behind(draw, k, 50, 80, most=15)
    return {"a": state, "b": state.mirrored}


def _board(draw: Draw, k: int) -> Board:
    return Board(draw.integer(k, 3, 10), draw.integer(k + 1, 50, 100))


def _matches(draw: Draw, k: int) -> Mapping[str, Match]:
    """Draw two different matches of the nine."""
    place = draw.integer(k, 0, 8)
    return {"a": MATCHES[place], "b": MATCHES[(place + draw.integer(k + 1, 1, 8)) % len(MATCHES)]}


def _throw_pairs(draw: Draw, k: int) -> Mapping[str, DicePair]:
    """Draw a pair in which player 2 throws more dice, then one in which player 1 does."""
    first, second = draw.integer(k, 1, 9), draw.integer(k + 2, 1, 9)
    return {
        "a": DicePair(first, draw.integer(k + 1, first + 1, 10)),
        "b": DicePair(draw.integer(k + 3, second + 1, 10), second),
    }


def _mix(draw: Draw, k: int) -> tuple[int, ...]:
    shares = tuple(draw.integer(k + n, 5, 23) for n in range(4))
    return (*shares, 100 - sum(shares))


def _final_states(draw: Draw, k: int) -> Mapping[str, State]:
    """Draw states with N = 100 reached by player 1, by player 2, by both within 2 points."""
    return {
        "a": State(draw.integer(k, 100, 110), draw.integer(k + 1, 95, 110)),
        "b": State(draw.integer(k + 2, 95, 110), draw.integer(k + 3, 100, 110)),
        "c": _apart(draw, k + 4, 100, 102),
    }


def _value_states(draw: Draw, k: int) -> Mapping[str, State]:
    """Draw a state with player 1 behind, then one with player 1 ahead."""
    return {"a": _behind(draw, k, 30, 90, most=9), "b": _behind(draw, k + 2, 30, 90, most=9).mirrored}
