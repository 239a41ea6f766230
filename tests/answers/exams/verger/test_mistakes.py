"""Known mistakes of `verger`, each made again by the plain recursion and the plain search."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.world import World
from tests.oracles.orchard_exam import after, chain, chance, draws, fair, rough_chance
from tests.oracles.orchard_recursion import baskets, outlook, without

EXAM = load_exam("verger")
SEEDS = (17, 31)
DIE = (1, 1, 1), 2
Answers = Mapping[str, tuple[Any, ...]]


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


def stands(u0: int, throws: int) -> tuple[Fraction, Fraction, Fraction]:
    """Won, lost, going on after so many throws of the walk."""
    drawn = draws(u0)
    reached = after(*drawn["walk"][0], throws, *drawn["die"])
    won, lost = reached.get("won", Fraction(0)), reached.get("lost", Fraction(0))
    return won, lost, 1 - won - lost


def first_kind_only(u0: int) -> Answers:
    """A face of a tree if one leads there, else those of the basket, else the raven's."""
    found = []
    (tree, basket, raven), size = draws(u0)["die"]
    for (trees, ravens), end in draws(u0)["transitions"]:
        total = tree * len(trees) + basket + raven
        by_tree = any(tuple(sorted(filter(None, without(trees, i)), reverse=True)) == end[0] for i in range(len(trees)))
        (left, _), *_ = baskets(trees, ravens, "max", (tree, basket, raven), size)
        by_basket = tuple(sorted(filter(None, left), reverse=True)) == end[0]
        if end[1] < ravens:
            found.append(Fraction(raven, total))
        else:
            assert by_tree or by_basket
            found.append(Fraction(tree if by_tree else basket, total))
    return {"1a": tuple(found)}


def hurried(trees: tuple[int, ...], ravens: int, die: Any) -> Fraction:
    """The chance to win if every throw takes a raven."""
    if not any(trees):
        return Fraction(1)
    if not ravens:
        return Fraction(0)
    (tree, basket, raven), size = die
    grown = [i for i, fruits in enumerate(trees) if fruits]
    won = raven * hurried(trees, ravens - 1, die)
    won += tree * sum(hurried(without(trees, i), ravens - 1, die) for i in grown)
    for left, share in baskets(trees, ravens, "max", (tree, basket, raven), size):
        won += basket * share * hurried(left, ravens - 1, die)
    return won / (tree * len(grown) + basket + raven)


@cache
def with_rerolls(trees: tuple[int, ...], ravens: int, die: Any) -> Fraction:
    """The mean number of throws, those that show an empty tree counted: such a throw leads back where it was."""
    if not any(trees) or not ravens:
        return Fraction(0)
    (tree, basket, raven), size = die
    total = tree * len(trees) + basket + raven
    empty = tree * trees.count(0)
    later = raven * with_rerolls(trees, ravens - 1, die)
    later += tree * sum(with_rerolls(without(trees, i), ravens, die) for i, fruits in enumerate(trees) if fruits)
    for left, share in baskets(trees, ravens, "max", (tree, basket, raven), size):
        later += basket * share * with_rerolls(left, ravens, die)
    return (total + later) / (total - empty)  # x = 1 + (later + empty · x) / total


@cache
def size_of_chain(u0: int, strategy: str) -> tuple[int, int]:
    """Rows and non-zero entries of the positions in play: min and max alone do not reach all of them."""
    *trees, ravens = draws(u0)["chain"]
    rows: dict[Any, Mapping[Any, Fraction]] = {}
    for state in chain(tuple(trees), ravens, "random", *draws(u0)["die"]):
        if state not in rows and not isinstance(state, str):
            rows |= chain(*state, strategy, *draws(u0)["die"])
    playing = [ends for state, ends in rows.items() if not isinstance(state, str)]
    return len(playing), sum(map(len, playing))


def middle(u0: int, trees: tuple[int, ...], ravens: int) -> Answers:
    *before, c = draws(u0)["position"]
    return {"6": (chance(tuple(before), c), chance(tuple(before), c - 1), chance(trees, ravens))}


def picked(trees: tuple[int, ...], *which: Callable[..., int]) -> tuple[int, ...]:
    left = list(trees)
    for choose in which:
        left[left.index(choose(filter(None, left)))] -= 1
    return tuple(left)


def below_one_half(u0: int) -> Answers:
    drawn = draws(u0)
    number, fruits = drawn["equal"]
    equal = (fruits,) * number
    asked = {"7a": (equal, "max", *DIE), "7b": (equal, "min", *DIE)}
    asked["7c"] = (tuple(drawn["orchard"][:-1]), "random", *drawn["die"])
    found = {}
    for part, (trees, strategy, *die) in asked.items():
        ravens = fair(trees, strategy, *die) - 1
        found[part] = (ravens, rough_chance(trees, ravens, strategy, *die))
    return found


def gains(u0: int, over: str) -> list[float]:
    number, fruits, _ = draws(u0)["small"]
    trees, die = (fruits,) * number, draws(u0)["die"]
    return [rough_chance(trees, c, "max", *die) - rough_chance(trees, c, over, *die) for c in range(20)]


def chain_of(u0: int) -> tuple[tuple[int, ...], int, Any]:
    *trees, ravens = draws(u0)["chain"]
    return tuple(trees), ravens, draws(u0)["die"]


VARIANTS: Mapping[str, Callable[[int], Answers]] = {
    "faces-not-added": first_kind_only,
    "a-throw-less": lambda u0: {"1b": stands(u0, draws(u0)["walk"][1] - 1)},
    "at-that-throw": lambda u0: {
        "1b": (
            stands(u0, draws(u0)["walk"][1])[0] - stands(u0, draws(u0)["walk"][1] - 1)[0],
            stands(u0, draws(u0)["walk"][1])[1] - stands(u0, draws(u0)["walk"][1] - 1)[1],
            stands(u0, draws(u0)["walk"][1])[2],
        )
    },
    "raven-at-every-throw": lambda u0: {
        "2a": tuple(hurried(*position, draws(u0)["die"]) for position in draws(u0)["positions"])
    },
    "rerolls-counted": lambda u0: {
        "2b": tuple(with_rerolls(*position, draws(u0)["die"]) for position in draws(u0)["positions"])
    },
    "end-states-forgotten": lambda u0: {"3": (size_of_chain(u0, "random")[0], size_of_chain(u0, "random")[1])},
    "max-for-random": lambda u0: {"3": (size_of_chain(u0, "max")[0] + 2, size_of_chain(u0, "max")[1] + 2)},
    "chance-to-lose": lambda u0: {"4a": (1 - chance(*chain_of(u0)[:2], "max", *chain_of(u0)[2]),)},
    "raven-at-every-throw-of-the-chain": lambda u0: {"4a": (hurried(*chain_of(u0)),)},
    "rerolls-counted-in-the-chain": lambda u0: {"4b": (with_rerolls(*chain_of(u0)),)},
    "basket-from-the-smallest": lambda u0: middle(u0, picked(draws(u0)["position"][:-1], min, min), ravens_left(u0)),
    "basket-of-one-fruit": lambda u0: middle(u0, picked(draws(u0)["position"][:-1], max), ravens_left(u0)),
    "basket-takes-a-raven": lambda u0: middle(u0, picked(draws(u0)["position"][:-1], max, max), ravens_left(u0) - 1),
    "largest-below-one-half": below_one_half,
}


def ravens_left(u0: int) -> int:
    ravens: int = draws(u0)["position"][-1]
    return ravens


def found_in(u0: int, slug: str, parts: list[str]) -> Mapping[str, tuple[Any, ...]]:
    return make_key(EXAM, World(u0, (slug,)), parts=parts).answers


@pytest.mark.parametrize("slug", VARIANTS)
@pytest.mark.parametrize("u0", SEEDS)
def test_a_mistake_is_what_the_plain_recursion_makes_of_it(u0: int, slug: str) -> None:
    expected = VARIANTS[slug](u0)
    found = found_in(u0, slug, list(expected))
    for part, values in expected.items():
        assert tuple(map(float, found[part][: len(values)])) == pytest.approx(tuple(map(float, values)), rel=1e-11)


@pytest.mark.slow
@pytest.mark.parametrize("u0", SEEDS)
def test_mistakes_in_gains(u0: int) -> None:
    over_random, over_min, ravens = gains(u0, "random"), gains(u0, "min"), draws(u0)["small"][2]
    assert found_in(u0, "gains-exchanged", ["8a"])["8a"] == pytest.approx((over_min[ravens], over_random[ravens]))
    most = over_random.index(max(over_random))
    assert found_in(u0, "gain-over-random", ["8b"])["8b"] == pytest.approx((most, over_random[most]))
    number, fruits, _ = draws(u0)["small"]
    best = over_min.index(max(over_min))
    won = rough_chance((fruits,) * number, best, "max", *draws(u0)["die"])
    assert found_in(u0, "chance-for-gain", ["8b"])["8b"] == pytest.approx((best, won))


@pytest.mark.parametrize("u0", SEEDS)
def test_the_order_of_the_strategies(u0: int) -> None:
    right = make_key(EXAM, u0, parts=["5a"]).answers["5a"]
    best, least, between = sorted(right, reverse=True)[0], min(right), sorted(right)[1]
    assert found_in(u0, "random-before-min", ["5a"])["5a"] == (best, between, least)


READINGS: Mapping[str, tuple[Callable[[Any], Any], int, Mapping[str, str]]] = {
    "original-die": (lambda _: DIE, 0, {}),
    "basket-and-raven-faces": (lambda die: ((die[0][0], die[0][2], die[0][1]), die[1]), 0, {}),
    "a-raven-more": (lambda die: die, 1, {}),
    "max-and-min-exchanged": (lambda die: die, 0, {"max": "min", "min": "max"}),
    "fruit-at-random": (lambda die: die, 0, {"random": "random-fruit"}),
}
"""How the die is read, how many ravens more are needed to lose, and how baskets are filled."""


def chains(u0: int, slug: str) -> Answers:
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
@pytest.mark.parametrize("u0", SEEDS)
def test_another_convention_is_that_of_the_plain_recursion(u0: int, slug: str) -> None:
    expected = chains(u0, slug)
    assert found_in(u0, slug, list(expected)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("slug", READINGS)
@pytest.mark.parametrize("u0", SEEDS)
def test_another_convention_in_large_orchards(u0: int, slug: str) -> None:
    """Questions 5 and 7."""
    read, more, filled = READINGS[slug]
    drawn = draws(u0)
    number, fruits, c = drawn["edition"]
    *trees, ravens = drawn["orchard"]
    trees = tuple(trees)
    asked = {"5a": ((fruits,) * number, c, DIE), "5b": (trees, ravens, DIE), "5c": (trees, ravens, read(drawn["die"]))}
    found = found_in(u0, slug, ["5a", "5b", "5c", "7a", "7b", "7c"])
    for part, (orchard, left, die) in asked.items():
        expected = [rough_chance(orchard, left + more, filled.get(s, s), *die) for s in ("max", "min", "random")]
        assert tuple(map(float, found[part])) == pytest.approx(expected, rel=1e-11)
    equal = (drawn["equal"][1],) * drawn["equal"][0]
    fairs = {"7a": (equal, "max", DIE), "7b": (equal, "min", DIE), "7c": (trees, "random", read(drawn["die"]))}
    for part, (orchard, strategy, die) in fairs.items():
        least = fair(orchard, filled.get(strategy, strategy), *die)
        won = rough_chance(orchard, least, filled.get(strategy, strategy), *die)
        assert tuple(map(float, found[part])) == pytest.approx((least - more, won), rel=1e-11)


def test_every_mistake_is_made_again() -> None:
    elsewhere = {"random-before-min", "gains-exchanged", "gain-over-random", "chance-for-gain"}
    assert set(EXAM.mistakes) == {*VARIANTS, *READINGS, *elsewhere}
