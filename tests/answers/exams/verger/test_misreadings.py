"""Known mistakes that go through the whole exam `verger`, each made again by the plain recursion."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from tests.answers.exams.verger.common import DIE, EXAM, MISTAKEN, Answers, found_in, picked
from tests.oracles.orchard_exam import chain, chance, draws, fair, rough_chance
from tests.oracles.orchard_recursion import baskets, outlook, without

READINGS: Mapping[str, tuple[Callable[[Any], Any], int, Mapping[str, str]]] = {
    "original-die": (lambda _: DIE, 0, {}),
    "basket-and-raven-faces": (lambda die: ((die[0][0], die[0][2], die[0][1]), die[1]), 0, {}),
    "a-raven-more": (lambda die: die, 1, {}),
    "max-and-min-exchanged": (lambda die: die, 0, {"max": "min", "min": "max"}),
    "fruit-at-random": (lambda die: die, 0, {"random": "random-fruit"}),
}
"""How the die is read, how many ravens more are needed to lose, and how baskets are filled."""


def entries(u0: int, strategy: str, die: Any) -> tuple[Fraction, ...]:
    """Question 1 (a): the faces that lead to the end, one by one."""
    found = []
    for (trees, ravens), end in draws(u0)["transitions"]:
        (tree, basket, raven), size = die
        (left, _), *_ = baskets(trees, ravens, strategy, (tree, basket, raven), size)
        ends = [(without(trees, i), ravens, tree) for i in range(len(trees))]
        ends += [(left, ravens, basket), (trees, ravens - 1, raven)]
        led = sum(faces for to, c, faces in ends if (tuple(sorted(filter(None, to), reverse=True)), c) == end)
        found.append(Fraction(led, tree * len(trees) + basket + raven))
    return tuple(found)


def conventional(u0: int, slug: str) -> Answers:
    """Questions 1, 2, 4 and 6 in another convention."""
    read, more, filled = READINGS[slug]
    drawn = draws(u0)
    die, most = read(drawn["die"]), filled.get("max", "max")
    (walked, ravens), throws = drawn["walk"]
    reached: Mapping[Any, Fraction] = {(walked, ravens + more): Fraction(1)}
    steps = chain(walked, ravens + more, most, *die)
    for _ in range(throws):
        following: dict[Any, Fraction] = defaultdict(Fraction)
        for state, share in reached.items():
            for end, step in steps[state].items():
                following[end] += share * step
        reached = following
    won, lost = reached.get("won", Fraction(0)), reached.get("lost", Fraction(0))
    small = [outlook(trees, c + more, most, *die) for trees, c in drawn["positions"]]
    *trees, c = drawn["chain"]
    win, length = outlook(tuple(trees), c + more, most, *die)
    *before, left = drawn["position"]
    choose = {"max": max, "min": min}[most]
    basket = picked(tuple(before), choose, choose)
    return {
        "1a": entries(u0, most, die),
        "1b": (won, lost, 1 - won - lost),
        "2a": tuple(one[0] for one in small),
        "2b": tuple(one[1] for one in small),
        "4a": (win,),
        "4b": (length,),
        "6": tuple(
            chance(left_trees, ravens + more, most)
            for left_trees, ravens in ((tuple(before), left), (tuple(before), left - 1), (basket, left))
        ),
    }


@pytest.mark.parametrize("slug", READINGS)
@pytest.mark.parametrize("u0", MISTAKEN)
def test_another_convention_is_that_of_the_plain_recursion(u0: int, slug: str) -> None:
    expected = conventional(u0, slug)
    assert found_in(u0, slug, list(expected)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("slug", READINGS)
@pytest.mark.parametrize("u0", MISTAKEN)
def test_another_convention_in_large_orchards(u0: int, slug: str) -> None:
    """Questions 5 and 7."""
    read, more, filled = READINGS[slug]
    drawn = draws(u0)
    *first, c = drawn["edition"]
    *trees, ravens = drawn["orchard"]
    trees = tuple(trees)
    asked = {"5a": (tuple(first), c, DIE), "5b": (trees, ravens, DIE), "5c": (trees, ravens, read(drawn["die"]))}
    found = found_in(u0, slug, ["5a", "5b", "5c", "7a", "7b", "7c"])
    for part, (orchard, left, die) in asked.items():
        expected = [rough_chance(orchard, left + more, filled.get(s, s), *die) for s in ("max", "min", "random")]
        assert tuple(map(float, found[part])) == pytest.approx(expected, rel=1e-11)
    orchard = drawn["fair"]
    fairs = {"7a": ("max", DIE), "7b": ("min", DIE), "7c": ("random", read(drawn["die"]))}
    for part, (strategy, die) in fairs.items():
        least = fair(orchard, filled.get(strategy, strategy), *die)
        won = rough_chance(orchard, least, filled.get(strategy, strategy), *die)
        assert tuple(map(float, found[part])) == pytest.approx((least - more, won), rel=1e-11)


def test_every_mistake_is_made_again() -> None:
    assert set(READINGS) == {misreading.slug for misreading in EXAM.misreadings}
