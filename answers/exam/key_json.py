"""Keys as JSON and back: the document that `corrige key --json` promises, and what the store keeps.

What was not written here for the same exam is a `KeyError`, `ValueError`, `TypeError`, `AttributeError` or
`ZeroDivisionError` when it is read.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast, get_type_hints

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Evidence, Params
from answers.exam.world import World
from answers.kinds.reading import Value, Values

if TYPE_CHECKING:
    from pydantic import TypeAdapter

SCHEMA = "corrige/key/1"

JsonValue: TypeAlias = Any
"""Whatever JSON holds; the schema of a key says what."""
Document = dict[str, JsonValue]


def key_to_json(exam: Exam, key: Key, lang: str = "fr") -> Document:
    """Return the promised JSON document, its texts in `lang`; a world other than the true one is told."""
    parts = {part.id: part for part in exam.parts}
    return {
        "schema": SCHEMA,
        "exam": key.exam,
        "u0": key.u0,
        **_world_json(key.world),
        "params": _plain_object(key.params),
        "fingerprint": key.fingerprint,
        "flags": list(map(str, key.flags)),
        "answers": {
            part_id: [{**_value_json(value), "text": parts[part_id].kind.format(value, lang)} for value in values]
            for part_id, values in key.answers.items()
        },
        "evidence": {part_id: [_plain_object(item) for item in items] for part_id, items in key.evidence.items()},
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
    return Key(
        exam=exam.name,
        world=_world(document),
        params=params_from_json(exam, document["params"]),
        answers={part_id: tuple(map(_value, items)) for part_id, items in document["answers"].items()},
        evidence=evidence_from_json(exam, document["evidence"]),
        oral={
            slug: tuple(None if item is None else _value(item) for item in items)
            for slug, items in document["oral"].items()
        },
        margins=document.get("margins", {}),
        fingerprint=document["fingerprint"],
    )


def evidence_from_json(exam: Exam, document: Mapping[str, JsonValue]) -> dict[str, tuple[Evidence, ...]]:
    """Return the evidence that a key's document holds, in the exam's own types."""
    kinds = {part.id: question.evidence for question in exam.questions for part in question.parts}
    return {part_id: _evidence(kinds[part_id], part_id, items) for part_id, items in document.items()}


@dataclass(frozen=True, slots=True, eq=False)
class KeptEvidence(Mapping[str, tuple[Evidence, ...]]):
    """Evidence by part, read when somebody looks at it, which marking does not; a ValueError if it is something else.

    It equals any mapping with the same items, and travels between processes as a dictionary, without the exam.
    """

    exam: Exam
    text: bytes
    read: dict[str, tuple[Evidence, ...]] = field(default_factory=dict)

    def __getitem__(self, part_id: str) -> tuple[Evidence, ...]:
        return self._whole()[part_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (self._whole(),)

    def _whole(self) -> dict[str, tuple[Evidence, ...]]:
        if not self.read:
            self.read.update(evidence_from_json(self.exam, json.loads(self.text)))
        return self.read


def params_to_json(drawn: Params) -> Document:
    """Return what a seed drew as JSON, as a key's document has it."""
    return _plain_object(drawn)


def params_from_json(exam: Exam, document: Mapping[str, JsonValue]) -> Params:
    """Return the parameters that a key's document holds, in the exam's own type."""
    found: Params = _adapter(_params_type(exam.draw)).validate_python(document)
    return found


def plain_answers(answers: Mapping[str, Values]) -> dict[str, JsonValue]:
    """Return answers as JSON that is read quickly: a fraction is a text, a tuple a list."""
    return {part_id: list(map(_plain_exact, values)) for part_id, values in answers.items()}


def answers_from_plain(plain: Mapping[str, JsonValue]) -> dict[str, Values]:
    """Return what `plain_answers` wrote, every value of its own type."""
    return {part_id: tuple(map(_from_plain, values)) for part_id, values in plain.items()}


def _plain_exact(value: Value) -> JsonValue:
    if isinstance(value, tuple):
        return list(map(_plain_exact, value))
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value


def _from_plain(plain: JsonValue) -> Value:
    if isinstance(plain, list):
        return tuple(map(_from_plain, plain))
    if isinstance(plain, str):
        above, _, below = plain.partition("/")
        return Fraction(int(above), int(below))
    number: Value = plain
    return number


@cache
def _params_type(draw: Callable[[Draw], Params]) -> type[Params]:
    """The type that an exam draws, as its function says, or as it shows when it does not say."""
    said = get_type_hints(draw).get("return")
    return said if isinstance(said, type) and issubclass(said, Params) else type(draw(Draw(1)))


def _adapter(kind: object) -> "TypeAdapter[JsonValue]":
    return _made_adapter(kind)


@cache
def _made_adapter(kind: object) -> "TypeAdapter[JsonValue]":
    from pydantic import TypeAdapter

    return TypeAdapter(cast("type[JsonValue]", kind))


def _plain_object(thing: Params | Evidence) -> Document:
    found: Document = _adapter(type(thing)).dump_python(thing, mode="json", warnings=False)
    return found


def _evidence(kind: type[Evidence] | None, part_id: str, items: list[Document]) -> tuple[Evidence, ...]:
    if kind is None:
        raise ValueError(f"part {part_id} gives no evidence")
    return tuple(_adapter(kind).validate_python(item) for item in items)


def _world_json(world: World) -> Document:
    if world.is_true:
        return {}
    replaced = {part_id: [_value_json(value) for value in values] for part_id, values in world.replaced}
    return {"world": {"mistakes": list(world.mistakes), "replaced": replaced}}


def _world(document: Mapping[str, JsonValue]) -> World:
    true = World(document["u0"])
    if "world" not in document:
        return true
    replaced: list[tuple[str, Values]] = [
        (part_id, tuple(map(_value, items))) for part_id, items in document["world"]["replaced"].items()
    ]
    return replace(true, mistakes=tuple(document["world"]["mistakes"]), replaced=tuple(replaced))


def _value_json(value: Value) -> Document:
    return {"value": _plain(value), "exact": _exact(value)}


def _plain(value: Value) -> JsonValue:
    """JSON numbers: integers stay integers, fractions become floats, structures nested lists."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return float(value) if isinstance(value, Fraction) else value


def _exact(value: Value) -> JsonValue:
    if isinstance(value, tuple):
        return [_exact(item) for item in value]
    return None if isinstance(value, float) else str(value)


def _value(item: Mapping[str, JsonValue]) -> Value:
    return _restore(item["value"], item["exact"])


def _restore(plain: JsonValue, exact: JsonValue) -> Value:
    if isinstance(plain, list):
        return tuple(_restore(*pair) for pair in zip(plain, exact, strict=True))
    if exact is None:
        return float(plain)
    return Fraction(exact) if isinstance(plain, float) else int(exact)
