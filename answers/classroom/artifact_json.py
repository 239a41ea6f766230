"""What is kept of a class as JSON: submissions, papers, flags, and pages as bytes. Nothing that is read back is code.

A value that cannot be written is a TypeError; a text that holds none is a ValueError, a TypeError or a KeyError.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from answers.exam.identity import Identity, Signature
from answers.flags import Flag, Note, Place
from answers.messages import Message
from answers.paper import Mark, Paper, PartMarks, Verdict, WholeMark
from answers.submissions.raw.submission import Submission

CLASSES: Mapping[str, type[Any]] = {
    one.__name__: one for one in (Flag, Identity, Mark, Note, Paper, PartMarks, Place, Signature, Submission, WholeMark)
}
"""The only classes that are made of what is read."""


def to_bytes(value: object) -> bytes:
    """Return a value as JSON."""
    return json.dumps(_plain(value), separators=(",", ":")).encode()


def from_bytes(content: bytes) -> Any:
    """Return the value that `to_bytes` wrote."""
    try:
        return _value(json.loads(content))
    except (RecursionError, AttributeError, ZeroDivisionError) as error:
        raise ValueError("not what was written here") from error


def _plain(value: object) -> object:  # noqa: PLR0911 - a case a type
    """A value in what JSON has: a list is a tuple, an object of one key says by it what its value is."""
    match value:
        case Verdict():
            return {"verdict": value.value}
        case Message():
            return {
                "message": [
                    value.template,
                    value.plural,
                    dict(zip(value.values, map(_plain, value.values.values()), strict=True)),
                ]
            }
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return {"bytes": b64encode(value).decode()}
        case Fraction():
            return {"fraction": str(value)}
        case tuple():
            return [_plain(one) for one in value]
        case Mapping():
            return {"mapping": [[_plain(key), _plain(one)] for key, one in value.items()]}
    name = type(value).__name__
    if is_dataclass(value) and CLASSES.get(name) is type(value):
        return {name: {field.name: _plain(getattr(value, field.name)) for field in fields(value)}}
    raise TypeError(name)


def _value(plain: object) -> Any:  # noqa: PLR0911 - a case a type
    if isinstance(plain, list):
        return tuple(map(_value, plain))
    if not isinstance(plain, dict):
        return plain
    ((name, held),) = plain.items()
    match name:
        case "verdict":
            return Verdict(held)
        case "message":
            template, plural, values = held
            return Message(template, plural=plural, **{key: _value(one) for key, one in values.items()})
        case "bytes":
            return b64decode(held)
        case "fraction":
            return Fraction(held)
        case "mapping":
            return {_value(key): _value(one) for key, one in held}
    return CLASSES[name](**{key: _value(one) for key, one in held.items()})
