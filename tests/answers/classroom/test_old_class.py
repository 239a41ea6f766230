"""A class folder that corrige 1.0 wrote works at once: its files are imported, and set aside as they were."""

import shutil
from pathlib import Path

import pytest

from answers.classroom.db import reading
from answers.classroom.decisions import active_class_decisions, load_decisions, undo_decisions
from answers.classroom.folder import open_class, removed_students
from answers.classroom.scans import Placement, read_placements
from answers.classroom.submission_set import load_submissions
from answers.classroom.transcriptions import active_readings, load_readings, undo_transcriptions
from answers.classroom.upload_index import Pick, read_index

OLD = Path(__file__).with_name("old_class")
FILES = ("decisions.csv", "readings.csv", "placements.csv", "collected/index.json")
LOST, DRAFT = "de11913ffeec91b0af2f1e67f1633c2b", "7660d2625b5e244fcf6d72fcd9888270"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(OLD, tmp_path / "class")
    return tmp_path / "class"


def test_everything_that_was_decided_is_there(folder: Path) -> None:
    class_data = open_class(folder)
    kinds = [(entry.target.student, entry.target.item, str(entry.override.kind), entry.override.author)
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


def test_the_old_files_are_set_aside_as_they_were(folder: Path) -> None:
    load_readings(folder)
    for name in FILES:
        assert (folder / "imported" / name).read_bytes() == (OLD / name).read_bytes()
        assert not (folder / name).exists()


def test_an_interrupted_import_is_repeated(folder: Path) -> None:
    load_readings(folder)
    with reading(folder) as connection:
        before = list(connection.iterdump())
    shutil.copytree(OLD, folder, dirs_exist_ok=True)  # as if the program had been killed before it moved the files
    load_readings(folder)
    with reading(folder) as connection:
        assert list(connection.iterdump()) == before


def test_what_was_decided_before_can_be_undone(folder: Path) -> None:
    class_data = open_class(folder)
    assert [entry.override.kind for entry in undo_decisions(class_data, "ada", "t1")] == ["right"]
    assert [entry.override.kind for entry in undo_decisions(class_data, "ada", "t2")] == ["withdrawn"]
    assert undo_decisions(class_data, "ada", "t3") == ()
    assert [entry.text for entry in undo_transcriptions(folder, "ada", "t1")] == ["0.6"]


def test_a_list_set_aside_later_removes_nobody(folder: Path) -> None:
    load_readings(folder)
    (folder / "set-aside" / "students.csv").write_text("student,u0\ns09,5\n")  # as `class seeds --redraw` does
    assert [left.student.id for left in removed_students(folder)] == ["s04"]
