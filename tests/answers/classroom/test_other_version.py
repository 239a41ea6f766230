"""Test that two versions of a store are joined where they do not contradict each other."""

from datetime import datetime
from pathlib import Path

import pytest

from answers.classroom.collect import collect
from answers.classroom.db import FILE, LAST_ACTION, missing_actions
from answers.classroom.decisions import DecisionKind, Override, undo_decisions
from answers.classroom.folder import ClassData
from answers.classroom.other_version import actions_of_other, take_over
from answers.classroom.scans import Transcription, add_readings, load_readings
from answers.classroom.upload_index import read_index
from tests.answers.classroom.handing_in import assign, paper_of, rule, tiny_class


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    class_data = tiny_class(tmp_path / "class")
    _collect(class_data, "student: s01\n1a: 10 20\n", "a.txt")
    return class_data


def _collect(class_data: ClassData, text: str, name: str) -> None:
    path = class_data.folder.parent / name
    path.write_text(text)
    collect(class_data, [path], datetime(2026, 6, 1))


def _parted(class_data: ClassData, before: bytes) -> Path:
    """Return the present store as another version, and put the earlier one in its place."""
    other = class_data.folder / "class (conflicted copy).db"
    (class_data.folder / FILE).rename(other)
    (class_data.folder / FILE).write_bytes(before)
    (class_data.folder / LAST_ACTION).unlink()  # of the other machine
    return other


def test_files_decisions_and_readings_of_another_version_are_taken_over(class_data: ClassData) -> None:
    before = (class_data.folder / FILE).read_bytes()
    _collect(class_data, "1a: 11 22\n", "b.txt")
    assign(class_data, "s02", "b.txt")
    rule(class_data, "s01", "2.1", Override(DecisionKind.WRONG, "", "seen", "bob", "2026-06-01T09:00:00"))
    rule(class_data, "s01", "2.1", Override(DecisionKind.RIGHT, "", "seen", "bob", "2026-06-01T10:00:00"))
    rule(class_data, "s01", "1a.1", Override(DecisionKind.WRONG, "", "seen", "bob", "2026-06-01T10:10:00"))
    undo_decisions(class_data, "bob", "2026-06-01T10:20:00")
    add_readings(class_data.folder, [Transcription("s03", "1a.1", "12", "bob", "2026-06-01T11:00:00", "scan")])
    other = _parted(class_data, before)
    rule(class_data, "s01", "1b.1", Override(DecisionKind.RIGHT, "", "seen", "ada", "2026-06-01T10:30:00"))
    kinds = {action.kind for action in actions_of_other(class_data.folder, other)}
    assert kinds == {"file", "assignment", "decision", "reading"}
    assert {*missing_actions(class_data.folder)} == {other.name}
    assert take_over(class_data.folder, other) == 7
    assert missing_actions(class_data.folder) == {}
    assert (actions_of_other(class_data.folder, other), take_over(class_data.folder, other)) == ((), 0)
    assert float(paper_of(class_data, "s02").score) == 1
    assert [str(paper_of(class_data).parts[part].items[0].verdict) for part in ("1a", "1b", "2")] == ["right"] * 3
    assert len(load_readings(class_data.folder)) == 1


def test_what_contradicts_this_version_is_only_listed(class_data: ClassData) -> None:
    before = (class_data.folder / FILE).read_bytes()
    _collect(class_data, "1a: 11 22\n", "b.txt")
    assign(class_data, "s02", "b.txt")
    rule(class_data, "s01", "2.1", Override(DecisionKind.RIGHT, "", "seen", "bob", "2026-06-01T10:00:00"))
    stored = class_data.folder / "collected" / read_index(class_data.folder).files[-1].file
    other = _parted(class_data, before)
    stored.unlink()  # the drive has not brought it yet
    _collect(class_data, "1a: 11 23\n", "c.txt")
    assign(class_data, "s02", "c.txt")
    rule(class_data, "s01", "2.1", Override(DecisionKind.WRONG, "", "seen", "ada", "2026-06-01T10:30:00"))
    assert take_over(class_data.folder, other) == 0
    assert len(actions_of_other(class_data.folder, other)) == 3
    assert [entry.name for entry in read_index(class_data.folder).files] == ["a.txt", "c.txt"]
