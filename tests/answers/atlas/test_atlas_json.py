import json

from answers.atlas.atlas import Atlas
from answers.atlas.atlas_json import atlas_json
from answers.atlas.seed_summary import atlas_seeds

SEEDS = atlas_seeds(100)
ODD = sum(u0 % 2 for u0 in SEEDS)


def test_the_document(atlas: Atlas) -> None:
    document = json.loads(json.dumps(atlas_json(atlas, "en"), allow_nan=False))
    assert len(document["fingerprint"]) == 16
    assert {name: value for name, value in document.items() if isinstance(value, str | int | float)} == {
        "schema": "corrige/atlas/1", "exam": "remainders", "points": 10, "seeds": 100, "papers": 40, "learnt": 25,
        "as_printed": False, "fingerprint": document["fingerprint"],
    }  # fmt: skip
    first = document["questions"][0]
    common = max(ODD, 100 - ODD)
    text = "1" if common == ODD else "0"
    assert (first["distinct"], first["commonest"]) == (2, {"text": text, "share": common / 100})
    assert (first["trivial"], first["nearest_tie"]) == (1, None)
    third = document["questions"][2]
    assert [(item["part"], item["item"]) for item in third["items"]] == [("3a", 1), ("3a", 2), ("3b", 1)]
    assert third["nearest_tie"] == {"margin": 1 / 8, "u0": min(u0 for u0 in SEEDS if u0 % 7 == 0)}
    assert third["copied"]["share"] == third["copied"]["mean"] / 4
    digits = [u0 % 10 for u0 in SEEDS[40:65]]
    centre = max(digits, key=lambda number: sum(abs(number - other) <= 1 for other in digits))
    assert document["questions"][3]["items"][0]["constant"].endswith(f" = 0.{centre}")
    slugs = {goal["goal"]: goal for goal in document["goals"]}
    assert slugs["copied-question"]["met"] is False
    assert 1 in slugs["copied-question"]["questions"]
    assert slugs["copied-mean"]["value"] == document["copied"]["mean"] * 2
    assert document["copied"]["share"] == document["copied"]["mean"] / 10
    assert 0 <= first["seconds"]["median"] <= first["seconds"]["most"]
