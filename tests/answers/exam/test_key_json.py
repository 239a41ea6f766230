"""The JSON of a key, field by field, and its conversion back."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.key import make_key
from answers.exam.key_json import (
    answers_from_json,
    answers_to_json,
    key_from_json,
    key_to_json,
    params_from_json,
    plain_answers,
)
from answers.exam.scenario import Scenario
from answers.kinds.parsing import Value
from tests.answers.exam.rich import RICH, Drawn
from tests.answers.tiny import TINY

KEY = replace(make_key(RICH, 10), fingerprint="abc")
DOCUMENT: dict[str, Any] = {
    "schema": "corrige/key/1",
    "exam": "rich",
    "u0": 10,
    "params": {"u0": 10, "pair": [3, 5]},
    "fingerprint": "abc",
    "flags": [],
    "answers": {
        "1": [
            {"value": [1.5, [5, 1]], "exact": ["3/2", ["5", "1"]], "text": "en (Fraction(3, 2), (5, 1))"},
            {"value": 1.25, "exact": None, "text": "en 1.25"},
        ],
        "2a": [{"value": 20, "exact": "20", "text": "20"}],
        "2b": [{"value": 25, "exact": "25", "text": "25"}],
    },
    "evidence": {"1": [{"steps": [3, 5]}, {"steps": []}]},
    "oral": {"why": [None, {"value": 10, "exact": "10"}, {"value": 25, "exact": "25"}]},
    "margins": {"2a": 0.125},
}
VALUES = st.recursive(
    st.integers() | st.fractions() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
)


def test_the_whole_document() -> None:
    results = key_to_json(RICH, KEY, "en")
    assert results == DOCUMENT
    assert list(results) == list(DOCUMENT)  # in this order on the page
    assert json.loads(json.dumps(results)) == DOCUMENT
    assert key_to_json(RICH, KEY)["answers"]["1"][1]["text"] == "fr 1.25"
    assert key_to_json(RICH, make_key(RICH, 0))["flags"] == ["degenerate-seed"]


def test_another_world_is_told() -> None:
    scenario = Scenario(10, ("origin",), (("2a", (7, Fraction(1, 3))), ("1", ((0.5, 1),))))
    document = key_to_json(RICH, replace(KEY, scenario=scenario))
    assert document["u0"] == 10
    assert document["world"] == {
        "mistakes": ["origin"],
        "replaced": {
            "2a": [{"value": 7, "exact": "7"}, {"value": 1 / 3, "exact": "1/3"}],
            "1": [{"value": [0.5, 1], "exact": [None, "1"]}],
        },
    }
    assert key_from_json(RICH, json.loads(json.dumps(document))).scenario == scenario


def test_the_way_back() -> None:
    assert key_from_json(RICH, DOCUMENT) == KEY


@pytest.mark.slow
@given(st.lists(VALUES, min_size=1).map(tuple))
def test_every_value_comes_back_as_it_was(values: tuple[Value, ...]) -> None:
    """The type is preserved: 2, 2.0 and Fraction(2) are printed differently."""
    key = replace(KEY, answers={"1": values}, oral={"why": (*values, None)})
    result = key_from_json(RICH, json.loads(json.dumps(key_to_json(RICH, key))))
    assert (repr(result.answers), repr(result.oral)) == (repr(key.answers), repr(key.oral))


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"schema": "corrige/key/2"}, "^expected corrige/key/1 of rich, got corrige/key/2 of rich$"),
        ({"exam": "tiny"}, "^expected corrige/key/1 of rich, got corrige/key/1 of tiny$"),
        ({"evidence": {"2a": [{"steps": []}]}}, "^part 2a gives no evidence$"),
        ({"answers": {"1": [{"value": [1, 2], "exact": ["1"]}]}}, r"^zip\(\) argument 2 is "),
        ({"answers": {"1": [{"value": [1, 2], "exact": ["1", "2", "3"]}]}}, r"^zip\(\) argument 2 is "),
    ],
)
def test_only_whole_keys_of_the_exam_are_read(changes: dict[str, object], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        key_from_json(RICH, {**DOCUMENT, **changes})


def test_parameters_are_those_of_the_exam() -> None:
    assert params_from_json(RICH, {"u0": 10, "pair": [3, 5]}) == Drawn(10, (3, 5))
    for other in ({"u0": 10}, {"u0": 10, "pair": [3]}, {"u0": 10, "pair": ["a", 5]}):
        with pytest.raises(ValueError, match="validation error"):
            params_from_json(RICH, other)
    assert params_from_json(TINY, {"u0": 10, "n": 11}) == replace(TINY.drawn(10), n=11)


def test_answers_keep_their_types() -> None:
    values = (2, 0.5, Fraction(1, 3), (1, (Fraction(4),)), "B", "1/2", ("-1/3", Fraction(-1, 3)))
    assert repr(answers_from_json(json.loads(json.dumps(answers_to_json({"1": values}))))) == repr({"1": values})
    assert plain_answers({"1": values}) == {
        "1": [2, 0.5, "1/3", [1, ["4/1"]], "B", {"text": "1/2"}, [{"text": "-1/3"}, "-1/3"]]
    }


def test_texts_may_be_left_out() -> None:
    document = key_to_json(RICH, KEY, None)
    assert "text" not in document["answers"]["2a"][0]
    assert key_from_json(RICH, document) == KEY
