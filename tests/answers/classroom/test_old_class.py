"""Class folders that corrige 1.0 wrote work at once: their files are imported, and set aside as they were."""

import shutil
from pathlib import Path

import pytest

from answers.classroom.db import reading
from answers.classroom.decisions import active_class_decisions, load_decisions, undo_decisions
from answers.classroom.fair_seeds import read_fairness
from answers.classroom.folder import open_class, removed_students
from answers.classroom.history import history
from answers.classroom.scans import Placement, active_readings, load_readings, read_placements, undo_transcriptions
from answers.classroom.submission_set import load_submissions
from answers.classroom.upload_index import Pick, read_index
from answers.exam.trust import CONVERSATION

OLD, WITH_SEEDS = (Path(__file__).with_name(name) for name in ("old_class", "class_of_files"))
"""A class with decisions, and one with a sitting, whose seeds and scans are files."""
FILES = (
    *("decisions.csv", "readings.csv", "placements.csv", "collected/index.json"),
    *("fairness.json", "scans/pages.json", "feedback/index.json", ".drawn/sheets.json", "seeds.csv"),
)
LOST, DRAFT = "de11913ffeec91b0af2f1e67f1633c2b", "7660d2625b5e244fcf6d72fcd9888270"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(OLD, tmp_path / "class")
    return tmp_path / "class"


@pytest.fixture
def with_seeds(tmp_path: Path) -> Path:
    shutil.copytree(WITH_SEEDS, tmp_path / "seeds")
    for inside in (tmp_path / "seeds", tmp_path / "seeds" / "june"):
        (inside / "submissions").mkdir()
    return tmp_path / "seeds"


def dump(folder: Path) -> list[str]:
    with reading(folder) as connection:
        return list(connection.iterdump())


def test_everything_that_was_decided_is_there(folder: Path) -> None:
    class_data = open_class(folder)
    kinds = [(entry.target.student, entry.target.item, str(entry.kind), entry.author)
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


def test_the_old_files_are_set_aside_as_they_were_and_an_interrupted_import_is_repeated(
    folder: Path, with_seeds: Path
) -> None:
    for place, old in ((folder, OLD), (with_seeds, WITH_SEEDS), (with_seeds / "june", WITH_SEEDS / "june")):
        before = dump(place)
        for name in (name for name in FILES if (old / name).exists()):
            assert not (place / name).exists()
            assert (place / "imported" / name).read_bytes() == (old / name).read_bytes()
            shutil.copy(old / name, place / name)  # as if the program had been killed before it moved the file
        assert dump(place) == before


def test_what_was_decided_before_can_be_undone(folder: Path) -> None:
    class_data = open_class(folder)
    assert [entry.kind for entry in undo_decisions(class_data, "ada", "t1")] == ["right"]
    assert [entry.kind for entry in undo_decisions(class_data, "ada", "t2")] == ["withdrawn"]
    assert undo_decisions(class_data, "ada", "t3") == ()
    assert [entry.text for entry in undo_transcriptions(folder, "ada", "t1")] == ["0.6"]


def test_a_list_set_aside_later_removes_nobody(folder: Path) -> None:
    load_readings(folder)
    (folder / "set-aside" / "students.csv").write_text("student,u0\ns09,5\n")  # as `class seeds --redraw` does
    assert [left.student.id for left in removed_students(folder)] == ["s04"]


def test_the_seeds_and_what_was_collected_are_there_but_no_list_of_seeds_beside_the_class_list(
    with_seeds: Path,
) -> None:
    (with_seeds / "seeds.csv").write_text("my own notes")
    class_data, sitting = open_class(with_seeds), open_class(with_seeds / "june")
    assert [enrollment.u0 for enrollment in class_data.enrollments] == [10, 15951]
    assert [enrollment.u0 for enrollment in sitting.enrollments] == [15597, 38841]
    assert [fact.slug for fact in read_fairness(class_data)][:2] == ["shared-mean", "shared-most"]
    assert [entry.name for entry in read_index(with_seeds).files] == ["s02.txt"]
    assert (with_seeds / "seeds.csv").read_text() == "my own notes"


def test_seeds_that_the_teacher_edits_count_and_are_announced(
    with_seeds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages: list[str] = []
    monkeypatch.setattr(CONVERSATION, "inform", lambda message: messages.append(str(message)))
    june = with_seeds / "june"
    open_class(june)
    assert "imported/" in messages.pop()
    assert messages == []
    (june / "seeds.csv").write_text("student;u0\ns02;42\n007;15597\n")
    assert [enrollment.u0 for enrollment in open_class(june).enrollments] == [15597, 42]
    others = [message for message in messages if "imported/" not in message]
    assert [message for message in others if "s02" in message and "007" not in message] == others != []
    assert [(action.student, action.text) for action in history(june) if action.kind == "seed"] == [
        ("007", "15597"), ("s02", "38841"), ("s02", "42"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["scans/pages.json", "fairness.json"])
def test_a_damaged_file_that_can_be_made_again_is_left_out(with_seeds: Path, name: str) -> None:
    (with_seeds / name).write_text("[{")
    open_class(with_seeds)
    dump(with_seeds)
    assert (with_seeds / "imported" / name).read_text() == "[{"
