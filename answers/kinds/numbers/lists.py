"""All the values of a text: where each may start and end, and every way to cut the text into so many."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from answers.kinds.numbers.marks import RefusedError, Roles
from answers.kinds.numbers.values import Number, values_at

Interpretation: TypeAlias = tuple[Fraction | None, ...]
"""One way to read a whole text: a value an item, None for one left blank."""

MAX_STEPS: Final = 2000
_ENOUGH: Final = 2  # two distinct interpretations are as ambiguous as a hundred

_RELATION: Final = r"(?: ?[=≈:→]){1,3} ?"
_LETTERS: Final = r"(?![\d_])(?:(?![¼-¾⅐-⅞↉])\w){1,20}"  # to regular expressions ½ is a letter
_NAME: Final = _LETTERS + r"(?:_?\{[^{}]{0,20}\})?'{0,2}(?: ?\([^()]{0,40}\)|\[[^][]{0,40}\])?"
_INDEX: Final = r"[nNijkK] ?= ?\d{1,5} ?[:→] ?"  # "n=1 : 2" answers for n = 1
_PART: Final = r"\(?(?:[Qq](?:uestion)? ?)?\d{0,2}[a-hA-H](?:\) ?:?|\.(?!\d)|:) ?"
LABEL: Final = re.compile(rf"(?:{_INDEX}|{_PART}|{_NAME}{_RELATION}){{1,3}}")
_OPENING_SIGN: Final = re.compile(r"(?:[=≈] ?){1,3}")
_BLANK: Final = re.compile(r"\?+|_+|…+|\.{2,}")
_EQUALS: Final = re.compile(r"(?: ?[=≈]){1,3} ?")
_SUFFIX: Final = re.compile(r"(?: ?\(≈\)| ?≈(?= ?(?:[;,|&\n]|$)))?(?:\.(?= |\n|;|$))?")
_TOKEN: Final = re.compile(r"\d+|[^\W\d_]|[?_…]|\.{2,}")
_NO_PERIOD: Final = r"(?!(?<=\d,)\()"  # the comma of "0,(3)" starts decimals that come again and again
_SEPARATOR: Final = re.compile(rf"(?: ?[;|\n&]| ?,(?!\d){_NO_PERIOD}| ,(?!0\d)) ?(?:& ?)?")
_SEPARATOR_OR_COMMA: Final = re.compile(rf"(?: ?[;|\n&]| ?,(?!0\d){_NO_PERIOD}) ?(?:& ?)?")
_PERCENT: Final = re.compile("[%‰]")
_DASH: Final = re.compile(r" - |-")
_LOOSE_DASH: Final = re.compile(r" ?- ?")
_SPACE: Final = re.compile(r" (?!0\d)")  # the zeros of "1 000" and of "0,05" are no second value


class ValueList:
    """A text seen under one choice of roles for its marks, to be cut into values.

    The work is bounded: beyond 2000 steps the text is refused as "ambiguous".
    """

    __slots__ = ("_items", "_labelled", "_roles", "_separator", "_steps", "_text", "_token_starts")

    def __init__(self, text: str, roles: Roles) -> None:
        self._text = text
        self._roles = roles
        self._separator = _separator(roles)
        self._labelled = LABEL.match(text) is not None
        self._token_starts = [token.start() for token in _TOKEN.finditer(text)]
        self._items: dict[tuple[int, bool], list[tuple[int, Fraction | None]]] = {}
        self._steps = 0

    def interpretations(
        self, count: int, keep: Callable[[Fraction], bool] = lambda _: True, enough: int = _ENOUGH
    ) -> set[Interpretation]:
        """Return the distinct interpretations as `count` values that `keep` accepts, or `enough` if there are more."""
        layer: dict[tuple[int, bool], set[Interpretation]] = {(0, True): {()}}
        for left in range(count - 1, -1, -1):
            layer = self._next_layer(layer, left, keep, enough)
        return {one for whole in layer.values() for one in whole}

    def counts(self) -> set[int]:
        """Return how many values the text may hold: every number for which there is an interpretation."""
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
        left: int,
        keep: Callable[[Fraction], bool],
        enough: int,
    ) -> dict[tuple[int, bool], set[Interpretation]]:
        """Read one more value after each place reached; `left` more must still find room."""
        further: dict[tuple[int, bool], set[Interpretation]] = {}
        for place, before in layer.items():
            for end, value in self._values(*place):
                if value is not None and not keep(value):
                    continue
                for start in self._places_after(end, left):
                    self._work(1)
                    kept = further.setdefault(start, set())
                    kept |= set(list({(*one, value) for one in before} - kept)[: enough - len(kept)])
        return further

    def _places_after(self, end: int, left: int) -> Iterator[tuple[int, bool]]:
        """Yield the places for the next value; after the last one, the end of the text if it is reached."""
        if not left:
            if end == len(self._text):
                yield end, True
            return
        for start, opened in self._starts_after(end):
            if len(self._token_starts) - bisect_left(self._token_starts, start) >= left:
                yield start, opened

    def _starts_after(self, end: int) -> Iterator[tuple[int, bool]]:
        """Yield where a next value may start, and whether a label or a sign may stand there freely."""
        if separator := self._separator.match(self._text, end):
            yield separator.end(), True
        if self._roles.spaces_separate and _SPACE.match(self._text, end):
            yield end + 1, False

    def _values(self, start: int, free: bool) -> list[tuple[int, Fraction | None]]:  # noqa: FBT001
        if (start, free) not in self._items:
            self._items[start, free] = list(self._read_values(start, free=free))
        return self._items[start, free]

    def _read_values(self, start: int, *, free: bool) -> Iterator[tuple[int, Fraction | None]]:
        start = self._after_opening(start, free=free)
        if blank := _BLANK.match(self._text, start):
            yield blank.end(), None
            return
        for first in values_at(self._text, start, self._roles):
            if self._roles.integers_only and first.value.denominator != 1:
                continue
            for end in self._chain_ends(first.end, first.value):
                if not self._roles.percents or not first.value or _PERCENT.search(self._text, start, end):
                    yield self._after_suffix(end), first.value

    def _after_opening(self, start: int, *, free: bool) -> int:
        """Return the place after a label or a sign "≈".

        After a mere space only what also opens the text may open a value: "1/2 ≈ 0,5" is one value and not
        two, "≈ 1 ≈ 0" may be two.
        """
        label = LABEL.match(self._text, start) if free or self._labelled else None
        if label:
            start = label.end()
        like_the_first = self._text.startswith("≈") and self._text.startswith("≈", start)
        sign = _OPENING_SIGN.match(self._text, start) if free or like_the_first else None
        return sign.end() if sign else start

    def _chain_ends(self, end: int, value: Fraction) -> set[int]:
        """Return where "29/45 = 0,6444 ≈ 0,64" may end: each value must agree with the first."""
        ends, waiting = set(), {end}
        while waiting:
            end = waiting.pop()
            equals = _EQUALS.match(self._text, end)
            if not equals or "≈" in self._text[end : self._after_suffix(end)] or self._text.startswith("≈"):
                ends.add(end)
            if equals:
                following = values_at(self._text, equals.end(), self._roles)
                is_exact = "≈" not in equals[0]
                waiting |= {v.end for v in following if _agrees(v, value, is_exact=is_exact)}
        return ends

    def _after_suffix(self, end: int) -> int:
        suffix = _SUFFIX.match(self._text, end)
        return suffix.end() if suffix else end

    def _work(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise RefusedError("ambiguous")


def _agrees(printed: Number, value: Fraction, *, is_exact: bool) -> bool:
    """Tell whether `printed` is `value`, or `value` rounded or cut at the last digit of `printed`.

    Said to be exact, "9/2 = 4" is no rounding but another answer: only decimals are.
    """
    if printed.value == value or not printed.unit or (is_exact and printed.unit == 1):
        return printed.value == value
    is_cut = abs(printed.value) <= abs(value) < abs(printed.value) + printed.unit and printed.value * value >= 0
    return is_cut or abs(printed.value - value) <= printed.unit / 2


def _separator(roles: Roles) -> re.Pattern[str]:
    if roles.dashes_separate:
        return _LOOSE_DASH if roles.loose_dashes else _DASH
    return _SEPARATOR_OR_COMMA if roles.comma_separates else _SEPARATOR
