from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from answers.classroom.fairness.shared_points import SharedPoints, choose_seeds, shared_points
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.grading.mark import mark, parse_responses
from answers.kinds.tolerance import Tolerance
from tests.answers.tiny import TINY

F = Fraction
# By hand: 1a, 1b exact, two items of half a point each; 2 within a tenth, three points.
ANSWERS: list[dict[str, Any]] = [
    {"1a": (1, 2), "1b": (5, 6), "2": (F(1),)},
    {"1a": (1, 3), "1b": (5, 6), "2": (F(11, 10),)},
    {"1a": (9, 2), "1b": (8, 7), "2": (F(9, 8),)},
]


def test_what_two_papers_share_by_hand() -> None:
    assert shared_points(TINY, ANSWERS).copied.tolist() == [[0, 4.5, 0.5], [4.5, 0, 3], [0.5, 3, 0]]


def test_all_or_nothing_earns_nothing_for_a_half() -> None:
    exam = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    assert shared_points(exam, ANSWERS).copied.tolist() == [[0, 4, 0], [4, 0, 3], [0, 3, 0]]


def test_what_can_be_guessed_is_what_is_right_most_often() -> None:
    """The guesses are 1, 2 for 1a, 5, 6 for 1b, and 11/10 for 2, which is right for all three seeds."""
    assert shared_points(TINY, ANSWERS).guessed.tolist() == [5, 4.5, 3.5]


def test_a_deviation_is_a_share_of_the_right_answer_not_of_the_guess() -> None:
    """10 is within a tenth of 11.05, but 11.05 is not within a tenth of 10: the guess 10 is right for both seeds."""
    exam = TINY.revised(lambda part: replace(part, tolerance=Tolerance(relative=F(1, 10))))
    answers: list[dict[str, Any]] = [{**ANSWERS[0], "2": (F(10),)}, {**ANSWERS[0], "2": (F(221, 20),)}]
    assert shared_points(exam, answers).guessed.tolist() == [5, 5]


@pytest.mark.parametrize("exam", [TINY, load_exam("verger")], ids=lambda exam: exam.name)
def test_it_is_what_marking_gives(exam: Exam) -> None:
    """The points equal those of marking a paper with the key of another seed, in exams without further answers."""
    keys = [make_key(exam, u0) for u0 in (17, 400, 12_345)]
    shared = shared_points(exam, [key.answers for key in keys]).copied

    def marked(mine: int, other: int) -> float:
        written = {
            part.id: tuple(part.kind.format(v, "fr") for v in keys[other].answers[part.id]) for part in exam.parts
        }
        return float(sum(part.score for part in mark(exam, keys[mine], parse_responses(exam, written)).values()))

    for i, j in ((0, 1), (0, 2), (1, 2)):
        assert shared[i, j] == pytest.approx(max(marked(i, j), marked(j, i)), abs=1e-9)
    assert np.array_equal(shared, shared.T)


def random_candidates(count: int, seed: int) -> SharedPoints:
    generator = np.random.default_rng(seed)
    points = generator.uniform(0, 10, (count, count))
    copied = np.triu(points, 1) + np.triu(points, 1).T
    return SharedPoints(copied, generator.uniform(0, 1, count))


def cost(shared: SharedPoints, places: tuple[int, ...]) -> float:
    """Return the cost that `choose` minimizes, from its definition."""
    middle = np.median(shared.guessed)
    pairs = sum(shared.copied[a, b] ** 2 for a, b in combinations(places, 2))
    return float(pairs + len(places) * sum((shared.guessed[a] - middle) ** 2 for a in places))


def test_those_who_share_nothing_are_chosen() -> None:
    copied = np.ones((6, 6)) - np.eye(6)
    for a, b in combinations((1, 3, 4), 2):
        copied[a, b] = copied[b, a] = 0
    assert sorted(choose_seeds(SharedPoints(copied, np.zeros(6)), 3)) == [1, 3, 4]


@pytest.mark.parametrize("seed", range(5))
def test_no_exchange_of_one_helps(seed: int) -> None:
    shared = random_candidates(12, seed)
    chosen = choose_seeds(shared, 4)
    assert len(set(chosen)) == 4
    least = cost(shared, chosen)
    for old in chosen:
        for new in set(range(12)) - set(chosen):
            assert cost(shared, (*set(chosen) - {old}, new)) >= least - 1e-9


def test_it_is_near_the_least_of_all() -> None:
    """The cost is at most 1.25 times the least cost, found by trying every choice, in 20 small cases."""
    for seed in range(20):
        shared = random_candidates(9, 100 + seed)
        least = min(cost(shared, places) for places in combinations(range(9), 3))
        assert cost(shared, choose_seeds(shared, 3)) <= 1.25 * least


def test_fixed_ones_count_and_are_not_chosen_again() -> None:
    copied = np.zeros((4, 4))
    copied[0, 1] = copied[1, 0] = 5
    assert set(choose_seeds(SharedPoints(copied, np.zeros(4)), 2, fixed=(0,))) == {2, 3}


def test_a_seed_that_is_much_easier_is_left_out() -> None:
    assert 2 not in choose_seeds(SharedPoints(np.zeros((4, 4)), np.array([1.0, 1.1, 9.0, 1.2])), 3)


def test_there_must_be_enough() -> None:
    with pytest.raises(ValueError, match="3 of 2 candidates"):
        choose_seeds(random_candidates(3, 0), 3, fixed=(1,))
    assert choose_seeds(random_candidates(3, 0), 0) == ()
