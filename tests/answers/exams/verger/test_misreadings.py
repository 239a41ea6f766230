"""Known mistakes that go through the whole exam `verger`, each made again by the plain recursion."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from solvers.verger.orchard import Orchard
from solvers.verger.printed_recursion import printed_chances
from tests.answers.exams.seeds import seeds
from tests.answers.exams.verger.common import DIE, EXAM, MISTAKEN, Answers, found_in, key_of
from tests.oracles.orchard_exam import after, chain, chance, draws, fair, rough_chance
from tests.oracles.orchard_recursion import ONE_TREE, OTHER_TREES, baskets, outlook, without

STRATEGIES = ("max", "min", "random")
READINGS: Mapping[str, tuple[Callable[[Any], Any], int, Mapping[str, str]]] = {
    "original-die": (lambda _: DIE, 0, {}),
    "own-die-everywhere": (lambda die: die, 0, {}),
    "one-face-a-tree": (lambda die: ((1, *die[0][1:]), die[1]), 0, {}),
    "baskets-of-two": (lambda die: (die[0], 2), 0, {}),
    "basket-of-one-fruit": (lambda die: (die[0], 1), 0, {}),
    "basket-of-a-fruit-more": (lambda die: (die[0], die[1] + 1), 0, {}),
    "basket-from-one-tree": (lambda die: die, 0, {s: s + ONE_TREE for s in STRATEGIES}),
    "basket-from-other-trees": (lambda die: die, 0, {s: s + OTHER_TREES for s in STRATEGIES}),
    "basket-and-raven-faces": (lambda die: ((die[0][0], die[0][2], die[0][1]), die[1]), 0, {}),
    "a-raven-more": (lambda die: die, 1, {}),
    "max-and-min-exchanged": (lambda die: die, 0, {"max": "min", "min": "max"}),
    "fruit-at-random": (lambda die: die, 0, {"random": "random-fruit"}),
}
"""How the die is read, how many ravens more are needed to lose, and how baskets are filled."""
ORIGINAL: Mapping[str, Callable[[Any], Any]] = {
    "own-die-everywhere": lambda die: die,
    "basket-of-one-fruit": lambda _: (DIE[0], 1),
    "basket-of-a-fruit-more": lambda _: (DIE[0], 3),
}
"""What is taken for the original die, by the student's own."""


def original(u0: int, slug: str) -> Any:
    return ORIGINAL.get(slug, lambda _: DIE)(draws(u0)["die"])


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
    common = original(u0, slug)
    ((basket, _),) = baskets(tuple(before), left, most, *common)
    return {
        "1a": entries(u0, most, die),
        "1b": (won, lost, 1 - won - lost),
        "2a": tuple(one[0] for one in small),
        "2b": tuple(one[1] for one in small),
        "4a": (win,),
        "4b": (length,),
        "6": tuple(
            chance(left_trees, ravens + more, most, *common)
            for left_trees, ravens in ((tuple(before), left), (tuple(before), left - 1), (basket, left))
        ),
    }


@pytest.mark.parametrize("slug", READINGS)
@pytest.mark.parametrize("u0", seeds(MISTAKEN, 1))
def test_another_convention_is_that_of_the_plain_recursion(u0: int, slug: str) -> None:
    expected = conventional(u0, slug)
    assert found_in(u0, slug, list(expected)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("slug", READINGS)
@pytest.mark.parametrize("u0", [MISTAKEN[0], pytest.param(MISTAKEN[1], marks=pytest.mark.long)])
def test_another_convention_in_large_orchards(u0: int, slug: str) -> None:
    """Questions 5 and 7."""
    read, more, filled = READINGS[slug]
    drawn = draws(u0)
    *first, c = drawn["edition"]
    *trees, ravens = drawn["orchard"]
    trees = tuple(trees)
    common, own = original(u0, slug), read(drawn["die"])
    asked = {"5a": (tuple(first), c, common), "5b": (trees, ravens, common), "5c": (trees, ravens, own)}
    found = found_in(u0, slug, ["5a", "5b", "5c", "7a", "7b", "7c"])
    for part, (orchard, left, die) in asked.items():
        expected = [rough_chance(orchard, left + more, filled.get(s, s), *die) for s in STRATEGIES]
        assert tuple(map(float, found[part])) == pytest.approx(expected, rel=1e-11)
    orchard = drawn["fair"]
    fairs = {"7a": ("max", common), "7b": ("min", common), "7c": ("random", own)}
    for part, (strategy, die) in fairs.items():
        least = fair(orchard, filled.get(strategy, strategy), *die)
        won = rough_chance(orchard, least, filled.get(strategy, strategy), *die)
        assert tuple(map(float, found[part])) == pytest.approx((least - more, won), rel=1e-11)


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


@pytest.mark.parametrize("u0", seeds(MISTAKEN, 1))
def test_throws_of_empty_trees_that_count(u0: int) -> None:
    """Such a throw leads back where it was, and changes no chance to win in the end."""
    drawn, found = draws(u0), found_in(u0, "rerolls-counted", ["1b", "2a", "2b", "4a", "4b"])
    (start, ravens), throws = drawn["walk"]
    *trees, c = drawn["chain"]
    assert found["1b"] == (*stands(start, ravens, throws, drawn["die"]),)
    assert found["2b"] == tuple(with_rerolls(*position, drawn["die"]) for position in drawn["positions"])
    assert found["4b"] == (with_rerolls(tuple(trees), c, drawn["die"]),)
    assert (found["2a"], found["4a"]) == (key_of(u0).answers["2a"], key_of(u0).answers["4a"])


def stands(trees: tuple[int, ...], ravens: int, throws: int, die: Any) -> tuple[Fraction, Fraction, Fraction]:
    """Won, lost, going on after so many throws, those that show an empty tree among them."""
    if not any(trees) or not ravens or not throws:
        return tuple(Fraction(end) for end in (not any(trees), any(trees) and not ravens, any(trees) and ravens > 0))
    (tree, basket, raven), size = die
    ends = [(Fraction(raven), stands(trees, ravens - 1, throws - 1, die))]
    ends += [
        (Fraction(tree), stands(without(trees, i) if fruits else trees, ravens, throws - 1, die))
        for i, fruits in enumerate(trees)
    ]
    for left, share in baskets(trees, ravens, "max", (tree, basket, raven), size):
        ends.append((basket * share, stands(left, ravens, throws - 1, die)))
    total = tree * len(trees) + basket + raven
    won, lost, going = (sum(weight * end[i] for weight, end in ends) / total for i in range(3))
    return won, lost, going


def test_chances_to_lose_are_those_that_are_left() -> None:
    parts = ["2a", "4a", "5a", "5b", "5c", "6"]
    found, right = found_in(17, "chance-to-lose", [*parts, "2b", "4b", "7a"]), key_of(17).answers
    assert {part: found[part] for part in parts} == {part: tuple(1 - one for one in right[part]) for part in parts}
    assert all(found[part] == right[part] for part in ("2b", "4b", "7a"))


def test_faces_of_all_trees_make_one_tree_of_them() -> None:
    """Then it is all the same from which tree a fruit comes: nothing is gained."""
    parts = ["1b", "2a", "2b", "4a", "4b", "5c", "7a", "7b", "8a", "8b"]
    drawn, found = draws(17), found_in(17, "faces-of-all-trees", parts)
    die, chain_of = drawn["die"], drawn["chain"]
    heaps = [(sum(trees), ravens) for trees, ravens in (*drawn["positions"], (chain_of[:-1], chain_of[-1]))]
    outlooks = [outlook((fruits,), ravens, "max", *die) for fruits, ravens in heaps]
    assert found["2a"] + found["4a"] == tuple(win for win, _ in outlooks)
    assert found["2b"] + found["4b"] == tuple(length for _, length in outlooks)
    (trees, ravens), throws = drawn["walk"]
    reached = after((sum(trees),), ravens, throws, *die)
    assert found["1b"][:2] == (reached["won"], reached["lost"])
    *orchard, ravens = drawn["orchard"]
    assert found["5c"] == (chance((sum(orchard),), ravens, "max", *die),) * 3
    least = fair((sum(drawn["fair"]),), "max")
    assert found["7a"] == found["7b"] == (least, chance((sum(drawn["fair"]),), least))
    assert (found["8a"], found["8b"]) == ((0, 0), (1, 0))


@pytest.mark.parametrize("u0", seeds(MISTAKEN, 1))
def test_a_raven_at_every_throw(u0: int) -> None:
    """Against plain games without it: then as many throws as ravens must be enough."""
    drawn, found = draws(u0), found_in(u0, "raven-at-every-throw", ["2a", "2b", "4a", "5b", "7a"])
    *trees, c = drawn["chain"]
    small = [*drawn["positions"], (tuple(trees), c)]
    assert found["2a"] + found["4a"] == tuple(after(*one, one[1], *drawn["die"]).get("won", 0) for one in small)
    assert (found["2b"], found["5b"]) == (key_of(u0).answers["2b"], key_of(u0).answers["5b"])
    ravens, won = found["7a"]
    assert won > 0.5 > printed_chances(Orchard(drawn["fair"], ravens))[-2]


def test_every_mistake_is_made_again() -> None:
    others = {"rerolls-counted", "chance-to-lose", "faces-of-all-trees", "raven-at-every-throw"}
    assert {*READINGS, *others} == {misreading.slug for misreading in EXAM.misreadings}
