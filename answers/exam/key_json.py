"""Convert keys to JSON and back, for `corrige key --json` and for the cache of keys.

Reading a document that `key_to_json` did not write for the same exam raises a `KeyError`, `ValueError`, `TypeError`,
`AttributeError` or `ZeroDivisionError`.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, get_type_hints

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Evidence, Params
from answers.exam.scenario import Scenario
from answers.kinds.parsing import Value, Values

if TYPE_CHECKING:
    from pydantic import TypeAdapter

SCHEMA = "corrige/key/1"
_FRACTION = re.compile(r"-?\d+/\d+", re.ASCII)

JsonValue: TypeAlias = Any
"""Any JSON value."""
KeyDocument = dict[str, JsonValue]


def key_to_json(exam: Exam, key: Key, lang: str | None = "fr") -> KeyDocument:
    """Return a key as a JSON document, with the mistakes and overridden answers of its scenario, if any.

    Each value has a text in the language `lang`, "fr" or "en"; no text if `lang` is None.
    """
    kinds = {part.id: part.kind for part in exam.parts}
    world = {}
    if not key.scenario.is_true:
        replaced = answers_to_json(dict(key.scenario.answer_overrides))
        world = {"world": {"mistakes": list(key.scenario.mistakes), "replaced": replaced}}
    return {
        "schema": SCHEMA,
        "exam": key.exam,
        "u0": key.u0,
        **world,
        "params": params_to_json(key.params),
        "fingerprint": key.fingerprint,
        "flags": list(map(str, key.flags)),
        "answers": {
            part_id: [
                _value_json(value) | ({} if lang is None else {"text": kinds[part_id].format(value, lang)})
                for value in values
            ]
            for part_id, values in key.answers.items()
        },
        "evidence": {part_id: list(map(params_to_json, items)) for part_id, items in key.evidence.items()},
        "oral": {
            slug: [None if value is None else _value_json(value) for value in values]
            for slug, values in key.oral.items()
        },
        **({"margins": dict(key.margins)} if key.margins else {}),
    }


def key_from_json(exam: Exam, document: Mapping[str, JsonValue]) -> Key:
    """Return the key that `key_to_json` has converted to `document`; it equals the original in every field."""
    if document["schema"] != SCHEMA or document["exam"] != exam.name:
        raise ValueError(f"expected {SCHEMA} of {exam.name}, got {document['schema']} of {document['exam']}")
    kinds = {part.id: question.evidence for question in exam.questions for part in question.parts}
    changed = document.get("world", {"mistakes": (), "replaced": {}})

    evidence: dict[str, tuple[Evidence, ...]] = {}
    for part_id, items in document["evidence"].items():
        kind: Any = kinds[part_id]
        if kind is None:
            raise ValueError(f"part {part_id} gives no evidence")
        evidence[part_id] = tuple(map(_adapter(kind).validate_python, items))
    return Key(
        exam=exam.name,
        scenario=Scenario(
            document["u0"], tuple(changed["mistakes"]), tuple(answers_from_json(changed["replaced"]).items())
        ),
        params=params_from_json(exam, document["params"]),
        answers=answers_from_json(document["answers"]),
        evidence=evidence,
        oral={
            slug: tuple(None if item is None else _value(item) for item in items)
            for slug, items in document["oral"].items()
        },
        margins=document.get("margins", {}),
        fingerprint=document["fingerprint"],
    )


def params_to_json(drawn: Params | Evidence) -> KeyDocument:
    """Return parameters, or the evidence for an answer, as JSON with the names of their fields."""
    kind: Any = type(drawn)
    document: KeyDocument = _adapter(kind).dump_python(drawn, mode="json", warnings=False)
    return document


def params_from_json(exam: Exam, document: Mapping[str, JsonValue]) -> Params:
    """Return the parameters that `params_to_json` has converted to `document`, as the dataclass of the exam."""
    params: Params = _adapter(_params_type(exam.draw)).validate_python(document)
    return params


def answers_to_json(answers: Mapping[str, Values]) -> KeyDocument:
    """Return answers by part id as JSON, with exact values."""
    return {part_id: list(map(_value_json, values)) for part_id, values in answers.items()}


def answers_from_json(document: Mapping[str, JsonValue]) -> dict[str, Values]:
    """Return the answers by part id that `answers_to_json` has converted to `document`, perhaps with texts."""
    return {part_id: tuple(map(_value, items)) for part_id, items in document.items()}


def plain_answers(answers: Mapping[str, Values]) -> dict[str, JsonValue]:
    """Return answers as short JSON: "1/3" for a fraction, ``{"text": "1/3"}`` for a text that looks like one."""

    def plain(value: Value) -> JsonValue:
        if isinstance(value, tuple):
            return list(map(plain, value))
        if isinstance(value, str) and _FRACTION.fullmatch(value):
            return {"text": value}
        return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value

    return {part_id: list(map(plain, values)) for part_id, values in answers.items()}


@cache
def _params_type(draw: Callable[[Draw], Params]) -> Any:
    """Return the type of the parameters of an exam."""
    # It is the return annotation of the exam's function `draw`, or without an annotation the type of the parameters
    # that seed 1 draws.
    declared = get_type_hints(draw).get("return")
    return declared if isinstance(declared, type) and issubclass(declared, Params) else type(draw(Draw(1)))


@cache
def _adapter(kind: Any) -> "TypeAdapter[Any]":  # to mypy, the type of a dataclass is not hashable
    from pydantic import TypeAdapter  # slow to import, and not needed to print a blank sheet

    return TypeAdapter(kind)


def _value_json(value: Value) -> KeyDocument:
    """Return a value as a JSON number ("value": a fraction as a float) and an exact text; a tuple as lists of both."""
    # A text is a text, without an exact value.
    if isinstance(value, tuple):
        inner = list(map(_value_json, value))
        return {"value": [item["value"] for item in inner], "exact": [item["exact"] for item in inner]}
    if isinstance(value, str):
        return {"value": value, "exact": None}
    plain = float(value) if isinstance(value, Fraction) else value
    return {"value": plain, "exact": None if isinstance(value, float) else str(value)}


def _value(item: Mapping[str, JsonValue]) -> Value:
    """Return a value from the JSON that `_value_json` wrote for the value."""
    plain, exact = item["value"], item["exact"]
    if isinstance(plain, list):
        pairs = zip(plain, exact, strict=True)
        return tuple(_value({"value": inner, "exact": text}) for inner, text in pairs)
    if isinstance(plain, str):
        return plain
    if exact is None:
        return float(plain)
    return Fraction(exact) if isinstance(plain, float) else int(exact)
