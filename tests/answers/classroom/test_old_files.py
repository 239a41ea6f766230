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
from answers.classroom.transcriptions import load_readings
from answers.errors import CorrigeError
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.tiny import EXAMS

HEADER = "student,item,decision,value,answer,reason,author,time\n"
READINGS = "student,item,text,who,when,crop\n"


def decision(
    student: str = "s01", item: str = "2.1", kind: DecisionKind = DecisionKind.RIGHT, **others: str
) -> Decision:
    usual = {"value": "", "answer": "2,500", "reason": "", "author": "t", "time": "2026-05-30T12:00:00"}
    values = {**usual, **others}
    return Decision(DecisionTarget(student, item, values.pop("answer")), Override(kind, **values))


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
    imported = Decision(DecisionTarget("s01", "1a.2", "=x"), Override(DecisionKind.POINTS, "0,5"))
    assert load_decisions(class_data).decisions == (imported,)
    assert (class_data.folder / "imported" / "decisions.csv").read_bytes() == text.encode()
    assert load_decisions(class_data).decisions == (imported,)


def test_an_edited_file_adds_only_its_new_lines(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    first, second = "s01,2.1,right,,x,,t,1\n", "s02,2.1,wrong,,x,,t,2\n"
    for content in (first, first + second, first + first + second, second):
        (class_data.folder / "decisions.csv").write_text(HEADER + content)
        load_decisions(class_data)
    students = [entry.target.student for entry in load_decisions(class_data).decisions]
    assert students == ["s01", "s02", "s01"]
    assert len([*(class_data.folder / "imported").iterdir()]) == 4


def test_all_that_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    rows = [
        "s01,9.1,right,,,,,", ",2.1,right,,,,,", "s01,2.1,rihgt,,,,,",
        "s01,2.1,points,many,,,,", "s01,2.1,right", "s01,2.1,points,1/0,,,,", "s01,2.1,right,,,,,,more",
    ]  # fmt: skip
    content = HEADER + "\n".join(rows) + "\n"
    (class_data.folder / "decisions.csv").write_text(content)
    with pytest.raises(CorrigeError) as caught:
        load_decisions(class_data)
    assert [(p.cause, p.place.rpartition(" ")[2]) for p in caught.value.problems] == [
        ("the line names no student", "3"), ("unknown decision 'rihgt'", "4"),
        ("'many' is not a number of points", "5"),
        ("the line has too few or too many cells", "6"),
        ("'1/0' is not a number of points", "7"), ("the line has too few or too many cells", "8"),
    ]  # fmt: skip
    assert (class_data.folder / "decisions.csv").read_text() == content


def test_a_decision_about_no_item_of_the_exam_is_told_until_it_is_withdrawn(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    log = lines(class_data, "s01,9.1,right,,,,,1", "s01,1a.3,right,,,,,1")
    assert [problem.cause for problem in log.problems] == ["tiny has no part '9'", "1a has no item '3'"]
    log = lines(class_data, "s01,9.1,withdrawn,,,,,2")
    assert [problem.cause for problem in log.problems] == ["1a has no item '3'"]


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
    with pytest.raises(CorrigeError, match=r"columns are missing|cannot be read|too few|names no student"):
        load_readings(tmp_path)
    assert (tmp_path / name).read_text() == content


def lines(class_data: ClassData, *rows: str) -> DecisionLog:
    (class_data.folder / "decisions.csv").write_text(HEADER + "".join(f"{row}\n" for row in rows))
    return load_decisions(class_data)


def test_an_identifier_survives_a_spreadsheet(tmp_path: Path) -> None:
    class_data = create_class(tmp_path / "class", "tiny", b"student,u0\n007,10\nS8,11\n012,12\n12,13\n", "en", (EXAMS,))
    log = lines(
        class_data,
        *(f"{name},2.1,right,,x,,,{at}" for at, name in enumerate(("7", "s8", "012", "12", "0012", "70"), 1)),
    )
    assert [entry.target.student for entry in log.decisions] == ["007", "S8", "012", "12", "0012", "70"]
    assert [(note.place, note.cause) for note in log.notes] == [
        ("decision taken at 1 about 7", (
            "the decision names the student '7', who is not in the class; it was applied to '007'"
            )),
        ("decision taken at 2 about s8", (
            "the decision names the student 's8', who is not in the class; it was applied to 'S8'"
            )),
    ]  # fmt: skip
    assert [(problem.place, problem.cause) for problem in log.problems] == [
        (
            "decision taken at 5 about 0012",
            "this decision applies to no student: '0012' is not in the class",
        ),  # 012 or 12
        ("decision taken at 6 about 70", "this decision applies to no student: '70' is not in the class"),
    ]
    causes = [problem.cause for problem in log.problems]
    assert [problem.cause for problem in grade_class(class_data).problems] == causes


def test_a_decision_about_who_has_left_and_about_a_paper_of_nobody_is_no_problem(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    remove_student(class_data.folder, "s02")
    log = lines(open_class(class_data.folder), "s02,2.1,right,,x,,,", "file:0123456789ab,of-nobody,seen,,a.txt,,,")
    assert (len(log.decisions), log.problems, log.notes) == (2, (), ())
