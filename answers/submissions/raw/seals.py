"""The identity tokens in what was handed in."""

from collections.abc import Iterable

from answers.exam.identity import Seal, find_seal


def seals(texts: Iterable[str], secret: str) -> tuple[Seal, ...]:
    """Return the different tokens found in `texts`, at most one in each, checked under `secret`, in order."""
    found = (_seal(text, secret) for text in texts)
    return tuple(dict.fromkeys(seal for seal in found if seal))


def _seal(text: str, secret: str) -> Seal | None:
    """Look for a token, also when the line that holds it was broken."""
    return find_seal(text, secret) or find_seal("".join(text.split()), secret)
