"""The exam `verger` in its tests: keys, and mistakes made again by a plain recursion."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exam.world import World
from answers.exams.verger.draws import Parameters

EXAM = load_exam("verger")
SEEDS = (0, 17, 64006, 31)
SAMPLE = random.Random(2020).sample(range(1, 64007), 100)


def key_of(u0: int) -> Key:
    return make_key(EXAM, u0)


MISTAKEN = (17, 31)
DIE = (1, 1, 1), 2
Answers = Mapping[str, tuple[Any, ...]]
Mistakes = Mapping[str, Callable[[int], Answers]]


def check_mistake(u0: int, slug: str, mistakes: Mistakes) -> None:
    """Check the answers that a mistake changes, made again from what was drawn."""
    expected = mistakes[slug](u0)
    answers = found_in(u0, slug, list(expected))
    for part, values in expected.items():
        assert tuple(map(float, answers[part][: len(values)])) == pytest.approx(tuple(map(float, values)), rel=1e-11)


def picked(trees: tuple[int, ...], *which: Callable[..., int]) -> tuple[int, ...]:
    left = list(trees)
    for choose in which:
        left[left.index(choose(filter(None, left)))] -= 1
    return tuple(left)


def found_in(u0: int, slug: str, parts: list[str]) -> Mapping[str, tuple[Any, ...]]:
    return make_key(EXAM, World(u0, (slug,)), parts=parts).answers


KEYS = (17, 4242, 50001)


def drawn(key: Key) -> Parameters:
    assert isinstance(key.params, Parameters)
    return key.params


def faces(key: Key) -> tuple[int, int, int]:
    die = drawn(key).die
    return die.tree_faces, die.basket_faces, die.raven_faces


def size(key: Key) -> int:
    return drawn(key).die.basket_size
