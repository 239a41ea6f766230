"""Tests write nothing to the user's cache, read no settings but their own, and wait for no disk."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.sentences import sentences  # noqa: F401  # a fixture of every test

# The first call of a kernel compiles it, which no deadline allows for; CI always tries the same examples.
settings.register_profile("corrige", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("corrige")


@pytest.fixture(autouse=True)
def _own_cache_and_settings(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base  # a key is made once, whichever worker asks
    monkeypatch.setenv("CORRIGE_CACHE", str(run / "keys"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(base / "no-configuration"))
    monkeypatch.setenv("CORRIGE_TRUST", os.sep)  # tests of what is trusted have none
    monkeypatch.setenv("CORRIGE_MESSAGES", "en")  # tests read English; sheets and marks keep the language of the class
    for name in ("CORRIGE_LANG", "CORRIGE_SECRET"):
        monkeypatch.delenv(name, raising=False)
    # No test cuts the power, and processes that are killed are processes of their own: here nothing waits for the disk.
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.setattr("answers.classroom.db.SYNCHRONOUS", "OFF")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
