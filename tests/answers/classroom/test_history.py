"""Test that every action on a class is in its history, with its author, and an undo beside what it undoes."""

import json
import shutil
from pathlib import Path

import pytest

from answers.classroom.db import transaction
from answers.classroom.decisions import undo_decisions
from answers.classroom.folder import open_class
from answers.classroom.history import history
from tests.answers.classroom.test_old_files import OLD
from tests.answers.cli.running import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(OLD, tmp_path / "class")
    return tmp_path / "class"


def test_each_action_has_its_author_and_time(folder: Path) -> None:
    undo_decisions(open_class(folder), "ada", "2026-12-01T08:00:00")
    actions = history(folder)
    assert [action.at for action in actions] == sorted(action.at for action in actions)
    kinds = [action.kind for action in actions]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "assignment": 1, "reading": 3, "page": 1, "file": 4, "decision": 5, "removal": 1,
    }  # fmt: skip
    last = actions[-1]
    assert (last.author, last.student, last.target, last.text, last.undo) == ("ada", "007", "1a.1", "right", True)
    assert [action.undo for action in actions].count(True) == 1


def test_the_command_prints_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "class", "history", folder)
    assert (outcome.code, "decisions.csv" in outcome.err) == (0, True)  # the import of the earlier files is told once
    assert len(outcome.out.splitlines()) == 14 + 1
    again = run(capsys, "class", "history", folder, "--student", "007", "--json")
    document = json.loads(again.out)
    assert (document["schema"], again.err) == ("corrige/history/1", "")
    assert {action["student"] for action in document["actions"]} <= {"007", "*"}
    assert [action["reason"] for action in document["actions"] if action["kind"] == "decision"] != []
    assert run(capsys, "class", "history", folder, "--student", "nobody").code == 2


def test_a_text_longer_than_corrige_writes_is_cut_in_the_table(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another person has sent the class: a text of megabytes would take a minute to print."""
    with transaction(folder) as connection:
        connection.execute("UPDATE override SET reason = ?", ("#" * 100_000,))
    outcome = run(capsys, "class", "history", folder)
    reasons = [action.reason for action in history(folder) if action.kind == "decision"]
    assert {len(reason) for reason in reasons} == {100_000}
    assert outcome.out.count("#") == 1000 * len(reasons)
    assert outcome.out.count("…") == len(reasons)
