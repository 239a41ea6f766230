"""A class folder of the version before, whose seeds, issued sheets and scans are files, works at once."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from answers.classroom.db import FILE, reading
from answers.classroom.fairness.fair_seeds import read_fairness
from answers.classroom.folder import open_class
from answers.classroom.history import history
from answers.classroom.issued import read_issued
from answers.classroom.upload_index import read_index
from answers.errors import CorrigeError
from answers.exam.trust import CONVERSATION

BEFORE = Path(__file__).with_name("class_of_files")
FILES = ("issued.json", "fairness.json", "scans/pages.json", "feedback/index.json", ".drawn/sheets.json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the folder, with `class.db` restored from its text."""
    folder = tmp_path / "class"
    shutil.copytree(BEFORE, folder)
    for inside in (folder, folder / "june"):
        (inside / "submissions").mkdir()
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.executescript((folder / "class.sql").read_text())
        connection.execute("PRAGMA user_version = 4")
    (folder / "class.sql").unlink()
    return folder


def dump(folder: Path) -> list[str]:
    with reading(folder) as connection:
        return list(connection.iterdump())


def test_the_data_of_issued_sheets_and_of_seeds_are_there(folder: Path) -> None:
    class_data, sitting = open_class(folder), open_class(folder / "june")
    assert [enrollment.u0 for enrollment in class_data.enrollments] == [10, 15951]
    assert [enrollment.u0 for enrollment in sitting.enrollments] == [15597, 38841]
    issued = read_issued(folder)
    assert [(issue.u0, issue.lang, len(issue.looks)) for issue in issued.issues] == [(10, "en", 1), (15951, "en", 1)]
    assert issued.issues[0].answers["20c"] == [-0.150282270941]
    assert issued.rules["2b"] == {"points": "1/2", "tolerance": "0 1/20000", "all_or_nothing": "true"}
    assert [issue.u0 for issue in read_issued(folder / "june").issues] == [15597, 38841]
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


@pytest.mark.parametrize(
    "damage", [lambda text: text[:-9], lambda text: text.replace("issued/1", "issued/9"), lambda _: "[]"]
)
def test_a_damaged_record_of_issued_sheets_is_refused(folder: Path, damage: Callable[[str], str]) -> None:
    path = folder / "issued.json"
    path.write_text(damaged := damage(path.read_text()))
    with pytest.raises(CorrigeError) as refused:
        read_issued(folder)
    assert str(refused.value.problems[0].place) == str(path)
    assert path.read_text() == damaged
