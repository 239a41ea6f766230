"""Whether a text that a person sees in a box may be the value of its field."""

import re

LONG = 10
MINUS = "−"
SPACES = re.compile(r"\s+")


def may_show(seen: str, value: str) -> bool:
    """Tell whether what is seen in the box of a field is its value, or nothing.

    Spaces do not count, nor what stands for a letter that a font lacks, but for a minus something must. Of
    a value too long for its box a stretch of ten letters or more is enough. Programs such as qpdf draw letters of one
    byte in a font of two: they are taken apart again.
    """
    value = SPACES.sub("", value)
    letters = "".join(map(_pattern, value))
    return any(
        not text or (len(text) >= LONG and text in value) or re.fullmatch(letters, text) for text in _readings(seen)
    )


def _pattern(letter: str) -> str:
    if letter.isascii():
        return re.escape(letter)
    return f"[^0-9A-Za-z]{{{int(letter == MINUS)},3}}"


def _readings(seen: str) -> tuple[str, str]:
    halves = seen.encode("utf-16-be", "replace").decode("latin-1").replace("\0", "")
    return SPACES.sub("", seen), SPACES.sub("", halves)
