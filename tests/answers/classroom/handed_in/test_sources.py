import os
import zipfile
from pathlib import Path

import pytest

from answers.classroom.handed_in import sources
from answers.classroom.handed_in.found import Found
from answers.classroom.handed_in.sources import files_in


def told(*paths: Path) -> list[tuple[str, str]]:
    found = files_in(paths)
    return [(one.name, one.content.decode()) if isinstance(one, Found) else (one.place, one.cause) for one in found]


def test_files_folders_and_archives_in_any_mix(tmp_path: Path) -> None:
    folder = tmp_path / "all"
    (folder / "B" / "deep").mkdir(parents=True)
    (folder / "B" / "deep" / "b.txt").write_text("b")
    (folder / "a.txt").write_text("a")
    (folder / ".hidden").write_text("no")
    with zipfile.ZipFile(folder / "in.zip", "w") as archive:
        archive.writestr("c.txt", "c")
    single = tmp_path / "d.txt"
    single.write_text("d")
    assert told(single, folder) == [
        ("d.txt", "d"), ("all/a.txt", "a"), ("in.zip/c.txt", "c"), ("all/B/deep/b.txt", "b"),
    ]  # fmt: skip


def test_a_file_named_alone_keeps_the_folder_of_its_uploader(tmp_path: Path) -> None:
    folder = tmp_path / "Zoé Ba_12_assignsubmission_file_"
    folder.mkdir()
    (folder / "a.txt").write_text("a")
    assert told(folder / "a.txt") == [("Zoé Ba_12_assignsubmission_file_/a.txt", "a")]


def test_the_date_is_that_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a")
    os.utime(path, (1_780_000_000.5, 1_780_000_000.5))
    (found,) = files_in([path])
    assert isinstance(found, Found)
    assert found.date.timestamp() == 1_780_000_000


def test_nothing_is_skipped_silently(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "clutter").mkdir()
    (tmp_path / "clutter" / ".DS_Store").write_bytes(b"x")
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "a.txt").write_text("a")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    (tmp_path / "with").mkdir()
    (tmp_path / "with" / "dir").symlink_to(tmp_path / "target")
    (tmp_path / "with" / "file.txt").symlink_to(tmp_path / "target" / "a.txt")
    os.mkfifo(tmp_path / "with" / "pipe")
    (tmp_path / "bad.zip").write_bytes(b"nothing")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    names = ("empty", "clutter", "link", "with", "bad.zip", "empty.zip", "absent")
    follow = "is a link, which is not followed"
    assert [cause for _, cause in told(*(tmp_path / name for name in names))] == [
        "the folder is empty", "the folder is empty", follow, follow, follow, "the file is not a regular file",
        "is no zip file, or a damaged one (File is not a zip file)", "the archive is empty", "the file does not exist",
    ]  # fmt: skip
    places = [place.removeprefix(f"{tmp_path}/") for place, _ in told(*(tmp_path / name for name in names))]
    assert places == [
        "empty", "clutter", "link", "with/dir", "with/file.txt", "with/pipe", "bad.zip", "empty.zip", "absent",
    ]  # fmt: skip


def test_a_folder_with_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_FILES", 2)
    for i in range(3):
        (tmp_path / f"{i}.txt").write_text("x")
    assert told(tmp_path)[-1] == (str(tmp_path), "the folder holds more than 2 files")
