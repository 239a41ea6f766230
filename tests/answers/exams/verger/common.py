"""The exam `verger` in its tests: keys, and mistakes made again by a plain recursion."""

import random

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exams.verger.draws import Parameters

EXAM = load_exam("verger")
SEEDS = (0, 17, 64006, 31)
SAMPLE = random.Random(2020).sample(range(1, 64007), 100)


def key_of(u0: int) -> Key:
    return make_key(EXAM, u0)


KEYS = (17, 4242, 50001)


def drawn(key: Key) -> Parameters:
    assert isinstance(key.params, Parameters)
    return key.params


def faces(key: Key) -> tuple[int, int, int]:
    die = drawn(key).die
    return die.tree_faces, die.basket_faces, die.raven_faces


def size(key: Key) -> int:
    return drawn(key).die.basket_size
