import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from answers.classroom.changes import Change, LastMarking, changes, last_marking, save_results
from answers.classroom.db import FILE
from answers.classroom.decisions import (
    DecisionKind,
    DecisionTarget,
    Override,
    decisions_about_targets,
    record_decisions,
)
from answers.classroom.folder import ClassData, config_warnings
from answers.classroom.marks import grade_class, write_marks
from answers.errors import CorrigeError
from answers.exports.gradebook import marks_json
from answers.flags import NO_SEED
from tests.answers.classroom.handing_in import rule, submit, tiny_class, with_settings


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    class_data = tiny_class(tmp_path / "class")
    submit(class_data, s01="1a: 10 20\n2: 2.7\n", s02="1a: 11 22\n2: 2.75\n")
    write(class_data)
    return class_data


def write(class_data: ClassData) -> None:
    save_results(class_data.folder, grade_class(class_data))


def now(class_data: ClassData) -> tuple[Change, ...]:
    return changes(class_data.folder, grade_class(class_data))


def folder_setting(class_data: ClassData) -> None:
    """Move the folder of the exam to the settings of the exam: a list of folders cannot stand beside these."""
    path = class_data.folder / "corrige.toml"
    lines = path.read_text().splitlines()
    listed = next(line for line in lines if line.startswith("exams = "))
    place = listed.split('"')[1]
    path.write_text("\n".join(line for line in lines if line != listed) + f'\n[exams.tiny]\nfolder = "{place}"\n')


def test_whose_marks_a_tolerance_changes_and_why(class_data: ClassData) -> None:
    """2.7 differs from 10/4 by 0.2: wrong with a tolerance of 0.1, right with 0.2."""
    folder_setting(class_data)
    after = with_settings(class_data, '[exams.tiny.tolerance]\n"2" = { absolute = 0.2 }\n')
    assert now(after) == (Change("s01", 1.0, 4.0, ("2.1: wrong → right",), 5.0, 5.0),)


def test_points_another_file_and_a_paper_that_comes_or_goes(class_data: ClassData) -> None:
    folder_setting(class_data)
    after = with_settings(class_data, '[exams.tiny.points]\n"1a" = 0.5\n')
    submissions = class_data.folder / "submissions"
    (submissions / "s01.txt").unlink()
    (submissions / "s02.txt").rename(submissions / "dd cc.txt")
    (submissions / "s03.txt").write_text("1a: 12 0\n")
    why = (
        "another file of the student counts now: submissions/s02.txt → submissions/dd cc.txt",
        "part 1a is now worth 0.5 points; before, it was worth 1",
    )
    assert now(after) == (
        Change("s02", 4.0, 3.5, why, 5.0, 4.5),
        Change("s03", None, 0.25, ("this student now has a paper",), None, 4.5),
        Change("s01", 1.0, None, ("this student no longer has a paper",), 5.0, None),
    )


def test_an_absence_that_counts_0_or_no_longer_does(class_data: ClassData) -> None:
    rule(class_data, "s03", "no-paper", Override(DecisionKind.POINTS, "0"))
    assert now(class_data) == (Change("s03", None, 0.0, ("the absence of this student now counts as 0",)),)
    write(class_data)
    assert now(class_data) == ()
    rule(class_data, "s03", "no-paper", Override(DecisionKind.WITHDRAWN))
    assert now(class_data) == (Change("s03", 0.0, None, ("the absence of this student no longer counts as 0",)),)


def test_a_paper_that_could_not_be_marked_had_no_score(class_data: ClassData) -> None:
    gradebook = grade_class(class_data)
    row = gradebook.rows[0]
    assert row.paper
    unmarked = replace(row.paper, u0=None, flags=(NO_SEED,))
    save_results(class_data.folder, replace(gradebook, rows=(replace(row, paper=unmarked), *gradebook.rows[1:])))
    change = now(class_data)[0]
    assert (change.student, change.before, change.after) == ("s01", None, 1)
    assert change.why == ("the paper is now marked with another u₀: — → 10",)


def test_other_answers_are_told_and_of_many_their_number(
    class_data: ClassData, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(class_data, s01="1a: 10 20\n2: 2.5\n")
    assert now(class_data) == (Change("s01", 1.0, 4.0, ("2.1: wrong → right, '2.7' → '2.5'",), 5.0, 5.0),)
    monkeypatch.setattr("answers.classroom.changes.MAX_LISTED", 1)
    submit(class_data, s01="1a: 11 21\n2: 2.5\n")
    assert now(class_data) == (Change("s01", 1.0, 3.0, ("the points of 3 items changed",), 5.0, 5.0),)


def test_truncated_marks_are_told_and_left(class_data: ClassData) -> None:
    path, marks = class_data.folder / "marks.json", grade_class(class_data)
    (class_data.folder / "class.db").unlink()
    whole = marks_json(marks)
    path.write_bytes(whole)
    assert changes(class_data.folder, marks) == ()  # an earlier version of corrige wrote these marks
    for size in (0, 1, 50, 300):
        path.write_bytes(whole[:size])
        with pytest.raises(CorrigeError, match="the file is damaged, or contains no marks"):
            changes(class_data.folder, marks)
        assert len(path.read_bytes()) == size


def test_odd_settings_are_told(class_data: ClassData) -> None:
    assert list(config_warnings(class_data)) == []
    folder_setting(class_data)
    after = with_settings(
        class_data, '[exams.tiny.points]\n"2" = 3.5\n[exams.tiny.tolerance]\n"1a" = { relative = 10 }\n'
    )
    assert [problem.cause for problem in config_warnings(after)] == [
        "with the settings of this class, the points of the exam tiny add up to 5.5 instead of 5",
        "part 1a accepts any answer within 1000% of the right answer, so 0 counts as right",
    ]


@pytest.mark.slow
def test_the_verdicts_are_those_of_the_feedback(class_data: ClassData) -> None:
    """Each item of 1a is worth 0.5: an item that earns less is partly right, whatever the other item earns."""
    submit(class_data, s01="1a: 1O x\n2: 2.7\n")
    write(class_data)

    def after(item: str, kind: DecisionKind, value: str = "") -> tuple[str, ...]:
        record_decisions(
            class_data, decisions_about_targets([DecisionTarget("s01", item, "1O x")], Override(kind, value))
        )
        marks = grade_class(class_data)
        (change,) = changes(class_data.folder, marks)
        save_results(class_data.folder, marks)
        return change.why

    assert after("1a.1", DecisionKind.POINTS, "0.25") == ("1a.1: unreadable → points granted (the teacher’s decision)",)
    assert after("1a.2", DecisionKind.VALUE, "20") == ("1a.2: unreadable → right (the teacher’s decision)",)
    assert after("1a.2", DecisionKind.WITHDRAWN)[0].startswith("1a.2: right → unreadable (")
    assert after("1a.1", DecisionKind.WRONG) == ("1a.1: points granted → wrong (the teacher’s decision)",)
    assert after("1a.1", DecisionKind.RIGHT) == ("1a.1: wrong → right (the teacher’s decision)",)
    submit(class_data, s02="1a: 11 21\n2: 2.75\n")
    write(class_data)
    both = [DecisionTarget("s02", item, "11 21") for item in ("1a.1", "1a.2")]
    record_decisions(class_data, decisions_about_targets(both, Override(DecisionKind.POINTS, "0.5")))
    (change,) = now(class_data)
    assert change.why == ("1a.2: wrong → right (the teacher’s decision)",)  # the first item stays as it was


@pytest.mark.slow
def test_a_decision_is_named_and_points_are_no_right_answer(class_data: ClassData) -> None:
    def after(kind: DecisionKind, value: str = "") -> list[tuple[str, ...]]:
        record_decisions(
            class_data, decisions_about_targets([DecisionTarget("s02", "2.1", "2.75")], Override(kind, value))
        )
        return [change.why for change in now(class_data)]

    assert after(DecisionKind.POINTS, "1,5") == [("2.1: right → points granted (the teacher’s decision)",)]
    write(class_data)
    assert after(DecisionKind.POINTS, "3") == [("points earned in part 2: 1.5 → 3 (decided by the teacher)",)]
    assert after(DecisionKind.WITHDRAWN) == [("2.1: points granted → right (the teacher's decision was undone)",)]


@pytest.mark.parametrize(
    ("table", "old", "new"),
    [("result", "Éa", "Ea"), ("result", "{", "["), ("setting", '"others"', '"ethers"'), ("setting", "{", "[")],
)
def test_results_that_a_drive_has_changed_are_marked_again(
    class_data: ClassData, table: str, old: str, new: str
) -> None:
    write_marks(class_data, grade_class(class_data))
    before = last_marking(class_data.folder)
    assert before.rows
    column = "content" if table == "result" else "value"
    old, new = (json.dumps(text)[1:-1] if text.isalpha() else text for text in (old, new))
    where = f"WHERE instr({column}, ?)" + (" AND name = 'marking'" if table == "setting" else "")
    with closing(sqlite3.connect(class_data.folder / FILE)) as connection, connection:
        changed = connection.execute(f"UPDATE {table} SET {column} = replace({column}, ?, ?) {where}", (old, new, old))
        assert changed.rowcount
    assert last_marking(class_data.folder) == LastMarking()
    write(class_data)
    assert last_marking(class_data.folder).rows == before.rows
