"""Values of Python as text, and back: the arguments and results of programs that run in a sandboxed process.

The values are None, numbers, texts, Fractions, and lists, tuples, dictionaries and sets of them. The text is that of
`repr`, with the items of sets in order, so that equal values have the same text.
"""

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

MAX_LENGTH: Final = 10_000
"""Greatest length of the text of a value, in characters."""
MAX_DEPTH: Final = 50
"""Greatest nesting of a value."""
_NAMES: Final[Mapping[str, float]] = MappingProxyType({"inf": float("inf"), "nan": float("nan")})


class NotLiteralError(ValueError):
    """A value without a text, of which the message is the name of the type; or a text that is no value."""


def literal(value: object) -> str:
    """Return the text of a value; a subclass such as `Counter` is written as its base class.

    A `NotLiteralError` with the name of the type if the value, or a value in it, is of another type; with "too long"
    if the text is longer than `MAX_LENGTH` or the value nested deeper than `MAX_DEPTH`.
    """
    left = MAX_LENGTH

    def text(value: object, depth: int) -> str:
        nonlocal left
        if depth > MAX_DEPTH or left < 0:
            raise NotLiteralError("too long")
        left -= 1
        plain = _plain(value)
        if plain is not None:
            left -= len(plain)
            return plain
        if isinstance(value, Fraction):
            return f"Fraction({text(value.numerator, depth)}, {text(value.denominator, depth)})"
        if isinstance(value, dict):
            pairs = [f"{text(key, depth + 1)}: {text(item, depth + 1)}" for key, item in dict.items(value)]
            return f"{{{', '.join(pairs)}}}"
        if isinstance(value, set | frozenset):
            items = sorted(text(item, depth + 1) for item in value)
            inner = f"{{{', '.join(items)}}}" if items else ""
            return inner if inner and isinstance(value, set) else f"{_base(value)}({inner})"
        if isinstance(value, list):
            return f"[{', '.join([text(item, depth + 1) for item in list.__iter__(value)])}]"
        if isinstance(value, tuple):
            items = [text(item, depth + 1) for item in tuple.__iter__(value)]
            return f"({', '.join(items)}{',' * (len(items) == 1)})"
        raise NotLiteralError(type(value).__name__)

    whole = text(value, 0)
    if len(whole) > MAX_LENGTH:
        raise NotLiteralError("too long")
    return whole


def _plain(value: object) -> str | None:
    """Return the text of a value without items, None for another value."""
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        if value.bit_length() > 4 * MAX_LENGTH // 10:  # Python refuses to write integers of more than 4300 digits
            raise NotLiteralError("too long")
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value)
    return repr(str.__str__(value)) if isinstance(value, str) else None


def _base(value: object) -> str:
    return "frozenset" if isinstance(value, frozenset) else "set"


def from_literal(text: str) -> object:
    """Return the value of a text that `literal` returned; a `NotLiteralError` for any other text."""
    if len(text) > MAX_LENGTH:
        raise NotLiteralError("too long")
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError, ZeroDivisionError) as error:
        raise NotLiteralError(text[:80]) from error


def _value(node: ast.expr) -> object:  # noqa: PLR0911 - a return for each kind of value
    match node:
        case ast.Constant(value=value) if isinstance(value, int | float | str | None):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            number = _value(operand)
            if isinstance(number, int | float) and not isinstance(number, bool):
                return -number
        case ast.Name(id=name) if name in _NAMES:
            return _NAMES[name]
        case ast.Tuple(elts=items):
            return tuple(map(_value, items))
        case ast.List(elts=items):
            return list(map(_value, items))
        case ast.Set(elts=items):
            return set(map(_value, items))
        case ast.Dict(keys=keys, values=values):
            return {_value(key): _value(item) for key, item in zip(keys, values, strict=True) if key is not None}
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _CALLS:
            return _CALLS[name](*map(_value, arguments))
    raise NotLiteralError(ast.unparse(node)[:80])


_CALLS: Final[Mapping[str, Callable[..., object]]] = MappingProxyType(
    {"Fraction": Fraction, "set": set, "frozenset": frozenset}
)
