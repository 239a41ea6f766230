r"""One spelling for the marks of a number: the many dashes, spaces, signs and words, brought to a few.

After `plain_marks` a text has ASCII digits, "-" for every dash, "≈" for every sign or word of approximation,
"×" for every sign of multiplication but "x" and "*", "/" for every bar, "^{5}" for a raised 5, "'" for every mark that
can only group digits, "&" for "et" and "and", "?" for words that give no answer, "\n" for every change of line or cell
and every wide gap between two digits, and single spaces.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Final


class RefusedError(ValueError):
    """A text that no policy can read; the message is the stable reason."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Roles given to the marks of a whole text: each has one role from end to end.

    `decimal` and `thousands` are those of "," and "." that start decimals, and that group digits by three as the
    apostrophe always may. A comma separates between two digits, a space is an ordinary one. Where dashes separate all
    do, and no value has a sign; loose ones may have a space on one side only. With `percents` every value but 0 has its
    sign.
    """

    decimal: str
    thousands: str
    comma_separates: bool
    integers_only: bool
    spaces_group: bool
    spaces_separate: bool
    dashes_separate: bool
    loose_dashes: bool
    percents: bool = False


VULGAR: Final[dict[str, Fraction]] = {
    sign: Fraction(unicodedata.normalize("NFKC", sign).replace("⁄", "/")) for sign in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞↉"
}

_HARD_SPACE: Final = "\u202f"
_SAME: Final = {
    "-": "−–—‒―‐‑﹣",
    "≈": "≃≅∼~˜≐≒≊∽⋍",
    "×": "✕✖⨯·⋅∙•‧",
    "*": "∗",
    "/": "⁄∕÷",
    "'": "’‘ʼ´`′",
    "→": "⇒⟶➔",
    " ": "\u1680\u2000\u2001\u2002\u2003\u205f\u3000",
    _HARD_SPACE: "\u00a0\u2004\u2005\u2006\u2007\u2008\u2009\u200a",
}
_SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")


def _table() -> dict[int, str]:
    """Return the translation of single characters; full-width forms follow their ASCII twin."""
    table = {ord(odd): usual for usual, odds in _SAME.items() for odd in odds}
    table |= {0x1D7CE + i: str(i % 10) for i in range(50)}
    table |= {0x2080 + i: f"_{i}" for i in range(10)}
    wide = {code: table.get(code - 0xFEE0, chr(code - 0xFEE0)) for code in range(0xFF01, 0xFF5F)}
    return table | wide


_TABLE: Final = _table()
# Invisible or direction-changing characters: what is read would not be what is seen.
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_OWN_DIGITS: Final = frozenset("0123456789") | VULGAR.keys()
_SUPERSCRIPT: Final = re.compile("[⁺⁻]?[⁰¹²³⁴-⁹]+")
_LATEX: Final = (
    (re.compile(r"\\(?:cdot|times)(?![a-z])"), "×"),
    (re.compile(r"\\(?:simeq|approx|sim|cong)(?![a-z])"), "≈"),
    (re.compile(r"\\[dt]?frac ?\{(\d+)\} ?\{(\d+)\}"), r"(\1/\2)"),
    (re.compile(r"\\[,;: ]|~"), " "),
    (re.compile(r"\\%"), "%"),
    (re.compile(r"(?<!\w)\${1,2}([^$]*)\${1,2}(?!\w)"), r"  \1  "),  # beside a formula a wide gap, as beside a cell
)
_START: Final = r"(?<![^\W\d_])"  # a word may follow a digit at once, not a letter
_WORDS: Final = (
    (re.compile(_START + r"(?:environ\b|env\b\.?|approx(?:imately|imativement)?\b\.?|about\b|around\b"
                r"|roughly\b|circa\b|ca?\.(?= ?[\d.,-]))", re.IGNORECASE), "≈"),
    (re.compile(_START + r"(?:pour ?cents?|per ?cent)\b", re.IGNORECASE), "%"),
    (re.compile(_START + r"(?:et|and)(?![^\W\d_])", re.IGNORECASE), "&"),
    (re.compile(_START + r"(?:(?:je )?(?:ne )?sais pas|nsp|jsp|aucune idée|(?:pas de|sans) réponse"
                r"|(?:i )?(?:don'?t|do not) know|idk|no (?:idea|answer))\b", re.IGNORECASE), "?"),
)  # fmt: skip


def plain_marks(text: str) -> str:
    """Return `text` with one spelling for each mark, see the top of this file.

    A text is refused as "control-character" if it holds an invisible character other than a space, a tab or a line end,
    as "not-a-number" if it holds a digit of another script, or one that is circled or Roman.
    """
    if _HIDDEN.search(text):
        raise RefusedError("control-character")
    if "\\" in text or "$" in text:
        text = _replaced(text, _LATEX)
    text = unicodedata.normalize("NFC", text)  # a letter and its accent are one character
    text = _SUPERSCRIPT.sub(lambda m: f"^{{{m[0].translate(_SUPERSCRIPTS)}}}", text).translate(_TABLE)
    if any(char.isnumeric() and char not in _OWN_DIGITS for char in text):
        raise RefusedError("not-a-number")  # other scripts have other separators and directions: a person should look
    text = re.sub("[-=]>", "→", text)
    return _grouping_spaces(_collapsed(_replaced(text, _WORDS)))


def _replaced(text: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def _collapsed(text: str) -> str:
    text = re.sub(r"(?<=\d)[ \u202f]{2,}(?=\d)", "\n", text.strip())  # a wide gap separates, and groups no digits
    text = re.sub(r"[ \u202f]{2,}", " ", text)
    return re.sub(r"\s?[\n\r\t]\s*", "\n", text)


def _grouping_spaces(text: str) -> str:
    """Where both kinds of space stand between digits, the no-break ones can only group digits."""
    if re.search(r"\d \d", text):
        text = re.sub(r"(?<=\d)\u202f(?=\d)", "'", text)
    return text.replace(_HARD_SPACE, " ")
