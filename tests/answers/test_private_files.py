"""Whatever the umask: what a class and the cache hold is read by this account alone; what is shared follows it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from answers.classroom.artifact_cache import from_bytes, to_bytes
from answers.exam.key_cache import cached_key
from answers.files import CacheWarning, store_folder
from answers.flags import INVALID_SIGNATURE, Flag, Place
from answers.messages import Message
from answers.sheets.identity import Identity, Signature
from answers.submissions.raw.submission import Submission
from tests.answers.cli.running import run
from tests.answers.tiny import TINY

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="no modes of files there")


@pytest.fixture(autouse=True)
def _everybody_may() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> set[str]:
    return {path.name for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077}


@pytest.fixture
def algo(here: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (here / "list.csv").write_text("student,name,first_name,u0\ns01,Aa,Bb,10\n")
    run(capsys, "class", "init", "algo", "--exam", "verger", "--students", "list.csv")
    return here / "algo"


def test_a_class_is_closed_to_others_and_closed_again(algo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert open_to_others(algo) == set()
    algo.chmod(0o755)
    (algo / "corrige.toml").chmod(0o644)
    (algo / "sitting").mkdir(mode=0o777)
    (algo / "sitting" / "log.jsonl").touch(0o666)
    informed = [run(capsys, "class", "seeds", "algo").err.count("was readable by other accounts") for _ in range(2)]
    assert (informed, open_to_others(algo) - {".corrige.lock"}) == ([1, 0], set())


def test_what_is_exported_follows_the_umask(algo: Path, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.umask(0o022)
    assert run(capsys, "list", "-o", "list.txt").code == 0
    assert (here / "list.txt").stat().st_mode & 0o777 == 0o644
    assert os.umask(0o022) == 0o022


def test_a_cache_that_others_can_read_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").mkdir(mode=0o755)
    for name in ("cache", "new"):
        monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / name))
        cached_key(TINY, 10)
        assert store_folder() == tmp_path / name
        assert store_folder().stat().st_mode & 0o777 == 0o700
        assert open_to_others(store_folder()) == set()


@pytest.mark.parametrize("place", ["cache", "cache/templates", "cache/keys", "."])
def test_a_cache_where_others_can_write_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    base = tmp_path / "base"
    (base / "cache" / "templates").mkdir(parents=True, mode=0o700)
    base.chmod(0o700)
    (base / "cache" / "keys").mkdir(mode=0o700)
    (base / place).chmod(0o777)
    monkeypatch.setenv("CORRIGE_CACHE", str(base / "cache"))
    with pytest.warns(CacheWarning):
        path = store_folder()
    assert (path.is_relative_to(base), path.stat().st_mode & 0o777, store_folder()) == (False, 0o700, path)


def test_a_cache_of_another_account_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").mkdir(mode=0o700)
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "cache"))
    if os.getuid():
        monkeypatch.setattr(os, "getuid", lambda: 12345)
    else:
        os.chown(tmp_path / "cache", 12345, 12345)
    with pytest.warns(CacheWarning):
        assert store_folder() != tmp_path / "cache"


def test_what_is_kept_comes_back_as_it_was() -> None:
    place = Place("a.pdf", Message("{count} paper", plural="{count} papers", count=2))
    signature = Signature(Identity("tiny", 10, "s01", "aaaaaaaa"), valid=False)
    submission = Submission(
        place, "s01", None, "tiny", {"1a": ("1", "\udce9½")}, signature, (INVALID_SIGNATURE, Flag("x", "d"))
    )
    (back,) = from_bytes(to_bytes((submission,)))
    assert (back, repr(back), back.place.inside.render("en")) == (submission, repr(submission), "2 papers")


@pytest.mark.parametrize("content", [b'{"Popen":{}}', b'{"Place":{"of":1}}', b"[", b'{"fraction":"1/0"}', b"{}"])
def test_what_was_not_kept_here_makes_no_object(content: bytes) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        from_bytes(content)
