"""Text from outside made fit for one line of a page. Escaping is Jinja's: here only what no escaping can tame."""

import unicodedata
from fractions import Fraction

from babel.numbers import format_decimal

ELLIPSIS = "…"
READ_AHEAD = 8  # characters looked at for each one shown: enough for runs of spaces and controls


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
    return str(format_decimal(round(float(points), 2), locale=lang))


def _visible(char: str) -> bool:
    return unicodedata.category(char)[0] != "C"
