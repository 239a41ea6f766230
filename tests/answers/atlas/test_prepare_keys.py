from contextlib import nullcontext
from pathlib import Path

import pytest

from answers.atlas.prepare_keys import prepare_keys
from answers.exam import store
from answers.exam.store import is_kept, kept_key
from answers.executors.workers import HERE, Engine, workers
from tests.answers.atlas.remainders import EXAM, load

SEEDS = (7, 8, 9, 10, 11, 12, 8)


@pytest.mark.parametrize("several", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_keys_are_kept_as_they_come(several: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made by two processes, or by a stand-in for them in this one."""
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path))
    kept_key(EXAM, 9)
    with workers(Engine(2)) if several else nullcontext(lambda make, seeds: iter(make(seeds))) as spread:
        prepare_keys(EXAM, load, SEEDS, spread)
    monkeypatch.setattr(store, "make_key", None)  # nothing is made any more
    assert [kept_key(EXAM, u0).answers["2"] for u0 in SEEDS] == [(u0,) for u0 in SEEDS]


def test_one_process_leaves_keys_to_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path))
    prepare_keys(EXAM, load, SEEDS, HERE)
    assert not is_kept(EXAM, 7)
