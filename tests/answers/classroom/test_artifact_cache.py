"""Files are read and marked again only if one of their inputs changed."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from answers.classroom import artifact_cache, marks
from answers.classroom.folder import ClassData, open_class
from answers.classroom.marking_run import run_marking
from answers.classroom.marks import grade_class, marked_class
from answers.classroom.review import review
from answers.executors.workers import SERIAL
from answers.files import store_folder
from answers.grading import grade as grading
from tests.answers.classroom.handing_in import submit, tiny_class


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record "read" and "marked" for each file read and each paper marked during a test."""
    calls: list[str] = []

    def recording(name: str, function: Callable[..., object]) -> Callable[..., object]:
        return lambda *args, **kwargs: (calls.append(name), function(*args, **kwargs))[1]

    monkeypatch.setattr(grading, "read_submissions", recording("read", grading.read_submissions))
    marked = recording("marked", grading.grade)
    for module in (marks, grading):
        monkeypatch.setattr(module, "grade", marked)
    return calls


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    class_data = tiny_class(tmp_path / "class")
    submit(class_data, s01="1a: 10 20\n", s02="1a: 11 22\n")
    return class_data


def again(class_data: ClassData) -> list[tuple[str, float]]:
    rows = grade_class(open_class(class_data.folder)).rows
    return [(row.student.id, float(row.paper.score)) for row in rows if row.paper]


def test_the_answers_of_a_file_that_changes_while_it_is_read_are_not_kept_for_its_earlier_content(
    class_data: ClassData, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A synchronized folder, which then restores the earlier content, with its date."""
    path, read = class_data.folder / "submissions" / "s01.txt", grading.read_submissions
    before, status = path.read_text(), path.stat()

    def changing(file: Path, *arguments: Any, **options: Any) -> Any:
        if file == path:
            path.write_text("1a: 10 99\n")
        return read(file, *arguments, **options)

    monkeypatch.setattr(grading, "read_submissions", changing)
    run_marking(open_class(class_data.folder), is_trial=False)
    monkeypatch.setattr(grading, "read_submissions", read)
    path.write_text(before)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    rows = run_marking(open_class(class_data.folder), is_trial=False).gradebook.rows
    assert [row.paper and float(row.paper.score) for row in rows] == [1, 1, None]


@pytest.mark.parametrize(("store", "done"), [("", 4), ("/dev/null/store", 8)])  # which cannot be written
def test_what_has_not_changed_is_neither_read_nor_marked_again(
    class_data: ClassData, work: list[str], monkeypatch: pytest.MonkeyPatch, store: str, done: int
) -> None:
    if store:
        monkeypatch.setenv("CORRIGE_CACHE", store)
    first = grade_class(class_data)
    assert work == ["read", "read", "marked", "marked"]
    assert grade_class(open_class(class_data.folder)) == first
    assert len(work) == done


def test_what_an_unread_answer_may_have_meant_is_marked_with_its_paper(
    class_data: ClassData, work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(class_data, s01="1a: 10 20\n2: 2,500\n")
    monkeypatch.setattr(marks, "FEW", 1)
    grade_class(class_data, lambda work, items, chunk=1: SERIAL(work, items, chunk))
    assert work.count("marked") > 2
    work.clear()
    marked = marked_class(class_data.folder)
    (review_case,) = review(marked).cases
    assert (review_case.item, [float(*choice.gains) for choice in review_case.choices], work) == (
        "2.1",
        [0, 3, 3, 0],
        [],
    )


def _replace(name: str, old: str, new: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        (folder / name).write_text((folder / name).read_text().replace(old, new))

    return change


@pytest.mark.parametrize(
    ("change", "done", "scores"),
    [
        (_replace("submissions/s02.txt", "22", "0"), ["read", "marked"], [1, 0.5]),
        (_replace("students.csv", ",11", ",13"), ["read", "read", "marked", "marked"], [1, 0]),
        (_replace("corrige.toml", 'lang = "en"', 'lang = "fr"'), ["read", "read", "marked", "marked"], [1, 1]),
        (
            lambda folder: ((folder / "sheets").mkdir(), (folder / "sheets" / "s01.pdf").write_bytes(b"")),
            ["read", "read", "marked", "marked"],  # a class with sheets: papers without a signature are flagged
            [1, 1],
        ),
        (lambda folder: (folder / "submissions" / "s02.txt").rename(folder / "s02.txt"), [], [1]),
    ],
    ids=["answers", "seed", "settings", "sheets", "one less"],
)
def test_what_depends_on_a_change_is_made_again(
    class_data: ClassData, work: list[str], change: Callable[[Path], object], done: list[str], scores: list[float]
) -> None:
    grade_class(class_data)
    work.clear()
    change(class_data.folder)
    assert [score for _, score in again(class_data)] == scores
    assert sorted(work) == sorted(done)


def test_another_version_of_the_code_takes_away_what_the_former_one_made(
    class_data: ClassData, work: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "store"))
    grade_class(class_data)
    folders = set((store_folder() / artifact_cache.FOLDER).glob("*/*"))
    work.clear()
    monkeypatch.setattr(artifact_cache, "class_code", lambda _: "another")
    again(class_data)
    assert len(work) == 4
    there = set((store_folder() / artifact_cache.FOLDER).glob("*/*"))
    assert (len(folders - there), len(there - folders)) == (1, 1)
