from pathlib import Path

import pytest

from answers.classroom.decisions import Decision, Kind, Ruling, Target, written_answer
from answers.classroom.decisions_file import read_decisions, write_decisions
from answers.errors import CorrigeError
from tests.answers.tiny import TINY

HEADER = "student,item,decision,value,answer,reason,author,time\n"


def decision(student: str = "s01", item: str = "2.1", kind: Kind = Kind.RIGHT, **others: str) -> Decision:
    usual = {"value": "", "answer": "2,500", "reason": "", "author": "t", "time": "2026-05-30T12:00:00"}
    told = {**usual, **others}
    return Decision(Target(student, item, told.pop("answer")), Ruling(kind, **told))


def test_decisions_survive_a_round_trip(tmp_path: Path) -> None:
    taken = (
        decision(kind=Kind.VALUE, value="-2.5", reason="une virgule, « lue »"),
        decision("zoé@x.fr", "1a.2", Kind.POINTS, value="0,25"),
        decision("-s02", answer="-0,22 ; ＝1", reason="'=x"),
        decision(kind=Kind.WITHDRAWN),
    )
    write_decisions(tmp_path, taken)
    assert read_decisions(tmp_path, TINY) == taken
    assert read_decisions(tmp_path / "none", TINY) == ()


def test_the_file_is_readable_and_runs_nothing(tmp_path: Path) -> None:
    write_decisions(tmp_path, [decision("=s01", answer=written_answer("=cmd|'/C calc'!A0"), reason="@x")])
    assert (tmp_path / "decisions.csv").read_text() == (
        '"student","item","decision","value","answer","reason","author","time"\n'
        '"\'=s01","2.1","right","","\'=cmd|\'/C calc\'!A0","\'@x","t","2026-05-30T12:00:00"\n'
    )


def test_a_spreadsheet_may_have_saved_it(tmp_path: Path) -> None:
    text = "\ufeffstudent;item;decision;value;answer;reason;author;time\r\ns01;1a.2;points;0,5;x;;;\r\n"
    (tmp_path / "decisions.csv").write_bytes(text.encode())
    assert read_decisions(tmp_path, TINY) == (Decision(Target("s01", "1a.2", "x"), Ruling(Kind.POINTS, "0,5")),)


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
        ("unknown decision 'rihgt'", "5"), ("'many' are no points", "6"), ("has too few or too many cells", "7"),
        ("'1/0' are no points", "8"), ("has too few or too many cells", "9"),
    ]  # fmt: skip


@pytest.mark.parametrize("content", ["", "student,item\ns01,2.1\n", HEADER + 's01,2.1,right,,"open\n'])
def test_a_damaged_file_is_told(content: str, tmp_path: Path) -> None:
    (tmp_path / "decisions.csv").write_text(content)
    with pytest.raises(CorrigeError, match=r"columns are missing|is damaged"):
        read_decisions(tmp_path, TINY)
    assert (tmp_path / "decisions.csv").read_text() == content
