"""Whose answers a paper has: honest classes are left alone, copiers are found. Simulated with recorded seeds."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from answers.exam.key import make_key
from answers.exam.world import World
from answers.grading.answer import Item, read_answers
from answers.grading.mark import mark_parts
from answers.grading.resemblance import Classmates, classmates, resembled
from answers.grading.worlds import wrong_items
from tests.answers.grading.hall import HALL, honest, key_of_seed, written
from tests.answers.tiny import TINY

CLASS = 300
COPIERS = 100


def class_of(source: random.Random, known: int = 0) -> Classmates:
    """A class, and the keys of some others by which it is known how rare values are."""
    seeds = source.sample(range(1, 64007), CLASS + known)
    others = (key_of_seed(seed).answers for seed in seeds[CLASS:])
    return classmates(HALL, seeds[:CLASS], lambda world: key_of_seed(world.u0), others)


def found(u0: int, answers: dict[str, list[object]], others: Classmates) -> list[int]:
    """The seeds that a paper of the class is told to resemble."""
    texts = read_answers(HALL, written(answers))  # type: ignore[arg-type]
    key = others.keys[u0]
    wrong = wrong_items(mark_parts(HALL, key, texts))
    return [one.world.u0 for one in resembled(key, texts, wrong, others)]


def flagged_classes(count: int, seed: int, known: int = 0) -> int:
    source = random.Random(seed)
    flagged = 0
    for _ in range(count):
        others = class_of(source, known)
        flagged += any(found(u0, honest(key, source), others) for u0, key in others.keys.items())  # type: ignore[arg-type]
    return flagged


@pytest.mark.slow
@pytest.mark.parametrize("known", [0, 400])
def test_an_honest_class_is_left_alone(monkeypatch: pytest.MonkeyPatch, known: int) -> None:
    """Even with a bar a thousand times lower: one honest paper in thirty."""
    monkeypatch.setattr("answers.grading.resemblance.RARE", 30)
    assert flagged_classes(1, seed=2013, known=known) == 0


@pytest.mark.slow
@pytest.mark.long
def test_honest_classes_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bar a hundred times lower, were one class in ten flagged, this would fail in 96 % of cases: 1 − 0.9³⁰.

    A likelihood ratio exceeds the bar that is used in one paper of 30 000 at most: one class of 300 in a hundred.
    """
    monkeypatch.setattr("answers.grading.resemblance.RARE", 300)
    assert flagged_classes(30, seed=2014) == 0


@pytest.mark.slow
@pytest.mark.parametrize("known", [0, 400])
def test_copiers_of_half_a_paper_are_found(known: int) -> None:
    """Were they found in less than 95 % of cases, all of 100 would be with a chance of 0.6 % at most."""
    source = random.Random(2015)
    others = class_of(source, known)
    seeds = list(others.keys)
    hits = 0
    for _ in range(COPIERS):
        own, victim = source.sample(seeds, 2)
        answers = honest(others.keys[own], source)
        copied = differing(others, own, victim, source)
        for part_id, index in copied:
            answers[part_id][index] = others.keys[victim].answers[part_id][index]
        hits += found(own, answers, others)[:1] == [victim]  # type: ignore[arg-type]
    assert hits == COPIERS


def test_who_was_copied_most_is_told_first() -> None:
    """Items of two neighbours, from whichever of them the more: that one comes first, the other after."""
    source = random.Random(2016)
    others = class_of(source)
    own, first, second = source.sample(list(others.keys), 3)
    for more, less in ((first, second), (second, first)):
        answers = honest(others.keys[own], source)
        items = source.sample([(part.id, index) for part in HALL.parts for index in range(part.count)], 40)
        for number, (part_id, index) in enumerate(items):
            victim = more if number < 25 else less
            answers[part_id][index] = others.keys[victim].answers[part_id][index]
        assert found(own, answers, others) == [more, less]  # type: ignore[arg-type]


def differing(others: Classmates, own: int, victim: int, source: random.Random) -> list[Item]:
    """Twenty items copied, drawn again until the two keys differ in ten of them or more."""
    items = [(part.id, index) for part in HALL.parts for index in range(part.count)]
    keys = others.keys[own], others.keys[victim]
    while True:
        chosen = source.sample(items, len(items) // 2)
        apart = [one for one in chosen if len({key.answers[one[0]][one[1]] for key in keys}) == 2]
        if len(apart) >= 10:
            return chosen


def test_the_items_are_the_evidence() -> None:
    """The class has 10, 300 and 7001: 7001 and its double are rare, and 10 is the paper's own."""
    others = classmates(TINY, (10, 300, 7001), lambda world: make_key(TINY, world))
    texts = read_answers(TINY, {"1a": ("7001 14002",), "1b": ("7002 21",), "2": ("1750.25",)})
    wrong = (("1a", 0), ("1a", 1), ("1b", 0), ("2", 0))
    (one,) = resembled(make_key(TINY, 10), texts, wrong, others)
    assert (one.world, one.items) == (World(7001), wrong)
    assert resembled(make_key(TINY, 10), texts, wrong[:2], others) == ()
    assert resembled(make_key(TINY, 7001), texts, wrong, others) == ()


def test_a_value_that_all_have_is_no_evidence() -> None:
    same = make_key(TINY, 7001)
    others = classmates(TINY, range(100, 200), lambda world: replace(same, world=world))
    texts = read_answers(TINY, {"1a": ("7001 14002",), "1b": ("7002 14003",), "2": ("1750.25",)})
    wrong = (("1a", 0), ("1a", 1), ("1b", 0), ("1b", 1), ("2", 0))
    assert resembled(make_key(TINY, 10), texts, wrong, others) == ()


def test_a_value_that_others_have_is_rarer_evidence() -> None:
    """In a class of three nobody else has 7001; of a hundred other seeds a quarter has, and it weighs four to one."""
    same, other = (make_key(TINY, u0).answers for u0 in (7001, 20))
    alone = classmates(TINY, (10, 300, 7001), lambda world: make_key(TINY, world))
    often = classmates(TINY, (10, 300, 7001), lambda world: make_key(TINY, world), [same] * 25 + [other] * 75)
    item, value = ("1a", 0), 7001
    assert alone.frequency(TINY.part("1a"), item, value, alone.near(TINY.part("1a"), item, value)) == 0
    assert often.frequency(TINY.part("1a"), item, value, often.near(TINY.part("1a"), item, value)) == 25 / 103
    assert often.near(TINY.part("1a"), item, value) == [7001]
    texts = read_answers(TINY, {"1a": ("7001 14002",), "1b": ("7002 21",), "2": ("1750.25",)})
    wrong = (("1a", 0), ("1a", 1), ("1b", 0), ("2", 0))
    assert [one.world.u0 for one in resembled(make_key(TINY, 10), texts, wrong, alone)] == [7001]
    assert resembled(make_key(TINY, 10), texts, wrong, often) == ()


def test_values_are_found_within_the_tolerance() -> None:
    others = classmates(TINY, (10, 11, 400), lambda world: make_key(TINY, world))
    part = TINY.part("2")
    assert others.near(part, ("2", 0), Fraction("2.6")) == [10]
    assert others.near(part, ("2", 0), Fraction("2.61")) == []
    assert others.near(part, ("2", 0), Fraction("2.65")) == [11]
