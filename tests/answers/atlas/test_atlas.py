"""Every figure of an atlas, counted again from the remainders of its seeds."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from answers.atlas.atlas import Atlas, Free, make_atlas
from answers.atlas.seeds import atlas_seeds
from answers.executors.workers import Engine, workers
from tests.answers.atlas.remainders import load

SEEDS = atlas_seeds(100)
PAPERS, LEARNT, OTHERS = SEEDS[:40], SEEDS[40:65], SEEDS[:40] + SEEDS[65:]
PARITY, FIFTH, TENTH = (Counter(u0 % m for u0 in LEARNT).most_common(1)[0][0] for m in (2, 5, 10))


def near(a: int, b: int) -> bool:
    return abs(a % 10 - b % 10) <= 1


def earned(key: int, parity: int, third: int, pair: tuple[int, int], tenth: int, near_tenth: int) -> list[Fraction]:
    """Points of the four questions for the seed `key`, when these answers are handed in."""
    rights = [
        Fraction(key % 2 == parity),
        3 * Fraction((key - third) % 3 == 0),
        2 * Fraction(pair == (key % 2, key % 5)) + 2 * Fraction(key % 10 == tenth),
        2 * Fraction(near(key, near_tenth)),
    ]
    return [*rights, sum(rights, Fraction(0))]


def free(papers: list[list[Fraction]], place: int) -> Free:
    marks = [paper[place] for paper in papers]
    return Free(sum(marks, Fraction(0)) / len(marks), max(marks))


def test_papers_copied_from_each_other(atlas: Atlas) -> None:
    papers = [earned(a, b % 2, b, (b % 2, b % 5), b % 10, b) for a, b in permutations(PAPERS, 2)]
    assert len(papers) == 40 * 39
    assert [one.copied for one in atlas.questions] == [free(papers, place) for place in range(4)]
    assert atlas.copied == free(papers, 4)


def test_the_paper_of_constants_is_marked_on_other_seeds_than_it_comes_from(atlas: Atlas) -> None:
    centre = max((u0 % 10 for u0 in LEARNT), key=lambda digit: sum(near(digit, u0) for u0 in LEARNT))
    papers = [earned(u0, PARITY, LEARNT[0], (PARITY, FIFTH), TENTH, centre) for u0 in OTHERS]
    assert len(papers) == 75
    assert [one.constants for one in atlas.questions] == [free(papers, place) for place in range(4)]
    assert atlas.constants == free(papers, 4)
    assert [item.constant for item in atlas.questions[2].items] == [PARITY, FIFTH, TENTH]


def test_answers_and_their_frequency(atlas: Atlas) -> None:
    assert [one.spelt.distinct for one in atlas.questions] == [2, 100, 10, 10]
    digit, often = Counter(u0 % 10 for u0 in SEEDS).most_common(1)[0]
    assert atlas.questions[2].spelt.share == Fraction(often, 100)
    assert atlas.questions[2].spelt.commonest == (digit % 2, digit % 5, digit)
    assert [item.spelt.distinct for item in atlas.questions[2].items] == [2, 5, 10]


def test_items_share_what_their_question_earns(atlas: Atlas) -> None:
    one = atlas.questions[2]
    assert sum(item.part.points / item.part.count * item.copied for item in one.items) == one.copied.mean
    assert [(item.part.id, item.item) for item in one.items] == [("3a", 1), ("3a", 2), ("3b", 1)]


def test_trivial_values_and_nearest_ties(atlas: Atlas) -> None:
    assert [one.trivial for one in atlas.questions][:2] == [1, 0]
    zeros_and_ones = sum(sum(value in (0, 1) for value in (u0 % 2, u0 % 5, u0 % 10)) for u0 in SEEDS)
    assert atlas.questions[2].trivial == Fraction(zeros_and_ones, 300)
    assert atlas.questions[2].nearest_tie == (1 / 8, min(u0 for u0 in SEEDS if u0 % 7 == 0))
    assert atlas.questions[1].nearest_tie is None


@pytest.mark.slow
def test_the_atlas_does_not_depend_on_the_number_of_processes(atlas: Atlas) -> None:
    done: list[int] = []
    with workers(Engine(2)) as spread:
        found = make_atlas(load, 100, spread, done.append)
    assert done == list(range(1, 101))
    assert untimed(found) == untimed(atlas)
    assert all(0 < median <= most for one in found.questions for median, most in [one.seconds])


def untimed(atlas: Atlas) -> tuple[object, ...]:
    questions = [replace(one, seconds=(0, 0)) for one in atlas.questions]
    return atlas.seeds, atlas.copied, atlas.constants, questions
