import errno
import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers import files as files_module
from answers.errors import CorrigeError, Problem
from answers.files import (
    json_bytes,
    json_of,
    read_cached,
    read_limited,
    safe_name,
    shown,
    store_folder,
    write_atomic,
    write_cached,
    write_keeping,
)

DENIED = "check the permissions"
UNUSABLE = "check that the folder exists"


def problem(ask: Callable[[], object]) -> Problem:
    """The only problem told when `ask` is refused."""
    with pytest.raises(CorrigeError) as caught:
        ask()
    (result,) = caught.value.problems
    return result


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path, cause in ((tmp_path / "none", "the file does not exist"), (tmp_path, "this is not an ordinary file")):
        told = problem(lambda: read_limited(path))
        assert (told.place, told.cause.startswith(cause)) == (str(path), True)


def test_a_file_may_be_as_large_as_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(b"0123456789")
    assert read_limited(path, limit=10) == b"0123456789"
    assert read_limited(path) == b"0123456789"
    assert problem(lambda: read_limited(path, limit=9)).place == str(path)


def test_a_file_that_holds_more_than_it_says_is_refused_too() -> None:
    path = Path("/proc/self/status")
    assert path.stat().st_size == 0
    assert "larger than 0 MB" in problem(lambda: read_limited(path, limit=3)).cause


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 300)  # longer than a name may be
    told = problem(lambda: read_limited(path))
    assert (told.place, "file name too long" in told.cause, told.remedy.startswith(UNUSABLE)) == (str(path), True, True)


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_atomic(path, b"one")
    write_atomic(path, b"one")
    assert problem(lambda: write_atomic(path, b"two")).place == str(path)
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


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (errno.ENOSPC, "free some space on the disk"),
        (errno.EROFS, DENIED),
        (errno.EACCES, DENIED),
        (errno.EIO, UNUSABLE),
    ],
)
def test_a_full_or_read_only_folder_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int, remedy: str
) -> None:
    def fail(_: int) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "fsync", fail)
    path = tmp_path / "sheet.pdf"
    told = problem(lambda: write_atomic(path, b"content"))
    assert os.strerror(error).lower() in told.cause
    assert (told.place, told.remedy.startswith(remedy)) == (str(path), True)
    assert list(tmp_path.iterdir()) == []


def test_a_full_drive_without_hard_links_leaves_no_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "hardlink_to", fail)
    monkeypatch.setattr(Path, "read_bytes", fail)
    assert problem(lambda: write_atomic(tmp_path / "sheet.pdf", b"content")).place == str(tmp_path / "sheet.pdf")
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
    for write in (write_atomic, write_keeping):
        told = problem(lambda: write(Path(target), b"content"))
        assert (told.place, told.remedy.startswith(UNUSABLE)) == (target, True)


def test_while_a_file_is_written_it_has_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hidden one in the same folder, short enough for any file system, which tells whose it is and what."""
    paths: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda _: paths.extend(tmp_path.iterdir()))
    path = tmp_path / ("sheet" * 40)
    write_atomic(path, b"content")
    partial, named = paths  # the second time for the name in the folder
    assert re.fullmatch(r"\.(sheet){8}\.[^.]+\.part", partial.name)
    assert named == path
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_file_has_the_rights_of_any_new_file(mask: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        write_atomic(tmp_path / "a", b"content")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o666 & ~mask


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
        ("Bénard-Œuvrard", "Benard-OEuvrard"),
        ("Lætitia Strauß Bjørn Łukasz", "Laetitia-Strauss-Bjorn-Lukasz"),
        ("//", "student"),
        ("a" * 5000, "a" * 60),
        ("-x_1-", "x_1"),
        ("XaX", "XaX"),
        ("/" + "a" * 60, "a" * 60),
        ("a" * 59 + " b", "a" * 59),  # no dash at the end of what is cut
        ("é" * 61, "e" * 60),
        (" " * 1000 + "a", "student"),  # what stands after 1000 letters is not read
        (" " * 999 + "a", "a"),
    ],
)
def test_safe_names(text: str, name: str) -> None:
    assert safe_name(text) == name
    assert safe_name(text, fallback="nobody") == name.replace("student", "nobody")


@pytest.mark.parametrize(
    ("chosen", "cache", "expected"),
    [
        ("/mine", "/cache", "/mine"),
        ("", "/cache", "/cache/corrige"),
        (None, "/cache", "/cache/corrige"),
        (None, "", "/home/teacher/.cache/corrige"),
        (None, None, "/home/teacher/.cache/corrige"),
    ],
)
def test_the_folder_chosen_else_the_users_cache(
    chosen: str | None, cache: str | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/teacher")
    for name, value in (("CORRIGE_CACHE", chosen), ("XDG_CACHE_HOME", cache)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert store_folder() == Path(expected)


@pytest.mark.parametrize("content", [b"[" * 100_000 + b"]" * 100_000, rb'{"a": ["\ud800"]}', b"\xff", b"{"])
def test_what_is_no_document_is_one_error(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        json_of(content)


def test_halves_of_letters_that_make_one_are_text_and_others_are_written_as_json_does() -> None:
    assert json_of(rb'"\ud83d\ude00"') == "\U0001f600"
    assert json.loads(json_bytes({"file": "\udce9.txt"})) == {"file": "\udce9.txt"}


def test_a_name_that_is_no_text_can_be_written() -> None:
    assert shown(Path(os.fsdecode(b"\351ve.txt"))) == r"\xe9ve.txt"
    assert shown("élève.txt") == "élève.txt"


def test_a_cache_gives_back_what_was_written_under_a_name(tmp_path: Path) -> None:
    write_cached(tmp_path, "one", b"first\nsecond\n")
    write_cached(tmp_path, "two", b"")
    results = [read_cached(tmp_path, name) for name in ("one", "two", "three")]
    assert results == [b"first\nsecond\n", b"", None]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no modes of files there")
def test_a_cached_file_that_others_can_change_is_not_read(tmp_path: Path) -> None:
    write_cached(tmp_path, "one", b"content")
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    file.chmod(0o622)
    assert read_cached(tmp_path, "one") is None


def test_a_cache_has_a_bound_and_its_oldest_files_give_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files_module, "MAX_CACHED", 1)
    for number in range(300):  # in 256 folders
        write_cached(tmp_path, str(number), b"")
        assert read_cached(tmp_path, str(number)) == b""
    assert {len(list(folder.iterdir())) for folder in tmp_path.iterdir()} == {1}
