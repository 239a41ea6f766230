from pathlib import Path

import pytest

from answers.classroom.decisions import Decision, DecisionKind, DecisionTarget, Override, written_answer
from answers.classroom.decisions_file import (
    DecisionLog,
    load_decisions,
    read_decisions,
    record_decisions,
    write_decisions,
)
from answers.classroom.folder import ClassData, create_class, open_class
from answers.classroom.marks import grade_class
from answers.classroom.members import remove_student
from answers.errors import CorrigeError
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.tiny import EXAMS, TINY

HEADER = "student,item,decision,value,answer,reason,author,time\n"


def decision(
    student: str = "s01", item: str = "2.1", kind: DecisionKind = DecisionKind.RIGHT, **others: str
) -> Decision:
    usual = {"value": "", "answer": "2,500", "reason": "", "author": "t", "time": "2026-05-30T12:00:00"}
    values = {**usual, **others}
    return Decision(DecisionTarget(student, item, values.pop("answer")), Override(kind, **values))


def test_decisions_survive_a_round_trip(tmp_path: Path) -> None:
    decisions = (
        decision(kind=DecisionKind.VALUE, value="-2.5", reason="une virgule, « lue »"),
        decision("zoé@x.fr", "1a.2", DecisionKind.POINTS, value="0,25"),
        decision("-s02", answer="-0,22 ; ＝1", reason="'=x"),
        decision(kind=DecisionKind.WITHDRAWN),
    )
    write_decisions(tmp_path, decisions)
    assert read_decisions(tmp_path, TINY) == list(enumerate(decisions, 2))
    assert read_decisions(tmp_path / "none", TINY) == []


def test_the_file_is_readable_and_runs_nothing(tmp_path: Path) -> None:
    write_decisions(tmp_path, [decision("=s01", answer=written_answer("=cmd|'/C calc'!A0"), reason="@x")])
    assert (tmp_path / "decisions.csv").read_text() == (
        '"student","item","decision","value","answer","reason","author","time"\n'
        '"\'=s01","2.1","right","","\'=cmd|\'/C calc\'!A0","\'@x","t","2026-05-30T12:00:00"\n'
    )


def test_a_spreadsheet_may_have_saved_it(tmp_path: Path) -> None:
    text = "\ufeffstudent;item;decision;value;answer;reason;author;time\r\ns01;1a.2;points;0,5;x;;;\r\n"
    (tmp_path / "decisions.csv").write_bytes(text.encode())
    assert read_decisions(tmp_path, TINY) == [
        (2, Decision(DecisionTarget("s01", "1a.2", "x"), Override(DecisionKind.POINTS, "0,5")))
    ]


def test_all_that_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    rows = [
        "s01,9.1,right,,,,,", "s01,1a.3,right,,,,,", ",2.1,right,,,,,", "s01,2.1,rihgt,,,,,",
        "s01,2.1,points,many,,,,", "s01,2.1,right", "s01,2.1,points,1/0,,,,", "s01,2.1,right,,,,,,more",
    ]  # fmt: skip
    (tmp_path / "decisions.csv").write_text(HEADER + "\n".join(rows) + "\n")
    with pytest.raises(CorrigeError) as caught:
        read_decisions(tmp_path, TINY)
    assert [(p.cause, p.place.rpartition(" ")[2]) for p in caught.value.problems] == [
        ("tiny has no part '9'", "2"), ("1a has no item '3'", "3"), ("names no student", "4"),
        ("unknown decision 'rihgt'", "5"), ("'many' is not a number of points", "6"),
        ("has too few or too many cells", "7"),
        ("'1/0' is not a number of points", "8"), ("has too few or too many cells", "9"),
    ]  # fmt: skip


@pytest.mark.parametrize("content", ["", "student,item\ns01,2.1\n", HEADER + 's01,2.1,right,,"open\n'])
def test_a_damaged_file_is_told(content: str, tmp_path: Path) -> None:
    (tmp_path / "decisions.csv").write_text(content)
    with pytest.raises(CorrigeError, match=r"columns are missing|is damaged"):
        read_decisions(tmp_path, TINY)
    assert (tmp_path / "decisions.csv").read_text() == content


def lines(class_data: ClassData, *rows: str) -> DecisionLog:
    (class_data.folder / "decisions.csv").write_text(HEADER + "".join(f"{row}\n" for row in rows))
    return load_decisions(class_data)


def test_an_identifier_survives_a_spreadsheet(tmp_path: Path) -> None:
    class_data = create_class(tmp_path / "class", "tiny", b"student,u0\n007,10\nS8,11\n012,12\n12,13\n", "en", (EXAMS,))
    log = lines(class_data, *(f"{who},2.1,right,,x,,," for who in ("7", "s8", "012", "12", "0012", "70")))
    assert [entry.target.student for entry in log.decisions] == ["007", "S8", "012", "12", "0012", "70"]
    assert [(note.place, note.cause) for note in log.notes] == [
        ("decisions.csv, line 2", "'7' was matched with '007'"),
        ("decisions.csv, line 3", "'s8' was matched with 'S8'"),
    ]  # fmt: skip
    assert [(problem.place, problem.cause) for problem in log.problems] == [
        ("decisions.csv, line 6", "this decision applies to no student: '0012' is not in the class"),  # 012 or 12
        ("decisions.csv, line 7", "this decision applies to no student: '70' is not in the class"),
    ]
    causes = [problem.cause for problem in log.problems]
    assert [problem.cause for problem in grade_class(class_data).problems] == causes


def test_a_decision_about_who_has_left_and_about_a_paper_of_nobody_is_no_problem(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    remove_student(class_data.folder, "s02")
    log = lines(open_class(class_data.folder), "s02,2.1,right,,x,,,", "file:0123456789ab,of-nobody,seen,,a.txt,,,")
    assert (len(log.decisions), log.problems, log.notes) == (2, (), ())


def test_what_is_recorded_mends_the_identifiers(tmp_path: Path) -> None:
    class_data = create_class(tmp_path / "class", "tiny", b"student,u0\n007,10\n", "en", (EXAMS,))
    lines(class_data, "7,2.1,right,,x,,,")
    record_decisions(class_data, [decision("007", kind=DecisionKind.WRONG)])
    entries = read_decisions(class_data.folder, class_data.exam)
    assert [entry.target.student for _, entry in entries] == ["007", "007"]
