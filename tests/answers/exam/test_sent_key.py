from pathlib import Path

import pytest

from answers.exam import store
from answers.exam.sent_key import is_kept, keep_sent, sender
from answers.exam.store import kept_key
from tests.answers.atlas.remainders import EXAM


def test_a_key_that_is_sent_is_kept_by_who_gets_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "theirs"))
    with sender(EXAM) as key_of:
        key, sent = key_of(7)
    assert not (tmp_path / "theirs").exists()
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "ours"))
    assert not is_kept(EXAM, 7)
    keep_sent(EXAM, 7, sent)
    assert is_kept(EXAM, 7)
    monkeypatch.setattr(store, "make_key", None)  # nothing is made any more
    assert kept_key(EXAM, 7) == key
    with sender(EXAM) as key_of:
        assert key_of(7) == (key, None)
