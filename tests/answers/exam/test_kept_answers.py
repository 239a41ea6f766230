"""Answers of changed worlds that are kept: found again, some parts at a time, made anew when damaged."""

import json
import sqlite3
from collections.abc import Collection
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.errors import CorrigeError
from answers.exam import kept_answers as module
from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.kept_answers import _plain, _value, kept_answers
from answers.exam.key import Key, make_key
from answers.exam.key_file import NAME, Address, _digest
from answers.exam.world import World
from answers.kinds.reading import Value
from tests.answers.tiny import TINY

MARK = fingerprint(TINY.home)
BOTH = {"half": {"1a": (10, 20), "2": (Fraction(5),)}, "next-number": {"1a": (11, 22), "2": (Fraction(11, 4),)}}
"""By hand, for u₀ = 10."""


def rows(folder: Path) -> dict[str, bytes]:
    with closing(sqlite3.connect(folder / NAME)) as file:
        return dict(file.execute("SELECT change, content FROM keys").fetchall())


def write(folder: Path, mistake: str, content: bytes) -> None:
    """Put something else in the place of an entry, with the right digest."""
    digest = _digest(Address("tiny", 10, mistake, MARK), content)
    with closing(sqlite3.connect(folder / NAME)) as file, file:
        file.execute("UPDATE keys SET content = ?, digest = ? WHERE change = ?", (content, digest, mistake))


@pytest.mark.parametrize("mistake", ["half", "next-number"])
def test_answers_are_the_same_fresh_and_from_the_store(mistake: str, tmp_path: Path) -> None:
    for _ in range(2):
        assert kept_answers(TINY, 10, tmp_path).of(mistake, ("1a", "2")) == BOTH[mistake]


def test_only_what_is_missing_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def noted(exam: Exam, world: World, *, parts: Collection[str]) -> Key:
        made.append((world.mistakes, tuple(parts)))
        return make_key(exam, world, parts=parts)

    monkeypatch.setattr(module, "make_key", noted)
    kept_answers(TINY, 10, tmp_path).of("half", ("2",))
    again = kept_answers(TINY, 10, tmp_path)
    assert again.of("half", ("1a", "2")) == again.of("half", ("1a", "2")) == BOTH["half"]
    assert kept_answers(TINY, 10, tmp_path).of("half", ("1a", "2")) == BOTH["half"]
    assert made == [(("half",), ("2",)), (("half",), ("1a",))]
    assert list(rows(tmp_path)) == ["half"]


def test_worlds_and_seeds_are_kept_apart(tmp_path: Path) -> None:
    for u0 in (10, 11):
        for mistake in BOTH:
            kept_answers(TINY, u0, tmp_path).of(mistake, ("1a",))
    assert [kept_answers(TINY, u0, tmp_path).of("half", ("1a",))["1a"] for u0 in (10, 11)] == [(10, 20), (11, 22)]
    assert set(kept_answers(TINY, 10, tmp_path).known) == set(BOTH)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"7", b'{"2": 7}', b'{"2": ["x"]}', b'{"2": ["1/0"]}'])
def test_a_damaged_entry_is_made_again(damage: bytes, tmp_path: Path) -> None:
    kept_answers(TINY, 10, tmp_path).of("half", ("2",))
    write(tmp_path, "half", damage)
    assert kept_answers(TINY, 10, tmp_path).of("half", ("2",)) == {"2": (Fraction(5),)}
    assert json.loads(rows(tmp_path)["half"]) == {"2": ["5/1"]}


def test_a_digit_that_changed_on_the_disk_is_noticed(tmp_path: Path) -> None:
    kept_answers(TINY, 10, tmp_path).of("half", ("2",))
    with closing(sqlite3.connect(tmp_path / NAME)) as file, file:
        file.execute("UPDATE keys SET content = ?", (b'{"2": ["7/1"]}',))
    assert kept_answers(TINY, 10, tmp_path).of("half", ("2",)) == {"2": (Fraction(5),)}


@pytest.mark.parametrize(("u0", "mistake"), [(64007, "half"), (10, "halv")])
def test_a_world_that_cannot_be_is_refused_and_not_kept(u0: int, mistake: str, tmp_path: Path) -> None:
    with pytest.raises(CorrigeError):
        kept_answers(TINY, u0, tmp_path).of(mistake, ("2",))
    assert list(tmp_path.iterdir()) == []


values: st.SearchStrategy[Value] = st.recursive(
    st.integers() | st.fractions() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


@given(values)
def test_values_travel_through_json_with_their_type(value: Value) -> None:
    found = _value(json.loads(json.dumps(_plain(value))))
    assert (found, repr(found)) == (value, repr(value))
