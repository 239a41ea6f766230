"""Where a line may not end: French punctuation, formulas, coordinates."""

import re

NO_BREAK = "\N{NO-BREAK SPACE}"

_TOGETHER = re.compile(
    r" (?=[:;?!»%=≃≥≤×→|])"  # before a mark that a French text sets apart, and before a sign
    r"|(?<=[=≃≥≤×→|«]) "  # after a sign
    r"|(?<=,) (?=[^\s()]*\))"  # inside "(i, j)"
    r"|(?<=\b[a-z]\)) "  # after the letter of a part
)
_BREAKS = re.compile(r"[ \t\r\n]+")


def typeset(text: str) -> str:
    """Return `text` on one line, its ordinary spaces made unbreakable where a line may not end.

    Source: usage of the Imprimerie nationale for French punctuation; the formulas are ours.
    """
    return _TOGETHER.sub(NO_BREAK, _BREAKS.sub(" ", text.strip()))
