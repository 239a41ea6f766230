"""What an atlas left in the store: read, never made."""

from pathlib import Path

import pytest

from answers.atlas.known_answers import known_answers
from answers.atlas.seeds import atlas_seeds
from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.store import kept_key


def test_the_answers_that_are_kept_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path))
    exam, seeds = load_exam("nash"), atlas_seeds(400)
    outside = next(u0 for u0 in range(1, 100) if u0 not in seeds)
    assert list(known_answers(exam)) == []
    for u0 in (seeds[3], seeds[399], outside):
        kept_key(exam, u0)
    monkeypatch.setattr("answers.exam.store.make_key", None)
    assert list(known_answers(exam)) == [make_key(exam, u0).answers for u0 in (seeds[3], seeds[399])]
    assert list(known_answers(exam, but=[seeds[3]])) == [make_key(exam, seeds[399]).answers]
