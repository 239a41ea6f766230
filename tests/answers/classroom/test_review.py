from pathlib import Path

import pytest

from answers.classroom.decision_targets import override_decisions
from answers.classroom.decisions import (
    DecisionKind,
    Override,
    decisions_about_targets,
    load_decisions,
    record_decisions,
)
from answers.classroom.folder import ClassData
from answers.classroom.marks import grade_class, marked_class
from answers.classroom.review import Review, review, review_document, student_flag
from answers.errors import CorrigeError
from tests.answers.classroom.handing_in import paper_of, rule, submit, tiny_class


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    data = tiny_class(tmp_path / "class", 10_000)
    submit(
        data,
        s01="1a: 10 20\n2: 2,500\n",  # right if 2.5 is meant
        s02="1a: 10000 20000\n2:  2,500 \n",  # right if 2500 is
        s03="1a: ten 24\n2: 3\nstudent: s03\n",
    )
    return data


def looked(class_data: ClassData) -> Review:
    return review(marked_class(class_data.folder))


def test_equal_answers_are_one_case_with_what_each_choice_would_do(class_data: ClassData) -> None:
    cases = looked(class_data).cases
    assert [(review_case.item, review_case.answer, review_case.students) for review_case in cases] == [
        ("1a", "ten 24", ("s03",)), ("2.1", "2,500", ("s01", "s02")),
    ]  # fmt: skip
    assert (cases[0].items, cases[0].expected) == (("1a.1", "1a.2"), ("12; 24",))
    last = cases[-1]
    assert [(choice.kind, choice.value, list(map(float, choice.gains))) for choice in last.choices] == [
        (DecisionKind.VALUE, "2500", [0, 3]), (DecisionKind.VALUE, "2.5000", [3, 0]),
        (DecisionKind.RIGHT, "", [3, 3]), (DecisionKind.WRONG, "", [0, 0]),
    ]  # fmt: skip
    assert [choice.helped for choice in last.choices] == [1, 1, 2, 0]


def test_a_list_that_is_not_read_is_one_case_and_is_decided_as_a_list(class_data: ClassData) -> None:
    submit(class_data, s01="1a: 10,000 20,000\n")
    review_case = looked(class_data).cases[0]
    assert (review_case.item, review_case.items) == ("1a", ("1a.1", "1a.2"))
    with pytest.raises(CorrigeError, match="'7' is not a list of 2 values for 1a"):
        rule(class_data, "s03", "1a", Override(DecisionKind.VALUE, "7"))
    with pytest.raises(CorrigeError, match="'9' is not a number of points for 1a"):
        override_decisions(review_case.targets, Override(DecisionKind.POINTS, "9"), class_data.exam)
    new = rule(class_data, "s03", "1a", Override(DecisionKind.VALUE, "12 ; 25"))
    assert [decision.value for decision in new] == ["12", "25"]
    assert [mark.verdict for mark in paper_of(class_data, "s03").parts["1a"].items] == ["right", "wrong"]


def test_an_equal_decision_adds_no_line(class_data: ClassData) -> None:
    first, again, other = (
        rule(class_data, "s01", "2", Override(DecisionKind.RIGHT, "", reason, "t", time))
        for reason, time in (("clear", "1"), ("clear", "2"), ("clearer", "3"))
    )
    assert (len(first), again, len(other)) == (1, (), 1)
    assert load_decisions(class_data).decisions == (*first, *other)


def test_a_decision_whose_answer_has_changed_is_in_the_review(class_data: ClassData) -> None:
    rule(class_data, "s01", "2.1", Override(DecisionKind.RIGHT))
    submit(class_data, s01="1a: 10 20\n2: 2,501\n")
    result = looked(class_data)
    assert [(paper.student, str(flag.flag)) for flag in result.flags for paper in flag.papers] == [
        ("s01", "decision-outdated:2.1")
    ]
    assert ("2.1", "2,501") in [(review_case.item, review_case.answer) for review_case in result.cases]
    messages: dict[str, str]
    (messages,) = review_document(result, grade_class(class_data), "en")["flags"]  # type: ignore[misc, attr-defined]
    assert (messages["student"], messages["flag"]) == ("s01", "decision-outdated:2.1")
    assert messages["told"].startswith("the answer 2.1 has changed")


def test_the_document(class_data: ClassData) -> None:
    document = review_document(looked(class_data), grade_class(class_data), "en")
    assert document["schema"] == "corrige/review/1"
    assert document["cases"][-1] == {  # type: ignore[index]
        "item": "2.1", "items": ["2.1"],
        "answer": "2,500", "note": "ambiguous", "told": "ambiguous number", "students": ["s01", "s02"],
        "expected": ["5/2 = 2.5", "2500"], "others_may_be_right": False, "all_or_nothing": [],
        "choices": [
            {"decision": "value", "value": "2500", "gains": [0.0, 3.0]},
            {"decision": "value", "value": "2.5000", "gains": [3.0, 0.0]},
            {"decision": "right", "value": "", "gains": [3.0, 3.0]},
            {"decision": "wrong", "value": "", "gains": [0.0, 0.0]},
        ],
    }  # fmt: skip


@pytest.fixture
def copied(tmp_path: Path) -> ClassData:
    """The paper of s01 (seed 10) has the answers of s02 (seed 40000); s02 wrote another u0, and s03 wrote nothing."""
    data = tiny_class(tmp_path / "class", 40_000)
    answers = "1a: 40000 80000\n1b: 40001 80001\n2: 10000\n"
    submit(data, s01=answers, s02=f"u0: 4\n{answers}")
    return data


def test_equal_flags_are_one_and_are_settled_by_one_decision(copied: ClassData) -> None:
    submit(copied, s03="u0: 13\n1a: 12 24\n2: 3\n")
    flags = looked(copied).flags
    students = {str(flag.flag): [paper.student for paper in flag.papers] for flag in flags}
    assert students == {"answers-of-seed-40000": ["s01"], "u0-changed": ["s02", "s03"]}
    record_decisions(copied, decisions_about_targets(flags[1].targets, Override(DecisionKind.ACKNOWLEDGED)))
    assert [str(flag.flag) for flag in looked(copied).flags] == ["answers-of-seed-40000"]


def test_the_answers_of_another_before_and_after_it_is_settled(copied: ClassData) -> None:
    open_flag = student_flag(marked_class(copied.folder), "aa", "answers-of-seed-")
    assert (str(open_flag.flag), open_flag.owner) == ("answers-of-seed-40000", "s02, Cc Dd")
    assert open_flag.flag.needs_teacher
    (paper,) = open_flag.papers
    assert paper.student == "s01"
    assert [(evidence.item, evidence.own, evidence.other) for evidence in paper.evidence] == [
        ("1a.1", "10", "40000"), ("1a.2", "20", "80000"), ("1b.1", "11", "40001"), ("1b.2", "21", "80001"),
        ("2.1", "5/2 = 2.5", "10000"),
    ]  # fmt: skip
    seen = Override(DecisionKind.ACKNOWLEDGED, "", "both were asked")
    record_decisions(copied, decisions_about_targets(open_flag.targets, seen))
    settled = student_flag(marked_class(copied.folder), "s01", "answers-of-seed-40000")
    assert (settled.papers, settled.flag.reason) == (open_flag.papers, "both were asked")
    assert not settled.flag.needs_teacher


def test_wrong_answers_in_common(tmp_path: Path) -> None:
    """Both papers are flagged, each with the other student and the shared answers, in no direction."""
    data = tiny_class(tmp_path / "class", 40_000)
    submit(data, s01="1a: 51234 7\n2: 3333.17\n", s02="1a: 51234 8\n2: 3333.170\n", s03="1a: 12 24\n2: 3\n")
    open_flags = looked(data).flags
    assert [(str(flag.flag), flag.owner, [paper.student for paper in flag.papers]) for flag in open_flags] == [
        ("wrong-answers-of-seed-40000", "s02, Cc Dd", ["s01"]),
        ("wrong-answers-of-seed-10", "s01, Aa Éa", ["s02"]),
    ]
    assert [(shared.item, shared.answer, shared.own, shared.other) for shared in open_flags[1].papers[0].evidence] == [
        ("1a.1", "51234 8", "40000", "10"), ("2.1", "3333.170", "10000", "5/2 = 2.5"),
    ]  # fmt: skip
    rule(data, "s01", "wrong-answers-of-seed-", Override(DecisionKind.ACKNOWLEDGED, "", "they sat apart"))
    assert [str(flag.flag) for flag in looked(data).flags] == ["wrong-answers-of-seed-10"]
