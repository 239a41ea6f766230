"""List the interpretations of a text: the numbers that may start at a place, the ways to cut the text into values."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple, TypeAlias

from answers.kinds.numbers.signs import VULGAR, RefusedError, Roles

LARGEST_EXPONENT: Final = 60
MAX_BASE_DIGITS: Final = 3
MAX_NESTING: Final = 3
DOUBLE_DIGITS: Final = 15
SHORT_DIGITS: Final = 12
DOUBLE_ERROR: Final = Fraction(1, 2**51)
MAX_DENOMINATOR: Final = 10**6
CHANCE_OF_FRACTION: Final = 1000
"""Of random numbers with n decimals, one of 3 000 rounds a fraction whose denominator squared is at most 10ⁿ / 1000."""

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


class ParsedNumber(NamedTuple):
    """A number in a text, which ends at `end`; `unit` is that of its last decimal digit, 0 for a fraction or power."""

    end: int
    value: Fraction
    unit: Fraction


def values_at(text: str, start: int, roles: Roles, nesting: int = 0) -> list[ParsedNumber]:
    """Return all numbers that may begin at position `start` of `text`, if its marks have the given roles.

    There may be several, since spaces group digits: "1 234 567" begins with 1, with 1234 or with 1234567. `text` is a
    result of `plain_marks`. `nesting` counts the open parentheses before.

    Raises
    ------
    RefusedError
        With the reason "too-large", "not-a-number", or "ambiguous" for texts such as 10e9, (0,5) and 0,333 333.
    """
    sign = None if roles.dashes_separate else _SIGN.match(text, start)
    start = sign.end() if sign else start
    if text.startswith("(", start):
        if nesting >= MAX_NESTING:
            return []
        if _PAIR.match(text, start):
            raise RefusedError("ambiguous")
        inside = values_at(text, start + 1, roles, nesting + 1)
        numbers = [v._replace(end=v.end + 1) for v in inside if text.startswith(")", v.end)]
    elif vulgar := _VULGAR.match(text, start):
        mixed = ParsedNumber(vulgar.end(), _bounded(Fraction(vulgar[1] or 0) + VULGAR[vulgar[2]]), Fraction(0))
        numbers = [mixed, *_numerals(text, start, roles)] if vulgar[1] else [mixed]
    else:
        numbers = _numerals(text, start, roles)
    return [v._replace(value=-v.value) for v in numbers] if sign and sign[1] == "-" else numbers


def _numerals(text: str, start: int, roles: Roles) -> list[ParsedNumber]:
    """Return the numbers that begin with a numeral, perhaps with ·10^k, ^k, /b, % or groups of digits after it."""
    numeral = _pattern(roles.decimal, roles.thousands).match(text, start)
    if not numeral:
        return []
    if tailed := _scientific(text, numeral) or _power(text, numeral):
        return [tailed]
    bar = _BAR.match(text, numeral.end())
    below = bar and _pattern(roles.decimal, roles.thousands).match(text, bar.end())
    if below and _value(below):  # a fraction
        return [ParsedNumber(below.end(), _bounded(_value(numeral) / _value(below)), Fraction(0))]
    decimals = len(_decimals(numeral))
    if decimals and decimals % 3 == 0 and _GROUPED_DECIMALS.match(text, numeral.end()):
        raise RefusedError("ambiguous")  # 0,333 333
    plain = ParsedNumber(numeral.end(), _bounded(_value(numeral)), _unit(numeral))
    if percent := _PERCENT.match(text, numeral.end()):
        share = 100 if percent[1] == "%" else 1000
        return [ParsedNumber(percent.end(), plain.value / share, plain.unit / share)]
    return [plain, *_grouped_by_spaces(text, numeral, roles)]


@lru_cache(maxsize=16)
def _pattern(decimal: str, thousands: str) -> re.Pattern[str]:
    """Return the regular expression of a numeral with these decimal and thousands marks."""
    # The dot of "5.10^9" means a product, and starts no decimals.
    mark = rf"[{re.escape(decimal)}]" if decimal else "(?!)"
    grouped = rf"(?P<grouped>[1-9]\d{{0,2}}(?P<mark>[{re.escape(thousands)}'])\d{{3}}(?:(?P=mark)\d{{3}})*(?!\d))"
    decimals = rf"{mark}(?!10 ?(?:\^|\*\*))(?P<decimals>\d+)"
    return re.compile(rf"(?:{grouped}|(?P<whole>\d+))(?:{decimals})?|{mark}(?P<bare>\d+)")


def _value(numeral: re.Match[str]) -> Fraction:
    whole = numeral["whole"] or re.sub(r"\D", "", numeral["grouped"] or "")
    return exact_double(whole, _decimals(numeral))


def exact_double(whole: str, decimals: str) -> Fraction:
    """Return the number that a program printed as a double: -2.75 for -2.7499999999999996, 1/3 for 0.333333333333333.

    `whole` and `decimals` are the digits before and after the decimal mark. A number of fewer than 15 significant
    digits, which is all that a spreadsheet shows, is returned as it is written, and so is a number that is close
    neither to one with at most 12 digits nor to a fraction with a denominator up to 10⁶. The fewer decimals, the
    smaller the denominator: every number with nine decimals is close to some fraction with a denominator up to 10⁶.
    """
    value, unit = Fraction(int(whole + decimals), 10 ** len(decimals)), Fraction(1, 10 ** len(decimals))
    if not decimals or len((whole + decimals).lstrip("+-0")) < DOUBLE_DIGITS or value >= 10**DOUBLE_DIGITS:
        return value
    denominator = max(1, min(MAX_DENOMINATOR, isqrt(10 ** len(decimals) // CHANCE_OF_FRACTION)))
    for simple in (Fraction(f"{float(value):.{SHORT_DIGITS}g}"), value.limit_denominator(denominator)):
        if abs(value - simple) <= max(abs(simple) * DOUBLE_ERROR, unit / 2):
            return simple
    return value


def _decimals(numeral: re.Match[str]) -> str:
    return numeral["decimals"] or numeral["bare"] or ""


def _unit(numeral: re.Match[str]) -> Fraction:
    return Fraction(1, 10 ** len(_decimals(numeral)))


def _scientific(text: str, numeral: re.Match[str]) -> ParsedNumber | None:
    """Return the number in 1,67·10^9 or 1.67e9 that begins with `numeral`, None if there is no power of ten."""
    # RefusedError for an ambiguous text such as 10e9. The digits before the power of ten are never grouped.
    end = numeral.end()
    tail = _TIMES_TEN.match(text, end) or _E_NOTATION.match(text, end)
    if _TIMES_TEN_E.match(text, end) or (tail and tail.re is _E_NOTATION and numeral[0] == "10"):
        raise RefusedError("ambiguous")
    if not tail or numeral["grouped"]:
        return None
    scale = _raised(Fraction(10), tail[1])
    return ParsedNumber(tail.end(), _bounded(_value(numeral) * scale), _unit(numeral) * scale)


def _power(text: str, numeral: re.Match[str]) -> ParsedNumber | None:
    """Return the number in 2^10 that begins with `numeral`, None if there is no power."""
    # A base such as 16710 is not accepted, since the sign "·" of 167·10^9 is easily lost.
    tail, base = _POWER.match(text, numeral.end()), numeral[0]
    if not tail or not base.isdecimal() or len(base) > MAX_BASE_DIGITS or (base != "10" and base.endswith("10")):
        return None
    return ParsedNumber(tail.end(), _bounded(_raised(Fraction(base), tail[1])), Fraction(0))


def _raised(base: Fraction, exponent: str) -> Fraction:
    """Return `base` to the power `exponent`; RefusedError for an exponent over 999 or a base of 0."""
    digits = exponent.strip("{}()+-").lstrip("0")
    if len(digits) > len("999"):
        raise RefusedError("too-large")
    if base == 0:
        raise RefusedError("not-a-number")
    return base ** int(exponent.strip("{}()"))


def _grouped_by_spaces(text: str, numeral: re.Match[str], roles: Roles) -> Iterator[ParsedNumber]:
    """Yield the numbers with groups of three digits: 1234 and 1234567 for "1 234 567", also with decimals."""
    digits, end = numeral[0], numeral.end()
    if not roles.spaces_group or not re.fullmatch(r"[1-9]\d{0,2}", digits):
        return
    while len(digits) + 3 <= LARGEST_EXPONENT and (group := _GROUP.match(text, end)):
        digits, end = digits + group[0][1:], group.end()
        yield ParsedNumber(end, Fraction(digits), Fraction(1))
        bare = _pattern(roles.decimal, "").match(text, end)
        if bare and bare["bare"]:
            scale = Fraction(1, 10 ** len(bare["bare"]))
            yield ParsedNumber(bare.end(), Fraction(digits) + int(bare["bare"]) * scale, scale)


def _bounded(value: Fraction) -> Fraction:
    """Return `value` unchanged; RefusedError if it is larger than 10^60, or not 0 but smaller than 10^-60."""
    limit: int = 10**LARGEST_EXPONENT
    if value and not Fraction(1, limit) <= value <= limit:
        raise RefusedError("too-large")
    return value


Interpretation: TypeAlias = tuple[Fraction | None, ...]
"""One way to read a whole text: a value for each item, None for a blank item."""

MAX_STEPS: Final = 2000
_ENOUGH: Final = 2  # two distinct interpretations are as ambiguous as a hundred

_RELATION: Final = r"(?: ?[=≈:→]){1,3} ?"
_LETTERS: Final = r"(?![\d_])(?:(?![¼-¾⅐-⅞↉])\w){1,20}"  # to regular expressions ½ is a letter
_NAME: Final = _LETTERS + r"(?:_?\{[^{}]{0,20}\})?['*]{0,2}(?: ?\([^()]{0,40}\)|\[[^][]{0,40}\])?"
_INDEX: Final = r"[nNijkK] ?= ?\d{1,5} ?[:→] ?"  # "n=1 : 2" answers for n = 1
_PART: Final = r"\(?(?:[Qq](?:uestion)? ?)?\d{0,2}[a-hA-H](?:\) ?:?|\.(?!\d)|:) ?"
LABEL: Final = re.compile(rf"(?:{_INDEX}|{_PART}|{_NAME}{_RELATION}){{1,3}}")
_OPENING_SIGN: Final = re.compile(r"(?:[=≈] ?){1,3}")
_BLANK: Final = re.compile(r"\?+|_+|…+|\.{2,}")
_EQUALS: Final = re.compile(r"(?: ?[=≈]){1,3} ?")
_SUFFIX: Final = re.compile(r"(?: ?\(≈\)| ?≈(?= ?(?:[;,|&\n]|$)))?(?:\.(?= |\n|;|$))?")
_TOKEN: Final = re.compile(r"\d+|[^\W\d_]|[?_…]|\.{2,}")
_NO_PERIOD: Final = r"(?!(?<=\d,)\()"  # the comma of "0,(3)" starts repeating decimals
_SEPARATOR: Final = re.compile(rf"(?: ?[;|\n&]| ?,(?!\d){_NO_PERIOD}| ,(?!0\d)) ?(?:& ?)?")
_SEPARATOR_OR_COMMA: Final = re.compile(rf"(?: ?[;|\n&]| ?,(?!0\d){_NO_PERIOD}) ?(?:& ?)?")
_DASH: Final = re.compile(r" - |-")
_LOOSE_DASH: Final = re.compile(r" ?- ?")
_SPACE: Final = re.compile(r" (?!0\d)")  # the zeros of "1 000" and of "0,05" are no second value


class ValueList:
    """A text to be cut into values, in which each mark, such as the comma, has one chosen role.

    The work is bounded: after 2000 steps the text is rejected as "ambiguous".
    """

    __slots__ = ("_items", "_labelled", "_roles", "_separator", "_steps", "_text", "_token_starts")

    def __init__(self, text: str, roles: Roles) -> None:
        self._text = text
        self._roles = roles
        self._separator = _SEPARATOR_OR_COMMA if roles.comma_separates else _SEPARATOR
        if roles.dashes_separate:
            self._separator = _LOOSE_DASH if roles.loose_dashes else _DASH
        self._labelled = LABEL.match(text) is not None
        self._token_starts = [token.start() for token in _TOKEN.finditer(text)]
        self._items: dict[tuple[int, bool], list[tuple[int, Fraction | None]]] = {}
        self._steps = 0

    def interpretations(
        self, count: int, keep: Callable[[Fraction], bool] = lambda _: True, enough: int = _ENOUGH
    ) -> set[Interpretation]:
        """Return the different ways to read the text as `count` values that `keep` accepts, at most `enough` of them.

        RefusedError after 2000 steps: the text is then "ambiguous".
        """
        layer: dict[tuple[int, bool], set[Interpretation]] = {(0, True): {()}}
        for remaining in range(count - 1, -1, -1):
            layer = self._next_layer(layer, remaining, keep, enough)
        return set().union(*layer.values())

    def counts(self) -> set[int]:
        """Return the numbers of values into which the text can be cut; empty if the text is no list of values."""
        possible, count = set(), 0
        places = {(0, True)}
        while places:
            count += 1
            ends = {end for place in places for end, _ in self._values(*place)}
            if len(self._text) in ends:
                possible.add(count)
            places = {place for end in ends for place in self._starts_after(end)}
            self._work(len(places))
        return possible

    def _next_layer(
        self,
        layer: dict[tuple[int, bool], set[Interpretation]],
        remaining: int,
        keep: Callable[[Fraction], bool],
        enough: int,
    ) -> dict[tuple[int, bool], set[Interpretation]]:
        """Return the interpretations with one more value, by the place after that value."""
        further: dict[tuple[int, bool], set[Interpretation]] = {}
        for place, before in layer.items():
            for end, value in self._values(*place):
                if value is not None and not keep(value):
                    continue
                places = list(self._starts_after(end))
                if not remaining:
                    places = [(end, True)] if end == len(self._text) else []
                for start in places:
                    if len(self._token_starts) - bisect_left(self._token_starts, start[0]) < remaining:
                        continue  # too short for the remaining values
                    self._work(1)
                    known = further.setdefault(start, set())
                    longer = {(*interpretation, value) for interpretation in before}
                    known |= set(list(longer - known)[: enough - len(known)])
        return further

    def _starts_after(self, end: int) -> Iterator[tuple[int, bool]]:
        """Yield the places where a next value may start, and whether a label or sign may precede the value there."""
        if separator := self._separator.match(self._text, end):
            yield separator.end(), True
        if self._roles.spaces_separate and _SPACE.match(self._text, end):
            yield end + 1, False

    def _values(self, start: int, free: bool) -> list[tuple[int, Fraction | None]]:  # noqa: FBT001
        """Return the values that may start at a place, each with the position after the value."""
        if (start, free) in self._items:
            return self._items[start, free]
        place, values = (start, free), list[tuple[int, Fraction | None]]()
        # A label or a sign "≈" may precede a value. After a space alone, only if it also opens the text: "1/2 ≈ 0,5" is
        # one value, "≈ 1 ≈ 0" may be two.
        if (free or self._labelled) and (label := LABEL.match(self._text, start)):
            start = label.end()
        is_like_first = self._text.startswith("≈") and self._text.startswith("≈", start)
        if (free or is_like_first) and (sign := _OPENING_SIGN.match(self._text, start)):
            start = sign.end()
        blank = _BLANK.match(self._text, start)
        if blank:
            values.append((blank.end(), None))
        for first in () if blank else values_at(self._text, start, self._roles):
            if self._roles.integers_only and first.value.denominator != 1:
                continue
            for end, value in self._chain_ends(first):
                if not self._roles.percents or not value or _PERCENT.search(self._text, start, end):
                    values.append((self._after_suffix(end), value))
        self._items[place] = values
        return values

    def _chain_ends(self, first: ParsedNumber) -> set[tuple[int, Fraction]]:
        """Return the possible ends of a chain of equal values such as "29/45 = 0,6444 ≈ 0,64", each with its value."""
        # The value is the first one, or the fraction after a first value with decimals: 29/45 for "0,6444 = 29/45".
        ends, waiting = set(), {first}
        while waiting:
            end, value, unit = waiting.pop()
            equals = _EQUALS.match(self._text, end)
            if not equals or "≈" in self._text[end : self._after_suffix(end)] or self._text.startswith("≈"):
                ends.add((end, value))
            if not equals:
                continue
            is_exact = "≈" not in equals[0]
            for number in values_at(self._text, equals.end(), self._roles):
                if _agrees(number, value, is_exact=is_exact):
                    waiting.add(ParsedNumber(number.end, value, unit))
                elif 0 < unit < 1 and not number.unit and _agrees(first, number.value, is_exact=is_exact):
                    waiting.add(number)
        return ends

    def _after_suffix(self, end: int) -> int:
        suffix = _SUFFIX.match(self._text, end)
        return suffix.end() if suffix else end

    def _work(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise RefusedError("ambiguous")


def _agrees(printed: ParsedNumber, value: Fraction, *, is_exact: bool) -> bool:
    """Return whether `printed` is `value`, or `value` rounded or cut at the last digit of `printed`."""
    # After an equals sign (`is_exact`) only decimals may be rounded: "9/2 = 4" does not agree.
    if printed.value == value or not printed.unit or (is_exact and printed.unit == 1):
        return printed.value == value
    is_cut = abs(printed.value) <= abs(value) < abs(printed.value) + printed.unit and printed.value * value >= 0
    return is_cut or abs(printed.value - value) <= printed.unit / 2
