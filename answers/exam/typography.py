"""Where a line may not end: French punctuation, formulas, coordinates."""

import re

NO_BREAK = "\N{NO-BREAK SPACE}"

_TOGETHER = re.compile(
    r" (?=[:;?!»%=≃≥≤×→|])"  # before a mark that a French text sets apart, and before a sign
    r"|(?<=[=≃≥≤×→|«±]) "  # after a sign
    r"|(?<=,) (?=[^\s()]*\))"  # inside "(i, j)"
    r"|(?<=^[a-z]\)) |(?<=[^,] [a-z]\)) "  # after the letter of a part, which is not that of "(i, j)"
)
_APART = re.compile(r"(<svg\b.*?</svg>|<pre\b.*?</pre>|<[^>]*>)", re.DOTALL)
_BREAKS = re.compile(r"[ \t\r\n]+")


def typeset(text: str) -> str:
    """Return `text` on one line, its ordinary spaces made unbreakable where a line may not end.

    Source: usage of the Imprimerie nationale for French punctuation; the formulas are ours.
    """
    return _TOGETHER.sub(NO_BREAK, _BREAKS.sub(" ", text.strip()))


def typeset_page(html: str) -> str:
    """Return a page with the spaces of its text bound where a line may not end, but for drawings and listings."""
    pieces = _APART.split(html)
    return "".join(piece if index % 2 else _TOGETHER.sub(NO_BREAK, piece) for index, piece in enumerate(pieces))
