"""A file name for each student, derived from the identifier: harmless, and no two alike on any system."""

from collections.abc import Iterable, Iterator
from itertools import chain, count

from answers.files import MAX_NAME, safe_name

RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
"""What Windows keeps for itself."""
ROOM = MAX_NAME - 6
"""Letters of a name that leave room for a number."""


def file_names(identifiers: Iterable[str], given: Iterable[str]) -> Iterator[str]:
    """Yield the stem of the files of each student: the one given, else one made of the identifier.

    An identifier that is fit for it stays as it is. Stems differ by more than capitals: of two that would not, the
    later gets a number.
    """
    given = tuple(given)
    taken = {stem.casefold() for stem in given if stem} | RESERVED
    for identifier, stem in zip(identifiers, given, strict=True):
        found = stem or _free(safe_name(identifier), taken)
        taken.add(found.casefold())
        yield found


def _free(stem: str, taken: set[str]) -> str:
    numbered = chain([stem], (f"{stem[:ROOM]}-{n}" for n in count(2)))
    return next(name for name in numbered if name.casefold() not in taken)
