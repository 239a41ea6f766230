"""The marking tab: written answers are marked by criteria, without names, and nothing that was saved is lost."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from answers.classroom.by_hand import (
    WrittenAnswers,
    add_second_mark,
    agreements,
    cohens_kappa,
    second_marks,
    undo_second_marks,
)
from answers.classroom.db import OwnActions, now_text
from answers.classroom.decisions import (
    DecisionKind,
    DecisionTarget,
    Override,
    active_class_decisions,
    decisions_about_targets,
)
from answers.classroom.folder import ClassData, create_class, locked, open_class
from answers.classroom.marks import grade_class
from answers.classroom.report.page import report_html
from answers.classroom.report.report import make_report, report_json
from answers.classroom.scans import write_scans
from answers.classroom.submission_set import load_submissions
from answers.exports.request import NO_DECISIONS
from tests.answers.classroom.scanned import scan
from tests.answers.tiny import EXAMS
from tests.answers.web.desk.opened import Opened

HOSTILE = '</blockquote><script>alert("1")</script>'


def explained_class(folder: Path, students: int = 4, seeds: Sequence[int] = ()) -> ClassData:
    """Create a class with the exam `explained`; the seeds are 101, 102, … unless they are given."""
    numbers = seeds or range(101, 101 + students)
    roster = "student,name,u0\n" + "".join(f"s{k:02},Name{k:02},{u0}\n" for k, u0 in enumerate(numbers, 1))
    return create_class(folder, "explained", roster.encode(), "en", (EXAMS / "by_hand",))


def submit(class_data: ClassData, *answers: dict[str, str]) -> None:
    papers = [
        {"student": enrollment.student.id, "u0": enrollment.u0, "answers": texts}
        for enrollment, texts in zip(class_data.enrollments, answers, strict=False)
    ]
    (class_data.folder / "submissions" / "all.json").write_text(json.dumps(papers))


def scores(class_data: ClassData, part: str) -> list[tuple[str, float]]:
    marks = [row.marked.parts[part] for row in grade_class(class_data).rows if row.marked]
    return [(str(mark.items[0].verdict), float(mark.score)) for mark in marks]


def mark(desk: Opened, address: str, *criteria: str, **body: object) -> str:
    """Mark the answer at an address as its page would, and return the next address."""
    page = desk.page(address)
    fields = {name: unescape(re.search(rf'name="{name}" value="([^"]*)"', page)[1]) for name in ("item", "group")}  # type: ignore[index]
    shown = desk.on_page(page, "shown")
    return str(
        desk.send("/marking", **fields, shown=shown, criteria=list(criteria), **{"choice": "keep", **body}).get("next")
    )


def mark_all(desk: Opened, **body: object) -> None:
    """Mark all answers to part 3: equal ones of two students by three criteria, the others by one."""
    address = begin(desk, "3")
    while "group" in address:
        is_pair = "2 students gave this answer" in desk.page(address)
        address = mark(desk, address, *(("uses-n", "induction", "missing-case") if is_pair else ("uses-n",)), **body)


def begin(desk: Opened, part: str) -> str:
    return str(desk.send("/marking/next", item=part)["next"])


@pytest.fixture
def marked(tmp_path: Path) -> ClassData:
    class_data = explained_class(tmp_path / "class", seeds=(101, 102, 129, 104))  # 101 and 129 draw the same order
    same = "Remove a leaf,\nby induction."
    submit(
        class_data, {"1": "0", "3": same}, {"3": HOSTILE}, {"1": "1", "3": "Remove a  leaf, by induction."}, {"1": "2"}
    )
    return class_data


@pytest.mark.slow
def test_answers_wait_until_a_person_has_marked_them_and_equal_ones_are_marked_by_one_decision(
    marked: ClassData,
) -> None:
    """Two texts that differ in spaces are shown once; what is decided holds for both, and only for them."""
    rows = grade_class(marked).rows
    assert [row.undecided is not None for row in rows] == [True, True, True, False]
    assert [name for row in rows for name, _ in row.unread] == ["3.1"] * 3
    mark_all(Opened(marked.folder))
    assert scores(marked, "3") == [("partly_right", 3), ("partly_right", 1), ("partly_right", 3), ("blank", 0)]
    assert all(row.undecided is None for row in grade_class(marked).rows)


@pytest.mark.slow
def test_equal_answers_about_other_data_are_marked_apart(tmp_path: Path) -> None:
    """A text that is right about one student's graph may be wrong about another's: 21 and 28 vertices, then 21."""
    class_data = explained_class(tmp_path / "class", seeds=(101, 103, 129))
    submit(class_data, *[{"2b": "All degrees are even."}] * 3)
    desk = Opened(class_data.folder)
    address, seen = begin(desk, "2b"), []
    while "group" in address:
        page = desk.page(address)
        is_even = "with 21 vertices" in page
        seen.append((is_even, "2 students gave this answer" in page))
        address = mark(desk, address, *(("parity",) if is_even else ()), choice="keep" if is_even else "none")
    assert sorted(seen) == [(False, False), (True, True)]
    assert scores(class_data, "2b") == [("right", 2), ("wrong", 0), ("right", 2)]


@pytest.mark.slow
def test_names_are_not_shown_and_answers_are_escaped(marked: ClassData) -> None:
    desk = Opened(marked.folder)
    begin(desk, "3")
    pages = [
        desk.page(f"/marking?item=3&group={name}")
        for name in dict.fromkeys(re.findall(r"group=(\w+)", "".join(_walk(desk, "3"))))
    ]
    assert len(pages) == 2
    for page in pages:
        assert "Name0" not in page
        assert "<script>alert" not in page
        assert "complete induction" in page
    assert any("u₀ = 102" in page and "&lt;/blockquote&gt;" in page for page in pages)


def _walk(desk: Opened, part: str) -> list[str]:
    address, addresses = begin(desk, part), list[str]()
    while "group" in address and address not in addresses:
        addresses.append(address)
        address = mark(desk, address, choice="later")
    return addresses


def test_nothing_chosen_is_not_saved_as_zero(marked: ClassData) -> None:
    desk = Opened(marked.folder)
    address = begin(desk, "3")
    assert mark(desk, address) == "None"
    assert {verdict for verdict, _ in scores(marked, "3")} == {"unreadable", "blank"}
    mark(desk, address, choice="none")
    assert "wrong" in {verdict for verdict, _ in scores(marked, "3")}


def test_two_markers_get_different_answers_and_overwrite_nothing(marked: ClassData) -> None:
    ada, bob = Opened(marked.folder, "ada"), Opened(marked.folder, "bob")
    first, second = begin(ada, "3"), begin(bob, "3")
    assert "group" in first
    assert "group" in second
    assert first != second
    page = bob.page(first)
    assert "Another marker" in page
    shown = bob.on_page(page, "shown")
    group = urlsplit(first).query.rpartition("=")[2]
    mark(ada, first, "uses-n")
    cause = bob.problem("/marking", item="3", group=group, shown=shown, criteria=["induction"], choice="keep")
    assert "ada" in cause


def test_a_mark_waits_for_another_command_on_the_class(marked: ClassData, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is collected or assigned meanwhile may give the answer that is shown to another student."""
    monkeypatch.setattr("answers.web.desk.desk.PATIENCE", 0.01)
    desk = Opened(marked.folder)
    address = begin(desk, "3")
    with locked(marked.folder):
        assert mark(desk, address, "uses-n") == "None"
    assert not active_class_decisions(marked)
    mark(desk, address, "uses-n")
    assert active_class_decisions(marked)


@pytest.mark.slow
def test_a_decision_is_undone_and_listed_with_its_author(marked: ClassData) -> None:
    desk = Opened(marked.folder)
    first = begin(desk, "3")
    mark(desk, first, "uses-n", comment="Say which leaf.")
    assert f'href="{first.replace("&", "&amp;")}"' in desk.page(begin(desk, "3"))
    assert "ada" in desk.page(first)
    desk.send("/undo", room="marking")
    assert {verdict for verdict, _ in scores(marked, "3")} == {"unreadable", "blank"}


@pytest.mark.slow
def test_changed_criteria_show_what_they_move_before_they_hold(marked: ClassData) -> None:
    desk = Opened(marked.folder)
    mark_all(desk)
    before = scores(marked, "3")
    form = {**criteria_form(desk), "points-uses-n": "0,5", "points-induction": "3", "points-missing-case": "-1"}
    form |= {"fr-uses-n": "utilise n", "en-uses-n": "uses the order"}
    desk.send("/marking/criteria", choice="keep", **form)
    page = desk.page("/marking/criteria?item=3")
    moves = re.findall(r'<span class="who">(\w+)</span></th><td>([^<]+)</td><td>([^<]+)</td>', page)
    assert moves == [("s01", "3", "2.5"), ("s02", "1", "0.5"), ("s03", "3", "2.5")]
    assert "earns at most 3.5 of 4" in page
    assert scores(open_class(marked.folder), "3") == before
    desk.send("/marking/criteria", choice="keep", **form)
    changed = open_class(marked.folder)
    assert [score for _, score in scores(changed, "3")] == [2.5, 0.5, 2.5, 0]
    assert "uses the order" in desk.page(begin_again(desk))
    form = criteria_form(desk)
    for wrong in ("five", "1e-5000", "1e9999999"):  # exponents, which could take minutes
        assert desk.problem("/marking/criteria", choice="show", **{**form, "points-uses-n": wrong})
    desk.send("/undo", room="criteria")
    assert scores(open_class(marked.folder), "3") == before


def criteria_form(desk: Opened) -> dict[str, str]:
    page = desk.page("/marking/criteria?item=3")
    fields = re.findall(r'name="((?:points|fr|en|in)[-_][^"]+)" value="([^"]*)"', page)
    return {"item": "3", **{name: unescape(value) for name, value in fields}}


def test_criteria_that_another_teacher_changed_meanwhile_are_not_reverted(marked: ClassData) -> None:
    ada, bob = Opened(marked.folder, "ada"), Opened(marked.folder, "bob")
    points = {"points-uses-n": "0.5"}

    def in_force() -> list[tuple[str, str]]:
        return [(str(each.amount), each.en) for each in open_class(marked.folder).exam.part("3").criteria]

    def keep(desk: Opened, changed: dict[str, str]) -> None:
        desk.send("/marking/criteria", choice="show", **{**criteria_form(desk), **changed})
        desk.send("/marking/criteria", choice="keep", **criteria_form(desk))

    loaded = {**criteria_form(bob), "en-induction": "by induction on n"}
    keep(ada, points)
    after_ada = in_force()
    assert after_ada[0][0] == "1/2"
    assert "have changed since" in bob.problem("/marking/criteria", choice="show", **loaded)
    assert in_force() == after_ada
    assert criteria_form(bob)["points-uses-n"] == "1/2"
    # ada changes them between bob's look at the effect and bob's confirmation, before or after bob's page is loaded
    for is_loaded_before in (True, False):
        bob.send("/marking/criteria", choice="show", **{**criteria_form(bob), "en-induction": "by induction on n"})
        proposal = criteria_form(bob)
        keep(ada, {"points-uses-n": "3/4" if is_loaded_before else "1"})
        proposal = proposal if is_loaded_before else criteria_form(bob)
        assert "have changed since" in bob.problem("/marking/criteria", choice="keep", **proposal)
        assert in_force()[0][0] == ("3/4" if is_loaded_before else "1")
    keep(bob, {"en-induction": "by induction on n"})
    assert [in_force()[0][0], in_force()[1][1]] == ["1", "by induction on n"]


def begin_again(desk: Opened) -> str:
    class_data = desk.desk.snapshot().class_data
    written = WrittenAnswers(class_data, desk.desk.submissions(), active_class_decisions(class_data))
    group = written.groups(class_data.exam.part("3"))[0]
    return f"/marking?item=3&group={group.name}"


@pytest.mark.slow
def test_points_ticked_by_pen_are_taken_once_a_person_has_seen_them(tmp_path: Path) -> None:
    """What the strip says is no mark until it is taken; an answer that is unchecked, or unclear, waits as before."""
    class_data = explained_class(tmp_path / "class")
    scans = scan(class_data, {f"s0{k}": {"3.1": f"proof {k}"} for k in (1, 2, 3, 4)})
    ticked = {"s01": "3/2", "s02": "4", "s03": "", "s04": "1e99"}  # the last in a store that was received
    processed = tuple(
        replace(page, boxes=tuple(replace(box, ticked=ticked[box.student]) for box in page.boxes))
        for page in scans.processed
    )
    write_scans(class_data.folder, replace(scans, processed=processed))
    desk = Opened(class_data.folder)
    assert "Points ticked by pen: 2" in desk.page("/marking")
    page = desk.page("/marking/strips?item=3")
    rows = desk.on_page(page, "shown")
    assert sorted(re.findall(r"<b>([\d.]+)</b> ", page)) == ["1.5", "4"]
    assert {verdict for verdict, _ in scores(class_data, "3")} == {"unreadable"}
    desk.send("/marking/strips", item="3", shown=[row for row in rows if row[1] == "3/2"])
    assert scores(class_data, "3") == [("partly_right", 1.5), *[("unreadable", 0)] * 3]
    desk.send("/undo", room="marking")
    assert {verdict for verdict, _ in scores(class_data, "3")} == {"unreadable"}


@pytest.mark.slow
def test_an_answer_that_changed_since_waits_again(marked: ClassData) -> None:
    desk = Opened(marked.folder)
    address = begin(desk, "3")
    while "group" in address:
        address = mark(desk, address, "induction")
    before = scores(marked, "1")
    submit(marked, {"1": "0", "3": "x" * 600 + "a"}, {"3": HOSTILE}, {"1": "1"}, {"1": "2"})
    assert scores(marked, "3") == [("unreadable", 0), ("partly_right", 3), ("blank", 0), ("blank", 0)]
    assert scores(marked, "1") == before
    desk = Opened(marked.folder)
    mark(desk, begin(desk, "3"), "induction")
    submit(marked, {"1": "0", "3": "x" * 600 + "b"}, {"3": HOSTILE}, {"1": "1"}, {"1": "2"})
    assert scores(marked, "3")[0] == ("unreadable", 0)


def test_cohens_kappa_of_a_textbook() -> None:
    """Of 50 judgments 20 are yes and 15 no by both, 5 and 10 differ: κ = 0.4, as in Cohen's own kind of example."""
    pairs = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    assert cohens_kappa(pairs) == pytest.approx(0.4)
    assert cohens_kappa([]) is None
    assert cohens_kappa([(True, True)] * 3) is None


@pytest.mark.slow
def test_a_sample_is_marked_again_without_seeing_the_first_marks(marked: ClassData) -> None:
    ada, bob = Opened(marked.folder, "ada"), Opened(marked.folder, "bob")
    address = begin(ada, "3")
    while "group" in address:
        address = mark(ada, address, "uses-n", comment="A comment of ada.")
    before = scores(marked, "3")
    assert "Mark 2 a second time" not in ada.page("/marking")
    assert "Mark 2 a second time" in bob.page("/marking")
    address, times = str(bob.send("/marking/next", item="3", second="1")["next"]), 0
    while "group" in address:
        page = bob.page(address)
        assert "ada" not in page
        assert "checked" not in page
        address, times = mark(bob, address, *(["uses-n"] if times else ["uses-n", "induction"]), second="1"), times + 1
    assert times == 2
    assert scores(marked, "3") == before
    # Two answers and three criteria: yes–yes 2, no–yes 1, no–no 3; κ = (5/6 − 1/2) / (1/2).
    assert "κ = 0.67 (2)" in bob.page("/marking")
    ((part, agreed),) = agreements(marked, load_submissions(marked))
    assert (part, agreed.answers, agreed.kappa) == ("3", 2, pytest.approx(2 / 3))
    report = make_report(grade_class(marked), NO_DECISIONS, agreements=((part, agreed),))
    assert "κ = 0,67" in report_html(report, "fr").decode()
    assert report_json(report)["agreements"] == [{"part": "3", "answers": 2, "kappa": agreed.kappa}]


def test_a_desk_does_not_undo_a_second_mark_of_another_desk_with_the_number_of_its_own(tmp_path: Path) -> None:
    folder = explained_class(tmp_path / "class", 2).folder

    def mark_again(student: str, at: str) -> None:
        override = Override(DecisionKind.CRITERIA, "uses-n", "", "ada", at)
        add_second_mark(folder, decisions_about_targets([DecisionTarget(student, "3.1", "a leaf")], override))

    mark_again("s01", now_text())
    first, other = OwnActions.since_now(folder), OwnActions.since_now(folder)
    assert undo_second_marks(folder, "ada", first, lambda _: True)
    mark_again("s02", other.new_time())
    assert not undo_second_marks(folder, "ada", first, lambda _: True)
    assert [student for student, _ in second_marks(folder)] == ["s02"]


@pytest.mark.slow
def test_undoing_a_second_mark_leaves_the_marker_s_earlier_mark(tmp_path: Path) -> None:
    class_data = explained_class(tmp_path / "class", 2)
    submit(class_data, {"3": "by induction"}, {"3": "a leaf"})
    ada, bob = Opened(class_data.folder, "ada"), Opened(class_data.folder, "bob")
    mark(ada, begin(ada, "3"), "uses-n")
    mark(bob, begin(bob, "3"), "uses-n")
    before = scores(class_data, "3")
    mark(bob, str(bob.send("/marking/next", item="3", second="1")["next"]), "induction", second="1")
    assert bob.send("/undo", room="marking")["next"] == "/marking"
    assert (second_marks(class_data.folder), scores(class_data, "3")) == ({}, before)
    assert bob.send("/undo", room="marking")["next"] == "/marking"
    assert sorted(verdict for verdict, _ in scores(class_data, "3")) == ["partly_right", "unreadable"]


@pytest.mark.slow
def test_undoing_in_a_tab_leaves_what_was_decided_in_another(tmp_path: Path) -> None:
    class_data = explained_class(tmp_path / "class", 2)
    submit(class_data, {"1": "0", "3": "a leaf"})
    desk = Opened(class_data.folder)
    mark(desk, begin(desk, "3"), "uses-n")
    targets = desk.on_page(desk.page("/answer?student=s01&item=1.1"), "targets")
    desk.send("/review", choice="right", one="1", targets=targets, decided="1")
    decided = scores(class_data, "1")[0]
    desk.send("/undo", room="marking")
    assert (decided[0], scores(class_data, "1")[0], scores(class_data, "3")[0][0]) == ("right", decided, "unreadable")
    desk.send("/undo", room="papers")
    assert scores(class_data, "1")[0][0] == "wrong"
