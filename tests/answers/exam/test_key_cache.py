"""The cache of keys: keys are found again, distinguished, and computed again if a file is damaged."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam import key_cache
from answers.exam.exam import Exam
from answers.exam.key import answers_in_turn, make_key
from answers.exam.key_cache import ScenarioAnswers, cached_key, load_or_compute, save
from answers.exam.location import fingerprint
from answers.exam.question import Params
from answers.exam.scenario import Scenario
from answers.kinds.parsing import Values
from tests.answers.exam.rich import RICH
from tests.answers.tiny import TINY

MARK = fingerprint(TINY.location)


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an empty cache of keys."""
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("exam", [TINY, RICH])
@pytest.mark.parametrize("u0", [10, 0])
def test_a_key_is_the_same_fresh_and_from_the_cache(exam: Exam, u0: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = make_key(exam, u0, fingerprint=fingerprint(exam.location))
    assert cached_key(exam, u0) == fresh
    monkeypatch.setattr(key_cache, "make_key", None)  # nothing is computed any more
    again = cached_key(exam, Scenario(u0))
    assert (again, repr(again)) == (fresh, repr(fresh))


def test_seeds_are_kept_apart_and_scenarios_are_not_saved(store: Path) -> None:
    scenarios = [Scenario(10), Scenario(11), Scenario(10, ("half",)), Scenario(10, answer_overrides=(("1a", (7, 8)),))]
    assert all(cached_key(TINY, scenario) == make_key(TINY, scenario, fingerprint=MARK) for scenario in scenarios)
    assert len(files(store)) == 2


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda _: b"",
    lambda _: b"no key",
    lambda content: content[: len(content) // 2],
    lambda content: content.replace(b'"value": 20', b'"value": 21'),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_computed_again(damage: Callable[[bytes], bytes], store: Path) -> None:
    fresh = cached_key(TINY, 10)
    (file,) = files(store)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert cached_key(TINY, 10) == fresh
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"[" * 100_000, b'{"schema": "corrige/key/1"}', b"null", b"7", b"\xff"]
)
def test_what_other_code_wrote_is_computed_again(content: bytes) -> None:
    save(TINY, 10, content)
    assert cached_key(TINY, 10) == make_key(TINY, 10, fingerprint=MARK)
    assert load_or_compute(TINY, 10)[1] is None


def test_a_key_of_another_seed_is_not_taken_for_this_one(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its content may be under the name of this key, or its file in the place of that of this key."""
    fresh = cached_key(TINY, 10)
    (here,) = files(store)
    save(TINY, 10, load_or_compute(TINY, 11)[1])
    assert cached_key(TINY, 10) == fresh
    monkeypatch.setenv("CORRIGE_CACHE", str(store / "other"))
    cached_key(TINY, 11)
    (there,) = files(store / "other")
    there.replace(here)
    monkeypatch.setenv("CORRIGE_CACHE", str(store))
    assert cached_key(TINY, 10) == fresh


def test_a_cache_that_cannot_be_written_is_only_slower(store: Path) -> None:
    store.write_text("")
    assert cached_key(TINY, 10).answers == make_key(TINY, 10).answers
    assert store.read_text() == ""


@pytest.mark.parametrize("scenario", [Scenario(64007), Scenario(10, ("halv",))])
def test_a_scenario_that_cannot_be_is_refused_and_not_saved(scenario: Scenario, store: Path) -> None:
    with pytest.raises(CorrigeError):
        cached_key(TINY, scenario)
    with pytest.raises(CorrigeError):
        ScenarioAnswers(TINY, TINY.drawn(10)).answers(scenario, ("2",))
    assert not store.exists()


BOTH = {"half": {"1a": (10, 20), "2": (Fraction(5),)}, "next-number": {"1a": (11, 22), "2": (Fraction(11, 4),)}}
"""Computed by hand for u₀ = 10."""


def answers(mistake: str, parts: Sequence[str], u0: int = 10) -> dict[str, Values]:
    """Return answers of a mistake from the cache, to which new ones are saved."""
    scenarios = ScenarioAnswers(TINY, TINY.drawn(u0))
    values = scenarios.answers(Scenario(u0, (mistake,)), parts)
    scenarios.save()
    return values


def test_only_what_is_missing_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def noted(
        exam: Exam, scenario: Scenario, parts: Sequence[str], params: Params, first_items: Mapping[str, int]
    ) -> Iterator[tuple[str, Values]]:
        made.append((scenario.mistakes, tuple(parts)))
        return answers_in_turn(exam, scenario, parts, params, first_items)

    monkeypatch.setattr(key_cache, "answers_in_turn", noted)
    answers("half", ("2",))
    assert answers("half", ("1a", "2")) == answers("half", ("1a", "2")) == BOTH["half"]
    assert made == [(("half",), ("2",)), (("half",), ("1a",))]


def test_answers_with_a_changed_digit_are_computed_again(store: Path) -> None:
    answers("half", ("2",))
    (file,) = files(store)
    file.write_bytes(file.read_bytes().replace(b'"5/1"', b'"7/1"'))
    assert answers("half", ("2",)) == {"2": (Fraction(5),)}
