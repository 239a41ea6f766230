r"""Normalization of the marks of a number: many dashes, spaces, signs and words are replaced by a few.

`plain_marks` returns a text with ASCII digits and single spaces, in which "-" stands for any dash, "≈" for any sign or
word of approximation, "×" for any sign of multiplication but "x" and "*", "/" for any bar, "^{5}" for a raised 5, "'"
for any mark that can only group digits, "&" for "et" and "and", "?" for words such as "I don't know", and "\n" for a
new line or cell and a wide gap between digits.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from answers.kinds.parsing import DASHES


class RefusedError(ValueError):
    """Raised if a text cannot be parsed as numbers; its message is the reason, a slug such as "ambiguous"."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles of the marks of a text, such as commas and dots. A mark has the same role throughout the text.

    Attributes
    ----------
    decimal
        The marks before decimals: "," or "." or both as one text.
    thousands
        The marks, "," or "." or both, that group digits by three. An apostrophe may always group digits.
    comma_separates
        True if a comma between two digits separates values.
    dashes_separate
        True if all dashes separate values, so that no value has a sign.
    loose_dashes
        True if a separating dash may have a space on one side only.
    percents
        True if all values except 0 have a sign % or ‰.
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
    "-": DASHES.removeprefix("-"),
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


_NARROW: Final = (
    {ord(variant): plain for plain, variants in _SAME.items() for variant in variants}
    | {0x1D7CE + i: str(i % 10) for i in range(50)}
    | {0x2080 + i: f"_{i}" for i in range(10)}
)
_TABLE: Final = _NARROW | {code: _NARROW.get(code - 0xFEE0, chr(code - 0xFEE0)) for code in range(0xFF01, 0xFF5F)}
"""Replacements of single characters; full-width forms are replaced like their ASCII equivalents."""

# Invisible characters and changes of direction: the parsed text would differ from the visible one.
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_OWN_DIGITS: Final = frozenset("0123456789") | VULGAR.keys()
_SUPERSCRIPT: Final = re.compile("[⁺⁻]?[⁰¹²³⁴-⁹]+")
_LATEX: Final = (
    (re.compile(r"\\(?:cdot|times)(?![a-z])"), "×"),
    (re.compile(r"\\(?:simeq|approx|sim|cong)(?![a-z])"), "≈"),
    (re.compile(r"\\[dt]?frac ?\{ ?(-?) ?(\d+) ?\} ?\{ ?(\d+) ?\}"), r"(\1\2/\3)"),
    (re.compile(r"\\[dt]?frac ?(\d) ?(\d)(?!\d)"), r"(\1/\2)"),
    (re.compile(r"\\[,;: ]|~"), " "),
    (re.compile(r"\\%"), "%"),
    (re.compile(r"\\pm(?![a-z])"), "±"),
    (re.compile(r"\\\(([^$\\]*)\\\)|\\\[([^$\\]*)\\\]"), r"  \1\2  "),
    (re.compile(r"(?<!\w)\${1,2}([^$]*)\${1,2}(?!\w)"), r"  \1  "),  # a wide gap around a formula, as around a cell
)
_PRINTED_NUMBER: Final = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"
_OPTIONS: Final = r"(?:\s*,\s*\w+=(?:'[\w:]*'|<\w*>|[\w.]+))*\s*"  # of an array or a tensor: dtype=int32, device='cpu'
_ARRAY: Final = r"(?<![\w.])(?:(?:np|numpy|torch)\.)?(?:array|matrix|tensor)\(\s*"
# Numbers as Python, NumPy, SymPy, PyTorch and OCaml print them: np.float64(0.5), Decimal('0.5'), Fraction(3, 8),
# array([0.5, 0.25]), tensor(0.5), (0.5+0j), - : float = 0.5.
_PRINTED: Final = (
    (re.compile(rf"(?<![\w.])(?:(?:np|numpy|decimal|mpmath)\.)?(?:u?int\d*|float\d*|longdouble|Decimal|mpf)"
                rf"\(\s*(['\"]?)({_PRINTED_NUMBER})\1\s*\)"), r"\2"),
    (re.compile(r"(?<![\w.])(?:fractions\.|sympy\.|gmpy2\.)?(?:Fraction|Rational|mpq)"
                r"\(\s*(?:numerator=)?(-?\d+)\s*,\s*(?:denominator=)?(\d+)\s*\)"), r"\1/\2"),
    (re.compile(r"(?<![\w.])(?:fractions\.|sympy\.|gmpy2\.)?(?:Fraction|Rational|mpq)"
                r"\(\s*(['\"]?)(-?\d+(?:/\d+)?)\1\s*\)"), r"\2"),
    (re.compile(rf"(?<![\w.])(?:(?:(?:np|numpy)\.)?complex\d*)?\(\s*({_PRINTED_NUMBER})[-+]0(?:\.0*)?j\s*\)"), r"\1"),
    (re.compile(rf"{_ARRAY}\[(\[[^][()]*\])\]{_OPTIONS}\)"), r"\1"),
    (re.compile(rf"{_ARRAY}(\[[^()]*\]|{_PRINTED_NUMBER}){_OPTIONS}\)"), r"\1"),
)  # fmt: skip
_QUOTED: Final = re.compile(rf"(?<![\w.,'\"])(['\"])({_PRINTED_NUMBER}(?:/\d+)?)\1(?![\w'\"])")
_PROMPT: Final = re.compile(r"^\s*(?:>>> ?|(?:-|val \w+) : (?:int|float|num|Q\.t) = ?)")
_START: Final = r"(?<![^\W\d_])"  # a word may directly follow a digit, but not a letter
_WORDS: Final = (
    (re.compile(_START + r"(?:environ\b|env\b\.?|approx(?:imately|imativement)?\b\.?|about\b|around\b"
                r"|roughly\b|circa\b|ca?\.(?= ?[\d.,-]))", re.IGNORECASE), "≈"),
    (re.compile(_START + r"(?:pour ?cents?|per ?cent)\b", re.IGNORECASE), "%"),
    (re.compile(r"(?<=[\d)%}]) ?,? (?:soit|i\.?e\.?),? (?=[-(.≈=\d])", re.IGNORECASE), " = "),
    (re.compile(_START + r"(?:et|and)(?![^\W\d_])", re.IGNORECASE), "&"),
    (re.compile(_START + r"(?:(?:je )?(?:ne )?sais pas|nsp|jsp|aucune idée|(?:pas de|sans) réponse"
                r"|(?:i )?(?:don'?t|do not) know|idk|no (?:idea|answer))\b", re.IGNORECASE), "?"),
)  # fmt: skip


def plain_marks(text: str) -> str:
    """Return `text` with each kind of mark replaced by one sign, as the docstring of this module lists them.

    Raises
    ------
    RefusedError
        With the reason "control-character" for an invisible character other than a space, a tab or a line end; with
        "not-a-number" for a digit of another script, a circled digit or a Roman numeral.
    """
    if _HIDDEN.search(text):
        raise RefusedError("control-character")
    if "\\" in text or "$" in text:
        text = _replaced(text, _LATEX)
    text = _PROMPT.sub("", text)
    if "(" in text:
        text = _replaced(text, _PRINTED)
    text = _QUOTED.sub(r"\2", text)
    text = unicodedata.normalize("NFC", text)  # a letter and its accent are one character
    text = _SUPERSCRIPT.sub(lambda m: f"^{{{m[0].translate(_SUPERSCRIPTS)}}}", text).translate(_TABLE)
    if any(char.isnumeric() and char not in _OWN_DIGITS for char in text):
        raise RefusedError("not-a-number")  # other scripts have other separators and directions
    text = re.sub("[-=]>", "→", text)
    text = _replaced(text, _WORDS)
    text = re.sub(r"(?<=\d)[ \u202f]{2,}(?=\d)", "\n", text.strip())  # a wide gap separates values
    text = re.sub(r"[ \u202f]{2,}", " ", text)
    text = re.sub(r"\s?[\n\r\t]\s*", "\n", text)
    if re.search(r"\d \d", text):  # beside ordinary spaces, no-break spaces between digits can only group them
        text = re.sub(r"(?<=\d)\u202f(?=\d)", "'", text)
    return text.replace(_HARD_SPACE, " ")


def _replaced(text: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text
