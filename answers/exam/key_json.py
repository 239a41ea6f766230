"""Keys as JSON and back: the document that `corrige key --json` promises, and what the cache of keys holds.

A document that was not written here for the same exam is a `KeyError`, `ValueError`, `TypeError`, `AttributeError` or
`ZeroDivisionError` when it is read.
"""

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

JsonValue: TypeAlias = Any
"""Whatever JSON holds; the schema of a key says what."""
Document = dict[str, JsonValue]


def key_to_json(exam: Exam, key: Key, lang: str | None = "fr") -> Document:
    """Return the promised JSON document, its texts in `lang`, left out for None; a changed scenario is stated."""
    kinds = {part.id: part.kind for part in exam.parts}
    replaced = {part_id: list(map(_value_json, values)) for part_id, values in key.scenario.answer_overrides}
    world = {} if key.scenario.is_true else {"world": {"mistakes": list(key.scenario.mistakes), "replaced": replaced}}

    def text(part_id: str, value: Value) -> Document:
        return {} if lang is None else {"text": kinds[part_id].format(value, lang)}

    return {
        "schema": SCHEMA,
        "exam": key.exam,
        "u0": key.u0,
        **world,
        "params": params_to_json(key.params),
        "fingerprint": key.fingerprint,
        "flags": list(map(str, key.flags)),
        "answers": {
            part_id: [{**_value_json(value), **text(part_id, value)} for value in values]
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
    """Return the key that `key_to_json` wrote: the same in every field, values exact, parameters of their own type."""
    if document["schema"] != SCHEMA or document["exam"] != exam.name:
        raise ValueError(f"expected {SCHEMA} of {exam.name}, got {document['schema']} of {document['exam']}")
    kinds = {part.id: question.evidence for question in exam.questions for part in question.parts}
    changed = document.get("world", {"mistakes": (), "replaced": {}})
    return Key(
        exam=exam.name,
        scenario=Scenario(document["u0"], tuple(changed["mistakes"]), tuple(_values(changed["replaced"]).items())),
        params=params_from_json(exam, document["params"]),
        answers=_values(document["answers"]),
        evidence={
            part_id: tuple(_evidence(kinds[part_id], part_id, item) for item in items)
            for part_id, items in document["evidence"].items()
        },
        oral={
            slug: tuple(None if item is None else _value(item) for item in items)
            for slug, items in document["oral"].items()
        },
        margins=document.get("margins", {}),
        fingerprint=document["fingerprint"],
    )


def params_to_json(drawn: Params | Evidence) -> Document:
    """Return what a seed drew, or an evidence, as JSON, as a key's document has it."""
    kind: Any = type(drawn)
    found: Document = _adapter(kind).dump_python(drawn, mode="json", warnings=False)
    return found


def params_from_json(exam: Exam, document: Mapping[str, JsonValue]) -> Params:
    """Return the parameters that a key's document holds, in the exam's own type."""
    params: Params = _adapter(_params_type(exam.draw)).validate_python(document)
    return params


def plain_answers(answers: Mapping[str, Values]) -> dict[str, JsonValue]:
    """Return answers as plain JSON: a fraction is a text, a tuple a list."""

    def plain(value: Value) -> JsonValue:
        if isinstance(value, tuple):
            return list(map(plain, value))
        return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value

    return {part_id: list(map(plain, values)) for part_id, values in answers.items()}


@cache
def _params_type(draw: Callable[[Draw], Params]) -> Any:
    """The type that an exam draws, as its function says, or as it shows when it does not say."""
    declared = get_type_hints(draw).get("return")
    return declared if isinstance(declared, type) and issubclass(declared, Params) else type(draw(Draw(1)))


@cache
def _adapter(kind: Any) -> "TypeAdapter[Any]":  # to mypy, the type of a dataclass is not hashable
    from pydantic import TypeAdapter  # slow to import, and a blank sheet needs no JSON

    return TypeAdapter(kind)


def _evidence(kind: Any, part_id: str, item: Document) -> Evidence:
    if kind is None:
        raise ValueError(f"part {part_id} gives no evidence")
    evidence: Evidence = _adapter(kind).validate_python(item)
    return evidence


def _value_json(value: Value) -> Document:
    """JSON numbers, where integers stay integers and fractions become floats, with exact texts; lists of structures."""
    if isinstance(value, tuple):
        inner = list(map(_value_json, value))
        return {"value": [one["value"] for one in inner], "exact": [one["exact"] for one in inner]}
    plain = float(value) if isinstance(value, Fraction) else value
    return {"value": plain, "exact": None if isinstance(value, float) else str(value)}


def _values(document: Mapping[str, JsonValue]) -> dict[str, Values]:
    return {part_id: tuple(map(_value, items)) for part_id, items in document.items()}


def _value(item: Mapping[str, JsonValue]) -> Value:
    plain, exact = item["value"], item["exact"]
    if isinstance(plain, list):
        pairs = zip(plain, exact, strict=True)
        return tuple(_value({"value": inner, "exact": text}) for inner, text in pairs)
    if exact is None:
        return float(plain)
    return Fraction(exact) if isinstance(plain, float) else int(exact)
