"""JSON schemas, as much of them as docs/schemas uses: what a document has against one."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

KNOWN = {
    "$schema", "title", "description", "type", "required", "properties", "additionalProperties", "propertyNames",
    "items", "minItems", "enum", "const", "pattern", "minimum", "maximum",
}  # fmt: skip
NUMBERS = {"number": (int, float), "integer": int}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), **NUMBERS}


def faults(schema: Mapping[str, Any], document: Any, place: str = "$") -> Iterator[str]:
    """Yield what is wrong, with its place; a keyword that is not known here is wrong too."""
    yield from (f"{place}: keyword {word}" for word in schema.keys() - KNOWN)
    types = schema.get("type", list(TYPES))
    if not any(_is_a(document, one) for one in ([types] if isinstance(types, str) else types)):
        yield f"{place}: {document!r} is no {types}"
        return
    if "const" in schema and document != schema["const"]:
        yield f"{place}: {document!r} is not {schema['const']!r}"
    if "enum" in schema and document not in schema["enum"]:
        yield f"{place}: {document!r} is none of {schema['enum']}"
    if isinstance(document, str) and not re.search(schema.get("pattern", ""), document):
        yield f"{place}: {document!r} is not {schema['pattern']}"
    if isinstance(document, int | float) and not schema.get("minimum", document) <= document <= schema.get(
        "maximum", document
    ):
        yield f"{place}: {document} is out of range"
    if isinstance(document, list):
        yield from _list_faults(schema, document, place)
    if isinstance(document, dict):
        yield from _object_faults(schema, document, place)


def _is_a(document: Any, name: str) -> bool:
    is_odd = isinstance(document, bool) and name in NUMBERS
    return isinstance(document, TYPES[name]) and not is_odd  # type: ignore[arg-type]


def _list_faults(schema: Mapping[str, Any], document: list[Any], place: str) -> Iterator[str]:
    if len(document) < schema.get("minItems", 0):
        yield f"{place}: only {len(document)} items"
    for at, item in enumerate(document):
        yield from faults(schema.get("items", {}), item, f"{place}[{at}]")


def _object_faults(schema: Mapping[str, Any], document: dict[str, Any], place: str) -> Iterator[str]:
    yield from (f"{place}: no {name}" for name in schema.get("required", []) if name not in document)
    properties = schema.get("properties", {})
    for name, value in document.items():
        yield from faults(schema.get("propertyNames", {}), name, f"{place} name")
        yield from faults(properties.get(name, schema.get("additionalProperties", {})), value, f"{place}.{name}")
