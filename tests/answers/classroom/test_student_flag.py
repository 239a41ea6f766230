from pathlib import Path

import pytest

from answers.classroom.decisions import Kind
from answers.classroom.folder import Cohort
from answers.classroom.marks import grade_handed_in, marking_of
from answers.classroom.open_flags import OpenFlag
from answers.classroom.settle import Ruling, record
from answers.classroom.student_flag import student_flag
from answers.classroom.versions import handed_in
from answers.errors import CorrigeError
from tests.answers.classroom.handing_in import tiny_class


@pytest.fixture
def cohort(tmp_path: Path) -> Cohort:
    """s01, whose seed is 10, has the answers of s02, whose seed is 40000; nobody else handed in."""
    made = tiny_class(tmp_path / "class", 40_000)
    (made.folder / "submissions" / "s01.txt").write_text("1a: 40000 80000\n1b: 40001 80001\n2: 10000\n")
    return made


def looked(cohort: Cohort, student: str, flag: str) -> OpenFlag:
    marking = marking_of(cohort, handed_in(cohort))
    return student_flag(marking, grade_handed_in(cohort, marking), student, flag)


def test_the_answers_of_another_before_and_after_it_is_settled(cohort: Cohort) -> None:
    found = looked(cohort, "aa", "answers-of-seed-")
    assert (str(found.flag), found.owner, found.flag.needs_teacher) == ("answers-of-seed-40000", "s02, Cc Dd", True)
    (paper,) = found.papers
    assert paper.student == "s01"
    assert [(one.item, one.own, one.other) for one in paper.evidence] == [
        ("1a.1", "10", "40000"), ("1a.2", "20", "80000"), ("1b.1", "11", "40001"), ("1b.2", "21", "80001"),
        ("2.1", "5/2 = 2.5", "10000"),
    ]  # fmt: skip
    record(cohort, found.decisions(Ruling(Kind.SEEN, "", "both were asked")))
    settled = looked(cohort, "s01", "answers-of-seed-40000")
    assert (settled.papers, settled.flag.needs_teacher, settled.flag.reason) == (found.papers, False, "both were asked")


def test_that_there_is_no_paper_is_a_flag(cohort: Cohort) -> None:
    found = looked(cohort, "s03", "no-paper")
    assert (str(found.flag), found.papers[0].student, found.papers[0].evidence) == ("no-paper", "s03", ())


@pytest.mark.parametrize(
    ("student", "flag", "told"),
    [
        ("s01", "no-seal", "s01 has no flag"),
        ("s03", "no-seal", "s03 has no paper"),
        ("s09", "x", "nobody in the class"),
    ],
)
def test_a_flag_that_is_not_there(cohort: Cohort, student: str, flag: str, told: str) -> None:
    with pytest.raises(CorrigeError, match=told):
        looked(cohort, student, flag)
