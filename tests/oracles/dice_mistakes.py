"""The exam `dice` answered by somebody who reads its conventions otherwise: the slow oracle, told other arguments."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any

import numpy as np

from tests.oracles import dice_exam as oracle

State = tuple[int, int]
LOWEST = 25


@dataclass(frozen=True)
class Reading:
    """How somebody reads the sheet; as it stands is the exam's own way.

    `faces` of all dice, if not the sheet's; `lead` and `state` made of those printed; `swapped` players; points `more`
    than N that are needed; whether player 2 `begins`; what is written for a gain `told` in matches, rounds and turns;
    the place of `one` die; the gain of players who are `level`, and whether both `past` N are; how a `throw` scores,
    and the chance that it shows no 1; the faces that all dice are short of.
    """

    faces: int = 0
    lead: Callable[[int], int] = lambda ahead: ahead
    state: Callable[[State], State] = lambda state: state
    swapped: bool = False
    faces_off: int = 0
    more: int = 0
    second_begins: bool = False
    turn: Callable[[float], float] = lambda gain: gain
    match: Callable[[float], float] = lambda gain: gain
    round: Callable[[float], float] = lambda gain: gain
    one: int = 1
    level: int = 0
    past: bool = False
    throw: Callable[[int, int, int], np.ndarray] = oracle.throw
    no_one: Callable[[int], float] = lambda dice: (5 / 6) ** dice


def mirror(state: State) -> State:
    return state[1], state[0]


def chance(gain: float) -> float:
    return (1 + gain) / 2


def negative(gain: float) -> float:
    return -gain


def sums(dice: int, shown: Iterable[int], ways: int) -> np.ndarray:
    """Chances of the sums of dice that show some faces, each in one of so many ways."""
    die = np.bincount(list(shown)) / ways
    return reduce(np.convolve, [die] * dice)


def scored(chances: np.ndarray, size: int, ones: int) -> np.ndarray:
    """The same as a row of a table; what is left of 1 scores the points of a 1."""
    row = np.zeros(size)
    row[: len(chances)] = chances
    row[ones] += 1 - chances.sum()
    return row


READINGS: Mapping[str, Reading] = {
    "": Reading(),
    "six-faces": Reading(faces=6),
    "lead-forgotten": Reading(lead=lambda ahead: 0 * ahead),
    "states-exchanged": Reading(state=mirror),
    "beyond-the-target": Reading(more=1),
    "dice-exchanged": Reading(swapped=True),
    "win-for-gain": Reading(turn=chance, match=chance),
    "gain-of-player-2": Reading(match=negative, round=negative),
    "player-2-begins": Reading(second_begins=True),
    "lead-of-player-1": Reading(lead=lambda ahead: -ahead),
    "choices-from-zero": Reading(one=0),
    "draws-won": Reading(level=1),
    "both-past-the-target": Reading(past=True),
    "sums-with-ones": Reading(throw=lambda dice, faces, _: sums(dice, range(1, faces + 1), faces)),
    "faces-1-to-5": Reading(
        throw=lambda dice, faces, ones: scored(sums(dice, range(1, faces), faces), faces * dice + 1, ones)
    ),
    "five-faces": Reading(
        throw=lambda dice, faces, ones: scored(sums(dice, range(2, faces), faces - 1), faces * dice + 1, ones),
        no_one=lambda dice: (4 / 5) ** dice,
        faces_off=1,
    ),
    "one-chance-a-throw": Reading(
        throw=lambda dice, faces, ones: scored(
            sums(dice, range(2, faces + 1), faces - 1) * (faces - 1) / faces, faces * dice + 1, ones
        ),
        no_one=lambda _: 5 / 6,
    ),
}


@contextmanager
def read(slug: str) -> Iterator[Reading]:
    """The oracle with the throws of a reading, and no table of another one."""
    reading, kept = READINGS[slug], oracle.throw
    tables = (oracle.throws, oracle.sequential, oracle.scoreless, oracle.simultaneous, even_mix)

    def scores(dice: int, faces: int = 6, ones: int = 1) -> np.ndarray:
        return reading.throw(dice, faces, ones)

    if reading.throw is kept:
        yield reading
        return
    try:
        oracle.throw = scores
        for table in tables:
            table.cache_clear()
        yield reading
    finally:
        oracle.throw = kept
        for table in tables:
            table.cache_clear()


def blind(dice: int) -> int:
    """The number of dice of greatest mean."""
    means = [oracle.mean_points(d, 6) for d in range(1, dice + 1)]
    return means.index(max(means)) + 1


def dice_of(name: str, target: int) -> oracle.Choose:
    """A strategy of the sequential game with ten dice."""
    if name == "random":
        return lambda *_: np.full(10, 0.1)
    if name == "blind":
        return oracle.always(blind(10))
    choice = oracle.sequential(10, target, 0)[1]
    return lambda own, other: np.eye(10)[choice[own, other] - 1]


def match_gain(first: oracle.Choose, second: oracle.Choose, target: int, start: State, *, second_begins: bool) -> float:
    """The gain of player 1, who throws first or second."""
    if second_begins:
        return 1 - 2 * oracle.sequential_win(second, first, target, mirror(start))
    return 2 * oracle.sequential_win(first, second, target, start) - 1


@cache
def even_mix(level: int = 0) -> np.ndarray:
    return oracle.value(oracle.one_round(10, level=level))[1]


def throws(p: Any, reading: Reading) -> dict[str, tuple[float, ...]]:
    """Questions 1 to 3."""
    faces, short = reading.faces or p.means.faces, p.short
    first, second = (short.second, short.first) if reading.swapped else (short.first, short.second)
    gain, alone = (
        match_gain(
            oracle.always(d),
            oracle.always(second),
            short.target + reading.more,
            (0, 0),
            second_begins=reading.second_begins,
        )
        for d in (first, 1)
    )
    chance_of = oracle.throw(p.throw.dice)[p.throw.points]
    best, most = oracle.useful(12, p.means.missing, faces)
    return {
        "1": (chance_of, chance_of / reading.no_one(p.throw.dice)),
        "2a": (oracle.mean_points(p.means.thrown, faces), oracle.real_maximiser(faces - reading.faces_off)),
        "2b": (best - 1 + reading.one, most),
        "3": ((1 + gain) / 2, reading.match(alone)),
    }


def turns(p: Any, reading: Reading) -> dict[str, tuple[float, ...]]:
    """Questions 4 to 6 and 8."""
    target = 100 + reading.more
    (gain, choice), scoreless = oracle.sequential(10, target, 0), oracle.scoreless(10, target, 50 - 15)
    low = min(p.start.state)
    another, dice = oracle.sequential(p.start.dice, p.start.target + reading.more - low, 0)
    start = reading.state((p.start.state[0] - low, p.start.state[1] - low))
    first = reading.one - 1
    thrown = oracle.choice_gains(gain, *reading.state(p.thrown.state), 10)[p.thrown.dice - 1]
    return {
        **{f"4{part}": (reading.turn(gain[reading.state(one)]),) for part, one in p.sequential_states.items()},
        "5a": tuple(int(choice[reading.state(one)]) + first for one in p.choice_states),
        "5b": (reading.turn(thrown),),
        **{f"6{part}": (reading.turn(scoreless[reading.state(one)]),) for part, one in p.scoreless_states.items()},
        "8": (int(dice[start]) + first, reading.turn(another[start])),
    }


def matches(p: Any, reading: Reading) -> dict[str, tuple[float, ...]]:
    """Questions 7 and 9."""
    target = 100 + reading.more
    both = oracle.always(blind(p.blind.dice))
    duels = {
        "7a": (both, both, p.blind.state),
        "7b": (oracle.always(blind(10)), oracle.always(p.always.dice), p.always.state),
    }
    for part, match in p.matches.items():
        names = (match.second, match.first) if reading.swapped else (match.first, match.second)
        first, second = (dice_of(name, target) for name in names)
        duels[f"9{part}"] = (first, second, match.state)
    return {
        part: (
            reading.match(match_gain(first, second, target, reading.state(state), second_begins=reading.second_begins)),
        )
        for part, (first, second, state) in duels.items()
    }


def rounds(p: Any, reading: Reading) -> dict[str, tuple[float, ...]]:
    """Questions 10 to 14 (a), and 15."""
    level = reading.level
    matrix, left = oracle.one_round(12, level=level), np.array(p.mix) / 100 @ oracle.one_round(6, level=level)
    pairs = {part: (pair[::-1] if reading.swapped else pair) for part, pair in p.throw_pairs.items()}
    handicap, uneven, single = p.handicap, p.uneven, p.one_round
    value = oracle.value(oracle.one_round(8, reading.lead(handicap.ahead), reading.faces or handicap.faces, level))[0]
    worth, mix = oracle.value(oracle.one_round(6, reading.lead(uneven.ahead), reading.faces or uneven.faces, level))
    names = (single.second, single.first) if reading.swapped else (single.first, single.second)
    ours, theirs = (even_mix(level) if name == "optimal" else dice_of(name, 100)(0, 0) for name in names)
    return {
        **{f"10{part}": (reading.round(matrix[a - 1, b - 1]),) for part, (a, b) in pairs.items()},
        "11": (int(left.argmin()) + reading.one, reading.round(left.min())),
        "12": (reading.round(value),),
        "13": (*mix, reading.round(worth)),
        "15": oracle.last_round(
            reading.state(p.last_round.state),
            p.last_round.choices[::-1] if reading.swapped else p.last_round.choices,
            100 + reading.more,
            level,
            past=reading.past,
        ),
        "14a": (reading.round(ours @ oracle.one_round(10, reading.lead(single.ahead), level=level) @ theirs),),
    }


def longer(p: Any, reading: Reading) -> dict[str, tuple[float, ...]]:
    """Questions 14 (b) to 20, on tables of half a minute each."""
    target = 100 + reading.more
    level, past = reading.level, reading.past
    players = (lambda *_: even_mix(level)), oracle.always(blind(10))
    chances = oracle.simultaneous_chances(*players, reading.state(p.repeated_state), target, level, past=past)
    ten, three, six = (
        oracle.simultaneous(dice, low, target, level, past) for dice, low in ((10, LOWEST), (3, 49), (6, 91))
    )
    a, b = p.round_choices[::-1] if reading.swapped else p.round_choices
    entry = oracle.round_matrix(ten[0], *reading.state(p.round_state), 10)[a - 1, b - 1]
    square = oracle.round_matrix(three[0], *reading.state(p.matrix_state), 3)
    last = {}
    for part, name in zip("abc", ("blind", "random", "optimal"), strict=True):
        players = (lambda own, other: ten[1][own, other]), dice_of(name, target)
        win, _, loss = oracle.simultaneous_chances(*players, reading.state(p.last_state), target, level, past=past)
        last[f"20{part}"] = (reading.round(win - loss),)
    return {
        "14b": (chances[0],),
        "14c": (chances[1],),
        "16": (reading.round(entry),),
        "17": tuple(map(reading.round, square.flat)),
        **{f"18{part}": (reading.round(ten[0][reading.state(one)]),) for part, one in p.value_states.items()},
        "19": tuple(six[1][reading.state(p.mix_state)]),
        **last,
    }


QUESTIONS = (throws, turns, matches, rounds, longer)


def answers(p: Any, slug: str = "", questions: Iterable[Any] = QUESTIONS) -> dict[str, tuple[float, ...]]:
    """All answers of somebody who reads in this way."""
    with read(slug) as reading:
        return {part: values for some in questions for part, values in some(p, reading).items()}
