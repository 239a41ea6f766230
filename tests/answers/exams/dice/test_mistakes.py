"""Known mistakes in one question of `dice`, each made again by the oracle."""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import numpy as np
import pytest

from answers.exam.key import make_key
from answers.exam.world import World
from tests.answers.exams.dice.common import EXAM, MISTAKEN, NEAR
from tests.oracles import dice_exam as oracle
from tests.oracles.dice_mistakes import dice_of, even_mix, match_gain, mirror

Answers = Mapping[str, tuple[float, ...]]
Mistakes = Mapping[str, Callable[[Any], Answers]]


def misread_opt(own: int, other: int) -> np.ndarray:
    """What OPT throws for a player who puts the points of the other one first."""
    return dice_of("optimal", 100)(other, own)


def pure(matrix: np.ndarray) -> tuple[float, ...]:
    """The best single row and what it guarantees."""
    worst = [min(row) for row in matrix]
    return *(float(i == worst.index(max(worst))) for i in range(len(worst))), max(worst)


def integer_maximiser(p: Any) -> Answers:
    means = [oracle.mean_points(d, p.means.faces) for d in range(1, 31)]
    best = max(range(30), key=lambda d: (round(means[d], 9), d)) + 1  # F - 1 and F dice may be as good
    return {"2a": (oracle.mean_points(p.means.thrown, p.means.faces), best)}


def scored(dice: int, faces: int) -> np.ndarray:
    """Chances of the points of a throw; those of a throw with a 1 are left out."""
    points = oracle.throw(dice, faces)
    points[1] = 0
    return points


def point_of_a_1_forgotten(p: Any) -> Answers:
    faces, missing = p.means.faces, p.means.missing
    thrown = scored(p.means.thrown, faces)
    useful = [float(one @ np.minimum(np.arange(len(one)), missing)) for one in (scored(d, faces) for d in range(1, 13))]
    return {
        "2a": (float(thrown @ np.arange(len(thrown))), oracle.real_maximiser(faces)),
        "2b": (useful.index(max(useful)) + 1, max(useful)),
    }


def mean_for_useful(p: Any) -> Answers:
    means = [round(oracle.mean_points(d, p.means.faces), 9) for d in range(1, 13)]
    return {"2b": (means.index(max(means)) + 1, max(means))}


def few_points(p: Any) -> tuple[float, float, float]:
    """E(G) with the dice of the sheet, with one die for player 1, with one die for both."""
    short = p.short
    numbers = (short.first, short.second), (1, short.second), (1, 1)
    ours, single, both = (
        match_gain(oracle.always(a), oracle.always(b), short.target, (0, 0), second_begins=False) for a, b in numbers
    )
    return ours, single, both


def blind_for_best(p: Any) -> Answers:
    six = oracle.always(6)
    return {
        f"4{part}": (match_gain(six, six, 100, state, second_begins=False),)
        for part, state in p.sequential_states.items()
    }


def variant_forgotten(p: Any) -> Answers:
    gain = oracle.sequential(10, 100, 0)[0]
    return {f"6{part}": (gain[state],) for part, state in p.scoreless_states.items()}


def blind_throws_all_dice(p: Any) -> Answers:
    all_dice, ten = oracle.always(p.blind.dice), oracle.always(10)
    other = oracle.always(p.always.dice)
    return {
        "7a": (match_gain(all_dice, all_dice, 100, p.blind.state, second_begins=False),),
        "7b": (match_gain(ten, other, 100, p.always.state, second_begins=False),),
    }


def ten_dice_kept(p: Any) -> Answers:
    low = min(p.start.state)
    gain, choice = oracle.sequential(10, p.start.target - low, 0)
    state = p.start.state[0] - low, p.start.state[1] - low
    return {"8": (choice[state], gain[state])}


def opt_of_the_other(p: Any) -> Answers:
    found = {}
    for part, match in p.matches.items():
        second = misread_opt if match.second == "optimal" else dice_of(match.second, 100)
        found[f"9{part}"] = (match_gain(dice_of(match.first, 100), second, 100, match.state, second_begins=False),)
    return found


def more_and_same(first: int, second: int) -> tuple[float, float]:
    """Chances that player 1 scores more, and as much, over all pairs of scores."""
    ours, theirs = oracle.throw(first), oracle.throw(second)
    pairs = list(product(enumerate(ours), enumerate(theirs)))
    return sum(a * b for (k, a), (j, b) in pairs if k > j), sum(a * b for (k, a), (j, b) in pairs if k == j)


def greatest_for_least(p: Any) -> Answers:
    sums = [sum(share * oracle.one_round(6)[i, j] for i, share in enumerate(p.mix)) / 100 for j in range(6)]
    return {"11": (sums.index(max(sums)) + 1, max(sums))}


def mix_of_player_2(p: Any) -> Answers:
    matrix = oracle.one_round(6, p.uneven.ahead, p.uneven.faces)
    return {"13": (*oracle.value(-matrix.T)[1], oracle.value(matrix)[0])}


def mix_with_lead(p: Any) -> Answers:
    matrix = oracle.one_round(10, p.one_round.ahead)
    best = {"first": oracle.value(matrix)[1], "second": oracle.value(-matrix.T)[1]}
    mixes = {
        seat: best[seat] if name == "optimal" else dice_of(name, 100)(0, 0)
        for seat, name in (("first", p.one_round.first), ("second", p.one_round.second))
    }
    return {"14a": (mixes["first"] @ matrix @ mixes["second"],)}


def longer(p: Any) -> tuple[float, float, float]:
    return oracle.simultaneous_chances(lambda *_: even_mix(), oracle.always(6), p.repeated_state)


def rows_for_columns(p: Any) -> Answers:
    matrix = oracle.round_matrix(oracle.simultaneous(3, 49)[0], *p.matrix_state, 3)
    return {"17": tuple(matrix[i, j] for j in range(3) for i in range(3))}


def corner_of_ten_dice(p: Any) -> Answers:
    matrix = oracle.round_matrix(oracle.simultaneous(10, 49)[0], *p.matrix_state, 10)
    return {"17": tuple(matrix[i, j] for i in range(3) for j in range(3))}


def players_take_turns(p: Any) -> Answers:
    gain = oracle.sequential(10, 100, 0)[0]
    return {f"18{part}": (gain[state],) for part, state in p.value_states.items()}


def opt_of_player_1(p: Any) -> Answers:
    mixes = oracle.simultaneous(10, 25)[1]
    win, _, loss = oracle.simultaneous_chances(lambda own, other: mixes[own, other], misread_opt, p.last_state)
    return {"20c": (win - loss,)}


MISTAKES: Mistakes = {
    "p-for-q": lambda p: {"1": oracle.score(p.throw.dice, p.throw.points)[::-1]},
    "integer-maximiser": integer_maximiser,
    "point-of-a-1-forgotten": point_of_a_1_forgotten,
    "mean-for-useful": mean_for_useful,
    "gain-for-win": lambda p: {"3": few_points(p)[:2]},
    "one-die-each": lambda p: {"3": ((1 + few_points(p)[0]) / 2, few_points(p)[2])},
    "blind-for-best": blind_for_best,
    "six-dice-everywhere": lambda _: {"5a": (6, 6, 6)},
    "best-for-given": lambda p: {
        "5b": (oracle.choice_gains(oracle.sequential(10, 100, 0)[0], *p.thrown.state, 10).max(),)
    },
    "variant-forgotten": variant_forgotten,
    "blind-throws-all-dice": blind_throws_all_dice,
    "ten-dice-kept": ten_dice_kept,
    "opt-of-the-other": opt_of_the_other,
    "chance-to-score-more": lambda p: {f"10{part}": (more_and_same(*pair)[0],) for part, pair in p.throw_pairs.items()},
    "greatest-for-least": greatest_for_least,
    "best-row": lambda p: {"12": (max(map(min, oracle.one_round(8, p.handicap.ahead, p.handicap.faces))),)},
    "best-row-played": lambda p: {"13": pure(oracle.one_round(6, p.uneven.ahead, p.uneven.faces))},
    "mix-of-player-2": mix_of_player_2,
    "mix-with-lead": mix_with_lead,
    "draws-as-wins": lambda p: {"14b": (longer(p)[0] + longer(p)[1],)},
    "gain-for-probability": lambda p: {"14b": (longer(p)[0] - longer(p)[2],)},
    "value-for-entry": lambda p: {"16": (oracle.simultaneous(10, 60)[0][p.round_state],)},
    "rows-for-columns": rows_for_columns,
    "corner-of-ten-dice": corner_of_ten_dice,
    "players-take-turns": players_take_turns,
    "best-single-throw": lambda p: {
        "19": pure(oracle.round_matrix(oracle.simultaneous(6, 91)[0], *p.mix_state, 6))[:6]
    },
    "mix-of-one-round": lambda _: {"19": tuple(oracle.value(oracle.one_round(6))[1])},
    "mix-of-the-other": lambda p: {"19": tuple(oracle.simultaneous(6, 91)[1][mirror(p.mix_state)])},
    "opt-of-player-1": opt_of_player_1,
}
TABLES = ("value-for-entry", "corner-of-ten-dice", "opt-of-player-1")
"""Those that need tables of half a minute."""


@pytest.mark.parametrize("slug", [pytest.param(slug, marks=[pytest.mark.slow] * (slug in TABLES)) for slug in MISTAKES])
@pytest.mark.parametrize("u0", MISTAKEN)
def test_a_mistake_is_what_the_oracle_makes_of_it(u0: int, slug: str) -> None:
    expected = MISTAKES[slug](EXAM.drawn(u0))
    answers = make_key(EXAM, World(u0, (slug,)), parts=list(expected)).answers
    for part, values in expected.items():
        assert np.allclose(np.array(answers[part], dtype=float), values, rtol=NEAR, atol=NEAR), (part, values)


def test_every_mistake_is_made_again() -> None:
    assert list(MISTAKES) == [mistake.slug for question in EXAM.questions for mistake in question.mistakes]
