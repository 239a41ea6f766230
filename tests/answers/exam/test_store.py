"""Keys that are kept: found again, told apart, made anew when damaged."""

import json
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam.home import fingerprint
from answers.exam.key import make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.store import kept_key
from answers.exam.world import World
from tests.answers.tiny import TINY

MARK = fingerprint(TINY.home)


def sealed(content: bytes) -> bytes:
    """A document as the store keeps it: its digest on a line of its own, then the document."""
    return sha256(content).hexdigest().encode() + b"\n" + content


def kept(entry: Path) -> bytes:
    """The document of an entry, whose digest is right."""
    digest, _, content = entry.read_bytes().partition(b"\n")
    assert sealed(content).startswith(digest + b"\n")
    return content


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
    (entry,) = tmp_path.iterdir()
    document = json.loads(kept(entry))
    document["answers"]["1a"][0] = {"value": 12, "exact": "12", "text": "12"}
    entry.write_bytes(sealed(json.dumps(document).encode()))
    assert kept_key(TINY, 10, tmp_path).answers["1a"] == (12, 20)


def test_a_digit_that_changed_on_the_disk_is_noticed(tmp_path: Path) -> None:
    fresh = kept_key(TINY, 10, tmp_path)
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(entry.read_bytes().replace(b'"value": 20', b'"value": 21'))
    assert kept_key(TINY, 10, tmp_path) == fresh


DAMAGES = [b"", b"{", b"[]", b'{"schema": "corrige/key/1"}', b"null", b"7"]


@pytest.mark.parametrize("damage", [*DAMAGES, *map(sealed, DAMAGES)])
def test_a_damaged_entry_is_computed_again(damage: bytes, tmp_path: Path) -> None:
    fresh = kept_key(TINY, 10, tmp_path)
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(damage)
    assert kept_key(TINY, 10, tmp_path) == fresh
    assert json.loads(kept(entry))["exam"] == "tiny"


def test_worlds_are_kept_apart(tmp_path: Path) -> None:
    worlds = [
        World(10),
        World(11),
        World(10, ("half",)),
        World(10, ("next-number",)),
        World(10, replaced=(("1a", (7, 8)),)),
    ]
    for world in worlds:
        kept_key(TINY, world, tmp_path)
    assert len(list(tmp_path.iterdir())) == len(worlds)
    assert kept_key(TINY, World(10, ("half",)), tmp_path).answers["2"] == (Fraction(5),)


def test_a_store_that_cannot_be_written_is_only_slower(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert kept_key(TINY, 10, file).answers == make_key(TINY, 10).answers
    assert file.read_text() == ""


def test_a_key_is_kept_under_its_exam_seed_and_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "deep" / "store"
    assert kept_key(TINY, 10, folder) == make_key(TINY, 10, fingerprint=MARK)
    (entry,) = folder.iterdir()
    assert entry.name == f"tiny-10-{MARK}.json"
    assert json.loads(kept(entry)) == key_to_json(TINY, make_key(TINY, 10, fingerprint=MARK))
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "cache"))
    kept_key(TINY, 10)
    assert (tmp_path / "cache" / entry.name).read_bytes() == entry.read_bytes()


def test_a_changed_world_has_a_short_name_of_its_own(tmp_path: Path) -> None:
    kept_key(TINY, World(10, ("half",)), tmp_path)
    (entry,) = tmp_path.iterdir()
    first, seed, change, rest = entry.name.split("-")
    assert (first, seed, rest) == ("tiny", "10", f"{MARK}.json")
    assert len(change) == 16
    assert int(change, 16)


def test_a_key_of_another_world_is_not_taken_for_this_one(tmp_path: Path) -> None:
    """Whatever the name of its file."""
    path = tmp_path / f"tiny-10-{MARK}.json"
    for world in (World(11), World(10, ("half",))):
        path.write_bytes(sealed(json.dumps(key_to_json(TINY, make_key(TINY, world, fingerprint=MARK))).encode()))
        assert kept_key(TINY, 10, tmp_path) == make_key(TINY, 10, fingerprint=MARK)
    assert json.loads(kept(path))["u0"] == 10


@pytest.mark.parametrize("world", [World(64007), World(10, ("halv",))])
def test_a_world_that_cannot_be_is_refused_and_not_kept(world: World, tmp_path: Path) -> None:
    with pytest.raises(CorrigeError):
        kept_key(TINY, world, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_some_parts_are_kept_and_others_added(tmp_path: Path) -> None:
    world = World(10, ("half",))
    whole = make_key(TINY, world)
    first = kept_key(TINY, world, tmp_path, parts=("2",))
    assert (dict(first.answers), first.oral) == ({"2": whole.answers["2"]}, {})
    both = kept_key(TINY, world, tmp_path, parts=("1a",))
    assert dict(both.answers) == {"1a": (10, 20), "2": (5,)}
    assert kept_key(TINY, world, tmp_path, parts=("2", "1a")) == both
    assert len(list(tmp_path.iterdir())) == 1
    assert kept_key(TINY, world, tmp_path) == replace(whole, fingerprint=both.fingerprint)
