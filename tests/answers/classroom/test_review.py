from fractions import Fraction
from pathlib import Path

import pytest

from answers.classroom.decisions import Kind, decisions_in_force, read_decisions
from answers.classroom.folder import Cohort
from answers.classroom.marks import grade_class, grade_handed_in, marking_of
from answers.classroom.review import Review, review, review_document
from answers.classroom.settle import Ruling, decisions_for, record, take_back
from answers.classroom.versions import handed_in
from answers.errors import CorrigeError
from tests.answers.classroom.handing_in import tiny_class


@pytest.fixture
def cohort(tmp_path: Path) -> Cohort:
    made = tiny_class(tmp_path / "class", 10_000)
    for who, text in (
        ("s01", "1a: 10 20\n2: 2,500\n"),  # right if 2.5 is meant
        ("s02", "1a: 10000 20000\n2:  2,500 \n"),  # right if 2500 is
        ("s03", "1a: ten 24\n2: 3\nstudent: s03\n"),
    ):
        (made.folder / "submissions" / f"{who}.txt").write_text(text)
    return made


def looked(cohort: Cohort) -> Review:
    marking = marking_of(cohort, handed_in(cohort))
    taken = decisions_in_force(read_decisions(cohort.folder, cohort.exam))
    return review(marking, grade_handed_in(cohort, marking), taken)


def test_equal_answers_are_one_case_with_what_each_choice_would_do(cohort: Cohort) -> None:
    cases = looked(cohort).cases
    assert [(case.item, case.answer, case.students) for case in cases] == [
        ("1a.1", "ten 24", ("s03",)), ("1a.2", "ten 24", ("s03",)), ("2.1", "2,500", ("s01", "s02")),
    ]  # fmt: skip
    last = cases[-1]
    assert [(one.kind, one.value, list(map(float, one.gains))) for one in last.choices] == [
        (Kind.VALUE, "2500", [0, 3]), (Kind.VALUE, "2.5000", [3, 0]),
        (Kind.RIGHT, "", [3, 3]), (Kind.WRONG, "", [0, 0]),
    ]  # fmt: skip
    assert [one.helped for one in last.choices] == [1, 1, 2, 0]


def test_one_decision_settles_all_equal_cases_and_survives_marking(cohort: Cohort) -> None:
    ruling = Ruling(Kind.VALUE, "2.5", "décimale", "t", "now")
    taken = decisions_for(grade_class(cohort), "", "2", ruling, equal=True)
    assert [(one.student, one.item, one.answer) for one in taken] == [("s01", "2.1", "2,500"), ("s02", "2.1", "2,500")]
    record(cohort, taken)
    assert [case.item for case in looked(cohort).cases] == ["1a.1", "1a.2"]
    for _ in range(2):
        marks = grade_class(cohort)
        assert [float(row.paper.score) for row in marks.rows if row.paper] == [4, 1, 3]
    take_back(cohort, taken)
    assert len(looked(cohort).cases) == 3
    with pytest.raises(CorrigeError, match="changed meanwhile"):
        take_back(cohort, taken)


def test_for_one_student_or_for_all_who_wrote_the_same(cohort: Cohort) -> None:
    marks = grade_class(cohort)
    right = Ruling(Kind.RIGHT)
    assert [one.student for one in decisions_for(marks, "S02", "2.1", right, equal=False)] == ["s02"]
    assert [one.student for one in decisions_for(marks, "s02", "2.1", right, equal=True)] == ["s01", "s02"]


def test_a_whole_part_and_a_student_by_name(cohort: Cohort) -> None:
    marks = grade_class(cohort)
    taken = decisions_for(marks, "Éa", "1a", Ruling(Kind.WRONG), equal=False)
    assert [(one.student, one.item, one.answer) for one in taken] == [
        ("s01", "1a.1", "10 20"),
        ("s01", "1a.2", "10 20"),
    ]
    given = decisions_for(marks, "cc dd", "1a", Ruling(Kind.POINTS, "0,5"), equal=False)
    assert [(one.student, one.item, one.points) for one in given] == [
        ("s02", "1a.1", Fraction(1, 4)), ("s02", "1a.2", Fraction(1, 4)),
    ]  # fmt: skip


def test_an_equal_decision_adds_no_line(cohort: Cohort) -> None:
    first, again, other = (
        decisions_for(grade_class(cohort), "s01", "2", Ruling(Kind.RIGHT, "", reason, "t", time), equal=False)
        for reason, time in (("clear", "1"), ("clear", "2"), ("clearer", "3"))
    )
    assert [record(cohort, first), record(cohort, again), record(cohort, other)] == [first, (), other]
    assert read_decisions(cohort.folder, cohort.exam) == (*first, *other)


@pytest.mark.parametrize(
    ("student", "item", "ruling", "told"),
    [
        ("s09", "2.1", Ruling(Kind.RIGHT), "nobody in the class is called 's09'"),
        ("s01", "9", Ruling(Kind.RIGHT), "tiny has no part '9'"),
        ("s01", "1a", Ruling(Kind.VALUE, "10"), "1a has 2 items, and a value is of one"),
        ("s01", "1a", Ruling(Kind.POINTS, "1.5"), "'1.5' are no points of 1a\n    → give 0 to 1$"),
        ("s01", "1a.2", Ruling(Kind.POINTS, "1"), "'1' are no points of 1a.2\n    → give 0 to 0.5$"),
        ("s01", "1a", Ruling(Kind.POINTS, "much"), "'much' are no points of 1a\n"),
        ("s01", "9", Ruling(Kind.POINTS, "1"), "tiny has no part '9'"),
        ("s01", "1a.", Ruling(Kind.RIGHT), "1a has no item ''"),
        ("s01", "1a.3", Ruling(Kind.RIGHT), "1a has no item '3'"),
        ("s01", "2.1", Ruling(Kind.VALUE, "about two"), "is not read as an answer to 2.1"),
        ("s01", "2.1", Ruling(Kind.VALUE, ""), "is not read as an answer to 2.1"),
        ("s01", "2.1", Ruling(Kind.POINTS, "3.5"), "are no points of 2.1"),
        ("s01", "2.1", Ruling(Kind.POINTS, "-1"), "are no points of 2.1"),
        ("", "1b.1", Ruling(Kind.RIGHT), "answers to 1b.1 that are not read: none"),
    ],
)
def test_what_cannot_be_decided_is_told(cohort: Cohort, student: str, item: str, ruling: Ruling, told: str) -> None:
    with pytest.raises(CorrigeError, match=told):
        decisions_for(grade_class(cohort), student, item, ruling, equal=not student)


def test_a_decision_whose_answer_has_changed_is_in_the_review(cohort: Cohort) -> None:
    record(cohort, decisions_for(grade_class(cohort), "s01", "2.1", Ruling(Kind.RIGHT), equal=False))
    (cohort.folder / "submissions" / "s01.txt").write_text("1a: 10 20\n2: 2,501\n")
    found = looked(cohort)
    assert [(paper.student, str(one.flag)) for one in found.flags for paper in one.papers] == [
        ("s01", "decision-outdated:2.1")
    ]
    assert ("2.1", "2,501") in [(case.item, case.answer) for case in found.cases]
    told: dict[str, str]
    (told,) = review_document(found, grade_class(cohort), "en")["flags"]  # type: ignore[misc, attr-defined]
    assert (told["student"], told["flag"]) == ("s01", "decision-outdated:2.1")
    assert "has changed since the teacher decided" in told["told"]


def test_the_document(cohort: Cohort) -> None:
    document = review_document(looked(cohort), grade_class(cohort), "en")
    assert document["schema"] == "corrige/review/1"
    assert document["cases"][-1] == {  # type: ignore[index]
        "item": "2.1", "answer": "2,500", "note": "ambiguous", "told": "ambiguous number", "students": ["s01", "s02"],
        "expected": ["5/2 = 2.5", "2500"], "all_or_nothing": [],
        "choices": [
            {"decision": "value", "value": "2500", "gains": [0.0, 3.0]},
            {"decision": "value", "value": "2.5000", "gains": [3.0, 0.0]},
            {"decision": "right", "value": "", "gains": [3.0, 3.0]},
            {"decision": "wrong", "value": "", "gains": [0.0, 0.0]},
        ],
    }  # fmt: skip
