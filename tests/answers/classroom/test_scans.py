"""Scanned pages, transcriptions of their boxes, and the papers that they make: nothing is lost, unread boxes wait."""

import os
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from answers.classroom import ingest
from answers.classroom.db import transaction
from answers.classroom.decisions import DecisionKind, Override
from answers.classroom.folder import ClassData
from answers.classroom.marks import marked_class
from answers.classroom.review import review
from answers.classroom.scans import (
    PageState,
    ProcessedPage,
    ScannedBox,
    ScannedPage,
    Scans,
    Transcription,
    active_readings,
    add_readings,
    load_readings,
    read_pages,
    read_placements,
    read_scans,
    scanned_papers,
    times_read,
    undo_transcriptions,
    write_scans,
)
from answers.classroom.submission_set import load_submissions
from answers.classroom.upload_index import Index, Upload
from answers.errors import CorrigeError, Problem
from answers.flags import NO_PAPER, WAITS
from answers.messages import Message
from answers.paper import Paper, Verdict
from tests.answers.classroom.handing_in import paper_of, rule, submit
from tests.answers.classroom.scanned import scan


def two_pages(folder: Path) -> Scans:
    home = folder / "scans"
    placed = ScannedPage("batch.pdf", 1, "s01", 2, PageState.PLACED, home / "p1.jpg", "ab" * 16)
    place = Message("{file}, page {page}", file="batch.pdf", page=2)
    cause = Message("the table in this file lacks these columns: {columns}", columns="x")
    problem = Problem(cause, place, "correct the line in the file, or remove it from the file")
    unplaced = ScannedPage(
        "batch.pdf", 2, "", None, PageState.UNPLACED, home / "p2.jpg", "ab" * 16, 90, problem=problem
    )
    box = ScannedBox(placed, "7a.1", True, False, home / "c.png", "cd" * 16, (20.5, 33.0, 33.0, 9.0))
    return Scans((ProcessedPage(placed, (box,)), ProcessedPage(unplaced)), "x")


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        *(
            (statement, name)
            for statement in ("UPDATE scan_page SET picture = ?", "UPDATE scan_box SET crop = ?")
            for name in ("../../private.jpg", "/home/ada/private.jpg", "..\\private.jpg", "..")
        ),
        ("UPDATE scan_page SET upload_name = ?", "../private.pdf"),
        ("UPDATE scan_page SET upload_name = ?", "collected/../../private.pdf"),
    ],
)
def test_a_store_that_names_a_picture_outside_the_class_is_refused(tmp_path: Path, statement: str, name: str) -> None:
    write_scans(tmp_path, two_pages(tmp_path))
    with transaction(tmp_path) as connection:
        connection.execute(statement, (name,))
    for read in (read_scans, read_pages):
        with pytest.raises(CorrigeError, match="outside the folder of the class"):
            read(tmp_path)


@pytest.mark.parametrize("line", ["x,zero,s01,1,0,,", "x,1,s01,,0,,", "x,1,s01,1,45,,", "x,1"])
def test_a_damaged_word_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "placements.csv").write_text(f"digest,page,student,sheet_page,turned,author,time\n{line}\n")
    with pytest.raises(CorrigeError, match=r"line 2"):
        read_placements(tmp_path)


BOX, OTHER = ("s01", "1a.1"), ("s02", "1a.1")


def readings(folder: Path) -> dict[tuple[str, str], str]:
    return {where: transcription.text for where, transcription in active_readings(load_readings(folder)).items()}


def transcribe(folder: Path, text: str, when: str, name: str = "ada", box: tuple[str, str] = BOX) -> None:
    add_readings(folder, [Transcription(*box, text, name, when, "c1")])


def test_the_last_line_about_a_box_holds_and_all_are_kept(tmp_path: Path) -> None:
    transcribe(tmp_path, "17", "1")
    transcribe(tmp_path, "71", "2", "bob")
    assert readings(tmp_path) == {BOX: "71"}
    kept = [(entry.text, entry.author, entry.at) for entry in load_readings(tmp_path)]
    assert kept == [("17", "ada", "1"), ("71", "bob", "2")]


def test_a_text_is_one_line_of_a_size_that_somebody_reads(tmp_path: Path) -> None:
    transcribe(tmp_path, " 1\n2 " + "x" * 10_000, "1")
    assert readings(tmp_path)[BOX] == ("1 2 " + "x" * 10_000)[:500]


def test_who_has_not_seen_the_last_reading_writes_none(tmp_path: Path) -> None:
    transcribe(tmp_path, "17", "1", "bob")
    new = [Transcription(*BOX, "71", "ada", "2", "c1"), Transcription(*OTHER, "5", "ada", "2", "c1")]
    with pytest.raises(CorrigeError, match="bob read the answer to 1a\\.1 of s01 after it was shown to you"):
        add_readings(tmp_path, new, {BOX: 0, OTHER: 0})
    assert readings(tmp_path) == {BOX: "17"}
    add_readings(tmp_path, new, {BOX: times_read(load_readings(tmp_path))[BOX], OTHER: 0})
    assert readings(tmp_path) == {BOX: "71", OTHER: "5"}


def test_undo_goes_back_to_the_beginning_by_further_lines(tmp_path: Path) -> None:
    for number, text in enumerate(["1", "2", "3"]):
        transcribe(tmp_path, text, f"a{number}")
    add_readings(tmp_path, [Transcription(*box, "4", "ada", "b", "c1") for box in (BOX, OTHER)])
    undone = []
    for number in range(4):
        undo_transcriptions(tmp_path, "ada", f"z{number}")
        undone.append(readings(tmp_path))
    assert undone == [{BOX: "3"}, {BOX: "2"}, {BOX: "1"}, {}]
    assert undo_transcriptions(tmp_path, "ada", "z9") == ()
    assert len(load_readings(tmp_path)) == 3 + 2 + 2 + 3
    transcribe(tmp_path, "5", "c")
    undo_transcriptions(tmp_path, "ada", "z8")
    assert readings(tmp_path) == {}


def test_undo_leaves_what_another_has_read_since(tmp_path: Path) -> None:
    add_readings(tmp_path, [Transcription(*box, "4", "ada", "1", "c1") for box in (BOX, OTHER)])
    transcribe(tmp_path, "5", "2", "bob", OTHER)
    undo_transcriptions(tmp_path, "ada", "3")
    assert readings(tmp_path) == {OTHER: "5"}
    assert undo_transcriptions(tmp_path, "ada", "4") == ()
    undo_transcriptions(tmp_path, "bob", "5")
    assert readings(tmp_path) == {OTHER: "4"}
    undo_transcriptions(tmp_path, "ada", "6")  # what bob had read is undone, so her own is the last again
    assert readings(tmp_path) == {}


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
    disputed = scans.processed[0].with_state(PageState.DOUBLE, problem)
    write_scans(class_data.folder, replace(scans, processed=(disputed,)))
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
