"""One number, wherever it starts in a text: every reading that a given role of the comma and the dot allows."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from answers.kinds.numbers.marks import VULGAR, RefusedError, Roles

LARGEST_EXPONENT: Final = 60
MAX_BASE_DIGITS: Final = 3
MAX_NESTING: Final = 3

_EXPONENT: Final = r"(\{[+-]?\d+\}|\([+-]?\d+\)|[+-]?\d+)"
_POWER: Final = re.compile(r" ?(?:\^|\*\*) ?" + _EXPONENT)
_TIMES_TEN: Final = re.compile(r"(?: ?[×xX*.] ?| )10 ?(?:\^|\*\*) ?" + _EXPONENT)
_E_NOTATION: Final = re.compile(r" ?[eE]([+-]?\d+)")
_TIMES_TEN_E: Final = re.compile(r" ?[×xX*.] ?10[eE]")
_BAR: Final = re.compile(r" ?/ ?")
_PERCENT: Final = re.compile(r" ?([%‰])")
_GROUPED_DECIMALS: Final = re.compile(r" \d{2,3}(?!\d|[.,]\d)")
_PAIR: Final = re.compile(r"\([^()]*\d,\d")
_GROUP: Final = re.compile(r" \d{3}(?!\d)")
_SIGN: Final = re.compile(r"([+-]) ?")
_VULGAR: Final = re.compile(rf"(?:(\d+) ?)?([{''.join(VULGAR)}])")


class Number(NamedTuple):
    """A number read: its value, where its text ends, and one unit of its last printed digit (0 when it is exact)."""

    end: int
    value: Fraction
    unit: Fraction


def values_at(text: str, start: int, roles: Roles, nesting: int = 0) -> list[Number]:
    """Return every number that `text` may hold from `start` on, under these roles of the marks.

    Spaces that group digits give several: "1 234 567" is 1, 1234 or 1234567. The text comes from `plain_marks`. What is
    too large, no number, or ambiguous as 10e9, (0,5) and 0,333 333 are, is a RefusedError.
    """
    sign = None if roles.dashes_separate else _SIGN.match(text, start)
    if sign:
        numbers = _unsigned(text, sign.end(), roles, nesting)
        return [v._replace(value=-v.value) for v in numbers] if sign[1] == "-" else numbers
    return _unsigned(text, start, roles, nesting)


def _unsigned(text: str, start: int, roles: Roles, nesting: int) -> list[Number]:
    if text.startswith("(", start):
        return _parenthesised(text, start, roles, nesting)
    if vulgar := _VULGAR.match(text, start):
        whole = Fraction(vulgar[1] or 0)
        mixed = Number(vulgar.end(), _bounded(whole + VULGAR[vulgar[2]]), Fraction(0))
        return [mixed, *_numerals(text, start, roles)] if vulgar[1] else [mixed]
    return _numerals(text, start, roles)


def _parenthesised(text: str, start: int, roles: Roles, nesting: int) -> list[Number]:
    if nesting >= MAX_NESTING:
        return []
    if _PAIR.match(text, start):
        raise RefusedError("ambiguous")
    inside = values_at(text, start + 1, roles, nesting + 1)
    return [v._replace(end=v.end + 1) for v in inside if text.startswith(")", v.end)]


def _numerals(text: str, start: int, roles: Roles) -> list[Number]:
    """Return the readings of a numeral and of what may follow it at once: ·10^k, ^k, /b, %, more groups."""
    numeral = _pattern(roles.decimal, roles.thousands).match(text, start)
    if not numeral:
        return []
    tailed = _scientific(text, numeral) or _power(text, numeral) or _fraction(text, numeral, roles)
    if tailed:
        return [tailed]
    _refuse_grouped_decimals(text, numeral)
    plain = Number(numeral.end(), _bounded(_value(numeral)), _unit(numeral))
    if percent := _PERCENT.match(text, numeral.end()):
        share = 100 if percent[1] == "%" else 1000
        return [Number(percent.end(), plain.value / share, plain.unit / share)]
    return [plain, *_grouped_by_spaces(text, numeral, roles)]


def _refuse_grouped_decimals(text: str, numeral: re.Match[str]) -> None:
    decimals = len(_decimals(numeral))
    if decimals and decimals % 3 == 0 and _GROUPED_DECIMALS.match(text, numeral.end()):
        raise RefusedError("ambiguous")


@lru_cache(maxsize=16)
def _pattern(decimal: str, thousands: str) -> re.Pattern[str]:
    """Return the pattern of one numeral; "5.10^9" is a product, so its dot starts no decimals."""
    mark = rf"[{re.escape(decimal)}]" if decimal else "(?!)"
    grouped = rf"(?P<grouped>[1-9]\d{{0,2}}(?P<mark>[{re.escape(thousands)}'])\d{{3}}(?:(?P=mark)\d{{3}})*(?!\d))"
    decimals = rf"{mark}(?!10 ?(?:\^|\*\*))(?P<decimals>\d+)"
    return re.compile(rf"(?:{grouped}|(?P<whole>\d+))(?:{decimals})?|{mark}(?P<bare>\d+)")


def _value(numeral: re.Match[str]) -> Fraction:
    whole = numeral["whole"] or re.sub(r"\D", "", numeral["grouped"] or "")
    decimals = _decimals(numeral)
    return Fraction(int(whole + decimals), 10 ** len(decimals))


def _decimals(numeral: re.Match[str]) -> str:
    return numeral["decimals"] or numeral["bare"] or ""


def _unit(numeral: re.Match[str]) -> Fraction:
    return Fraction(1, 10 ** len(_decimals(numeral)))


def _scientific(text: str, numeral: re.Match[str]) -> Number | None:
    """Read 1,67·10^9 and 1.67e9; a mantissa is never grouped by three."""
    end = numeral.end()
    tail = _TIMES_TEN.match(text, end) or _E_NOTATION.match(text, end)
    if _TIMES_TEN_E.match(text, end) or (tail and tail.re is _E_NOTATION and numeral[0] == "10"):
        raise RefusedError("ambiguous")
    if not tail or numeral["grouped"]:
        return None
    scale = _raised(Fraction(10), tail[1])
    return Number(tail.end(), _bounded(_value(numeral) * scale), _unit(numeral) * scale)


def _power(text: str, numeral: re.Match[str]) -> Number | None:
    """Read 2^10. A base such as 16710 is refused: the sign of 167·10^9 is easily lost on the way."""
    tail, base = _POWER.match(text, numeral.end()), numeral[0]
    if not tail or not base.isdecimal() or len(base) > MAX_BASE_DIGITS or (base != "10" and base.endswith("10")):
        return None
    return Number(tail.end(), _bounded(_raised(Fraction(base), tail[1])), Fraction(0))


def _raised(base: Fraction, exponent: str) -> Fraction:
    """Return base to the exponent, whose size is looked at before anything is computed."""
    digits = exponent.strip("{}()+-").lstrip("0")
    if len(digits) > len("999"):
        raise RefusedError("too-large")
    if base == 0:
        raise RefusedError("not-a-number")
    return base ** int(exponent.strip("{}()"))


def _fraction(text: str, numeral: re.Match[str], roles: Roles) -> Number | None:
    bar = _BAR.match(text, numeral.end())
    below = bar and _pattern(roles.decimal, roles.thousands).match(text, bar.end())
    if not below or not _value(below):
        return None
    return Number(below.end(), _bounded(_value(numeral) / _value(below)), Fraction(0))


def _grouped_by_spaces(text: str, numeral: re.Match[str], roles: Roles) -> Iterator[Number]:
    """Yield 1234 and 1234567 for "1 234 567", each with its decimals if it has some."""
    digits, end = numeral[0], numeral.end()
    if not roles.spaces_group or not re.fullmatch(r"[1-9]\d{0,2}", digits):
        return
    while len(digits) + 3 <= LARGEST_EXPONENT and (group := _GROUP.match(text, end)):
        digits, end = digits + group[0][1:], group.end()
        yield Number(end, Fraction(digits), Fraction(1))
        bare = _pattern(roles.decimal, "").match(text, end)
        if bare and bare["bare"]:
            scale = Fraction(1, 10 ** len(bare["bare"]))
            yield Number(bare.end(), Fraction(digits) + int(bare["bare"]) * scale, scale)


def _bounded(value: Fraction) -> Fraction:
    limit: int = 10**LARGEST_EXPONENT
    if value and not Fraction(1, limit) <= value <= limit:
        raise RefusedError("too-large")
    return value
