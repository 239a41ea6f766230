"""Known mistakes in one question of `yahtzee`, by enumeration."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import pytest

from answers.exam.key import make_key
from answers.exam.world import World
from tests.answers.exams.yahtzee.asked import EXAM, SEEDS, Answers
from tests.oracles import yahtzee_exam as oracle
from tests.oracles import yahtzee_reading as reading
from tests.oracles.nash_exam import terms
from tests.oracles.yahtzee_recursion import points

RUNS = {"full_house": 25, "small_straight": 30, "large_straight": 40}
SIZES = {
    "three_of_a_kind": 3, "four_of_a_kind": 4, "full_house": 5, "small_straight": 4, "large_straight": 5, "yahtzee": 5,
}  # fmt: skip


def counted(p: Any, combinations: int, halves: int = 1) -> Answers:
    c = p.counts
    situations = combinations * 2**2 // halves * 2**c.dice * 2**c.boxes
    return {"1": (combinations, comb(c.boxes, c.group), situations)}


def new_dice(p: Any) -> int:
    return len(p.throws.again) - len(p.throws.kept)


def rolls(dice: int, faces: int) -> int:
    return len(list(combinations_with_replacement(range(faces), dice)))


def thrown_at_once(p: Any) -> Answers:
    t = p.throws
    return {"2": tuple(Fraction(reading.ways(hand), t.faces ** len(hand)) for hand in (t.at_once, t.again))}


def further(p: Any, *, joker: Callable[[bool], bool], hundred: Callable[[bool], bool]) -> Answers:
    """Question 4, with a joker by whether the upper box is open and 100 points by whether Yahtzee was scored."""
    found = {}
    for part, one in p.further.items():
        hand = (one.face,) * 5
        played = joker(reading.UPPER[one.face - 1] in one.open)
        earned = [RUNS[box] if played and box in RUNS else points(hand, box) for box in one.open]
        found[f"4{part}"] = tuple(worth + 100 * hundred(one.scored) for worth in earned)
    return found


def lacking(p: Any) -> Answers:
    attained, attainable = reading.named(p.near["a"])
    first = dict(reversed(attained + attainable))
    return {"5a": tuple(SIZES[box] - len(first[box]) if box in first else -1 for box in oracle.PATTERNS)}


def safety(p: Any, *, faces: int = 0, swapped: bool = False, whole: bool = True) -> Answers:
    found = {}
    for part, one in p.targets.items():
        wanted = 2 if (part == "a") != swapped else 1
        loss = 10 * one.missing * (1 - Fraction(wanted, faces or one.faces))
        found[f"6{part}"] = ((50 - loss) / 3 if whole else 50 - loss / 3, 50 - loss)
    return found


def chance_for_points(p: Any) -> Answers:
    """What the box is worth when it holds one point, not its own."""
    fixed = {**RUNS, "yahtzee": 50}
    right = oracle.one_box(p)
    return {
        f"7{part}": (right[f"7{part}"][0] / fixed.get(one.box, 1),) for part, one in zip("ac", p.one_box, strict=True)
    }


def first_throw(p: Any) -> Answers:
    found = {}
    for part, one in p.means.items():
        worth = oracle.levels(one.box, one.dice, one.faces)[0][0]
        found[f"8{part}"] = (sum(reading.ways(roll) * value for roll, value in worth.items()) / one.faces**one.dice,)
    return found


def two_throws(p: Any) -> Answers:
    one = p.means["a"]
    worth = oracle.levels(one.box, one.dice, one.faces)[0][1]
    return {"8a": (sum(reading.ways(roll) * value for roll, value in worth.items()) / one.faces**one.dice,)}


def boxes_added(p: Any) -> Answers:
    return {
        f"9{part}": (sum(reading.groups()[0, reading.bits([box])] for box in boxes),)
        for part, boxes in p.groups.items()
    }


def human(p: Any, weigh: Callable[[list[tuple[Fraction, Fraction]]], Fraction]) -> Answers:
    """Question 10 (a, c), from the two weights of every aim in the order of Possib."""
    found = {}
    for one, part in zip(p.human, "ac", strict=True):
        left = [box for box in reading.BOXES if box not in one.filled]
        attained, attainable = reading.named(one.hand)
        lead = reading.upper_lead(left, one.upper)
        aims = [aim for aim in attained + attainable if aim[0] in {*left, "yahtzee"}]
        found[f"10{part}"] = (weigh([reading.weights(one.hand, *aim, one.rerolls, lead) for aim in aims]),)
    return found


def most_points(p: Any) -> Answers:
    right = oracle.filled(p)
    found = {}
    for part, one in p.filling.items():
        best = max(points(one.hand, box) for box in one.open)
        first = next(box for box in one.open if points(one.hand, box) == best)
        found[f"11{part}"] = (right[f"11{part}"][0], reading.BOXES.index(first))
    return found


def single_box(p: Any) -> Answers:
    keeps = oracle.subsets(p.aiming.hand)
    worths = (oracle.levels(box, 5, 6)[1][p.aiming.rerolls] for box in p.aiming.open)
    return {"12a": (max(float(worth[keep]) for worth in worths for keep in keeps),)}


def without_bonus(p: Any) -> Answers:
    unreachable = replace(p, reduced=replace(p.reduced, threshold=10**6))
    return {part: oracle.best_play(unreachable)[part] for part in ("13a", "13b")}


def all_games(p: Any, score: Callable[[Any, list[int]], int]) -> Answers:
    """The answers to question 15, by the score of a player on a list of dice."""
    dice = [1 + u % 6 for u in terms(p.u0, p.start + 1000)][p.start :]
    players = {"a": reading.DecisionUne(), "b": reading.Perturbation(), "c": reading.Perturbation(p.alpha)}
    starts = {"a": (0,), "b": (0,), "c": range(0, 1000, 200)}
    return {
        f"15{part}": (sum(score(player, dice[start : start + 195]) for start in starts[part]),)
        for part, player in players.items()
    }


def without_last_line(p: Any) -> Answers:
    return all_games(p, lambda player, dice: sum(earned for _, earned in reading.game(player, dice)[1]))


def gap(p: Any) -> Fraction:
    found: Fraction = oracle.match(p.u0)["16b"][0]
    return found


VARIANTS: Mapping[str, Callable[[Any], Answers]] = {
    "ordered-throws": lambda p: counted(p, p.counts.faces**p.counts.dice),
    "a-factor-2-forgotten": lambda p: counted(p, rolls(p.counts.dice, p.counts.faces), 2),
    "order-of-dice-forgotten": lambda p: {
        "2": (Fraction(1, p.throws.faces ** len(p.throws.at_once)), Fraction(1, p.throws.faces ** new_dice(p)))
    },
    "combinations-equally-likely": lambda p: {
        "2": tuple(Fraction(1, rolls(dice, p.throws.faces)) for dice in (len(p.throws.at_once), new_dice(p)))
    },
    "kept-dice-thrown-too": thrown_at_once,
    "dice-counted": lambda p: {"3a": tuple(sum(die == face for die in p.scored) for face in range(1, 7))},
    "joker-always": lambda p: further(p, joker=lambda _: True, hundred=bool),
    "hundred-after-0": lambda p: further(p, joker=lambda is_open: not is_open, hundred=lambda _: True),
    "dice-of-the-combination": lacking,
    "loss-alone-divided": lambda p: safety(p, whole=False),
    "faces-wanted-exchanged": lambda p: safety(p, swapped=True),
    "six-faces": lambda p: safety(p, faces=6),
    "chance-for-points": chance_for_points,
    "rerolls-forgotten": first_throw,
    "two-throws": two_throws,
    "boxes-added": boxes_added,
    "weights-multiplied": lambda p: human(p, lambda pairs: max(one * two for one, two in pairs)),
    "points-alone": lambda p: human(p, lambda pairs: max(pairs, key=sum)[0]),
    "numbers-from-1": lambda p: {
        part: tuple(number + 1 for number in numbers) for part, numbers in oracle.filled(p).items()
    },
    "most-points-filled": most_points,
    "other-boxes-forgotten": single_box,
    "bonus-forgotten": without_bonus,
    "bonus-not-added": without_last_line,
    "gap-of-a-set": lambda p: {"16b": (2 * gap(p),)},
    "strategies-exchanged": lambda p: {"16a": oracle.match(p.u0)["16a"][::-1], "16b": (-gap(p),)},
}
DEAR = ("bonus-forgotten", "gap-of-a-set", "strategies-exchanged")


@pytest.mark.parametrize("slug", [pytest.param(slug, marks=[pytest.mark.slow] * (slug in DEAR)) for slug in VARIANTS])
def test_a_mistake_is_what_enumeration_makes_of_it(slug: str) -> None:
    for u0 in SEEDS:
        expected = VARIANTS[slug](EXAM.drawn(u0))
        made = make_key(EXAM, World(u0, (slug,)), parts=list(expected)).answers
        for part, values in expected.items():
            assert tuple(map(float, made[part])) == pytest.approx(tuple(map(float, values)), rel=1e-9), (u0, part)


def test_every_mistake_is_made_again() -> None:
    assert list(VARIANTS) == [mistake.slug for question in EXAM.questions for mistake in question.mistakes]
