"""Test that a scanned paper has the transcriptions of its boxes; unread boxes wait and are never wrong."""

import os
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

import pytest

from answers.classroom import ingest
from answers.classroom.decisions import DecisionKind, Override
from answers.classroom.folder import ClassData
from answers.classroom.marks import marked_class
from answers.classroom.review import review
from answers.classroom.scans import (
    PageState,
    Transcription,
    add_readings,
    read_scans,
    scanned_papers,
    write_scans,
)
from answers.classroom.submission_set import load_submissions
from answers.classroom.upload_index import Index, Upload
from answers.errors import CorrigeError, Problem
from answers.flags import NO_PAPER, WAITS
from answers.paper import Paper, Verdict
from tests.answers.classroom.handing_in import paper_of, rule, submit
from tests.answers.classroom.scanned import scan

FULL = {"1a.1": "10", "1a.2": "20", "1b.1": "", "1b.2": "", "2.1": "2,5"}
BLANK = dict.fromkeys(FULL, "")


def read(class_data: ClassData, student: str, **texts: str) -> None:
    """Add transcriptions, q2_1="5" for 2.1, of the present crops."""
    crops = {(box.student, box.item): box.source for box in read_scans(class_data.folder).boxes}
    items = {name[1:].replace("_", "."): text for name, text in texts.items()}
    add_readings(
        class_data.folder,
        [Transcription(student, item, text, "ada", "1", crops[student, item]) for item, text in items.items()],
    )


def verdicts(paper: Paper) -> list[str]:
    """Return the verdicts of 1a and 2; nothing was written for 1b."""
    return [str(item.verdict) for name in ("1a", "2") for item in paper.parts[name].items]


def test_what_was_read_is_marked_as_if_it_was_typed(class_data: ClassData) -> None:
    scan(class_data, {"s01": {"name": "Aa", "u0": "10", **FULL}, "s02": FULL})
    read(class_data, "s01", q1a_1="10", q1a_2="21", q2_1="2,5")
    submit(class_data, s03="student: s03\n1a: 12 24\n2: 3\n")
    paper = paper_of(class_data)
    assert load_submissions(class_data).versions["s01"][-1].submission.waiting == {}
    assert verdicts(paper) == ["right", "wrong", "right"]
    assert not paper.needs_teacher
    assert (paper.place.file, paper.student, paper.u0) == ("batch.pdf", "s01", 10)
    assert paper_of(class_data, "s03").score == 4  # 1b is not in it


def test_ink_in_a_box_that_the_exam_no_longer_has_is_flagged(class_data: ClassData) -> None:
    scan(class_data, {"s01": {**BLANK, "9.1": "5"}, "s02": {**BLANK, "9.1": ""}})
    flags = [[str(flag) for flag in paper_of(class_data, student).flags] for student in ("s01", "s02")]
    assert ["fields-unknown" in of_paper for of_paper in flags] == [True, False]
    is_open = []
    for look in (0, 5):  # a decision holds for this scan
        scan(class_data, {"s01": {**BLANK, "9.1": "5"}}, look=look)
        if not look:
            rule(class_data, "s01", "fields-unknown", Override(DecisionKind.ACKNOWLEDGED))
        is_open.append("fields-unknown" in map(str, paper_of(class_data).open_flags))
    assert is_open == [False, True]


def test_a_box_that_nobody_has_read_waits_and_an_empty_one_is_blank(class_data: ClassData) -> None:
    scan(class_data, {"s01": {**FULL, "1a.2": ""}})
    paper = paper_of(class_data)
    assert verdicts(paper) == ["unreadable", "blank", "unreadable"]
    assert [item.note for _, item in paper.unread] == [WAITS, WAITS]
    assert (paper.score, paper.needs_teacher) == (Fraction(0), True)
    assert "blank-paper" not in map(str, paper.flags)
    read(class_data, "s01", q1a_1="10")
    assert verdicts(paper_of(class_data)) == ["right", "blank", "unreadable"]
    read(class_data, "s01", q1a_2="20", q2_1="")  # ink that was taken for paper, and paper for ink
    assert verdicts(paper_of(class_data)) == ["right", "right", "blank"]


def test_a_value_that_the_teacher_decides_counts_as_if_the_box_was_read(class_data: ClassData) -> None:
    scan(class_data, {"s01": {**FULL, "1b.1": "7"}, "s02": FULL, "s03": {**FULL, "1a.1": ""}})
    rule(class_data, "s01", "1a.1", Override(DecisionKind.VALUE, "10"))
    rule(class_data, "s01", "1b.1", Override(DecisionKind.WRONG))
    rule(class_data, "s02", "1a", Override(DecisionKind.VALUE, "11 ; 23"))
    assert verdicts(paper_of(class_data)) == ["right", "unreadable", "unreadable"]
    assert verdicts(paper_of(class_data, "s02")) == ["right", "wrong", "unreadable"]
    assert [name for name, _ in paper_of(class_data).unread] == ["1a.2", "2.1"]
    read(class_data, "s02", q1a_2="22")
    assert "decision-outdated:1a.2" in map(str, paper_of(class_data, "s02").flags)
    assert verdicts(paper_of(class_data, "s02")) == ["right", "right", "unreadable"]


def test_nobody_is_said_to_have_written_what_nobody_has_read(class_data: ClassData) -> None:
    """A blank box and two unread ones are not equal answers."""
    scan(class_data, {"s01": FULL, "s02": FULL, "s03": {**FULL, "1a.1": ""}})
    for student, name in (("s01", "of s01"), ("", "the unreadable answers to this item are: none")):
        with pytest.raises(CorrigeError, match=name):
            rule(class_data, student, "1a.1", Override(DecisionKind.VALUE, "10"), equal=True)
    decisions = rule(class_data, "s03", "1a.1", Override(DecisionKind.WRONG), equal=True)
    assert [decision.target.student for decision in decisions] == ["s03"]


def test_a_box_that_was_scanned_again_is_read_again(class_data: ClassData) -> None:
    scan(class_data, {"s01": FULL})
    read(class_data, "s01", q1a_1="10", q1a_2="20", q2_1="2,5")
    scan(class_data, {"s01": FULL}, look=5)
    assert verdicts(paper_of(class_data)) == ["unreadable"] * 3
    scan(class_data, {"s01": FULL})
    assert verdicts(paper_of(class_data)) == ["right"] * 3
    submit(class_data, s01="student: s01\n1a: 10 20\n2: 1\n")
    assert "several-papers" in map(str, paper_of(class_data).flags)


def test_a_decision_on_a_box_that_nobody_has_read_holds_for_this_scan_alone(class_data: ClassData) -> None:
    """Not for another page placed later, nor for a page that was missing when the item was decided."""
    scan(class_data, {"s01": {**FULL, "2.1": ""}})
    for item in ("1a.1", "1a.2", "2.1"):
        rule(class_data, "s01", item, Override(DecisionKind.RIGHT))
    assert verdicts(paper_of(class_data)) == ["right"] * 3
    scan(class_data, {"s01": FULL}, look=5)
    paper = paper_of(class_data)
    assert (verdicts(paper), paper.needs_teacher) == (["unreadable"] * 3, True)
    outdated = {f"decision-outdated:{item}" for item in ("1a.1", "1a.2", "2.1")}
    assert outdated <= {str(flag) for flag in paper.flags}
    scan(class_data, {"s01": {**FULL, "2.1": ""}})
    assert verdicts(paper_of(class_data)) == ["right"] * 3


def test_questions_that_are_on_no_page_are_told_until_a_person_has_looked(class_data: ClassData) -> None:
    scan(class_data, {"s01": {"1a.1": "10", "1a.2": "20", "1b.1": "", "1b.2": ""}})
    read(class_data, "s01", q1a_1="10", q1a_2="20")
    paper = paper_of(class_data)
    assert [str(flag) for flag in paper.open_flags] == ["scan-incomplete:2"]
    rule(class_data, "s01", "scan-incomplete:", Override(DecisionKind.ACKNOWLEDGED))
    assert not paper_of(class_data).needs_teacher


def test_a_reading_is_no_decision_and_what_waits_is_no_case(class_data: ClassData) -> None:
    scan(class_data, dict.fromkeys(("s01", "s02", "s03"), FULL))
    read(class_data, "s01", q1a_1="ten")
    result = review(marked_class(class_data.folder))
    assert [(review_case.item, review_case.students) for review_case in result.cases] == [("1a.1", ("s01",))]
    assert not [flag for flag in result.flags if flag.flag.slug == NO_PAPER.slug]
    rule(class_data, "s01", "1a.1", Override(DecisionKind.WRONG))
    assert paper_of(class_data).parts["1a"].items[0].verdict is Verdict.WRONG
    read(class_data, "s01", q1a_1="10")
    paper = paper_of(class_data)
    assert (paper.parts["1a"].items[0].verdict, str(paper.flags[-1])) == (Verdict.RIGHT, "decision-outdated:1a.1")


def test_what_is_on_disputed_pages_waits_and_is_no_blank(class_data: ClassData) -> None:
    scans = scan(class_data, {"s01": {**FULL, "2.1": ""}})
    problem = Problem("this page does not exist", "batch.pdf", "load the page again in the browser")
    page = replace(scans.pages[0], state=PageState.DOUBLE, problem=problem)
    disputed = tuple(replace(box, page=page) for box in scans.boxes)
    write_scans(class_data.folder, replace(scans, pages=(page,), boxes=(), disputed=disputed))
    read(class_data, "s01")
    paper = paper_of(class_data)
    assert verdicts(paper) == ["unreadable"] * 3
    assert [item.note for _, item in paper.unread] == [WAITS] * len(FULL)


def test_a_scan_that_was_put_by_hand_has_the_date_of_its_file(class_data: ClassData) -> None:
    scan(class_data, {"s01": FULL})
    digest = read_scans(class_data.folder).boxes[0].page.digest
    file = Upload(class_data.folder / "batch.pdf", "batch.pdf", datetime(2026, 3, 1, 8), digest, is_collected=False)
    ((upload, *_),) = scanned_papers(class_data, Index(), [file])
    assert (upload.date, upload.is_collected) == (file.date, False)


def test_a_scan_that_is_too_large_does_not_stop_the_others(
    class_data: ClassData, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingest, "MAX_SCAN", 1_000_000)
    path = class_data.folder / "submissions" / "photo.jpg"
    path.write_bytes(b"\xff\xd8\xff")
    os.truncate(path, 1_000_001)
    submit(class_data, s01="1a: 10 20\n")
    assert paper_of(class_data).score == 1
    (unread,) = load_submissions(class_data).unread
    assert (unread.upload.name, "larger than 1 MB" in unread.problem.cause) == ("submissions/photo.jpg", True)
