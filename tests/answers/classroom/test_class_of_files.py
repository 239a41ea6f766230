"""A class folder of corrige 1.0, whose seeds and scans are files, works at once."""

import shutil
from pathlib import Path

import pytest

from answers.classroom.db import reading
from answers.classroom.fair_seeds import read_fairness
from answers.classroom.folder import open_class
from answers.classroom.history import history
from answers.classroom.upload_index import read_index
from answers.exam.trust import CONVERSATION

BEFORE = Path(__file__).with_name("class_of_files")
FILES = ("fairness.json", "scans/pages.json", "feedback/index.json", ".drawn/sheets.json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "class"
    shutil.copytree(BEFORE, folder)
    for inside in (folder, folder / "june"):
        (inside / "submissions").mkdir()
    return folder


def dump(folder: Path) -> list[str]:
    with reading(folder) as connection:
        return list(connection.iterdump())


def test_the_seeds_and_what_was_collected_are_there(folder: Path) -> None:
    class_data, sitting = open_class(folder), open_class(folder / "june")
    assert [enrollment.u0 for enrollment in class_data.enrollments] == [10, 15951]
    assert [enrollment.u0 for enrollment in sitting.enrollments] == [15597, 38841]
    assert [fact.slug for fact in read_fairness(class_data)][:2] == ["shared-mean", "shared-most"]
    assert [entry.name for entry in read_index(folder).files] == ["s02.txt"]


def test_the_files_are_set_aside_as_they_were_and_an_interrupted_import_is_repeated(folder: Path) -> None:
    for inside in (folder, folder / "june"):
        before = dump(inside)
        names = [name for name in (*FILES, "seeds.csv") if (BEFORE / inside.relative_to(folder) / name).exists()]
        for name in names:
            assert not (inside / name).exists()
            source = BEFORE / inside.relative_to(folder) / name
            assert (inside / "imported" / name).read_bytes() == source.read_bytes()
            shutil.copy(source, inside / name)  # as if the program had been killed before it moved the file
        assert dump(inside) == before


def test_seeds_that_the_teacher_edits_count_and_are_announced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    monkeypatch.setattr(CONVERSATION, "inform", lambda message: messages.append(str(message)))
    june = folder / "june"
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


def test_a_list_of_seeds_beside_the_class_list_is_left_alone(folder: Path) -> None:
    (folder / "seeds.csv").write_text("my own notes")
    assert [enrollment.u0 for enrollment in open_class(folder).enrollments] == [10, 15951]
    dump(folder)
    assert (folder / "seeds.csv").read_text() == "my own notes"


@pytest.mark.parametrize("name", ["scans/pages.json", "fairness.json"])
def test_a_damaged_file_that_can_be_made_again_is_left_out(folder: Path, name: str) -> None:
    (folder / name).write_text("[{")
    open_class(folder)
    dump(folder)
    assert (folder / "imported" / name).read_text() == "[{"
