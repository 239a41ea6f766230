"""Keys that are kept: found again, told apart, made anew when damaged; made elsewhere."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from answers.errors import CorrigeError
from answers.exam import store
from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.key import answers_in_turn, make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.question import Params
from answers.exam.store import (
    NAME,
    Address,
    _connection,
    is_kept,
    keep_sent,
    kept_answers,
    kept_key,
    read_kept,
    sent_key,
)
from answers.exam.world import World
from answers.kinds.reading import Values
from tests.answers.tiny import TINY

MARK = fingerprint(TINY.home)


def rows(folder: Path) -> dict[tuple[str, int, str, str], bytes]:
    """What the file holds by address, every digest being right."""
    with closing(sqlite3.connect(folder / NAME)) as file:
        found = file.execute("SELECT * FROM keys").fetchall()
    assert all(digest == sealed(tuple(address), content) for *address, digest, content in found)
    return {tuple(address): content for *address, _, content in found}


def sealed(address: tuple[str, int, str, str], content: bytes) -> str:
    return sha256(repr(address).encode() + content).hexdigest()


def write(folder: Path, content: bytes, *, seal: bool = True) -> None:
    """Put something else in the place of every key."""
    with closing(sqlite3.connect(folder / NAME)) as file, file:
        for *address, _, _ in file.execute("SELECT * FROM keys").fetchall():
            file.execute("UPDATE keys SET content = ? WHERE u0 = ? AND change = ?", (content, *address[1:3]))
            if seal:
                digest = sealed((address[0], *address[1:]), content)
                file.execute("UPDATE keys SET digest = ? WHERE u0 = ? AND change = ?", (digest, *address[1:3]))


def document(content: bytes) -> dict[str, Any]:
    """What is kept of a whole key: its document on one line, without the evidence that is on the next."""
    first, _, second = content.partition(b"\n")
    return {**json.loads(first), "evidence": json.loads(second)}


def content(document: dict[str, Any]) -> bytes:
    rest = {**document, "evidence": {}}
    return json.dumps(rest).encode() + b"\n" + json.dumps(document["evidence"]).encode()


@pytest.mark.parametrize(
    "world", [World(10), World(0), World(10, ("half",)), World(10, replaced=(("1a", (7, Fraction(1, 3))),))]
)
def test_a_key_is_the_same_fresh_from_json_and_from_the_store(world: World, tmp_path: Path) -> None:
    fresh = make_key(TINY, world)
    assert key_from_json(TINY, json.loads(json.dumps(key_to_json(TINY, fresh)))) == fresh
    first_time, again = (kept_key(TINY, world, tmp_path) for _ in range(2))
    assert first_time == again == replace(fresh, fingerprint=first_time.fingerprint)


def test_the_store_is_asked_before_anything_is_computed(tmp_path: Path) -> None:
    """A changed entry shows that it was read: a store that never hits would compute the right answer."""
    kept_key(TINY, 10, tmp_path)
    (kept,) = map(document, rows(tmp_path).values())
    kept["answers"]["1a"][0] = {"value": 12, "exact": "12", "text": "12"}
    write(tmp_path, content(kept))
    assert kept_key(TINY, 10, tmp_path).answers["1a"] == (12, 20)


def test_a_digit_that_changed_on_the_disk_is_noticed(tmp_path: Path) -> None:
    fresh = kept_key(TINY, 10, tmp_path)
    (kept,) = rows(tmp_path).values()
    write(tmp_path, kept.replace(b'"value": 20', b'"value": 21'), seal=False)
    assert kept_key(TINY, 10, tmp_path) == fresh


DAMAGES = [b"", b"{", b"[]", b'{"schema": "corrige/key/1"}', b"null", b"7"]


@pytest.mark.parametrize("seal", [True, False])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_computed_again(damage: bytes, seal: bool, tmp_path: Path) -> None:
    fresh = kept_key(TINY, 10, tmp_path)
    write(tmp_path, damage, seal=seal)
    assert kept_key(TINY, 10, tmp_path) == fresh
    (kept,) = map(document, rows(tmp_path).values())
    assert kept["exam"] == "tiny"


@pytest.mark.parametrize("damage", [b"", b"no database", b"SQLite format 3\0" + bytes(4096)])
def test_a_damaged_file_is_made_again(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(damage)
    fresh = kept_key(TINY, 10, tmp_path)
    assert fresh.answers == make_key(TINY, 10).answers
    assert kept_key(TINY, 10, tmp_path) == fresh
    assert len(rows(tmp_path)) == 1


def test_a_file_cut_short_is_made_again(tmp_path: Path) -> None:
    for u0 in range(1, 60):
        kept_key(TINY, u0, tmp_path)
    _connection.cache_clear()
    whole = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(whole[: len(whole) // 2])
    assert all(kept_key(TINY, u0, tmp_path).answers == make_key(TINY, u0).answers for u0 in range(1, 60))
    assert all(kept_key(TINY, u0, tmp_path).answers == make_key(TINY, u0).answers for u0 in range(1, 60))


@pytest.mark.slow
def test_many_processes_share_the_file(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(keep_some, tmp_path, first) for first in (1, 1, 11, 16)]
        assert [future.result() for future in futures] == [True] * 4
    assert len(rows(tmp_path)) == 35


def keep_some(folder: Path, first: int) -> bool:
    return all(kept_key(TINY, u0, folder).answers["1a"] == (u0, 2 * u0) for u0 in range(first, first + 20))


def test_seeds_are_kept_apart_and_changed_worlds_are_not_kept(tmp_path: Path) -> None:
    worlds = [World(10), World(11), World(10, ("half",)), World(10, replaced=(("1a", (7, 8)),))]
    assert all(kept_key(TINY, world, tmp_path) == make_key(TINY, world, fingerprint=MARK) for world in worlds)
    assert list(rows(tmp_path)) == [("tiny", 10, "", MARK), ("tiny", 11, "", MARK)]


def test_a_store_that_cannot_be_written_is_only_slower(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert kept_key(TINY, 10, file).answers == make_key(TINY, 10).answers
    assert file.read_text() == ""


def test_a_key_is_kept_under_its_exam_seed_and_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "deep" / "store"
    assert kept_key(TINY, 10, folder) == make_key(TINY, 10, fingerprint=MARK)
    ((address, kept),) = rows(folder).items()
    assert address == ("tiny", 10, "", MARK)
    assert document(kept) == key_to_json(TINY, make_key(TINY, 10, fingerprint=MARK))
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "cache"))
    kept_key(TINY, 10)
    assert rows(tmp_path / "cache") == {address: kept}


def test_a_key_of_another_world_is_not_taken_for_this_one(tmp_path: Path) -> None:
    """Whatever its address."""
    kept_key(TINY, 10, tmp_path)
    for world in (World(11), World(10, ("half",))):
        write(tmp_path, content(key_to_json(TINY, make_key(TINY, world, fingerprint=MARK))))
        assert kept_key(TINY, 10, tmp_path) == make_key(TINY, 10, fingerprint=MARK)
    (kept,) = map(document, rows(tmp_path).values())
    assert kept["u0"] == 10


def test_a_key_at_the_address_of_another_seed_is_damaged(tmp_path: Path) -> None:
    """The digest covers the address: a key that a damaged file shows elsewhere is none."""
    kept_key(TINY, 11, tmp_path)
    with closing(sqlite3.connect(tmp_path / NAME)) as file, file:
        file.execute("UPDATE keys SET u0 = 10")
    assert read_kept(tmp_path, Address("tiny", 10, "", MARK)) is None


@pytest.mark.parametrize("world", [World(64007), World(10, ("halv",))])
def test_a_world_that_cannot_be_is_refused_and_not_kept(world: World, tmp_path: Path) -> None:
    with pytest.raises(CorrigeError):
        kept_key(TINY, world, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_sent_is_kept_by_who_gets_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "theirs"))
    key, sent = sent_key(TINY, 7)
    assert not (tmp_path / "theirs").exists()
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "ours"))
    assert not is_kept(TINY, 7)
    keep_sent(TINY, 7, sent)
    assert is_kept(TINY, 7)
    monkeypatch.setattr(store, "make_key", None)  # nothing is made any more
    assert kept_key(TINY, 7) == key
    assert sent_key(TINY, 7) == (key, None)


BOTH = {"half": {"1a": (10, 20), "2": (Fraction(5),)}, "next-number": {"1a": (11, 22), "2": (Fraction(11, 4),)}}
"""By hand, for u₀ = 10."""


def changed(folder: Path) -> dict[str, bytes]:
    with closing(sqlite3.connect(folder / NAME)) as file:
        return dict(file.execute("SELECT change, content FROM keys").fetchall())


@pytest.mark.parametrize("mistake", ["half", "next-number"])
def test_answers_are_the_same_fresh_and_from_the_store(mistake: str, tmp_path: Path) -> None:
    for _ in range(2):
        assert kept_answers(TINY, 10, tmp_path).of(mistake, ("1a", "2")) == BOTH[mistake]


def test_only_what_is_missing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def noted(exam: Exam, world: World, parts: Sequence[str], params: Params) -> Iterator[tuple[str, Values]]:
        made.append((world.mistakes, tuple(parts)))
        return answers_in_turn(exam, world, parts, params)

    monkeypatch.setattr(store, "answers_in_turn", noted)
    kept_answers(TINY, 10, tmp_path).of("half", ("2",))
    again = kept_answers(TINY, 10, tmp_path)
    assert again.of("half", ("1a", "2")) == again.of("half", ("1a", "2")) == BOTH["half"]
    assert kept_answers(TINY, 10, tmp_path).of("half", ("1a", "2")) == BOTH["half"]
    assert made == [(("half",), ("2",)), (("half",), ("1a",))]
    assert list(changed(tmp_path)) == ["half"]


def test_worlds_and_seeds_are_kept_apart(tmp_path: Path) -> None:
    for u0 in (10, 11):
        for mistake in BOTH:
            kept_answers(TINY, u0, tmp_path).of(mistake, ("1a",))
    assert [kept_answers(TINY, u0, tmp_path).of("half", ("1a",))["1a"] for u0 in (10, 11)] == [(10, 20), (11, 22)]
    assert set(kept_answers(TINY, 10, tmp_path).known) == set(BOTH)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"7", b'{"2": 7}', b'{"2": ["x"]}', b'{"2": ["1/0"]}'])
def test_damaged_answers_are_made_again(damage: bytes, tmp_path: Path) -> None:
    kept_answers(TINY, 10, tmp_path).of("half", ("2",))
    write(tmp_path, damage)
    assert kept_answers(TINY, 10, tmp_path).of("half", ("2",)) == {"2": (Fraction(5),)}
    assert json.loads(changed(tmp_path)["half"]) == {"2": ["5/1"]}


def test_a_digit_of_answers_that_changed_on_the_disk_is_noticed(tmp_path: Path) -> None:
    kept_answers(TINY, 10, tmp_path).of("half", ("2",))
    with closing(sqlite3.connect(tmp_path / NAME)) as file, file:
        file.execute("UPDATE keys SET content = ?", (b'{"2": ["7/1"]}',))
    assert kept_answers(TINY, 10, tmp_path).of("half", ("2",)) == {"2": (Fraction(5),)}


@pytest.mark.parametrize(("u0", "mistake"), [(64007, "half"), (10, "halv")])
def test_a_changed_world_that_cannot_be_is_refused_and_not_kept(u0: int, mistake: str, tmp_path: Path) -> None:
    with pytest.raises(CorrigeError):
        kept_answers(TINY, u0, tmp_path).of(mistake, ("2",))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_a_store_that_another_program_holds_is_waited_for_once(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it keeps others from reading, or only from writing."""
    monkeypatch.setattr(store, "WAIT", 0.5)
    monkeypatch.setenv(store.AWAITED, "")
    _connection.cache_clear()
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as other:
        other.execute(f"PRAGMA journal_mode = {mode}")
        other.execute(store.SHAPE)
        other.execute("BEGIN EXCLUSIVE")
        other.execute("INSERT INTO keys VALUES ('x', 0, '', '', '', '')")
        begun = monotonic()
        with pytest.warns(store.BusyWarning, match="another program holds") as told:
            made = [kept_key(TINY, u0, tmp_path).answers for u0 in range(1, 60)]
        assert 0.5 < monotonic() - begun < 5  # and not 59 times a half
        _connection.cache_clear()  # as in a process that this one starts
        begun = monotonic()
        with pytest.warns(store.BusyWarning):
            kept_key(TINY, 60, tmp_path)
        assert monotonic() - begun < 0.5
        assert len({str(one.message) for one in told}) == 1
        other.execute("ROLLBACK")
    assert made == [make_key(TINY, u0).answers for u0 in range(1, 60)]
    kept_key(TINY, 99, tmp_path)
    assert read_kept(tmp_path, Address("tiny", 99, "", MARK)) is not None
