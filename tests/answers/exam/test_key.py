"""Keys in other worlds, and what survives JSON and the store."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.question import Given, Params, Solution, question
from answers.exam.store import kept_key
from answers.exam.world import World
from answers.kinds.numbers.numbers import integers
from tests.answers.tiny import TINY


@question(1, kind=integers(1, 0, 10**6), points=1)
def first(given: Given[Params], _: object) -> Solution:
    return Solution((given.params.u0,))


@question(2, parts="ab", kind=integers(1, 0, 10**6), points=1, uses={"a": ("1",), "b": ()})
def second(given: Given[Params], _: object) -> Solution:
    (value,) = given.answers("1")
    assert isinstance(value, int)
    return Solution((2 * value,))


CHAIN = Exam("chain", 17, lambda draw: Params(draw.u0), (first, second))


def test_a_known_mistake_of_a_question_changes_that_question_only() -> None:
    found = make_key(TINY, World(10, ("half",)))
    assert found.answers == {"1a": (10, 20), "1b": (11, 21), "2": (Fraction(5),)}


def test_a_misreading_changes_the_whole_exam() -> None:
    found = make_key(TINY, World(10, ("next-number",)))
    assert found.answers == {"1a": (11, 22), "1b": (12, 23), "2": (Fraction(11, 4),)}
    both = make_key(TINY, World(10, ("half", "next-number")))
    assert both.answers["2"] == (Fraction(11, 2),)


def test_a_mistake_that_is_not_known_is_refused_with_the_nearest() -> None:
    with pytest.raises(CorrigeError, match="did you mean half"):
        make_key(TINY, World(10, ("halv",)))


def test_the_students_own_answers_are_followed_through() -> None:
    asked = World(10, replaced=(("1", (7,)),))
    found = make_key(CHAIN, asked, parts=["1", "2a"])
    assert found.answers == {"1": (10,), "2a": (14,)}


def test_a_solution_may_ask_only_for_what_its_part_uses() -> None:
    with pytest.raises(LookupError, match="does not use"):
        make_key(CHAIN, 10)


def test_a_replaced_part_must_exist() -> None:
    with pytest.raises(CorrigeError, match="no part '7'"):
        make_key(CHAIN, World(10, replaced=(("7", (1,)),)), parts=["1"])


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
    document = json.loads(entry.read_text())
    document["answers"]["1a"][0] = {"value": 12, "exact": "12", "text": "12"}
    entry.write_text(json.dumps(document))
    assert kept_key(TINY, 10, tmp_path).answers["1a"] == (12, 20)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"schema": "corrige/key/1"}', b"null", b"7"])
def test_a_damaged_entry_is_computed_again(damage: bytes, tmp_path: Path) -> None:
    fresh = kept_key(TINY, 10, tmp_path)
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(damage)
    assert kept_key(TINY, 10, tmp_path) == fresh
    assert json.loads(entry.read_bytes())["exam"] == "tiny"


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
