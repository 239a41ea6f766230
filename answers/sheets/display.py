"""Text from outside made fit for a page. Escaping is Jinja's: here only what no escaping can tame."""

import unicodedata
from collections.abc import Iterable
from fractions import Fraction

from answers.kinds.numbers.format import format_decimal

ELLIPSIS = "…"
READ_AHEAD = 8  # characters looked at for each one shown: enough for runs of spaces and controls
SHORT_WEIGHT = 5
EXACT_DIGITS = 12  # more than points have, so that they are printed as they are


def one_line(text: str, limit: int = 60) -> str:
    """Return `text` on one line of at most `limit` characters, cut with an ellipsis.

    Control, direction-changing, unassigned and lone surrogate characters are dropped, all white space becomes single
    spaces, and accents are composed. The result is for reading: it is neither escaped nor faithful.
    """
    ahead = text[: limit * READ_AHEAD]
    kept = "".join(" " if char.isspace() else char for char in ahead if char.isspace() or _visible(char))
    line = unicodedata.normalize("NFC", " ".join(kept.split()))
    if len(line) <= limit and len(text) <= limit * READ_AHEAD:
        return line
    return line[: limit - 1].rstrip() + ELLIPSIS


def points_text(points: Fraction, lang: str) -> str:
    """Return points to a hundredth with the decimal sign of `lang`: "0,33"."""
    return format_decimal(round(points, 2), lang, digits=EXACT_DIGITS)


def is_plural(number: Fraction, lang: str) -> bool:
    """Say whether a thing counted by `number` is in the plural: from 2 in French, for all but 1 in English."""
    return number >= 2 if lang == "fr" else number != 1


def heaviest(support: Iterable[tuple[int, str]], count: int, lang: str) -> list[tuple[int, str]]:
    """Return the `count` plans of largest probability, exact as text ("2/45"), the ties in order, with short texts."""
    exact = [(plan, Fraction(weight)) for plan, weight in support]
    first = sorted(exact, key=lambda item: (-item[1], item[0]))[:count]
    return [(plan, _weight_text(weight, lang)) for plan, weight in first]


def _weight_text(weight: Fraction, lang: str) -> str:
    exact = str(weight)
    return exact if len(exact) <= SHORT_WEIGHT else format_decimal(weight, lang, digits=3)


def _visible(char: str) -> bool:
    return unicodedata.category(char)[0] != "C"
