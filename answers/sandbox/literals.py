"""Convert Python values to text and back: the arguments and results of programs that run in a sandboxed process.

The values are None, booleans, numbers, texts, Fractions, and lists, tuples, dictionaries and sets of such values. The
text is that of `repr`, with the items of sets sorted, so that equal sets have equal texts.
"""

import ast
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

MAX_LENGTH: Final = 10_000
"""Greatest length of the text of a value, in characters."""
MAX_DEPTH: Final = 50
"""Greatest depth of nesting of a value."""
_NAMES: Final[Mapping[str, float]] = MappingProxyType({"inf": float("inf"), "nan": float("nan")})


class NotLiteralError(ValueError):
    """Raised for a value that cannot be written as text, or for a text that is not a value.

    The message is the name of the value's type, "too long", or the beginning of the text.
    """


def literal(value: object) -> str:
    """Return the text of a value, from which `from_literal` makes the value again.

    An instance of a subclass, such as `Counter`, is written as one of its base class. NotLiteralError, with the name of
    the type, if the value or a value in it has another type than this module lists; with "too long" if the text is
    longer than `MAX_LENGTH` or the value is nested deeper than `MAX_DEPTH`.
    """
    left = MAX_LENGTH

    def text(value: object, depth: int) -> str:
        """Return a value as Python source; refuse one that is nested too deep or too long."""
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
            return f"frozenset({inner})" if isinstance(value, frozenset) else inner or "set()"
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
    """Return the text of None, a boolean, an int, a float or a text; None for any other value."""
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        if value.bit_length() > 4 * MAX_LENGTH // 10:  # Python refuses to write integers of more than 4300 digits
            raise NotLiteralError("too long")
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value)
    return repr(str.__str__(value)) if isinstance(value, str) else None


def from_literal(text: str) -> object:
    """Return the value of a text in the notation of `literal`, with any spaces and quotes; or NotLiteralError."""
    if len(text) > MAX_LENGTH:
        raise NotLiteralError("too long")
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError, ZeroDivisionError) as error:
        raise NotLiteralError(text[:80]) from error


def _value(node: ast.expr) -> object:  # noqa: PLR0911 - a case for each kind of value
    """Return the value of an expression in the syntax tree of a text; NotLiteralError for any other expression."""
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
        case ast.Call(func=ast.Name(id="Fraction"), args=[numerator, denominator], keywords=[]):
            above, below = _value(numerator), _value(denominator)
            if isinstance(above, int) and isinstance(below, int):  # a text such as "1e9999999" would take for ever
                return Fraction(above, below)
        case ast.Call(func=ast.Name(id="set" | "frozenset" as name), args=[] | [ast.Set()] as items, keywords=[]):
            return (frozenset if name == "frozenset" else set)(*map(_value, items))
    raise NotLiteralError(ast.unparse(node)[:80])
