"""Write cached values as JSON and read them back: submissions, papers, flags, and pages as bytes.

Reading runs no code of the file. A value that cannot be written raises TypeError; a damaged text raises ValueError,
TypeError or KeyError.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from answers.errors import Problem
from answers.exports.gradebook import GradebookRow, SettledItem
from answers.flags import Flag, Note, Place
from answers.messages import Message
from answers.paper import Mark, Paper, PartMarks, Verdict, WholeMark
from answers.sheets.identity import Identity, Signature, Student
from answers.submissions.raw.submission import Submission

CLASSES: Mapping[str, type[Any]] = {
    cls.__name__: cls
    for cls in (
        *(Flag, GradebookRow, Identity, Mark, Note, Paper, PartMarks, Place, Problem),
        *(SettledItem, Signature, Student, Submission, WholeMark),
    )
}
"""The only classes of which `from_bytes` creates instances, by name."""


def to_bytes(value: object) -> bytes:
    """Return a value as JSON, which `from_bytes` reads; raise TypeError if the type of the value is not supported."""
    return json.dumps(_plain(value), separators=(",", ":")).encode()


def from_bytes(content: bytes | str) -> Any:
    """Return the value that `to_bytes` wrote; lists of the JSON become tuples."""
    try:
        return _value(json.loads(content))
    except (RecursionError, AttributeError, ZeroDivisionError) as error:
        raise ValueError("this JSON stands for no cached value") from error


def _plain(value: object) -> object:  # noqa: PLR0911 - a case a type
    """Return a value in JSON types: a list is a tuple, an object with one key an instance of the type of that name."""
    match value:
        case Verdict():
            return {"verdict": value.value}
        case Message():
            return {"message": [value.template, value.plural, {name: _plain(of) for name, of in value.values.items()}]}
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return {"bytes": b64encode(value).decode()}
        case Fraction():
            return {"fraction": str(value)}
        case tuple():
            return [_plain(member) for member in value]
        case Mapping():
            return {"mapping": [[_plain(key), _plain(member)] for key, member in value.items()]}
    name = type(value).__name__
    if is_dataclass(value) and CLASSES.get(name) is type(value):
        return {name: {field.name: _plain(getattr(value, field.name)) for field in fields(value)}}
    raise TypeError(name)


def _value(plain: object) -> Any:  # noqa: PLR0911 - a case a type
    if isinstance(plain, list):
        return tuple(map(_value, plain))
    if not isinstance(plain, dict):
        return plain
    ((name, content),) = plain.items()
    match name:
        case "verdict":
            return Verdict(content)
        case "message":
            template, plural, values = content
            return Message(template, plural=plural, **{key: _value(value) for key, value in values.items()})
        case "bytes":
            return b64decode(content)
        case "fraction":
            return Fraction(content)
        case "mapping":
            return {_value(key): _value(value) for key, value in content}
    return CLASSES[name](**{key: _value(value) for key, value in content.items()})
