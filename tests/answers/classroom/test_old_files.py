"""Files of earlier versions: imported at once, set aside as they were, and named where they come later."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from answers.classroom.db import reading
from answers.classroom.decisions import (
    Decision,
    DecisionKind,
    DecisionLog,
    DecisionTarget,
    Override,
    active_class_decisions,
    load_decisions,
    record_decisions,
    undo_decisions,
)
from answers.classroom.fair_seeds import read_fairness
from answers.classroom.folder import ClassData, create_class, open_class, removed_students
from answers.classroom.history import history
from answers.classroom.marks import grade_class
from answers.classroom.members import remove_student
from answers.classroom.scans import Placement, active_readings, load_readings, read_placements, undo_transcriptions
from answers.classroom.submission_set import load_submissions
from answers.classroom.upload_index import Pick, read_index
from answers.errors import CorrigeError
from answers.exam.trust import CONVERSATION
from tests.answers.classroom.handing_in import store_decisions, tiny_class
from tests.answers.tiny import EXAMS

HEADER = "student,item,decision,value,answer,reason,author,time\n"
READINGS = "student,item,text,who,when,crop\n"


def decision(
    student: str = "s01", item: str = "2.1", kind: DecisionKind = DecisionKind.RIGHT, **others: str
) -> Decision:
    usual = {"value": "", "answer": "2,500", "reason": "", "author": "t", "time": "2026-05-30T12:00:00"}
    values = {**usual, **others}
    target = DecisionTarget(student, item, values.pop("answer"))
    return Override(kind, **values).about(target)


def test_decisions_survive_a_round_trip(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    decisions = (
        decision(kind=DecisionKind.VALUE, value="-2.5", reason="une virgule, « lue »"),
        decision("s02", "1a.2", DecisionKind.POINTS, value="0,25"),
        decision("s02", answer="-0,22 ; ＝1", reason="'=x"),
        decision(kind=DecisionKind.WITHDRAWN),
    )
    recorded = tuple(replace(each, u0={"s01": 10, "s02": 11}[each.target.student]) for each in decisions)
    assert record_decisions(class_data, decisions) == recorded
    assert load_decisions(class_data) == DecisionLog(recorded, (), ())


def test_a_spreadsheet_may_have_saved_it(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    text = "\ufeffstudent;item;decision;value;answer;reason;author;time\r\ns01;1a.2;points;0,5;'=x;;;\r\n"
    (class_data.folder / "decisions.csv").write_bytes(text.encode())
    imported = Override(DecisionKind.POINTS, "0,5").about(DecisionTarget("s01", "1a.2", "=x"))
    assert load_decisions(class_data).decisions == (imported,)
    assert (class_data.folder / "imported" / "decisions.csv").read_bytes() == text.encode()
    assert load_decisions(class_data).decisions == (imported,)


def test_a_table_that_comes_later_is_not_imported_but_named(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    path = class_data.folder / "decisions.csv"
    for content in ("s01,2.1,right,,x,,t,1\n", "s02,2.1,wrong,,x,,t,2\n"):
        assert load_decisions(class_data).problems == ()
        path.write_text(HEADER + content)
        load_decisions(class_data)
    log = load_decisions(class_data)
    assert [entry.target.student for entry in log.decisions] == ["s01"]
    assert [problem.place for problem in log.problems] == [str(path)]
    assert path.read_text() == HEADER + content


def test_a_sitting_of_an_earlier_version_that_comes_later_is_named(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    store_decisions(class_data)
    path = class_data.folder / "sitting" / "log.jsonl"
    path.parent.mkdir()
    path.write_text("{}\n")
    assert [problem.place for problem in load_decisions(class_data).problems] == [str(path)]


def test_all_that_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    rows = [
        "s01,9.1,right,,,,,", ",2.1,right,,,,,", "s01,2.1,rihgt,,,,,",
        "s01,2.1,points,many,,,,", "s01,2.1,right", "s01,2.1,points,1/0,,,,", "s01,2.1,right,,,,,,more",
        "s01,bonus,points,-0.5,,,,", "s01,bonus,points,x,,,,", "s01,u0,value,-1,,,,", "s01,u0,points,1,,,,",
    ]  # fmt: skip
    content = HEADER + "\n".join(rows) + "\n"
    (class_data.folder / "decisions.csv").write_text(content)
    with pytest.raises(CorrigeError) as caught:
        load_decisions(class_data)
    lines = [problem.place.rpartition(" ")[2] for problem in caught.value.problems]
    assert lines == ["3", "4", "5", "6", "7", "8", "10", "11", "12"]
    assert (class_data.folder / "decisions.csv").read_text() == content


def test_a_decision_about_no_item_of_the_exam_is_told_until_it_is_withdrawn(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    log = lines(class_data, "s01,9.1,right,,,,,1", "s01,1a.3,right,,,,,1")
    assert [problem.cause for problem in log.problems] == ["the exam tiny has no part '9'", "part 1a has no item '3'"]
    log = lines(class_data, "s01,9.1,withdrawn,,,,,2")
    assert [problem.cause for problem in log.problems] == ["part 1a has no item '3'"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("decisions.csv", ""),
        ("decisions.csv", "student,item\ns01,2.1\n"),
        ("decisions.csv", HEADER + 's01,2.1,right,,"open\n'),
        ("readings.csv", "student,item\n"),
        ("readings.csv", READINGS + "s01,1a.1\n"),
        ("readings.csv", READINGS + '"",x,,,,\n'),
    ],
)
def test_a_damaged_file_is_told(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(CorrigeError, match=r"lacks these columns|cannot be read|too few|names no student"):
        load_readings(tmp_path)
    assert (tmp_path / name).read_text() == content


def lines(class_data: ClassData, *rows: str) -> DecisionLog:
    store_decisions(class_data, *rows)
    return load_decisions(class_data)


def test_an_identifier_survives_a_spreadsheet(tmp_path: Path) -> None:
    class_data = create_class(tmp_path / "class", "tiny", b"student,u0\n007,10\nS8,11\n012,12\n12,13\n", "en", (EXAMS,))
    names = ("7", "s8", "012", "12", "0012", "70")  # 0012 may be 012 or 12
    log = lines(class_data, *(f"{name},2.1,right,,x,,,{at}" for at, name in enumerate(names, 1)))
    assert [entry.target.student for entry in log.decisions] == ["007", "S8", "012", "12", "0012", "70"]
    for problems, places in ((log.notes, ["1 about 7", "2 about s8"]), (log.problems, ["5 about 0012", "6 about 70"])):
        assert [problem.place for problem in problems] == [f"decision taken at {place}" for place in places]
    causes = [problem.cause for problem in log.problems]
    assert [problem.cause for problem in grade_class(class_data).problems] == causes


def test_a_decision_about_who_has_left_and_about_a_paper_of_nobody_is_no_problem(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    remove_student(class_data.folder, "s02")
    log = lines(open_class(class_data.folder), "s02,2.1,right,,x,,,", "file:0123456789ab,of-nobody,seen,,a.txt,,,")
    assert (len(log.decisions), log.problems, log.notes) == (2, (), ())


OLD, WITH_SEEDS = (Path(__file__).with_name(name) for name in ("old_class", "class_of_files"))
"""A class with decisions, and one with a sitting, whose seeds and scans are files."""
FILES = (
    *("decisions.csv", "readings.csv", "placements.csv", "collected/index.json"),
    *("fairness.json", "scans/pages.json", "feedback/index.json", ".drawn/sheets.json", "seeds.csv"),
)
LOST, DRAFT = "de11913ffeec91b0af2f1e67f1633c2b", "7660d2625b5e244fcf6d72fcd9888270"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(OLD, tmp_path / "class")
    return tmp_path / "class"


@pytest.fixture
def with_seeds(tmp_path: Path) -> Path:
    shutil.copytree(WITH_SEEDS, tmp_path / "seeds")
    for inside in (tmp_path / "seeds", tmp_path / "seeds" / "june"):
        (inside / "submissions").mkdir()
    return tmp_path / "seeds"


def dump(folder: Path) -> list[str]:
    with reading(folder) as connection:
        return list(connection.iterdump())


def test_everything_that_was_decided_is_there(folder: Path) -> None:
    class_data = open_class(folder)
    kinds = [(entry.target.student, entry.target.item, str(entry.kind), entry.author)
             for entry in load_decisions(class_data).decisions]  # fmt: skip
    assert kinds == [
        ("007", "1a.1", "right", "ada"), ("007", "1a.1", "points", "ada"),
        ("s02", "bonus", "points", "bob"), ("s02", "bonus", "withdrawn", "bob"),
    ]  # fmt: skip
    assert [*active_class_decisions(class_data)] == [("007", "1a.1")]
    assert {where: entry.text for where, entry in active_readings(load_readings(folder)).items()} == {
        ("007", "2a.1"): "0.5"
    }
    assert read_placements(folder) == (Placement("ab" * 16, 1, "s02", 2, 90, "ada", "2026-05-30T10:00:00.000001"),)
    index = read_index(folder)
    assert index.deadline is not None
    assert index.deadline.isoformat() == "2030-06-01T23:59:59"
    assert (index.picked, [entry.digest for entry in index.aside]) == ({"s03": Pick(LOST)}, [DRAFT])
    assert [(left.student.id, left.u0) for left in removed_students(folder)] == [("s04", 13)]
    submissions = load_submissions(class_data)
    assert {student for student, versions in submissions.versions.items() if versions} == {"007", "s02", "s03"}
    assert submissions.versions["s03"][-1].is_picked


def test_the_old_files_are_set_aside_as_they_were_and_an_interrupted_import_is_repeated(
    folder: Path, with_seeds: Path
) -> None:
    for place, old in ((folder, OLD), (with_seeds, WITH_SEEDS), (with_seeds / "june", WITH_SEEDS / "june")):
        before = dump(place)
        for name in (name for name in FILES if (old / name).exists()):
            assert not (place / name).exists()
            assert (place / "imported" / name).read_bytes() == (old / name).read_bytes()
            shutil.copy(old / name, place / name)  # as if the program had been killed before it moved the file
        assert dump(place) == before


def test_what_was_decided_before_can_be_undone(folder: Path) -> None:
    class_data = open_class(folder)
    assert [entry.kind for entry in undo_decisions(class_data, "ada", "t1")] == ["right"]
    assert [entry.kind for entry in undo_decisions(class_data, "ada", "t2")] == ["withdrawn"]
    assert undo_decisions(class_data, "ada", "t3") == ()
    assert [entry.text for entry in undo_transcriptions(folder, "ada", "t1")] == ["0.6"]


def test_a_list_set_aside_later_removes_nobody(folder: Path) -> None:
    load_readings(folder)
    (folder / "set-aside" / "students.csv").write_text("student,u0\ns09,5\n")  # as `class seeds --redraw` does
    assert [left.student.id for left in removed_students(folder)] == ["s04"]


def test_the_seeds_and_what_was_collected_are_there_but_no_list_of_seeds_beside_the_class_list(
    with_seeds: Path,
) -> None:
    (with_seeds / "seeds.csv").write_text("my own notes")
    class_data, sitting = open_class(with_seeds), open_class(with_seeds / "june")
    assert [enrollment.u0 for enrollment in class_data.enrollments] == [10, 15951]
    assert [enrollment.u0 for enrollment in sitting.enrollments] == [15597, 38841]
    assert [fact.slug for fact in read_fairness(class_data)][:2] == ["shared-mean", "shared-most"]
    assert [entry.name for entry in read_index(with_seeds).files] == ["s02.txt"]
    assert (with_seeds / "seeds.csv").read_text() == "my own notes"


def test_seeds_that_the_teacher_edits_count_and_are_announced(
    with_seeds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    monkeypatch.setattr(CONVERSATION, "inform", lambda message: messages.append(str(message)))
    june = with_seeds / "june"
    open_class(june)
    assert "imported/" in messages.pop()
    assert messages == []
    (june / "seeds.csv").write_text("student;u0\ns02;42\n007;15597\n")
    assert [enrollment.u0 for enrollment in open_class(june).enrollments] == [15597, 42]
    others = [message for message in messages if "imported/" not in message]
    assert [message for message in others if "s02" in message and "007" not in message] == others != []
    assert [(action.student, action.text) for action in history(june) if action.kind == "seed"] == [
        ("007", "15597"), ("s02", "38841"), ("s02", "42"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["scans/pages.json", "fairness.json"])
def test_a_damaged_file_that_can_be_made_again_is_left_out(with_seeds: Path, name: str) -> None:
    (with_seeds / name).write_text("[{")
    open_class(with_seeds)
    dump(with_seeds)
    assert (with_seeds / "imported" / name).read_text() == "[{"
