"""A class of which nothing has changed is not marked again; whatever changes, it is."""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from answers.classroom import marking_run
from answers.classroom.collect import collect
from answers.classroom.decisions import DecisionKind, Override
from answers.classroom.folder import ClassData, open_class
from answers.classroom.marking_run import MarkingRun, run_marking
from answers.classroom.members import remove_student
from tests.answers.classroom.handing_in import contents, rule, set_aside, submit, tiny_class
from tests.answers.classroom.scanned import scan


@pytest.fixture
def class_data(tmp_path: Path, drawn: list[str]) -> ClassData:
    class_data = tiny_class(tmp_path / "class")
    submit(class_data, s01="1a: 10 20\n", s02="1a: 11 x\n")
    (tmp_path / "late.txt").write_text("student: s03\n1a: 12 24\n")
    collect(class_data, [tmp_path / "late.txt"], datetime(2026, 5, 30))
    run(class_data)
    return class_data


def run(class_data: ClassData, *, is_trial: bool = False) -> MarkingRun:
    return run_marking(open_class(class_data.folder), is_trial=is_trial)


def test_nothing_is_marked_or_written_again_but_by_other_code(
    class_data: ClassData, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, before = run(class_data), contents(class_data.folder)
    times = {path: path.stat().st_mtime_ns for path in class_data.folder.rglob("*") if path.is_file()}
    again = run(class_data)
    assert again.marked is None
    assert (again.gradebook, again.paths) == (first.gradebook, first.paths)
    assert (again.rows, again.changes, again.is_first) == ((), (), False)
    assert contents(class_data.folder) == before
    assert {path: path.stat().st_mtime_ns for path in times} == times
    assert [path.name for path in again.paths] == ["marks.json", "gradebook.csv", "s01.pdf", "s02.pdf", "s03.pdf"]
    assert again.gradebook.needs_teacher
    trial = run(class_data, is_trial=True)
    assert (trial.marked, trial.paths, trial.gradebook) == (None, (), first.gradebook)
    monkeypatch.setattr("answers.classroom.artifact_cache.class_code", lambda _: "another version")
    assert run(class_data).marked is not None


def _edit(name: str, old: str, new: str) -> Callable[[ClassData], object]:
    def change(class_data: ClassData) -> None:
        path = class_data.folder / name
        path.write_text(path.read_text().replace(old, new))

    return change


def _touch(class_data: ClassData) -> None:
    os.utime(class_data.folder / "submissions" / "s01.txt", (1, 1))


def _sheet(class_data: ClassData) -> None:
    (class_data.folder / "sheets").mkdir()
    (class_data.folder / "sheets" / "s01.pdf").write_bytes(b"")


@pytest.mark.parametrize(
    "change",
    [
        lambda class_data: submit(class_data, s01="1a: 10 0\n"),
        lambda class_data: submit(class_data, more="student: s03\n1a: 1 2\n"),
        lambda class_data: (class_data.folder / "submissions" / "s02.txt").unlink(),
        _touch,
        _edit("students.csv", "Aa", "Ab"),
        _edit("students.csv", ",11", ",13"),
        _edit("corrige.toml", 'lang = "en"', 'lang = "fr"'),
        _sheet,
        lambda class_data: rule(class_data, "s02", "1a.2", Override(DecisionKind.RIGHT)),
        lambda class_data: set_aside(class_data, "late.txt"),
        lambda class_data: remove_student(class_data.folder, "s02"),
        lambda class_data: scan(class_data, {"s01": {"1a.1": "10"}}),
        lambda class_data: collect(class_data, [], datetime(2026, 5, 30), datetime(2026, 5, 1)),
        lambda class_data: (class_data.folder / "submissions" / "s03.txt").symlink_to("missing"),
    ],
    ids=["answers", "another file", "a file less", "date", "name", "seed", "language", "sheets", "decision",
         "set aside", "removal", "scans", "deadline",
         "a link to nothing"],
)  # fmt: skip
def test_what_marks_are_made_of_is_marked_again_if_it_changed(
    class_data: ClassData, change: Callable[[ClassData], object]
) -> None:
    change(class_data)
    assert run(class_data).marked is not None
    assert run(class_data).marked is None


@pytest.mark.parametrize("name", ["marks.json", "gradebook.csv", "feedback/s01.pdf"])
@pytest.mark.parametrize("is_deleted", [True, False])
def test_an_output_that_was_edited_or_deleted_is_written_again(
    class_data: ClassData, name: str, is_deleted: bool
) -> None:
    path = class_data.folder / name
    before = path.read_bytes()
    if is_deleted:
        path.unlink()
    else:
        path.write_bytes(b"edited")
    run(class_data)
    assert path.read_bytes() == before
    assert is_deleted or (class_data.folder / "set-aside" / name).read_bytes() == b"edited"


def test_feedback_of_nobody_is_set_aside(class_data: ClassData) -> None:
    (class_data.folder / "feedback" / "s99.pdf").write_bytes(b"of s99")
    (class_data.folder / "feedback" / "notes.txt").write_bytes(b"of the teacher")
    run(class_data)
    assert {path.name for path in (class_data.folder / "feedback").iterdir()} >= {"notes.txt", "s01.pdf"}
    assert (class_data.folder / "set-aside" / "feedback" / "s99.pdf").read_bytes() == b"of s99"


def test_marks_of_a_file_that_changed_meanwhile_are_not_those_of_its_earlier_content(
    class_data: ClassData, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A synchronized folder restores the earlier content, with its date."""
    path, fingerprint = class_data.folder / "submissions" / "s01.txt", marking_run.marking_fingerprint
    submit(class_data, s01="1a: 10 20\n2: 1\n")
    before, status = path.read_text(), path.stat()
    computed: list[str] = []

    def changing(data: ClassData) -> str:
        computed.append(fingerprint(data))
        if len(computed) == 2:  # the first one is compared with the last marking
            path.write_text("1a: 10 99\n")
        return computed[-1]

    monkeypatch.setattr(marking_run, "marking_fingerprint", changing)
    assert next(row.paper and float(row.paper.score) for row in run(class_data).gradebook.rows) == 0.5
    monkeypatch.setattr(marking_run, "marking_fingerprint", fingerprint)
    path.write_text(before)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert next(row.paper and float(row.paper.score) for row in run(class_data).gradebook.rows) == 1
