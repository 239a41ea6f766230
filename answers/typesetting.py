"""Typeset texts: insert no-break spaces, and print variables in italics.

A single letter is a variable; the letters that are also words (`a`, `A`, `y`) are variables only beside a sign. A
template marks other variables with ``<var>…</var>``, and lists letters that are names, for example of boards, with ``{%
set names = "ABC" %}``.
"""

import re
from functools import lru_cache

NO_BREAK = "\N{NO-BREAK SPACE}"

_TOGETHER = re.compile(
    r" (?=[:;?!»%=≃≈≡≠≥≤×→|]|mod\b|&[lg]t;|\d{1,2}\.(?:\s|$))"  # before ":;?!»%", a sign, a number ending a sentence
    r"|(?<=[=≃≈≡≠≥≤×→|«±·+−/°]) |(?<=\bmod) |(?<=&[lg]t;) "  # after a sign
    r"|(?<=\b[A-Za-z]) (?=[+−] \w)"  # inside "i + j", not in a long sum of numbers
    r"|(?<=,) (?=(?:[^\s(),]{1,3},[ \xa0])?[^\s()]*\))"  # inside "(i, j)" and "(i, j, d)"
    r"|(?<=^[a-z]\)) |(?<=[^,] [a-z]\)) |(?<=[^,] \([a-z]\)) "  # after the letter of a part, "a)", but not in "(i, j)"
)
_FRENCH = re.compile(r"(?<=\S)[ \N{NO-BREAK SPACE}](?=[:;?!](?:[\s<]|$))|(?<=\d)[ \N{NO-BREAK SPACE}](?=%)")
"""Spaces that are removed from an English text: before ":", ";", "?" and "!", and before "%" after a digit."""
_APART = re.compile(r"(<svg\b.*?</svg>|<pre\b.*?</pre>|<code>.*?</code>|<var>.*?</var>|<[^>]*>)", re.DOTALL)
_BREAKS = re.compile(r"[ \t\r\n]+")

_ALONE = (
    r"(?<![^\W\d]|[’'°&#])(?<![a-zà-ÿ]-)(?<!\d(?![i-rt-z]))(?<!\w\.)(?<!\d[ \xa0](?=h))({})(?![A-Za-zÀ-ſ0-9_’'°]|\.\w)"
)
_BESIDE_A_SIGN = r"(?=[ \xa0]?(?:[=≃≈≡≠≥≤+−·×/∈→∖*²³₀-₉ₙ′|]|&[lg]t;)|\(|[ \xa0]mod\b|[ \xa0](?:par|by)[ \xa0]m\b)"
_ALWAYS = {"fr": "b-xzA-Zα-ω", "en": "b-zB-HJ-Zα-ω"}
_AT_TIMES = {"fr": "ay", "en": "aA"}


def typeset(text: str, lang: str = "fr") -> str:
    """Return `text` with single spaces, and with no-break spaces where a line may not end.

    In English, spaces before ":", ";", "?", "!" and "%" are removed.
    """
    text = _BREAKS.sub(" ", text)
    return _TOGETHER.sub(NO_BREAK, _FRENCH.sub("", text) if lang == "en" else text)


def typeset_page(html: str, lang: str = "fr") -> str:
    """Return HTML with the spaces of its texts as `typeset` sets them; drawings, listings and tags are unchanged."""
    pieces = _APART.split(html)
    return "".join(piece if index % 2 else typeset(piece, lang) for index, piece in enumerate(pieces))


@lru_cache(2000)  # many prompts and labels are the same on every sheet
def with_variables(html: str, lang: str, names: str = "") -> str:
    """Return HTML with each variable as ``<var>x</var>``, except the letters in `names`.

    Drawings and listings are unchanged.
    """
    no_name = f"(?![{names}])" if names else ""
    after_sign = rf"(?<=[=≃≈≠≥≤+−·×/∈→∖|][ \xa0])[{_AT_TIMES[lang]}]|(?<=[|])[{_AT_TIMES[lang]}]"
    letter = rf"{no_name}(?:[{_ALWAYS[lang]}]|[{_AT_TIMES[lang]}]{_BESIDE_A_SIGN}|{after_sign})"
    letters, pieces = re.compile(_ALONE.format(letter)), _APART.split(html)

    def marked(match: re.Match[str]) -> str:
        """Return a letter as a variable, unless it is that of a part: in "(a)", "b, c)"; not in "f(a)" or "(i, b)"."""
        letter, before, after = match[0], match.string[: match.start()], match.string[match.end() :]
        depth = 0  # of the brackets open before the letter
        for sign in before:
            depth = max(0, depth + (sign == "(") - (sign == ")"))
        is_part = re.match(r"(?:,[ \xa0][a-h])*\)", after)
        if depth:
            is_part = re.search(r"(?:^|\W)\($", before) if after.startswith(")") else None
        return letter if letter in "abcdefgh" and is_part else f"<var>{letter}</var>"

    return "".join(piece if index % 2 else letters.sub(marked, piece) for index, piece in enumerate(pieces))
