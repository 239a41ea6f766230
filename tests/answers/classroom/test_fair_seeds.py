import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from answers.classroom.fair_seeds import (
    Fact,
    SeedAssignment,
    SharedPoints,
    arrange_seeds,
    choose_seeds,
    fair_seeds,
    neighbours,
    read_fairness,
    save_assignment,
    seed_facts,
    seed_source,
    shared_points,
    usual_candidates,
)
from answers.classroom.folder import ClassData, create_class
from answers.classroom.roster import Enrollment
from answers.errors import CorrigeError
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.executors.workers import CHUNK, SERIAL, Engine, S, T, Work, workers
from answers.grading.mark import mark, parse_responses
from answers.kinds.tolerance import Tolerance
from answers.sheets.identity import Student
from tests.answers.tiny import EXAMS, TINY

F = Fraction
# By hand: 1a, 1b exact, two items of half a point each; 2 within a tenth, three points.
ANSWERS: list[dict[str, Any]] = [
    {"1a": (1, 2), "1b": (5, 6), "2": (F(1),)},
    {"1a": (1, 3), "1b": (5, 6), "2": (F(11, 10),)},
    {"1a": (9, 2), "1b": (8, 7), "2": (F(9, 8),)},
]


def test_what_two_papers_share_and_what_can_be_guessed_by_hand() -> None:
    """The guesses are 1, 2 for 1a, 5, 6 for 1b, and 11/10 for 2, which is right for all three seeds."""
    shared = shared_points(TINY, ANSWERS)
    assert shared.copied.tolist() == [[0, 4.5, 0.5], [4.5, 0, 3], [0.5, 3, 0]]
    assert shared.guessed.tolist() == [5, 4.5, 3.5]
    exam = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    assert shared_points(exam, ANSWERS).copied.tolist() == [[0, 4, 0], [4, 0, 3], [0, 3, 0]]


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


def test_fixed_seeds_count_and_one_that_is_much_easier_is_left_out() -> None:
    copied = np.zeros((4, 4))
    copied[0, 1] = copied[1, 0] = 5
    assert set(choose_seeds(SharedPoints(copied, np.zeros(4)), 2, fixed=(0,))) == {2, 3}
    assert 2 not in choose_seeds(SharedPoints(np.zeros((4, 4)), np.array([1.0, 1.1, 9.0, 1.2])), 3)
    with pytest.raises(ValueError, match="3 of 2 candidates"):
        choose_seeds(random_candidates(3, 0), 3, fixed=(1,))
    assert choose_seeds(random_candidates(3, 0), 0) == ()
    assert [usual_candidates(count) for count in (1, 35, 300, 800, 1000, 1001)] == [4, 140, 600, 1000, 1250, 0]


ROSTER = b"student,u0\n" + b"".join(b"s%02d,%s\n" % (n, b"7" if n == 2 else b"") for n in range(8))


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    return create_class(tmp_path / "class", "tiny", ROSTER, "en", (EXAMS,))


def seeds(assignment: SeedAssignment) -> list[int | None]:
    return [enrollment.u0 for enrollment in assignment.enrollments]


def test_seeds_are_distinct_and_those_given_stay(class_data: ClassData) -> None:
    """In the tiny exam, two seeds share an answer only if they are near: question 2 asks for a quarter of the seed."""
    progress: list[int] = []
    assignment = fair_seeds(class_data, random.Random(1), progress=progress.append)
    assigned = seeds(assignment)
    assert (assigned[2], len(set(assigned)), progress) == (7, 8, list(range(1, 1 + 1 + 4 * 7)))
    assert not {0, 17, None} & set(assigned)
    assert {fact.slug: fact.value for fact in assignment.facts}["shared-most"] == 0
    again = fair_seeds(replace(class_data, enrollments=assignment.enrollments), random.Random(2), candidates=10)
    assert again.enrollments == assignment.enrollments
    assert [fact.value for fact in again.facts][:4] == [fact.value for fact in assignment.facts][:4]
    drawn = fair_seeds(class_data, random.Random(1), candidates=0)  # only drawn
    assert (drawn.facts, len(set(seeds(drawn)))) == ((), 8)
    with pytest.raises(CorrigeError, match="only 3 usable candidate seeds for 7 students"):
        fair_seeds(class_data, random.Random(1), candidates=3)


@pytest.mark.slow
def test_the_secret_of_the_class_gives_the_same_seeds_again_and_others_to_another_class(class_data: ClassData) -> None:
    seed_assignment = fair_seeds(class_data, seed_source(class_data))
    with workers(Engine(2)) as parallel_map:
        assert fair_seeds(class_data, seed_source(class_data), parallel_map=parallel_map) == seed_assignment
    other = replace(class_data, settings=replace(class_data.settings, secret="another"))
    assert seeds(fair_seeds(other, seed_source(other))) != seeds(seed_assignment)


def test_the_first_key_is_made_alone_for_kernels_to_be_compiled_once(class_data: ClassData) -> None:
    lengths: list[int] = []

    def spread(work: Work[S, T], items: Iterable[S], chunk: int = CHUNK) -> Iterator[T]:
        lengths.append(len(pieces := list(items)))
        return SERIAL(work, pieces, chunk)

    fair_seeds(class_data, seed_source(class_data), candidates=8, parallel_map=spread)
    assert lengths == [1, 8]  # the class has one seed already


def test_what_was_found_is_read_again_while_the_seeds_are_the_same(class_data: ClassData) -> None:
    assignment = fair_seeds(class_data, random.Random(1))
    save_assignment(class_data, assignment)
    now = replace(class_data, enrollments=assignment.enrollments)
    assert read_fairness(now) == assignment.facts
    assert read_fairness(class_data) == ()


def test_figures_of_a_class_by_hand() -> None:
    copied = np.array([[0, 1, 2], [1, 0, 6], [2, 6, 0]], dtype=float)
    figures = seed_facts(SharedPoints(copied, np.array([1.0, 3.0, 2.0])), [0, 1, 2], [(0, 1), (1, 2)], random.Random(0))
    assert [(fact.slug, fact.value) for fact in figures] == [
        ("shared-mean", 3.0), ("shared-most", 6.0), ("neighbours-mean", 3.5), ("neighbours-most", 6.0),
        ("guessed-deviation", pytest.approx((2 / 3) ** 0.5)),
    ]  # fmt: skip
    assert figures[0] == Fact("shared-mean", 3.0, 3.0)  # every class of three is this one
    assert figures[2].random == pytest.approx(3, abs=0.5)


def pupil(student: str, place: str = "") -> Enrollment:
    return Enrollment(Student(student), None, (("Place", place),) if place else ())


def test_neighbours_are_those_of_the_seats_or_of_the_list() -> None:
    assert neighbours([pupil("a"), pupil("b"), pupil("c")]) == ((0, 1), (1, 2))
    assert neighbours([pupil("a")]) == ()
    assert neighbours([pupil("a", "B10"), pupil("b", "A1"), pupil("c", "B9")]) == ((1, 2), (2, 0))


def shared_by_neighbours(copied: np.ndarray, order: list[int]) -> float:
    return float(sum(copied[a, b] ** 2 for a, b in pairwise(order)))


@pytest.mark.parametrize("seed", range(4))
def test_neighbours_share_nearly_as_little_as_can_be(seed: int) -> None:
    """The order of six seeds is among the best tenth of all 720 orders."""
    points = np.random.default_rng(seed).uniform(0, 5, (6, 6))
    copied = points + points.T
    enrollments = [pupil(str(n)) for n in range(6)]
    order = arrange_seeds(copied, range(6), neighbours(enrollments), range(6), random.Random(seed))
    assert sorted(order) == list(range(6))
    cost = shared_by_neighbours(copied, order)
    all_costs = sorted(shared_by_neighbours(copied, list(permutation)) for permutation in permutations(range(6)))
    assert cost <= all_costs[len(all_costs) // 10]
    order = arrange_seeds(copied, [5, 4, 3, 2, 1, 0], neighbours(enrollments), [0, 2, 4], random.Random(0))
    assert (order[1], order[3], order[5]) == (4, 2, 0)  # given seeds stay where they are
