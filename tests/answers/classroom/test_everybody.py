"""An item that is settled for everybody: all its points to every paper, or none of them in the total.

The tiny exam: 1a and 1b, two items and one point each; 2, one item and three points.
"""

import csv
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from answers.classroom.decision_targets import decisions_for_everybody
from answers.classroom.decisions import (
    EVERYBODY,
    Decision,
    DecisionKind,
    DecisionTarget,
    Override,
    active_class_decisions,
    load_decisions,
    record_decisions,
    undo_decisions,
)
from answers.classroom.folder import ClassData
from answers.classroom.history import history
from answers.classroom.marks import grade_class, marked_class
from answers.classroom.overrides import apply_decisions, settled_items
from answers.classroom.report.report import make_report
from answers.classroom.review import review
from answers.errors import CorrigeError
from answers.exam.key_cache import cached_key
from answers.exports.gradebook import Gradebook, marks_json
from answers.exports.tables import ExportTable, gradebook_csv, items_table
from answers.grading.grade import grade
from answers.paper import Paper, Verdict
from tests.answers.classroom.handing_in import paper_of, rule, submit, tiny_class, with_settings
from tests.answers.tiny import TINY, submission

LEFT_OUT, RIGHT, BACK = (
    Override(DecisionKind.LEFT_OUT, "", "the figure is wrong", "t", "2026-05-30T12:00:01"),
    Override(DecisionKind.RIGHT, "", "", "t", "2026-05-30T12:00:02"),
    Override(DecisionKind.WITHDRAWN, "", "", "t", "2026-05-30T12:00:03"),
)
SEEN = Override(DecisionKind.ACKNOWLEDGED, "", "", "t", "2026-05-30T12:00:00")


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    """s01 has everything right, s02 nothing but 1a and an answer that is not read, s03 is absent."""
    made = tiny_class(tmp_path / "class")
    submit(made, s01="1a: 10 20\n1b: 11 21\n2: 2.5\n", s02="1a: 11 22\n2: zwei\n")
    return made


def settle(class_data: ClassData, item: str, override: Override) -> tuple[Decision, ...]:
    settled = settled_items(class_data.exam, active_class_decisions(class_data).values())
    unmarked = Gradebook(class_data.exam, (), (), (), settled)  # papers do not matter for it
    return record_decisions(class_data, decisions_for_everybody(unmarked, item, override))


def points(gradebook: Gradebook) -> list[tuple[float, float] | None]:
    """The mark of each row and what it is out of."""
    return [(float(row.marked.value), float(row.marked.out_of)) if row.marked else None for row in gradebook.rows]


def item(paper: Paper | None, part: str, at: int = 0) -> tuple[str, float, str]:
    assert paper is not None
    mark = paper.parts[part].items[at]
    return str(mark.verdict), float(mark.score), str(mark.note or "")


def test_all_points_go_to_every_paper_and_to_no_absent_student(class_data: ClassData) -> None:
    assert points(grade_class(class_data)) == [(5, 5), (1, 5), None]
    settle(class_data, "2", RIGHT)
    gradebook = grade_class(class_data)
    assert points(gradebook) == [(5, 5), (4, 5), None]
    assert [item(row.paper, "2") for row in gradebook.rows[:2]] == [("right", 3, "right-for-everybody")] * 2
    assert gradebook.rows[2].open_flags == gradebook.rows[2].flags  # the absence is as open as before
    settle(class_data, "1b", RIGHT)
    assert points(grade_class(class_data)) == [(5, 5), (5, 5), None]  # also what was left blank
    submit(class_data, s03="1a: 12 0\n")  # a paper that comes later
    assert points(grade_class(class_data))[2] == (4.5, 5)
    rule(class_data, "s01", "2.1", replace(RIGHT, kind=DecisionKind.POINTS, value="1"))  # comes before that for all
    assert points(grade_class(class_data))[:2] == [(3, 5), (5, 5)]
    rule(class_data, "s01", "2.1", BACK)
    assert points(grade_class(class_data))[0] == (5, 5)


def test_an_item_that_is_left_out_is_in_no_total(class_data: ClassData) -> None:
    rule(class_data, "s03", "no-paper", replace(SEEN, kind=DecisionKind.POINTS, value="0"))
    settle(class_data, "2", LEFT_OUT)
    gradebook = grade_class(class_data)
    assert points(gradebook) == [(2, 2), (1, 2), None]
    assert gradebook.out_of == gradebook.points == 2
    assert item(gradebook.rows[0].paper, "2") == ("right", 0, "left-out-for-everybody: the figure is wrong")
    assert item(gradebook.rows[1].paper, "2")[:2] == ("blank", 0)  # nobody has to read it
    rows = list(csv.DictReader(gradebook_csv(gradebook).decode().splitlines()))
    assert [(row["score"], row["max"], row["2"]) for row in rows] == [
        ("2.0", "2.0", "0.0"), ("1.0", "2.0", "0.0"), ("0", "2.0", "0"),
    ]  # fmt: skip
    most = {cells[3]: cells[-1] for cells in items_table(gradebook).rows if cells[2] == "2"}
    assert most == {1: 0.0}
    settle(class_data, "1a.1", LEFT_OUT)
    gradebook = grade_class(class_data)
    assert points(gradebook)[0] == (1.5, 1.5)
    shares = [cells[-1] for cells in items_table(gradebook).rows if cells[2] == "1a"]
    assert shares == [0.0, 0.5, 0.0, 0.5]  # the other item of the part keeps its points


def test_papers_that_do_not_count_are_marked_alike_and_marks_scaled_to_what_is_left(class_data: ClassData) -> None:
    submit(class_data, other="student: s01\nu0: 10\n1a: 10 20\n2: 2.5\n")
    settle(class_data, "2", LEFT_OUT)
    gradebook = grade_class(class_data)
    counted, (other,) = gradebook.rows[0].paper, gradebook.unassigned
    assert counted is not None
    assert {(paper.score, paper.points) for paper in (counted, other)} == {(1, 2), (2, 2)}
    with_settings(class_data, "\n[class.mark]\nout_of = 20\n")
    assert points(marked_class(class_data.folder).gradebook)[1] == (10, 20)  # 1 · 20 / 2
    with pytest.raises(CorrigeError, match="no item of the exam would earn points"):
        settle(class_data, "1", LEFT_OUT)


def test_marks_have_one_maximum_where_an_item_counts_for_one_student_only(class_data: ClassData) -> None:
    """s02 has 4 points of 5 with 2, which the others do not have: 4 · 2 / 5."""
    settle(class_data, "2", LEFT_OUT)
    rule(class_data, "s02", "2.1", RIGHT)
    gradebook = grade_class(class_data)
    assert points(gradebook) == [(2, 2), (1.6, 2), None]
    paper = paper_of(class_data, "s02")
    assert (paper.score, paper.points) == (4, 5)


def test_where_the_answer_has_changed_since_the_decision_for_everybody_counts(class_data: ClassData) -> None:
    rule(class_data, "s02", "2.1", replace(RIGHT, kind=DecisionKind.WRONG))
    settle(class_data, "2", RIGHT)
    submit(class_data, s02="1a: 11 22\n2: 7\n")
    row = grade_class(class_data).rows[1]
    assert item(row.paper, "2")[:2] == ("right", 3)
    assert "decision-outdated:2.1" in map(str, row.open_flags)


@pytest.mark.parametrize(
    ("kind", "second", "score", "most"),
    [
        (DecisionKind.RIGHT, "20", 1, 1),
        (DecisionKind.RIGHT, "0", 0, 1),
        (DecisionKind.LEFT_OUT, "20", 0.5, 0.5),
        (DecisionKind.LEFT_OUT, "0", 0, 0.5),
    ],
)
def test_in_a_part_marked_all_or_nothing_the_other_items_decide(
    kind: DecisionKind, second: str, score: float, most: float
) -> None:
    strict = TINY.revised(lambda part: replace(part, all_or_nothing=True))
    settled = {"*1a.1": Override(kind).about(DecisionTarget(EVERYBODY, "1a.1"))}
    mark = lambda one: grade(strict, one, lambda scenario: cached_key(TINY, scenario))  # noqa: E731
    paper = apply_decisions(strict, submission({"1a": ("0", second)}), mark, settled)
    assert (paper.parts["1a"].score, paper.parts["1a"].points) == (Fraction(score), Fraction(most))


def test_an_undo_is_a_row_and_brings_every_mark_back(class_data: ClassData) -> None:
    before = marks_json(grade_class(class_data))
    settle(class_data, "2", LEFT_OUT)
    settle(class_data, "1b", RIGHT)
    settle(class_data, "1b", BACK)
    assert undo_decisions(class_data, "nobody", "2026-05-30T12:00:04") == ()
    settle(class_data, "2", replace(BACK, time="2026-05-30T12:00:05"))
    assert marks_json(grade_class(class_data)) == before
    assert [(action.student, action.target, action.text) for action in history(class_data.folder)] == [
        ("*", "2.1", "left-out"),
        ("*", "1b.1", "right"), ("*", "1b.2", "right"),
        ("*", "1b.1", "withdrawn"), ("*", "1b.2", "withdrawn"),
        ("*", "2.1", "withdrawn"),
    ]  # fmt: skip


def test_the_documents_say_what_is_settled(class_data: ClassData) -> None:
    settle(class_data, "2", LEFT_OUT)
    gradebook = grade_class(class_data)
    assert b'"settled": [' in marks_json(gradebook)
    (settled,) = gradebook.settled
    assert (settled.item, settled.decision, settled.reason, settled.points) == ("2.1", "left-out", LEFT_OUT.reason, 3)
    report = make_report(gradebook, ExportTable("decisions", (), ()))
    assert [(question.number, question.points) for question in report.questions] == [(1, 2), (2, 0)]


def test_nothing_waits_for_a_person_in_an_item_that_is_settled(class_data: ClassData) -> None:
    for item_settled, override in (("2", RIGHT), ("2", LEFT_OUT)):
        settle(class_data, item_settled, override)
        marked = marked_class(class_data.folder)
        assert paper_of(class_data, "s02").parts["2"].items[0].verdict is not Verdict.UNREADABLE
        assert review(marked).cases == ()


@pytest.mark.parametrize(
    ("named", "items"),
    [("1", ["1a.1", "1a.2", "1b.1", "1b.2"]), ("1b", ["1b.1", "1b.2"]), ("1b.2", ["1b.2"]), ("2", ["2.1"])],
)
def test_a_question_a_part_or_an_item(class_data: ClassData, named: str, items: list[str]) -> None:
    assert [decision.target.item for decision in settle(class_data, named, RIGHT)] == items


@pytest.mark.parametrize(
    ("named", "override", "text"),
    [
        ("1c", RIGHT, "did you mean 1"),
        ("2.2", RIGHT, "the items of this part are 2.1 to 2.1"),
        ("2", replace(RIGHT, kind=DecisionKind.POINTS, value="1"), "--leave-out"),
        ("2", replace(RIGHT, kind=DecisionKind.WRONG), "--leave-out"),
    ],
)
def test_what_cannot_be_settled_for_everybody(class_data: ClassData, named: str, override: Override, text: str) -> None:
    with pytest.raises(CorrigeError, match=text):
        settle(class_data, named, override)
    assert load_decisions(class_data).decisions == ()
