import errno
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.errors import CorrigeError
from answers.files import make_folder, read_limited, safe_name, write_atomic, write_keeping


def test_a_missing_file_a_folder_and_a_large_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 11)
    for path, cause in [("none", "does not exist"), (".", "not a regular file"), ("big", "larger than")]:
        with pytest.raises(CorrigeError, match=cause):
            read_limited(tmp_path / path, limit=10)


def test_a_200_mb_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(200_000_000)
    with pytest.raises(CorrigeError, match="larger than 20 MB"):
        read_limited(path)


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_atomic(path, b"one")
    write_atomic(path, b"one")
    with pytest.raises(CorrigeError, match="left as it is"):
        write_atomic(path, b"two")
    assert path.read_bytes() == b"one"
    write_atomic(path, b"two", overwrite=True)
    assert path.read_bytes() == b"two"


def test_what_stood_there_is_kept_under_a_number(tmp_path: Path) -> None:
    path = tmp_path / "marks.json"
    for content in (b"1", b"1", b"2", b"3"):
        write_keeping(path, content)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {
        "marks.json": b"3",
        "marks.json.1": b"1",
        "marks.json.2": b"2",
    }


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_full_or_read_only_folder_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    def fail(_: int) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(CorrigeError, match=os.strerror(error).lower()) as caught:
        write_atomic(tmp_path / "sheet.pdf", b"content")
    assert str(tmp_path) in caught.value.problems[0].place
    assert list(tmp_path.iterdir()) == []


def test_an_interruption_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "students.csv"
    write_atomic(path, b"old")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(path, b"new", overwrite=True)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"students.csv": b"old"}


@pytest.mark.parametrize("target", ["/proc/corrige.pdf", "missing/sheet.pdf"])
def test_a_folder_that_cannot_be_written_is_named(here: Path, target: str) -> None:
    with pytest.raises(CorrigeError, match="cannot be used") as caught:
        write_atomic(Path(target), b"content")
    assert caught.value.problems[0].place == target


def test_a_folder_in_the_place_of_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "demo").write_bytes(b"")
    with pytest.raises(CorrigeError):
        make_folder(tmp_path / "demo")


@given(st.text())
def test_a_safe_name_stays_in_its_folder(text: str) -> None:
    name = safe_name(text)
    assert re.fullmatch("[A-Za-z0-9_-]{1,60}", name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ("Zoé N’Diaye", "Zoe-NDiaye"),
        ("=1+1", "1-1"),
        ("//", "student"),
        ("a" * 5000, "a" * 60),
    ],
)
def test_safe_names(text: str, name: str) -> None:
    assert safe_name(text) == name
