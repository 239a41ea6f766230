"""Test that what only another version of a store has is listed."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from answers.classroom.collect import collect
from answers.classroom.db import DEADLINE, FILE, LAST_ACTION, VERSION, missing_actions, save_setting, transaction
from answers.classroom.decisions import DecisionKind, Override, lost_action_problems
from answers.classroom.folder import ClassData
from answers.classroom.other_version import actions_of_other
from answers.classroom.scans import Transcription, add_readings
from answers.errors import CorrigeError
from answers.files import shown
from tests.answers.classroom.handing_in import assign, rule, tiny_class


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


def test_all_kinds_of_actions_of_another_version_are_listed_and_change_nothing(class_data: ClassData) -> None:
    before = (class_data.folder / FILE).read_bytes()
    _collect(class_data, "1a: 11 22\n", "b.txt")
    assign(class_data, "s02", "b.txt")
    rule(class_data, "s01", "2.1", Override(DecisionKind.WRONG, "", "seen", "bob", "2026-06-01T09:00:00"))
    add_readings(class_data.folder, [Transcription("s03", "1a.1", "12", "bob", "2026-06-01T11:00:00", "scan")])
    with transaction(class_data.folder) as connection:
        save_setting(connection, DEADLINE, "2026-06-02T12:00:00")
    other = _parted(class_data, before)
    rule(class_data, "s01", "1b.1", Override(DecisionKind.RIGHT, "", "seen", "ada", "2026-06-01T10:30:00"))
    present = (class_data.folder / FILE).read_bytes()
    kinds = sorted(action.kind for action in actions_of_other(class_data.folder, other))
    assert kinds == ["assignment", "decision", "file", "other", "reading"]
    assert {*missing_actions(class_data.folder)} == {other.name}
    for name in ("Copie de class.db", "Class (1).DB", "class - Copy.db"):
        other = other.rename(class_data.folder / name)
        assert {*missing_actions(class_data.folder)} == {name}
    assert (class_data.folder / FILE).read_bytes() == present


def test_actions_in_a_store_of_an_earlier_version_of_corrige_are_counted(class_data: ClassData) -> None:
    before = (class_data.folder / FILE).read_bytes()
    rule(class_data, "s01", "2.1", Override(DecisionKind.WRONG, "", "seen", "bob", "2026-06-01T09:00:00"))
    other = _parted(class_data, before)
    with closing(sqlite3.connect(other)) as connection:  # as it was before actions had a table
        connection.executescript(f"DROP TABLE action; PRAGMA user_version = {VERSION - 1}")
    assert missing_actions(class_data.folder)[other.name].number == 1
    assert [action.kind for action in actions_of_other(class_data.folder, other)] == ["decision"]
    for size in (30_000, 0):  # a copy that was cut off is reported too
        other.write_bytes(other.read_bytes()[:size])
        assert [problem.place for problem in lost_action_problems(class_data.folder)] == [shown(other)]
        with pytest.raises(CorrigeError):
            actions_of_other(class_data.folder, other)
