"""Texts as pages have them: where a line may end, and letters that stand for something in italics.

A variable of a text is a single letter, set as formulas set it; `a`, `A` and `y`, which are words too, are one beside a
sign. What else is one, a template marks itself by ``<var>…</var>``; letters that are names, of boards for instance,
an exam lists as ``{% set names = "ABC" %}``.
"""

import re
from functools import cache, lru_cache

NO_BREAK = "\N{NO-BREAK SPACE}"

_TOGETHER = re.compile(
    r" (?=[:;?!»%=≃≈≡≠≥≤×→|]|mod\b|&[lg]t;|\d{1,2}\.(?:\s|$))"  # before a mark set apart, a sign, the end of a sentence
    r"|(?<=[=≃≈≡≠≥≤×→|«±·+−/°]) |(?<=\bmod) |(?<=&[lg]t;) "  # after a sign
    r"|(?<=\b[A-Za-z]) (?=[+−] \w)"  # inside "i + j", not in a long sum of numbers
    r"|(?<=,) (?=(?:[^\s(),]{1,3},[ \xa0])?[^\s()]*\))"  # inside "(i, j)" and "(i, j, d)"
    r"|(?<=^[a-z]\)) |(?<=[^,] [a-z]\)) |(?<=[^,] \([a-z]\)) "  # after the letter of a part, not that of "(i, j)"
)
_FRENCH = re.compile(r"(?<=\S)[ \N{NO-BREAK SPACE}](?=[:;?!](?:[\s<]|$))|(?<=\d)[ \N{NO-BREAK SPACE}](?=%)")
"""Spaces that an English text does not have."""
_APART = re.compile(r"(<svg\b.*?</svg>|<pre\b.*?</pre>|<var>.*?</var>|<[^>]*>)", re.DOTALL)
_BREAKS = re.compile(r"[ \t\r\n]+")

_ALONE = (
    r"(?<![^\W\d]|[’'°&#])(?<![a-zà-ÿ]-)(?<!\d(?![i-rt-z]))(?<!\w\.)(?<!\d[ \xa0](?=h))({})(?![A-Za-zÀ-ſ0-9_’'°]|\.\w)"
)
_BESIDE_A_SIGN = r"(?=[ \xa0]?(?:[=≃≈≡≠≥≤+−·×/∈→∖*²³₀-₉ₙ′|]|&[lg]t;)|\(|[ \xa0]mod\b|[ \xa0](?:par|by)[ \xa0]m\b)"
_ALWAYS = {"fr": "b-xzA-Zα-ω", "en": "b-zB-HJ-Zα-ω"}
_AT_TIMES = {"fr": "ay", "en": "aA"}


def typeset(text: str, lang: str = "fr") -> str:
    """Return `text` on one line, its spaces unbreakable where a line may not end, or none where English has none."""
    return _bound(text.strip(), lang)


def typeset_page(html: str, lang: str = "fr") -> str:
    """Return a page with the spaces of its text as `typeset` has them, but for drawings and listings."""
    pieces = _APART.split(html)
    return "".join(piece if index % 2 else _bound(piece, lang) for index, piece in enumerate(pieces))


@lru_cache(2000)  # prompts and labels that no seed changes stand on every sheet
def with_variables(html: str, lang: str, names: str = "") -> str:
    """Return a text with each variable as ``<var>x</var>``, but for `names`, drawings and listings."""
    letters, pieces = _variable(lang, names), _APART.split(html)

    def marked(match: re.Match[str]) -> str:
        is_part = _is_part(match[0], match.string[: match.start()], match.string[match.end() :])
        return match[0] if is_part else f"<var>{match[0]}</var>"

    return "".join(piece if index % 2 else letters.sub(marked, piece) for index, piece in enumerate(pieces))


def _is_part(letter: str, before: str, after: str) -> bool:
    """Whether it is the letter of a part: "(a)", "b, c) the values", but not in "f(a)" or "(i, b)"."""
    if letter not in "abcdefgh":
        return False
    depth = 0
    for sign in before:
        depth = max(0, depth + (sign == "(") - (sign == ")"))
    if not depth:
        return bool(re.match(r"(?:,[ \xa0][a-h])*\)", after))
    return after.startswith(")") and bool(re.search(r"(?:^|\W)\($", before))


@cache
def _variable(lang: str, names: str) -> re.Pattern[str]:
    kept = f"(?![{names}])" if names else ""
    after_sign = rf"(?<=[=≃≈≠≥≤+−·×/∈→∖|][ \xa0])[{_AT_TIMES[lang]}]|(?<=[|])[{_AT_TIMES[lang]}]"
    one = rf"{kept}(?:[{_ALWAYS[lang]}]|[{_AT_TIMES[lang]}]{_BESIDE_A_SIGN}|{after_sign})"
    return re.compile(_ALONE.format(one))


def _bound(text: str, lang: str) -> str:
    text = _BREAKS.sub(" ", text)
    return _TOGETHER.sub(NO_BREAK, _FRENCH.sub("", text) if lang == "en" else text)
