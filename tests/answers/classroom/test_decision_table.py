"""A table of decisions is taken as a whole or not at all, about the students with the names in its lines."""

import csv
import io
from pathlib import Path

import pytest
from openpyxl import Workbook

from answers.classroom.db import now_text
from answers.classroom.decision_table import decisions_of_table
from answers.classroom.decisions import (
    Decision,
    DecisionKind,
    Override,
    active_class_decisions,
    load_decisions,
    record_decisions,
)
from answers.classroom.exporting import ExportOptions, export_class
from answers.classroom.folder import ClassData, create_class, open_class
from answers.classroom.marks import mark_submissions
from answers.classroom.submission_set import load_submissions
from answers.errors import CorrigeError
from tests.answers.classroom.handing_in import moodle, rule, submit, upload
from tests.answers.cli.running import run
from tests.answers.tiny import EXAMS

NAMED = b"student,u0,name,first_name\n007,10,Nash,Eva\ns02,11,Roy,Luc\ns03,12,Petit,Ida\n"
HEADER = ["student", "item", "decision", "value", "answer", "reason"]


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    class_data = create_class(tmp_path / "class", "tiny", NAMED, "en", (EXAMS,))
    submit(class_data, **{"007": "1a: 10 20\n2: 9\n", "s02": "1a: 11 22\n2: 9\n", "s03": "1a: 12 24\n2: 9\n"})
    rule(class_data, "007", "bonus", Override(DecisionKind.POINTS, "1", "talk", "ada", now_text()))
    rule(class_data, "s02", "2.1", Override(DecisionKind.RIGHT, "", "", "ada", now_text()))
    return class_data


def exported(class_data: ClassData) -> list[list[str]]:
    content = export_class(class_data, "decisions", ExportOptions(dialect="plain")).content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(content)))


def write(class_data: ClassData, *rows: list[str]) -> Path:
    path = class_data.folder.parent / "edited.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    return path


def taken(class_data: ClassData, *rows: list[str]) -> list[tuple[str, str, str, str]]:
    """Record the decisions of a table that colleague bob edited; return student, item, kind and value of the new."""
    submissions, active = load_submissions(class_data), active_class_decisions(class_data)
    gradebook = mark_submissions(class_data, submissions).gradebook
    path = write(class_data, *rows)
    decisions = decisions_of_table(path, submissions, gradebook, active, "bob", now_text()).decisions
    return list(map(content, record_decisions(class_data, decisions)))


def content(decision: Decision) -> tuple[str, str, str, str]:
    return *decision.target.key, decision.kind, decision.value


def test_an_exported_table_changes_nothing_until_it_is_edited(class_data: ClassData) -> None:
    header, bonus, right = exported(class_data)
    assert taken(class_data, header, bonus, right) == []
    bonus[header.index("student")] = "7"  # as a spreadsheet saves it
    right[header.index("decision")], right[header.index("value")] = "points", "0,5"
    new = ["s03", "bonus", "points", "1", "", "talk"]
    assert taken(class_data, header, right, new, bonus) == [
        ("s02", "2.1", "points", "0,5"), ("s03", "bonus", "points", "1"),
    ]  # fmt: skip
    last = load_decisions(class_data).decisions[-1]
    assert (last.author, last.u0, last.target.answer) == ("bob", 12, "")


def test_texts_that_are_read_otherwise_than_they_are_stored_change_nothing(
    class_data: ClassData, capsys: pytest.CaptureFixture[str]
) -> None:
    """macOS separates letters and accents, and a long reason is cut, perhaps after a space."""
    accent, received = "e\u0301", class_data.folder.parent / "received"
    submit(class_data, s02=f"1a: {accent}\n")
    rule(class_data, "s02", "1a.1", Override(DecisionKind.WRONG, "", "x" * 299 + " and more", "ada", now_text()))
    (class_data.folder / "submissions" / "s03.txt").unlink()
    upload(received, moodle("Ida Petit", 3), "no picture", name=f"{accent}.jpg")
    run(capsys, "class", "collect", class_data.folder, received)
    rule(class_data, "s03", "not-readable", Override(DecisionKind.ACKNOWLEDGED, "", accent, "ada", now_text()))
    rows = [row for row in exported(class_data) if row[1] != "2.1"]
    assert (len(rows), taken(class_data, *rows)) == (4, [])


def test_a_decision_that_was_replaced_can_be_brought_back_and_old_lines_bring_back_none(class_data: ClassData) -> None:
    for value in ("2", "1"):
        line = ["007", "bonus", "points", value, "", "talk"]
        assert taken(class_data, HEADER, line) == [("007", "bonus", "points", value)]
    rows = exported(class_data)
    assert [row[rows[0].index("state")] for row in rows[1:]].count("superseded") == 2
    assert taken(class_data, *rows) == []


def test_an_unknown_state_and_an_answer_that_was_empty_are_refused(class_data: ClassData) -> None:
    rows = [["s03", "2.1", "wrong", "", "", "r", "En vigueur"], ["s03", "1a.1", "wrong", "", "", "r", "in_force"]]
    with pytest.raises(CorrigeError) as caught:
        taken(class_data, [*HEADER, "state"], *rows)
    assert [problem.place[-1] for problem in caught.value.problems] == ["2", "3"]
    assert taken(class_data, [*HEADER, "state"], [*rows[1][:-1], ""]) != []


def test_a_decision_about_an_answer_that_has_changed_is_not_in_force(class_data: ClassData) -> None:
    """Nor is a u0 that was granted to another file; without answer and state, the line is about the present paper."""
    rule(class_data, "s02", "u0", Override(DecisionKind.VALUE, "12", "miscopied", "ada", now_text()))
    header, *rows = exported(class_data)
    submit(class_data, s02="1a: 11 22\n2: 8\n")
    with pytest.raises(CorrigeError) as caught:
        taken(class_data, header, *rows)
    assert [problem.place[-1] for problem in caught.value.problems] == ["3", "4"]
    for row in rows[1:]:
        row[header.index("answer")] = row[header.index("state")] = ""
    assert taken(class_data, header, *rows) == [("s02", "2.1", "right", ""), ("s02", "u0", "value", "12")]


def test_an_unclear_encoding_needs_no_option_that_the_command_lacks(
    class_data: ClassData, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(class_data, [*HEADER[:3], "reason"])
    path.write_bytes(path.read_bytes() + b"s03,2.1,wrong,\x80\n")
    outcome = run(capsys, "class", "decide", class_data.folder, "--table", path)
    assert (outcome.code, "--encoding" in outcome.err) == (2, False)


def test_a_decision_whose_line_was_removed_stays_and_is_named(
    class_data: ClassData, capsys: pytest.CaptureFixture[str]
) -> None:
    header, _, right = exported(class_data)
    outcome = run(capsys, "class", "decide", class_data.folder, "--table", write(class_data, header, right))
    assert (outcome.code, "bonus of 007" in outcome.err, "2.1 of" in outcome.err) == (0, True, False)
    assert ("007", "bonus") in active_class_decisions(class_data)


def test_what_is_not_read_in_a_workbook_is_named(class_data: ClassData, capsys: pytest.CaptureFixture[str]) -> None:
    workbook, path = Workbook(), class_data.folder.parent / "edited.xlsx"
    sheet = workbook["Sheet"]
    for row in ([*HEADER[:3], "Motif"], ["s02", "1a.1", "right", "see"], ["s03", "1a.1", "right", "see"]):
        sheet.append(row)
    sheet.merge_cells("D2:D3")
    workbook.create_sheet("More").append(["later"])
    workbook.save(path)
    outcome = run(capsys, "class", "decide", class_data.folder, "--table", path)
    assert (outcome.code, [name in outcome.err for name in ("'Motif'", "D2:D3", "'More'")]) == (0, [True] * 3)


def test_every_item_of_a_part_and_everybody(class_data: ClassData) -> None:
    rows = [["s03", "1a", "wrong"], ["*", "2.1", "left-out"], ["s02", "2.1", "withdrawn"], ["s03", "2.1", "withdrawn"]]
    assert taken(class_data, HEADER[:3], *rows) == [
        ("s03", "1a.1", "wrong", ""), ("s03", "1a.2", "wrong", ""), ("*", "2.1", "left-out", ""),
        ("s02", "2.1", "withdrawn", ""),
    ]  # fmt: skip


@pytest.mark.parametrize("columns", [["student"], ["name"], ["student", "name"]])
def test_a_column_sorted_alone_gives_no_decision_to_another_student(class_data: ClassData, columns: list[str]) -> None:
    header, first, second = exported(class_data)
    first[header.index("value")] = "2"
    for column in map(header.index, columns):
        first[column], second[column] = second[column], first[column]
    before = load_decisions(class_data).decisions
    if columns == ["student", "name"]:  # the answer of the other student, or the item, may still tell
        second[header.index("answer")], second[header.index("item")] = "10", "1a.1"
    with pytest.raises(CorrigeError):
        taken(class_data, header, *([second] if len(columns) > 1 else [first, second]))
    assert load_decisions(class_data).decisions == before


@pytest.mark.parametrize(
    ("student", "name"),
    [("Roy,Luc", "Roy Luc"), ("Roy,Luc", "Nash Ida"), ("Roy,Luc", "Ida Roy")]
    + [(other, other.replace(",", " ")) for other in ("Petit,Ida Luce", "Ida,Petit")],  # with words of the own name
)
def test_the_name_of_another_person_is_refused(tmp_path: Path, student: str, name: str) -> None:
    class_data = create_class(tmp_path / "class", "tiny", NAMED.replace(b"Roy,Luc", student.encode()), "en", (EXAMS,))
    submit(class_data, s03="1a: 12 24\n")
    line = ["s03", "bonus", "points", "1", "", "r"]
    with pytest.raises(CorrigeError, match="with the identifier s03 is Petit Ida"):
        taken(class_data, [*HEADER, "name"], [*line, name])
    assert taken(class_data, [*HEADER, "name"], [*line, "PETIT Ida"])


def test_the_line_of_a_student_who_left_changes_nothing(
    class_data: ClassData, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "class", "remove", class_data.folder, "s02").code == 0
    assert taken(open_class(class_data.folder), *exported(class_data)) == []


def test_an_identifier_that_may_have_lost_its_zeros_needs_a_name(tmp_path: Path) -> None:
    class_data = create_class(tmp_path / "class", "tiny", NAMED.replace(b"s03", b"7"), "en", (EXAMS,))
    submit(class_data, **{"7": "1a: 12 24\n"})
    line = ["7", "bonus", "points", "1", "", "r"]
    with pytest.raises(CorrigeError, match="7, Petit Ida"):
        taken(class_data, HEADER, line)
    assert taken(class_data, [*HEADER, "name"], [*line, "Petit Ida"])


def test_all_wrong_lines_are_named_and_none_is_taken(class_data: ClassData) -> None:
    rows = [
        ["s03", "2.1", "right"], ["s01", "9.1", "right"], ["", "2.1", "right"], ["s03", "2.1", "rihgt"],
        ["s03", "bonus", "points", "x", "", "r"], ["s03", "2.1", "wrong"], ["s03", "1a.1", "right", "", "13"],
        ["s02", "1a.1", "criteria", "x"], ["*", "1a.1", "points", "1"], ["s03", "9.1", "wrong"],
    ]  # fmt: skip
    before = load_decisions(class_data).decisions
    with pytest.raises(CorrigeError) as caught:
        taken(class_data, HEADER, *rows)
    lines = [int(problem.place.rpartition(" ")[2]) for problem in caught.value.problems]
    assert lines == [3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert "line 2 decides" in caught.value.problems[4].cause
    with pytest.raises(CorrigeError, match="lacks these columns: decision"):
        taken(class_data, ["student", "item"], ["s03", "2.1"])
    assert load_decisions(class_data).decisions == before


@pytest.mark.parametrize(
    "rows",
    [
        [HEADER[:4], ["s03", "1a.1", "points", "0", "5"]],
        [HEADER, ["s02", "1a.1", "points", "0.5", "", ""], ["s03", "1a.1", "points", "0"]],
        [[*HEADER, "Value"], ["s03", "bonus", "points", "1", "", "r", "2"]],
        [[*HEADER[:4], "reason"], ["s03", "2.1", "points", "0", "5"]],
        [HEADER, ["s03", "2.1", "points", "0", "9", "", ""]],
        [HEADER, ["s02", "2.1", "right", "0.5", "", ""]],
        [HEADER, ["s02", "2.1", "value", "1,23457E+16", "", ""]],
        [HEADER, ["s03", "2.1", "left-out", "", "", ""]],
        [HEADER, ["*", "1", "left-out", "", "", ""], ["*", "2", "left-out", "", "", ""]],
        [HEADER, ["s02", "1a.1", "wrong", "", "", "see\ns03,2.1,wrong"], ["s03", "2.1", "right", "", "", ""]],
        [["s03", "2.1", "wrong"], HEADER[:3], ["s03", "1a.1", "wrong"]],
        [HEADER[:3], ["s02", "2.1", "right"], ["s02", "2.1", "wrong"]],
        [HEADER[:3], ["s03", "2.1", "withdrawn"], ["s03", "2", "right"]],
    ],
    ids=[
        "decimal comma", "cut off", "two columns", "comma before reason", "comma before answer", "value of right",
        "lost digits", "left out for one", "nothing left", "quotation mark",
        "sorted titles", "in force and not", "neither in force",
    ],
)  # fmt: skip
def test_a_table_that_may_not_say_what_is_meant_is_refused(class_data: ClassData, rows: list[list[str]]) -> None:
    with pytest.raises(CorrigeError):
        taken(class_data, *rows)


def test_the_command_asks_before_decisions_in_force_are_replaced(
    class_data: ClassData, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, path = class_data.folder, write(class_data, HEADER, ["s02", "2.1", "wrong"], ["s03", "2.1", "wrong"])
    before = load_decisions(class_data).decisions
    assert run(capsys, "class", "decide", folder, "--table", path).code == 2
    assert run(capsys, "class", "decide", folder, "2.1", "--everybody", "--right", "--table", path).code == 2
    assert load_decisions(class_data).decisions == before
    bonuses = write(
        class_data, HEADER, *(["s03", "bonus", "points", "1", "", "r"], ["s02", "bonus", "points", "-1", "", "r"])
    )
    assert [
        line.count("s0") for line in run(capsys, "class", "decide", folder, "--table", bonuses).err.splitlines()[:2]
    ] == [1, 1]
    assert run(capsys, "class", "undo", folder).code == 0
    assert run(capsys, "class", "decide", folder, "--table", bonuses).code == 2  # what was undone comes back if asked
    path = write(class_data, HEADER, ["s02", "2.1", "wrong"], ["s03", "2.1", "wrong"])
    assert run(capsys, "class", "decide", folder, "--table", path, "--yes").code == 0
    assert [decision.kind for decision in load_decisions(class_data).decisions[-2:]] == ["wrong", "wrong"]
    assert run(capsys, "class", "undo", folder).code == 0
    assert [*active_class_decisions(class_data)] == [("007", "bonus"), ("s02", "2.1")]
    path = write(class_data, HEADER[:3], ["*", "2.1", "left-out"])
    outcome = run(capsys, "class", "decide", folder, "--table", path)
    assert ["add up to 2" in outcome.err, "Roy Luc (answer counted as right)" in outcome.err] == [True, True]
