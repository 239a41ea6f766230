import json

import pytest

from answers.atlas.atlas import make_atlas
from answers.atlas.atlas_json import atlas_json
from answers.atlas.seeds import atlas_seeds
from tests.answers.atlas.remainders import load

SEEDS = atlas_seeds(65)
ODD = sum(u0 % 2 for u0 in SEEDS)


@pytest.mark.slow
def test_the_document() -> None:
    document = json.loads(json.dumps(atlas_json(make_atlas(load, 65), "en"), allow_nan=False))
    assert len(document["fingerprint"]) == 16
    assert {name: value for name, value in document.items() if isinstance(value, str | int | float)} == {
        "schema": "corrige/atlas/1", "exam": "remainders", "points": 10, "seeds": 65, "papers": 40, "learnt": 25,
        "as_printed": False, "fingerprint": document["fingerprint"],
    }  # fmt: skip
    first = document["questions"][0]
    common = max(ODD, 65 - ODD)
    text = "1" if common == ODD else "0"
    assert (first["distinct"], first["commonest"]) == (2, {"text": text, "share": common / 65})
    assert (first["trivial"], first["nearest_tie"]) == (1, None)
    assert [item["part"] for item in document["questions"][2]["items"]] == ["3a", "3a", "3b"]
    third = document["questions"][2]
    assert third["nearest_tie"] == {"margin": 1 / 8, "u0": min(u0 for u0 in SEEDS if u0 % 7 == 0)}
    assert third["copied"]["share"] == third["copied"]["mean"] / 4
    digits = [u0 % 10 for u0 in SEEDS[40:]]
    centre = max(digits, key=lambda one: sum(abs(one - other) <= 1 for other in digits))
    assert document["questions"][3]["items"][0]["constant"].endswith(f" = 0.{centre}")
    slugs = {goal["goal"]: goal for goal in document["goals"]}
    assert slugs["copied-question"]["met"] is False
    assert 1 in slugs["copied-question"]["questions"]
    assert slugs["copied-mean"]["value"] == document["copied"]["mean"] * 2
    assert document["copied"]["share"] == document["copied"]["mean"] / 10
    assert 0 <= first["seconds"]["median"] <= first["seconds"]["most"]
