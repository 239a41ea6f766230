"""Collecting, deciding and marking again from the command line, as a teacher types it."""

import json
import os
import re
import shlex
import sys
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import typer

from answers.classroom.decision_targets import override_decisions
from answers.classroom.decisions import (
    DecisionKind,
    DecisionTarget,
    Override,
    active_class_decisions,
    load_decisions,
    record_decisions,
)
from answers.classroom.folder import locked, open_class
from answers.classroom.marks import marked_class
from answers.classroom.review import review
from answers.classroom.upload_index import digest_of
from answers.cli.classes.collect import earliest_moment, latest_moment
from answers.cli.classes.review import decide_each, read_key
from answers.messages import set_language
from answers.sheets.identity import Student
from answers.sheets.sheet import BlankSheet, sheet_pdf
from tests.answers.classroom.handing_in import moodle, submit, tiny_class, upload, zipped
from tests.answers.cli.running import Corrige
from tests.answers.submissions.sheets import filled

LATE = "2026-05-30T12:00"


@pytest.fixture
def folder(here: Path) -> Path:
    """A class whose three students handed in; two of them wrote the same that is not read."""
    path = tiny_class(here / "class", 10_000).folder
    texts = {"Éa Aa": "1a: 10 20\n2: 2,500\n", "Dd Cc": "1a: 10000 20000\n2: 2,500\n", "Ff Ee": "1a: 12 24\n2: two\n"}
    zipped(
        here / "all.zip", {f"{moodle(name, i)}/a.txt": (text, 11 + i) for i, (name, text) in enumerate(texts.items())}
    )
    return path


@pytest.fixture
def received(corrige: Corrige, folder: Path) -> Path:
    """The class with what was handed in."""
    assert corrige("class", "collect", "class", "all.zip").code == 0
    return folder


def test_collecting_shows_whose_it_is_and_how_late(corrige: Corrige, folder: Path) -> None:
    outcome = corrige("class", "collect", "class", "all.zip", "--deadline", LATE)
    assert (outcome.code, "3 new files" in outcome.err, "not named by a platform" in outcome.err) == (0, True, False)
    assert [line.split()[:7] for line in outcome.out.splitlines()] == [
        ["student", "name", "counts", "date", "late", "digest", "file"],
        ["s01", "Aa", "Éa", "✓", "2026-05-30", "11:00", outcome.out.splitlines()[1].split()[6]],
        ["s02", "Cc", "Dd", "✓", "2026-05-30", "12:00", outcome.out.splitlines()[2].split()[6]],
        ["s03", "Ee", "Ff", "✓", "2026-05-30", "13:00", "+1:00"],
    ]
    assert outcome.out.splitlines()[1].endswith("  …/a.txt")  # the platform's folder only says whose it is
    counts = [line for line in outcome.err.splitlines() if " file" in line]
    repeated = corrige("class", "collect", "class", "all.zip")
    counts += [line for line in repeated.err.splitlines() if " file" in line]
    assert counts == ["3 new files", "3 files that were collected before or are given twice, and not stored again"]
    again = repeated.out.rstrip()
    assert again == "students without a new file, not listed here: 3; to list everybody: corrige class collect class"
    document = json.loads(corrige("class", "collect", "class", "--json").out)
    assert (document["schema"], document["deadline"]) == ("corrige/collect/1", "2026-05-30T12:00:00")
    assert [one["versions"][0]["late_minutes"] for one in document["students"]] == [0, 0, 60]


@pytest.mark.parametrize("where", ["submissions", "elsewhere"])
def test_a_file_whose_name_is_no_text_is_one_like_others(
    corrige: Corrige, folder: Path, here: Path, where: str
) -> None:
    """Put into the class by hand, or collected from a folder whose name is none either."""
    place = folder / where if where == "submissions" else here / os.fsdecode(b"cl\351s")
    place.mkdir(exist_ok=True)
    (place / os.fsdecode(b"\351ve.txt")).write_text("student: s01\n1a: 10 20\n")
    if where == "elsewhere":
        outcome = corrige("class", "collect", "class", place)
        remark = "1 file was not named by a platform: its student comes from its answer sheet"
        assert (outcome.code, outcome.err.count(remark)) == (0, 1)
        assert "not named by a platform" not in corrige("class", "collect", "class", place).err
    for words in (["collect"], ["review"], ["grade"], ["export", "--to", "csv", "-o", "marks.csv"]):
        outcome = corrige("class", words[0], "class", *words[1:])
        assert outcome.code in (0, 1), (words, outcome.err)
    document = json.loads(corrige("class", "collect", "class", "--json").out)
    (version,) = document["students"][0]["versions"]
    assert version["file"].endswith(r"\xe9ve.txt")


def test_a_file_that_cannot_be_read_is_its_students(corrige: Corrige, folder: Path, here: Path) -> None:
    path = upload(here, moodle("Aa Éa", 1), "a picture", name="photo.jpg")
    outcome = corrige("class", "collect", "class", path.parent)
    name = f"{moodle('Aa Éa', 1)}/photo.jpg"
    assert f"and who have no mark:\n  s01, Aa Éa: {name}\n\nno paper was received from 2 students: s02" in outcome.out
    listed = json.loads(corrige("class", "collect", "class", "--json").out)["students"]
    assert [one["not_readable"] for one in listed] == [[name], [], []]
    remark = "  s01, Aa Éa: received, not readable: …/photo.jpg [not-readable]"
    marked = corrige("class", "grade", "class").out
    assert [line for line in marked.splitlines() if len(line) > 80] == []
    assert (f"\n{remark}\n" in marked, "s01, Aa Éa: no paper" in marked) == (True, False)
    waiting = json.loads(corrige("class", "review", "class", "--json").out)
    assert (waiting["not_readable"], waiting["absent"]) == ([{"student": "s01", "file": name}], ["s02", "s03"])
    counted = json.loads(corrige("class", "report", "class", "--json", "-o", "-").out)["flags"]
    assert counted == [{"flag": "no-paper", "papers": 2}, {"flag": "not-readable:…", "papers": 1}]
    decided = corrige("class", "decide", "class", "s01", "2.1", "--right").err
    assert "s01 has no paper that can be marked, since the file received cannot be read: " in decided
    assert corrige("class", "decide", "class", "s01", "not-readable", "--seen", "--reason", "it was a cat").code == 0
    result = corrige("class", "grade", "class")
    assert "not readable: …/photo.jpg (it was a cat)" in result.out.partition("For information")[2]
    assert name not in result.err
    assert json.loads(corrige("class", "review", "class", "--json").out)["not_readable"] == []
    heading = f"and who have no mark:\n  s01, Aa Éa: {name}\n\nno paper was received"
    assert heading in corrige("class", "collect", "class").out
    assert corrige("class", "decide", "class", "photo.jpg", "of-nobody", "--seen").code == 0
    settled = corrige("class", "collect", "class").out
    assert ("not readable" in settled, "no paper was received from 3 students: s01" in settled) == (False, True)


def test_the_review_says_how_a_file_is_settled_whose_student_has_a_paper(corrige: Corrige, received: Path) -> None:
    """The photo came after the paper that counts, so that it may be meant to replace it: a person looks."""
    photo = upload(received.parent, moodle("Dd Cc", 1), "a picture", 15, "photo.jpg")
    corrige("class", "collect", "class", photo.parent)
    command = "photo.jpg cannot be read, so it has no mark; if nothing is to be done about this file, set it aside: "
    reviewed = " ".join(corrige("class", "review", "class").out.split())
    words = shlex.split(reviewed.partition(command)[2])[1:6]
    assert words == ["class", "assign", "class", digest_of(b"a picture")[:8], "--none"]
    assert corrige(*words).code == 0
    assert marked_class(received).gradebook.problems == ()


def test_papers_are_typed_into_the_table_and_read_back(corrige: Corrige, folder: Path, here: Path) -> None:
    assert corrige("class", "export", "class", "--to", "entry").code == 0
    book = openpyxl.load_workbook(folder / "exports" / "entry.xlsx")
    sheet: Any = book.active
    typed = {"Aa Éa": {"1a.1": "10", "1a.2": "20"}, "Ee Ff": {"u0": "12", "2": "3"}}
    columns = {cell.value: cell.column for cell in sheet[1]}
    for row in range(2, 5):
        for name, text in typed.get(sheet.cell(row, 1).value, {}).items():
            sheet.cell(row, columns[name]).value = text
    book.save(here / "typed.xlsx")
    collected = corrige("class", "collect", "class", here / "typed.xlsx")
    assert "no paper was received from 1 student: s02, Cc Dd" in collected.out
    document = json.loads(corrige("class", "grade", "class", "--json").out)
    assert [(paper["student"], paper["u0"], paper["score"]) for paper in document["papers"]] == [
        ("s01", 10, 1.0), ("s03", 12, 3.0),
    ]  # fmt: skip


@pytest.mark.slow
def test_what_nobody_knows_needs_a_person(corrige: Corrige, folder: Path, here: Path) -> None:
    path = upload(here, "x", "student: stranger\n1a: 1 2\n", name="lost.txt")
    outcome = corrige("class", "collect", "class", path)
    assert outcome.code == 1
    assert "lost.txt" in outcome.out
    assert "the paper has the name 'stranger', which is the name of no student of the class" in outcome.out
    assert "no paper was received from 3 students: s01, Aa Éa ; s02, Cc Dd ; s03, Ee Ff" in outcome.out
    assert "corrige class assign class " in outcome.out
    aside = corrige("class", "decide", "class", "lost.txt", "of-nobody", "--seen", "--reason", "of another class")
    assert (aside.code, "of-nobody: examined by the teacher for lost.txt\n" in aside.err) == (0, True)
    outcome = corrige("class", "collect", "class")
    assert (outcome.code, "Papers without a student, set aside by you:\n  lost.txt" in outcome.out) == (0, True)
    back = corrige("class", "decide", "class", "lost.txt", "of-nobody", "--withdraw")
    assert (back.code, "of another class" in back.err) == (0, True)
    assert "file:" not in aside.err + back.err + corrige("class", "review", "class").out
    assert corrige("class", "collect", "class").code == 1
    for _ in range(2):  # it is told as often as the class is marked
        marked = corrige("class", "grade", "class")
        assert (marked.code, "so it counts for no student; to examine: lost.txt" in marked.out) == (1, True)
        assert "nothing waits" not in marked.out
    assert corrige("class", "collect", "class", "--pick", "s03=lost").code == 0
    assert corrige("class", "collect", "class", "--pick", "s03").code == 2


@pytest.mark.slow
def test_the_place_of_a_student_is_not_taken_on_their_sheet(corrige: Corrige, here: Path) -> None:
    """A's own sheet says 10 20, which is right; B uploads a later one on the sheet of A, C a table of 400 rows."""
    class_data = tiny_class(here / "class")
    blank = sheet_pdf(BlankSheet(class_data.exam, 10, Student("s01", "Aa", "Éa")), secret=class_data.settings.secret)
    for name, hour, values in (("Éa Aa", 9, ("10", "20")), ("Dd Cc", 15, ("0", "0"))):
        path = upload(here / "in", moodle(name, hour), "", hour, "a.pdf")
        path.write_bytes(filled({"q1a_1": values[0], "q1a_2": values[1]}, blank))
    rows = "".join(f"x{n},{n},{n} {2 * n},,\n" for n in range(20, 420))
    upload(here / "in", moodle("Ff Ee", 3), f"student,u0,1a,1b,2\n{rows}", name="r.csv")
    assert corrige("class", "collect", "class", here / "in").code == 1
    document = json.loads(corrige("class", "grade", "class", "--json").out)
    own, other, *strays = document["papers"]
    assert (own["student"], own["score"], own["flags"]) == ("s01", 1.0, [])
    assert (other["student"], other["score"]) == ("s02", 0.0)
    assert ("file-of-another" in other["flags"], "u0-changed" in other["flags"]) == (True, False)
    assert (len(strays), {stray["u0"] for stray in strays}) == (400, {None})


def test_the_review_says_with_which_number_a_paper_on_the_sheet_of_another_is_marked(
    corrige: Corrige, here: Path
) -> None:
    """s02, who has u₀ = 11, uploads what names s01 and bears 10: the paper is theirs, marked with their number."""
    tiny_class(here / "class")
    upload(here / "in", moodle("Dd Cc", 2), "student: s01\nu0: 10\n1a: 10 20\n")
    corrige("class", "collect", "class", here / "in")
    reviewed = corrige("class", "review", "class").out
    assert "[file-of-another]\n    the paper is marked with u₀ = 11\n" in reviewed


@pytest.mark.slow
def test_deciding_then_marking(corrige: Corrige, received: Path) -> None:
    assert corrige("class", "grade", "class").code == 1
    outcome = corrige("class", "review", "class")
    assert outcome.code == 1
    assert "2.1  '2,500' (ambiguous number)  s01, s02" in outcome.out
    assert "  2  read as 2.5000: 1 of 2 students would gain points, +3 in all" in outcome.out
    decided = corrige("class", "decide", "class", "--all-equal", "s01", "2", "--value", "2.5", "--reason", "comma")
    assert (decided.code, "for s01, Aa Éa ; s02, Cc Dd" in decided.err) == (0, True)
    before = (received / "marks.json").read_bytes()
    diff = corrige("class", "grade", "class", "--diff")
    assert diff.code == 0
    shown = [line.split()[:5] for line in diff.out.splitlines() if line.startswith("s0")]
    assert shown == [["s01", "Aa", "Éa", "1.00", "4.00"]]
    assert "the mark of 1 student would change, and 2 would keep theirs; nothing was written" in diff.err
    assert "of the students who would keep their mark, 1 would have other points" in diff.err
    assert "2.1: unreadable → right (the teacher’s decision: comma)" in diff.out
    assert (received / "marks.json").read_bytes() == before
    assert json.loads(corrige("class", "grade", "class", "--diff", "--json").out)["schema"] == "corrige/diff/1"
    assert corrige("class", "decide", "class", "s03", "2.1", "--points", "1,5").code == 0
    assert corrige("class", "grade", "class").code == 0
    papers = json.loads((received / "marks.json").read_text())["papers"]
    assert [paper["score"] for paper in papers] == [4, 1, 2.5]
    decided_item = {"raw": "2,500", "verdict": "right", "note": "decided-by-teacher: comma"}
    assert papers[0]["parts"]["2"]["items"] == [decided_item]
    assert corrige("class", "review", "class", "--json").code == 0
    assert "1a: points given: 0.5 for s01" in corrige("class", "decide", "class", "s01", "1a", "--points", "0.5").err
    assert corrige("class", "decide", "class", "s03", "2.1", "--withdraw").code == 0
    assert json.loads(corrige("class", "review", "class", "--json").out)["cases"][0]["students"] == ["s03"]


def pressed(folder: Path, keys: str, reason: str = "\n") -> tuple[int, list[tuple[str, str, str]]]:
    """How many cases are left after some keys, each with a reason where one is asked, and the decisions in force."""
    set_language("en")  # that of the class, as the command does
    marked, typed = marked_class(folder), iter(keys)
    waiting = review(marked)
    left = decide_each(marked, waiting, lambda: next(typed), lambda: reason)
    holding = active_class_decisions(marked.class_data).values()
    return len(left.cases), [(decision.target.student, decision.kind, decision.value) for decision in holding]


def test_one_key_a_case_with_undo_quit_and_resume(received: Path) -> None:
    both = [("s01", "value", "2.5000"), ("s02", "value", "2.5000")]
    assert pressed(received, "xu9s ") == (2, [])  # no key of a case, or for later
    assert pressed(received, "2q") == (1, both)  # the case of two, then leave
    assert pressed(received, "wurq") == (0, [*both, ("s03", "right", "")])  # resumed at the other; wrong taken back
    assert pressed(received, "") == (0, [*both, ("s03", "right", "")])


def test_a_decision_that_another_took_meanwhile_stays(received: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The class is not held while the teacher thinks; at the key it is read again."""
    marked = marked_class(received)
    waiting = review(marked)
    keys = iter("2q")

    def thinking() -> str:
        if (pressed := next(keys)) == "2":
            with locked(received):  # another command, between two keys
                class_data, target = marked_class(received).class_data, DecisionTarget("s01", "2.1", "2,500")
                decisions = override_decisions([target], Override(DecisionKind.RIGHT), class_data.exam)
                record_decisions(class_data, decisions)
        return pressed

    decide_each(marked, waiting, thinking, lambda: "\n")
    holding = active_class_decisions(marked.class_data).values()
    assert {decision.target.student: decision.kind for decision in holding} == {
        "s01": DecisionKind.RIGHT,
        "s02": DecisionKind.VALUE,
    }


def test_a_reason_may_be_typed_after_a_choice(capsys: pytest.CaptureFixture[str], received: Path) -> None:
    pressed(received, "2q", " the sign  is decimal\n")
    assert "reason, which the student will read (Enter for none):" in capsys.readouterr().err
    pressed(received, "wq")
    decisions = load_decisions(marked_class(received).class_data).decisions
    assert [(decision.target.student, decision.reason) for decision in decisions] == [
        ("s01", "the sign is decimal"), ("s02", "the sign is decimal"), ("s03", ""),
    ]  # fmt: skip


def test_what_came_by_mail_is_as_late_as_the_teacher_says(corrige: Corrige, received: Path, here: Path) -> None:
    """Its own date is that of the download, or counts for nothing; said again, another holds."""

    def late() -> list[int]:
        document = json.loads(corrige("class", "collect", "class", "--json").out)
        return [one["late_minutes"] for one in document["students"][0]["versions"]]

    (here / "mail").mkdir()
    (here / "mail" / "s01.txt").write_text("1a: 10 20\n2: 2.5\n")
    warnings = corrige("class", "collect", "class", "mail", "--deadline", "30/05/2026 18:00").err
    assert "--received" in warnings
    assert late()[0] > 24 * 60
    outcome = corrige("class", "collect", "class", "mail/s01.txt", "--received", "30/05/2026 19:30")
    assert (outcome.code, "--received" in outcome.err) == (0, False)
    assert late() == [90, 0]
    assert corrige("class", "collect", "class", "mail/s01.txt", "--received", "2026-05-30T18:10").code == 0
    assert corrige("class", "collect", "class", "mail").code == 0
    assert late() == [10, 0]
    assert corrige("class", "collect", "class", "--received", "2026-05-30T18:10").code == 2


def test_a_day_alone_favours_the_student_as_a_deadline_and_as_a_reception() -> None:
    """Of a deadline a day is its end, of a reception its beginning: what came on the day is in time on it."""
    for text in ("2026-11-21", "21/11/2026"):
        assert latest_moment(text) == datetime(2026, 11, 21, 23, 59, 59)
        assert earliest_moment(text) == datetime(2026, 11, 21)
    for read in (latest_moment, earliest_moment):
        assert read("21/11/2026 10:06") == datetime(2026, 11, 21, 10, 6)
        with pytest.raises(typer.BadParameter):
            read("yesterday")


def test_the_absent_are_asked_for_one_by_one_and_not_called_missing_then(
    corrige: Corrige, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "submissions" / "s02.txt").write_text("1a: 10000 20000\n")
    assert pressed(folder, "vsq", "ill\n") == (0, [("s01", "seen", "")])
    shown = capsys.readouterr().err
    assert "1 of 2\ns01, Aa Éa: no paper received [no-paper]" in shown
    assert "2 of 2\ns03, Ee Ff: no paper received [no-paper]" in shown
    assert "no-paper --all-equal --points 0" in shown
    assert pressed(folder, "0q", "\n") == (0, [("s01", "seen", ""), ("s03", "points", "0")])
    assert corrige("class", "collect", "class").out.splitlines()[-2:] == [
        "1 absent student is excused and gets no mark: s01, Aa Éa",
        "1 absent student gets the mark 0: s03, Ee Ff",
    ]


@pytest.mark.slow
def test_each_command_ends_with_the_one_that_comes_next(corrige: Corrige, folder: Path) -> None:
    def last(*words: str) -> str:
        return corrige("class", words[0], "class", *words[1:]).err.splitlines()[-1]

    assert last("collect", "all.zip") == "next: corrige class grade class"
    assert last("grade") == "next: corrige class review class"
    advised = corrige("class", "review", "class").out.splitlines()[-1].strip().removeprefix("corrige ")
    assert corrige(*shlex.split(advised), "--reason", "well").err.splitlines()[-2:] == [
        "you must still examine 2 cases and 0 flags",
        "next: corrige class review class",
    ]
    for student in ("s02", "s03"):
        output = last("decide", student, "2.1", "--wrong")
    assert output == last("review") == "next: corrige class grade class"
    assert last("grade") == last("review") == "next: corrige class report class"


@pytest.mark.slow
def test_of_several_papers_it_is_said_which_counts_and_how_another_is_taken(
    corrige: Corrige, received: Path, here: Path
) -> None:
    """s01 handed in a paper on the platform, 1 point; one that came otherwise has 4, as 10/4 is 2.5."""
    (here / "s01.txt").write_text("1a: 10 20\n2: 2.5\n")
    corrige("class", "collect", "class", here / "s01.txt")
    digest = digest_of(b"1a: 10 20\n2: 2.5\n")[:8]
    lines = (
        r"    file that counts: …/a\.txt, 2026-.*, 1 point\n"
        r"    file that does not count: s01\.txt, 20.*, 4 points\n"
        rf"      to count this paper instead: corrige class assign class {digest} s01\n"
    )
    for command in ("grade", "review"):
        shown = corrige("class", command, "class").out
        assert re.search(lines, shown)
        assert "counts: a file that the student uploaded comes before a paper that arrived" in " ".join(shown.split())
        assert "without a student" not in shown
    corrige("class", "collect", "class", "--pick", f"s01={digest}")
    marked = corrige("class", "grade", "class").out
    assert "several-papers" not in marked
    assert marked.splitlines()[1].split()[4] == "4.00"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("u0: 5\n1a: 10 20\n2: 2.5\n", ", which the student reads on the feedback in any case"),
        ("1a: 10000 20000\n1b: 10001 20001\n2: 2500.0\n", " without showing it to the student\n"),
    ],
)
def test_the_keys_of_a_flag_say_whether_the_student_is_told(
    capsys: pytest.CaptureFixture[str], folder: Path, text: str, expected: str
) -> None:
    (folder / "submissions" / "s01.txt").write_text(text)
    paper = marked_class(folder).gradebook.rows[0].paper
    assert paper is not None
    assert ("without showing" in expected) is (not paper.for_student.flags)
    pressed(folder, "q")
    assert f"  v  settle the flag{expected}" in capsys.readouterr().err


@pytest.mark.slow
def test_flags_come_after_the_cases_and_undo_reaches_before(
    capsys: pytest.CaptureFixture[str], corrige: Corrige, folder: Path
) -> None:
    """s01, whose seed is 10, has the paper of s02, whose seed is 10 000."""
    copied = "1a: 10000 20000\n1b: 10001 20001\n2: 2500.0\n"
    for name, text in (("s01", copied), ("s02", copied), ("s03", "1a: 12 24\n2: two\n")):
        (folder / "submissions" / f"{name}.txt").write_text(text)
    graded = corrige("class", "grade", "class").out
    assert "s01, Aa Éa: answers for u₀ = 10000 (s02, Cc Dd) [answers-of-seed-10000]" in graded
    assert "s02, Cc Dd: answers in the paper of s01, Aa Éa are right for this student's u₀" in " ".join(graded.split())
    told = corrige("class", "review", "class").out
    assert "s01, Aa Éa: answers for u₀ = 10000 (s02, Cc Dd) [answers-of-seed-10000]" in told
    assert "    1b.1, 1b.2: the answer is '10001 20001'; " in told
    assert ": corrige class decide class s01 u0 --value 10000 --reason TEXT\n" in told
    capsys.readouterr()
    kept = [("s03", "wrong", ""), ("s01", "seen", "")]
    assert pressed(folder, "wvq") == (0, kept)
    shown = capsys.readouterr().err
    assert shown.index("keys: a digit") < shown.index("1 of 2") < shown.index("2 of 2")
    assert "  right answer: 3" in shown
    assert pressed(folder, "") == (0, kept)
    assert corrige("class", "grade", "class").code == 0
    (folder / "submissions" / "s03.txt").write_text("1a: 12 24\n2: three\n")
    assert pressed(folder, "uuuq") == (1, [])  # resumed: of three, the third finds nothing
    error = capsys.readouterr().err
    assert "the decision on answers-of-seed-10000 of s01, Aa Éa is undone" in error
    assert "you have no action left to undo" in error


@pytest.mark.slow
def test_a_flag_by_the_command(corrige: Corrige, folder: Path) -> None:
    (folder / "submissions" / "s01.txt").write_text("u0: 5\n1a: 10 20\n2: 2.5\n")
    command = ["class", "decide", "class", "Éa", "u0-changed", "--seen", "--tell", "--reason", "a slip"]
    assert "u0-changed: examined by the teacher, and shown to the student for s01, Aa Éa" in corrige(*command).err
    again = corrige(*command)
    assert (again.code, "nothing was saved" in again.err) == (0, True)
    assert len(load_decisions(open_class(folder)).decisions) == 1
    marks = json.loads(corrige("class", "grade", "class", "--json").out)
    assert (marks["papers"][0]["flags"], marks["papers"][0]["seen"]) == (["u0-changed"], ["u0-changed"])
    assert corrige("class", "decide", "class", "s01", "u0-changed", "--right").code == 2
    assert corrige("class", "decide", "class", "s01", "2", "--right", "--tell").code == 2
    assert corrige("class", "decide", "class", "s01", "u0-changed", "--withdraw").code == 0
    assert json.loads(corrige("class", "review", "class", "--json").out)["flags"] == [
        {
            "student": "s01", "flag": "u0-changed", "owner": None, "evidence": [],
            "told": "the u₀ written, or that of the sheet, is not the student’s",
        }
    ]  # fmt: skip


@pytest.mark.skipif(sys.platform == "win32", reason="single keys of a terminal of Unix")
def test_keys_come_from_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "r") as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        os.write(ours, b"R")
        assert read_key() == "r"
    os.close(ours)


def test_late_students_come_and_others_leave(corrige: Corrige, received: Path, here: Path) -> None:
    (here / "late.csv").write_text("Nom;Prénom;Identifiant\nGg;Hh;s04\nAa;Éa;s01\n")
    added = corrige("class", "add", "class", "late.csv").err
    assert "1 student added, 1 already in the class; the class now has 4 students" in added
    assert corrige("class", "add", "class", "--student", "s05", "--name", "Ii").code == 0
    assert corrige("class", "add", "class").code == 2
    assert corrige("class", "remove", "class", "s02").code == 0
    assert corrige("class", "remove", "class", "s2").code == 2
    marks = json.loads(corrige("class", "grade", "class", "--json").out)
    assert [paper["student"] for paper in marks["papers"]] == ["s01", "s03"]
    assert "of students who left the class" in corrige("class", "collect", "class").out


@pytest.mark.slow
def test_equal_flags_absent_students_and_papers_of_nobody_are_settled_by_keys(folder: Path) -> None:
    for name, text in (("s01", "u0: 3\n1a: 10 20\n"), ("s02", "u0: 4\n1a: 1 2\n"), ("x", "student: zed\n1a: 1 2\n")):
        (folder / "submissions" / f"{name}.txt").write_text(text)
    both = [("s01", "seen", ""), ("s02", "seen", "")]
    assert pressed(folder, "vtvvuuq") == (0, both)  # who has no paper is told nothing: t is no key then
    assert marked_class(folder).gradebook.absent == ("s03",)
    assert len(marked_class(folder).gradebook.unassigned) == 1
    _, taken = pressed(folder, "vvq")
    assert taken[:3] == [*both, ("s03", "seen", "")]
    assert taken[3][0].startswith("file:")
    assert not marked_class(folder).gradebook.needs_teacher


def test_what_cannot_be_opened_is_not_readable_and_no_absence(corrige: Corrige, folder: Path, here: Path) -> None:
    """In the archive of a platform, and in its folder as some systems unpack it."""
    zipped(here / "good.zip", {"a.txt": ("1a: 10 20\n", 9)})
    with zipfile.ZipFile(here / "platform.zip", "w") as archive:
        archive.writestr(f"{moodle('Éa Aa', 1)}/dm.zip", (here / "good.zip").read_bytes())
        archive.writestr(f"{moodle('Dd Cc', 2)}/dm.zip", b"PK damaged")
    place = here / moodle("Ff Ee", 3)
    place.mkdir()
    (place / "dm.7z").write_bytes(b"7z\xbc\xaf\x27\x1c")
    outcome = corrige("class", "collect", "class", "platform.zip", place)
    assert (outcome.code, "2 students" in outcome.out, "only unreadable files" in outcome.out) == (1, False, True)
    grade = corrige("class", "grade", "class")
    assert (grade.code, grade.out.count("[not-readable]"), grade.out.count("[no-paper]")) == (1, 2, 0)
    assert corrige("class", "decide", "class", "no-paper", "--all-equal", "--points", "0").code == 2  # nobody's
    assert corrige("class", "collect", "class", "platform.zip", place).code == 1  # and is so when collected again


def test_an_appeal_is_listed_until_it_is_settled(here: Path, corrige: Corrige) -> None:
    """Collecting lists the appeal, and the review is the next command; without FILE too; then it is settled."""
    submit(tiny_class(here / "class"), s02="1a: 11 22\n2: 3\n")
    upload(here, moodle("Éa Aa", 1), "1a: 10 20\n2: 7\n", 10)
    assert corrige("class", "collect", "class", moodle("Éa Aa", 1)).err.endswith("next: corrige class grade class\n")
    upload(here, moodle("Éa Aa", 1), "appeal 2: I read n / 4\nappeal 1a.1: see above", 11, "b.txt")
    for files in ((moodle("Éa Aa", 1),), ()):
        outcome = corrige("class", "collect", "class", *files)
        assert outcome.code == 1
        assert ": s01, Aa Éa, 2, 1a.1\n" in outcome.out
        assert outcome.err.endswith("next: corrige class review class\n")
    replies = "class s01 appeal:2 --reply TEXT", "class s01 appeal:1a.1 --reply TEXT"
    reviewed = re.findall("class decide (.*appeal:.*)", corrige("class", "review", "class").out)
    assert reviewed == [*replies, replies[0]]
    explained = corrige("explain", "class", "s01", "appeal:2").out
    assert re.findall("class decide (.*)", explained) == [replies[0]]
    refused = corrige("class", "decide", "class", "s01", "appeal", "--reply", "of which?")
    assert (refused.code, "did you mean appeal:2 or appeal:1a.1?" in refused.err) == (2, True)
    assert corrige("class", "decide", "class", "s01", "appeal:2", "--reply", "no", "--reason", "no").code == 2
    assert corrige("class", "decide", "class", "s01", "appeal:2", "--reply", " ").code == 2
    short = json.loads(
        corrige("class", "decide", "class", "s01", "appeal:2", "--reply", "You are right.", "--json").out
    )
    (decision,) = short["decisions"]
    assert (decision["decision"], decision["value"], decision["reason"]) == ("seen", "told", "You are right.")
    corrige("class", "decide", "class", "s01", "appeal:1a.1", "--seen")
    settled = corrige("class", "collect", "class")
    assert "appeal" not in settled.out
    assert "next:" not in settled.err
