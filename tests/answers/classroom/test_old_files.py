from dataclasses import replace
from pathlib import Path

import pytest

from answers.classroom.decisions import (
    Decision,
    DecisionKind,
    DecisionLog,
    DecisionTarget,
    Override,
    load_decisions,
    record_decisions,
)
from answers.classroom.folder import ClassData, create_class, open_class
from answers.classroom.marks import grade_class
from answers.classroom.members import remove_student
from answers.classroom.scans import load_readings
from answers.errors import CorrigeError
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
