"""Mistakes that several students of a class have in common: found from their wrong answers, and not by chance."""

from functools import partial
from pathlib import Path

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.flags import Place
from answers.grading.class_mistakes import MarkedAnswers, Search, find_mistakes
from answers.grading.grade import Assignment, grade
from answers.grading.mark import parse_responses
from answers.submissions.raw.submission import Submission
from tests.answers.exam.weighted import weighted_exam

SEEDS = (17, 23, 1001, 4242, 9)


@pytest.fixture
def exam(tmp_path: Path) -> Exam:
    return weighted_exam(tmp_path)


def paper(exam: Exam, u0: int, changed: dict[str, int]) -> MarkedAnswers:
    key = make_key(exam, u0)
    answers = {part: (str(changed.get(part, values[0])),) for part, values in key.answers.items()}
    submission = Submission(Place(f"{u0}.json"), f"s{u0}", str(u0), exam.name, answers)
    marked = grade(exam, submission, partial(make_key, exam), Assignment(f"s{u0}", u0))
    return MarkedAnswers(f"s{u0}", u0, parse_responses(exam, answers, u0=u0), marked.parts)


def search(exam: Exam, papers: list[MarkedAnswers]) -> Search:
    return find_mistakes(exam, partial(load_exam, str(exam.location.code)), papers, partial(make_key, exam))


def last_forgotten(exam: Exam, u0: int) -> int:
    """The weighted sum of a student whose loop ends too early."""
    weights = exam.drawn(u0).weights  # type: ignore[attr-defined]
    return sum(i * weights[i] for i in range(1, 5))


@pytest.mark.slow
def test_the_mistake_of_two_students_is_found_behind_others(exam: Exam) -> None:
    others = {9: 31234, 5005: 17171, 31: 7777, 64: 22222}
    papers = [paper(exam, u0, {"1": wrong}) for u0, wrong in others.items()]
    papers += [paper(exam, u0, {"1": last_forgotten(exam, u0)}) for u0 in SEEDS[:2]]
    papers.append(paper(exam, SEEDS[3], {}))
    (find,) = search(exam, papers).finds
    assert find.students == ("s17", "s23")
    assert find.mutation.function == "_weighted"
    assert [(one.item, one.value, one.raw) for one in find.explained] == [
        (("1", 0), last_forgotten(exam, u0), str(last_forgotten(exam, u0))) for u0 in SEEDS[:2]
    ]


@pytest.mark.slow
def test_one_student_is_not_enough_nor_two_with_the_same_seed(exam: Exam) -> None:
    wrong = {"1": last_forgotten(exam, 17)}
    assert search(exam, [paper(exam, 17, wrong), paper(exam, 17, wrong), paper(exam, 23, {"1": 5})]).finds == ()


def test_a_class_without_wrong_answers_has_nothing_to_search(exam: Exam) -> None:
    assert search(exam, [paper(exam, u0, {}) for u0 in SEEDS[:2]]) == Search()


@pytest.mark.slow
def test_unrelated_wrong_answers_are_no_find(exam: Exam) -> None:
    answers = (12345, 31111, 7, 15000, 2)
    papers = [paper(exam, u0, {"1": wrong, "2a": wrong + 3}) for u0, wrong in zip(SEEDS, answers, strict=True)]
    result = search(exam, papers)
    assert result.tried > 20
    assert result.finds == ()
