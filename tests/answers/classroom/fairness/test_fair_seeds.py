import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import pytest

from answers.classroom.fairness.fair_seeds import (
    SeedAssignment,
    arrange_seeds,
    fair_seeds,
    neighbours,
    read_fairness,
    save_assignment,
    seed_source,
    usual_candidates,
)
from answers.classroom.fairness.shared_points import Fact, SharedPoints, seed_facts
from answers.classroom.folder import ClassData, create_class
from answers.classroom.roster import Enrollment
from answers.errors import CorrigeError
from answers.executors.workers import CHUNK, SERIAL, Engine, S, T, Work, workers
from answers.sheets.identity import Student
from tests.answers.tiny import EXAMS

ROSTER = b"student,u0\n" + b"".join(b"s%02d,%s\n" % (n, b"7" if n == 2 else b"") for n in range(8))


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    return create_class(tmp_path / "class", "tiny", ROSTER, "en", (EXAMS,))


def seeds(assignment: SeedAssignment) -> list[int | None]:
    return [enrollment.u0 for enrollment in assignment.enrollments]


def test_seeds_are_distinct_and_those_given_stay(class_data: ClassData) -> None:
    progress: list[int] = []
    assigned = seeds(fair_seeds(class_data, random.Random(1), progress=progress.append))
    assert assigned[2] == 7
    assert len(set(assigned)) == 8
    assert not {0, 17, None} & set(assigned)
    assert progress == list(range(1, 1 + 1 + 4 * 7))


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


def test_no_two_share_more_than_they_must(class_data: ClassData) -> None:
    """In the tiny exam, two seeds share an answer only if they are near: question 2 asks for a quarter of the seed."""
    assignment = fair_seeds(class_data, random.Random(1))
    assert {fact.slug: fact.value for fact in assignment.facts}["shared-most"] == 0


def test_without_candidates_seeds_are_only_drawn(class_data: ClassData) -> None:
    assignment = fair_seeds(class_data, random.Random(1), candidates=0)
    assert (assignment.facts, len(set(seeds(assignment)))) == ((), 8)


def test_seeds_that_all_have_are_only_compared(class_data: ClassData) -> None:
    assignment = fair_seeds(class_data, random.Random(1))
    again = fair_seeds(replace(class_data, enrollments=assignment.enrollments), random.Random(2), candidates=10)
    assert again.enrollments == assignment.enrollments
    assert [fact.value for fact in again.facts][:4] == [fact.value for fact in assignment.facts][:4]


def test_too_few_candidates_are_told(class_data: ClassData) -> None:
    with pytest.raises(CorrigeError, match="only 3 usable candidate seeds for 7 students"):
        fair_seeds(class_data, random.Random(1), candidates=3)


def test_a_class_that_is_huge_is_not_compared() -> None:
    assert [usual_candidates(count) for count in (1, 35, 300, 800, 1000, 1001)] == [4, 140, 600, 1000, 1250, 0]


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


def test_those_who_follow_each_other_in_the_list_are_neighbours() -> None:
    assert neighbours([pupil("a"), pupil("b"), pupil("c")]) == ((0, 1), (1, 2))
    assert neighbours([pupil("a")]) == ()


def test_seats_come_before_the_list() -> None:
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


def test_given_seeds_stay_where_they_are() -> None:
    points = np.random.default_rng(1).uniform(0, 5, (5, 5))
    beside = neighbours([pupil(str(n)) for n in range(5)])
    order = arrange_seeds(points + points.T, [4, 3, 2, 1, 0], beside, [0, 2, 4], random.Random(0))
    assert (order[1], order[3]) == (3, 1)
