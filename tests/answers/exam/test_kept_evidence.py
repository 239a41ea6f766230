"""Evidence that was kept: read when it is looked at, the same as what was kept."""

import json
import pickle
from copy import deepcopy
from pathlib import Path

import pytest

from answers.exam.kept_evidence import KeptEvidence
from answers.exam.key import make_key
from answers.exam.key_json import key_to_json
from answers.exam.store import kept_key
from tests.answers.exam.rich import RICH

FRESH = make_key(RICH, 10).evidence
KEPT = KeptEvidence(RICH, json.dumps(key_to_json(RICH, make_key(RICH, 10))["evidence"]).encode())


def test_it_equals_what_was_kept_both_ways() -> None:
    assert FRESH
    assert FRESH == KEPT == dict(FRESH)
    assert (len(KEPT), list(KEPT)) == (len(FRESH), list(FRESH))
    assert all(KEPT[part_id] == FRESH[part_id] for part_id in FRESH)
    assert KeptEvidence(RICH, b"{}") != FRESH


def test_it_travels_as_an_ordinary_dictionary(tmp_path: Path) -> None:
    for found in (pickle.loads(pickle.dumps(KEPT)), deepcopy(KEPT)):
        assert (type(found), found) == (dict, FRESH)
    kept_key(RICH, 10, tmp_path)
    assert isinstance(kept_key(RICH, 10, tmp_path).evidence, KeptEvidence)


def test_it_is_read_only_when_it_is_looked_at() -> None:
    damaged = KeptEvidence(RICH, b"{")
    with pytest.raises(ValueError, match="Expecting"):
        len(damaged)
