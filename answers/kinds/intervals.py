"""Answers that are an interval of real numbers."""

import re
from dataclasses import dataclass
from fractions import Fraction

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.format import format_decimal, format_exact
from answers.kinds.numbers.text import read_numbers
from answers.kinds.one_box import NotReadableError, OneBox
from answers.kinds.parsing import DASHES, Value
from answers.kinds.tolerance import Tolerance
from answers.messages import Message

INFINITY, MINUS_INFINITY = "inf", "-inf"
_INTERVAL = re.compile(r"(?P<left>[\[\](])(?P<inside>[^\[\]()]*)(?P<right>[\[\])])")
_INFINITE = re.compile(rf"(?P<sign>[+{re.escape(DASHES)}]?) ?(?:∞|inf|infini|infinity|oo)", re.IGNORECASE)


@dataclass(frozen=True)
class Interval(OneBox):
    """The kind of an answer that is an interval: [1 ; 3[, ]0 ; 1], (0, 1], [2 ; +∞[; "∅" for the empty interval.

    The value of an interval is a tuple of four: the lower and the upper bound, then for each of them 1 if it belongs to
    the interval, else 0. A bound is a number, "inf" or "-inf". The value of the empty interval is (). Bounds are read
    like other numbers, and compared within the tolerance.

    Attributes
    ----------
    width
        Length in characters of the longest right answer, for the size of the box.
    """

    width: int = 16

    def parse(self, text: str) -> Value:
        """Return the interval in `text`; NotReadableError, "not-an-interval", for another text."""
        if text in ("∅", "Ø", "ø") or text.casefold() in ("vide", "ensemble vide", "empty"):
            return ()
        match = _INTERVAL.fullmatch(text)
        inside = match["inside"] if match else ""
        pieces = inside.split(";") if ";" in inside else inside.split(",")
        is_doubtful = ";" not in inside and re.search(r"\d\s+\d|\d,\d{3}(?!\d)", inside)
        bounds = [bound for piece in pieces if (bound := self._bound(piece.strip())) is not None]
        if match is None or is_doubtful or not len(pieces) == len(bounds) == 2:
            raise NotReadableError("not-an-interval")
        return (*bounds, int(match["left"] == "["), int(match["right"] == "]"))

    def _bound(self, text: str) -> Value | None:
        """Return the value of a bound; None if the text is neither a number nor infinity."""
        if infinite := _INFINITE.fullmatch(text):
            return MINUS_INFINITY if infinite["sign"] in set(DASHES) else INFINITY
        reading = read_numbers(text, 1, Domain()) if text else None
        return reading[0] if isinstance(reading, tuple) else None

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Return whether two intervals have equal bounds, within the tolerance, and both contain a bound or neither."""
        if not isinstance(expected, tuple) or not isinstance(got, tuple) or len(expected) != len(got):
            return False
        return expected[2:] == got[2:] and all(
            bound == other
            if isinstance(bound, str | tuple) or isinstance(other, str | tuple)
            else tolerance.accepts(Fraction(bound), Fraction(other))
            for bound, other in zip(expected[:2], got[:2], strict=True)
        )

    def format(self, value: Value, lang: str) -> str:
        """Return an interval as text: "[1 ; 3[" in French, "[1, 3)" in English."""
        if not isinstance(value, tuple) or not value:
            return "∅"
        low, high, has_low, has_high = value
        bounds = (self._format_bound(low, lang), self._format_bound(high, lang))
        if lang == "fr":
            return f"{'[' if has_low else ']'}{bounds[0]} ; {bounds[1]}{']' if has_high else '['}"
        return f"{'[' if has_low else '('}{bounds[0]}; {bounds[1]}{']' if has_high else ')'}"

    def _format_bound(self, bound: Value, lang: str) -> str:
        """Return a bound as text: an infinity, a decimal number or an exact one."""
        if isinstance(bound, str):
            return "−∞" if bound == MINUS_INFINITY else "+∞"
        if isinstance(bound, float):
            return format_decimal(bound, lang)
        if isinstance(bound, tuple):
            raise TypeError(f"a bound is a number, not {bound}")
        return format_exact(bound, lang).partition(" ")[0]

    def describe(self, lang: str) -> str:
        """Return the name of the kind: "intervalle", in English "interval"."""
        return "intervalle" if lang == "fr" else "interval"

    def characters(self, tolerance: Tolerance) -> int:
        """Return `width`, the length in characters of the longest right answer."""
        return self.width

    def to_value(self, answer: object) -> Value:
        """Return the value of the interval that a solution function returned.

        The function returns (low, high), which contains both bounds, or (low, high, has_low, has_high), with infinite
        bounds as floats; () is the empty interval. TypeError or ValueError for another answer.
        """
        if answer == ():
            return ()
        if not isinstance(answer, tuple) or len(answer) not in (2, 4):
            raise TypeError(
                Message("the solution returned {answer} instead of (low, high, has_low, has_high)", answer=repr(answer))
            )
        low, high, *ends = answer
        if not low <= high:
            raise ValueError(
                Message(
                    "the solution returned the interval {answer}, whose lower bound is above the upper bound",
                    answer=repr(answer),
                )
            )
        infinite = {float("inf"): INFINITY, float("-inf"): MINUS_INFINITY}
        return (infinite.get(low, low), infinite.get(high, high), *(map(int, ends) if ends else (1, 1)))

    def from_value(self, value: Value) -> object:
        """Return an interval as (low, high, has_low, has_high), infinite bounds as floats; () if it is empty."""
        if not isinstance(value, tuple) or not value:
            return ()
        low, high, *ends = value
        return (*(float(bound) if isinstance(bound, str) else bound for bound in (low, high)), *map(bool, ends))
