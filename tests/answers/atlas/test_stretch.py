from pathlib import Path

import pytest

from answers.atlas import atlas as atlas_module
from answers.atlas import stretch as module
from answers.atlas.atlas import make_atlas
from answers.atlas.look import FreePapers, atlas_seeds
from answers.atlas.stretch import (
    Stretch,
    all_looks,
    all_stretches,
    keep_stretch,
    kept_stretch,
    stretch_content,
    stretch_keys,
)
from answers.executors.workers import HERE
from answers.files import store_folder
from tests.answers.atlas.remainders import EXAM, load

SOME = [Stretch(0, 256), Stretch(256, 256), Stretch(64_000, 6)]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Stretch]:
    """Three stretches in the place of all, and a store of their own; which ones are made."""
    found: list[Stretch] = []

    def noted(exam: object, stretch: Stretch) -> object:
        found.append(stretch)
        return stretch_keys(EXAM, stretch)

    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path))
    monkeypatch.setattr(module, "all_stretches", lambda: SOME)
    monkeypatch.setattr(module, "stretch_keys", noted)
    return found


def seen(known: frozenset[int] = frozenset()) -> list[tuple[int, object, object]]:
    looks = all_looks(load, EXAM, FreePapers(), known, HERE)
    return [(look.u0, look.answers, look.margins) for look in looks]


def test_the_stretches_have_every_seed_once() -> None:
    seeds = [u0 for stretch in all_stretches() for u0 in stretch.seeds]
    assert sorted(seeds) == list(range(1, 64007))
    assert all_stretches()[-1] == SOME[-1]


def test_every_seed_is_seen_but_those_known(made: list[Stretch]) -> None:
    found = seen(frozenset({1, 15091}))
    assert [u0 for u0, _, _ in found] == [u0 for stretch in SOME for u0 in stretch.seeds][2:]
    assert all(answers["3b"] == (u0 % 10,) for u0, answers, _ in found)  # type: ignore[index]
    assert all(margins == {"3a": (u0 % 7 + 1) / 8} for u0, _, margins in found)


def test_begun_again_it_goes_on(made: list[Stretch], monkeypatch: pytest.MonkeyPatch) -> None:
    looks = all_looks(load, EXAM, FreePapers(), frozenset(), HERE)
    for _ in range(300):  # into the second stretch
        next(looks)
    looks.close()
    assert made == SOME[:2]
    whole = seen()
    assert made == SOME
    assert seen() == whole
    assert made == SOME


def test_a_damaged_stretch_is_found_again(made: list[Stretch]) -> None:
    whole = seen()
    (path,) = store_folder().glob("orbit/*/00256.json")
    path.write_bytes(path.read_bytes().replace(b"[1]", b"[0]", 1))
    assert seen() == whole
    assert made == [*SOME, SOME[1]]


def test_another_stretch_is_not_taken_for_this_one(made: list[Stretch]) -> None:
    keep_stretch(EXAM, SOME[0], stretch_content(stretch_keys(EXAM, SOME[1])))
    assert kept_stretch(EXAM, SOME[0]) is not None
    assert [u0 for u0, _, _ in seen()][:256] == SOME[0].seeds
    assert made == SOME


@pytest.mark.slow
def test_an_atlas_of_all_seeds_counts_each_once(made: list[Stretch], monkeypatch: pytest.MonkeyPatch) -> None:
    """As if one stretch were all: its seeds, and those that copy and teach, which it may have too."""
    monkeypatch.setattr(module, "all_stretches", lambda: SOME[:1])
    monkeypatch.setattr(atlas_module, "EVERY", 100)
    done: list[int] = []
    atlas = make_atlas(load, 100, HERE, done.append)
    seeds = {*atlas_seeds(65), *SOME[0].seeds}
    assert done == list(range(1, len(seeds) + 1))
    assert atlas.questions[1].spelt.distinct == len(seeds)
