"""Test the rules and decisions on whole papers, from the settings to every place that shows a mark."""

import csv
import io
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from answers.classroom.changes import changes
from answers.classroom.collect import collect
from answers.classroom.decisions import DecisionKind, Override, bonus_from_text, seed_from_text
from answers.classroom.exporting import ExportOptions, decisions_table, export_class
from answers.classroom.folder import ClassData, open_class
from answers.classroom.marks import grade_class, write_marks
from answers.classroom.overrides import whole_mark
from answers.classroom.report.page import report_html
from answers.classroom.report.report import make_report
from answers.errors import CorrigeError
from answers.exam.settings import AS_POINTS, MarkRules, Penalty, Per
from answers.exports.gradebook import marks_document
from answers.exports.tables import gradebook_csv
from tests.answers.classroom.handing_in import moodle, paper_of, rule, submit, tiny_class, upload, with_settings

RULES = """
[class]
deadline = 2026-05-30T12:00:00
[class.mark]
out_of = 20
round = 0.5
late = { points = 1, per = "hour", most = 3 }
"""
BONUS = Override(DecisionKind.POINTS, "1", "a talk")


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    """s01 has 1 point of 5 and is 61 minutes late, s02 has 1 and is in time, s03 has no paper."""
    data = tiny_class(tmp_path / "class")
    late = upload(tmp_path / "up", moodle("Aa Éa", 1), "1a: 10 20\n", hour=14).parent
    submit(data, s02="student: s02\n1a: 11 22\n")
    collect(data, [late], datetime(2026, 6, 1))
    return with_settings(data, RULES)


def test_rules_bonus_and_lateness_make_the_mark_that_everything_shows(class_data: ClassData) -> None:
    assert (paper_of(class_data).value, paper_of(class_data).score) == (Fraction(2), 1)  # 4 of 20, two hours begun
    rule(class_data, "s02", "bonus", replace(BONUS, value="0.7"))
    marks = grade_class(class_data)
    assert [row.paper and row.paper.value for row in marks.rows] == [2, Fraction(9, 2), None]  # 4.7 is rounded
    (first, *_) = csv.DictReader(io.StringIO(gradebook_csv(marks).decode()))
    assert (first["score"], first["max"], first["mark"], first["out_of"]) == ("1.0", "5.0", "2.0", "20.0")
    document = marks_document("tiny", marks.papers)["papers"]
    assert isinstance(document, list)
    assert document[1]["mark"]["value"] == 4.5
    (class_data.folder / "l.csv").write_text("ID,Student,Section\n,Cc Dd,x\n")
    listed = ExportOptions(listed=class_data.folder / "l.csv")
    assert b'"20"' in export_class(class_data, "canvas", listed).content
    assert export_class(class_data, "canvas", listed).content.endswith(b'"4.5"\n')
    report = make_report(marks, decisions_table(class_data))
    assert report.spread is not None
    assert (report.spread.mean, report.histogram[2], report.histogram[4]) == (3.25, 1, 1)
    assert b"/ 20" in report_html(report, "fr")


def test_what_would_change_a_mark_is_told(class_data: ClassData) -> None:
    write_marks(class_data, grade_class(class_data))
    assert changes(class_data.folder, grade_class(class_data)) == ()
    rule(class_data, "s01", "bonus", BONUS)
    (change,) = changes(class_data.folder, grade_class(class_data))
    assert (change.before, change.after) == (2.0, 3.0)
    assert change.why == ("points: 1 of 5, that is 4 out of 20; bonus: 1 (a talk); late: −2",)
    text = (class_data.folder / "corrige.toml").read_text().replace(RULES, "")
    (class_data.folder / "corrige.toml").write_text(text)
    rule(class_data, "s01", "bonus", Override(DecisionKind.WITHDRAWN))
    result = changes(class_data.folder, grade_class(open_class(class_data.folder)))
    assert [(one.before, one.after, one.why) for one in result] == [
        (2.0, 1.0, ("the mark is now the sum of the points again, without scaling, bonus or deduction",)),
        (4.0, 1.0, ("the mark is now the sum of the points again, without scaling, bonus or deduction",)),
    ]  # fmt: skip


def test_lateness_that_is_excused_takes_nothing_off_until_it_is_another(class_data: ClassData) -> None:
    write_marks(class_data, grade_class(class_data))
    rule(class_data, "", "late", Override(DecisionKind.ACKNOWLEDGED, reason="ill"))
    (change,) = changes(class_data.folder, grade_class(class_data))
    assert (change.before, change.after) == (2.0, 4.0)
    assert change.why == ("2\u00a0h late, excused (ill)", "points: 1 of 5, that is 4 out of 20")
    flags = paper_of(class_data).for_student.flags
    assert "2\u00a0h late, excused" in [flag.render("en") for flag in flags]
    assert b"late: " not in gradebook_csv(grade_class(class_data))
    toml = class_data.folder / "corrige.toml"
    toml.write_text(toml.read_text().replace("12:00:00", "11:00:00"))
    later = paper_of(open_class(class_data.folder))
    assert later.value == 1
    assert "decision-outdated:late-2:00" in map(str, later.flags)


def test_a_paper_is_marked_with_another_number_where_that_is_granted_and_told(class_data: ClassData) -> None:
    submit(class_data, s02="student: s02\nu0: 40\n1a: 40 80\n2: 160\n")
    before = paper_of(class_data, "s02")
    assert (before.u0, before.score, [flag.slug for flag in before.flags]) == (11, 0, ["u0-changed"])
    rule(class_data, "s02", "u0", Override(DecisionKind.VALUE, "40", "copied from the board"))
    after = paper_of(class_data, "s02")
    assert (after.u0, after.score > 0, after.needs_teacher) == (40, True, False)
    assert [flag.render("en") for flag in after.for_student.flags] == [
        "marked with u₀ = 40, granted by the teacher; lists shown keep the original number (copied from the board)"
    ]


@pytest.mark.parametrize(
    ("name", "override", "text"),
    [
        ("bonus", replace(BONUS, reason=" "), "give a reason; the student will read it"),
        ("bonus", replace(BONUS, value="much"), "'much' is not a number of points"),
        ("bonus", replace(BONUS, kind=DecisionKind.VALUE), "a decision about bonus concerns the whole paper"),
        ("u0", Override(DecisionKind.VALUE, "70000", "x"), "'70000' is not a possible u₀"),
        ("u0", Override(DecisionKind.RIGHT, "", "x"), "a decision about u0 concerns the whole paper"),
    ],
)
def test_what_is_no_decision_about_a_whole_paper(
    class_data: ClassData, name: str, override: Override, text: str
) -> None:
    with pytest.raises(CorrigeError, match=text):
        rule(class_data, "s02", name, override)
    with pytest.raises(CorrigeError, match="s03 has no paper"):
        rule(class_data, "s03", name, override)


def test_points_and_numbers_as_they_are_typed() -> None:
    assert [bonus_from_text(text) for text in ("1", "-0,5", "+2", "−1/4", "", "a")] == [
        1, Fraction(-1, 2), 2, Fraction(-1, 4), None, None,
    ]  # fmt: skip
    assert [seed_from_text(text) for text in (" 17 ", "64006", "64007", "-1", "x")] == [17, 64006, None, None, None]


F = Fraction


@pytest.mark.parametrize(
    ("points", "rules", "bonus", "minutes", "value"),
    [
        ("31/2", MarkRules(F(20)), "0", 0, "155/12"),  # 15.5 · 20 / 24, exact
        ("31/2", MarkRules(F(20), step=F(1, 2)), "0", 0, "13"),  # 12.9167
        ("31/2", MarkRules(F(20), step=F(1, 4)), "0", 0, "13"),
        ("15", MarkRules(F(20), step=F(1, 2)), "1/4", 0, "13"),  # 12.75: halves go up
        ("15", MarkRules(F(20), step=F(1, 4)), "-1/8", 0, "50/4"),  # 12.375, half way between quarters
        ("24", MarkRules(F(20)), "3", 0, "20"),  # never more than the most
        ("1", MarkRules(F(20), Penalty(F(2))), "0", 1, "0"),  # 0.833 − 2
        ("1", MarkRules(F(20), Penalty(F(2)), least=F(3)), "0", 1, "3"),
        ("12", MarkRules(late=Penalty(F(1), Per.HOUR)), "0", 61, "10"),
        ("12", MarkRules(late=Penalty(F(1), Per.HOUR)), "0", 60, "11"),
        ("12", MarkRules(late=Penalty(F(1), Per.DAY, F(3))), "0", 24 * 60 * 9, "9"),
        ("12", MarkRules(late=Penalty(F(1, 2))), "1", 9999, "25/2"),
        ("12", AS_POINTS, "1", 0, "13"),
        ("0", MarkRules(F(20), step=F(3)), "0", 0, "0"),
    ],
)
def test_a_mark_as_a_teacher_works_it_out(points: str, rules: MarkRules, bonus: str, minutes: int, value: str) -> None:
    """The total is 24 points."""
    mark = whole_mark(F(points), F(24), rules, F(bonus), "talk", minutes)
    assert mark.value == F(value)
