"""Whose wrong answers a paper has: honest classes are left alone, copiers are found. Simulated with recorded seeds."""

import random
from collections.abc import Mapping
from fractions import Fraction
from unittest.mock import patch

import pytest

from answers.flags import Place
from answers.grading import shared_errors
from answers.grading.answer import read_answers
from answers.grading.mark import mark_parts
from answers.grading.resemblance import Classmates, classmates
from answers.grading.shared_errors import flags_of_class
from answers.kinds.reading import Value
from answers.paper import Paper
from tests.answers.grading.hall import HALL, honest, key_of_seed, written

CLASS = 30


def flags(others: Classmates, papers: Mapping[int, Mapping[str, list[Value]]]) -> dict[int, list[str]]:
    """The flags of papers by their seeds, sorted."""
    pairs = {}
    for u0, answers in papers.items():
        read = read_answers(HALL, written(answers))
        marks = mark_parts(HALL, others.keys[u0], read)
        pairs[u0] = Paper(Place("a"), "a", "hall", u0, (), marks), read
    return {u0: sorted(map(str, found)) for u0, found in flags_of_class(pairs, others).items()}


def hall(source: random.Random) -> Classmates:
    return classmates(HALL, source.sample(range(1, 64007), CLASS), lambda world: key_of_seed(world.u0))


@pytest.mark.slow
def test_honest_classes_are_left_alone() -> None:
    """With a bar at which one paper in thirty may be flagged by chance: 300 papers, none is."""
    source = random.Random(2017)
    with patch.object(shared_errors, "RARE", 30):
        for _ in range(10):
            others = hall(source)
            assert not flags(others, {u0: honest(key, source) for u0, key in others.keys.items()})


@pytest.fixture(scope="module")
def others() -> Classmates:
    return hall(random.Random(2018))


def erring(others: Classmates, wrong: Mapping[str, list[Value]]) -> tuple[int, int, dict[int, dict[str, list[Value]]]]:
    """Two students, and a class in which both have the same wrong answers to some parts, all else right."""
    one, other = list(others.keys)[:2]
    papers = {u0: {part_id: list(values) for part_id, values in key.answers.items()} for u0, key in others.keys.items()}
    papers[one] |= wrong
    papers[other] |= wrong
    return one, other, papers


SLIPS: dict[str, list[Value]] = {
    "1": [1234, 4321, 11111, 60001, 77],
    "4": [901, 902, 903, 904, 905],
    "7": [17, 18, 19, 20, 1234],
}
PLAIN: dict[str, list[Value]] = {"2": [3, 3, 3, 3, 3], "3": [1, 2, 1, 2, 1], "4": [0, 1, 0, 1, 1]}


@pytest.mark.parametrize(
    ("wrong", "is_told"),
    [(SLIPS, True), ({"1": SLIPS["1"]}, False), (PLAIN, False)],
    ids=["three questions", "one question", "usual values"],
)
def test_shared_wrong_answers(others: Classmates, wrong: dict[str, list[Value]], is_told: bool) -> None:
    one, other, papers = erring(others, wrong)
    told = {one: [f"wrong-answers-of-seed-{other}"], other: [f"wrong-answers-of-seed-{one}"]}
    assert flags(others, papers) == (told if is_told else {})


def test_what_many_write_is_no_evidence(others: Classmates) -> None:
    """A mistake that forgets the seed, made by a third of the class."""
    _, _, papers = erring(others, SLIPS)
    for u0 in list(others.keys)[:10]:
        papers[u0] |= SLIPS
    assert not flags(others, papers)


def test_what_is_wrong_otherwise_speaks_against_it(others: Classmates) -> None:
    """Three questions shared, of seven that are wrong in one of the papers."""
    one, other, papers = erring(others, SLIPS)
    papers[one] |= {number: [Fraction(321, 1000)] * 5 for number in "568"} | {"2": [3, 3, 3, 3, 3]}
    with patch.object(shared_errors, "RARE", 10**6):
        assert list(flags(others, papers)) == [other]


def test_where_the_right_answer_is_the_same_so_is_a_mistake() -> None:
    """Of two students with one number the same slip is no evidence."""
    same = key_of_seed(7001)
    others = classmates(HALL, range(100, 130), lambda world: same)
    _, _, papers = erring(others, SLIPS)
    assert not flags(others, papers)


def test_a_right_answer_of_somebody_is_evidence_already(others: Classmates) -> None:
    """It is told as the answers of that seed: see test_resemblance."""
    third = list(others.keys)[2]
    _, _, papers = erring(others, {part: list(others.keys[third].answers[part]) for part in "147"})
    assert not flags(others, papers)
