"""How much longer some students have, by a column of the class list: tiers-temps, extra time."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import ceil

from answers.errors import CorrigeError, Problem
from answers.messages import Message

HEADERS = frozenset({"tiers temps", "temps supplementaire", "temps majore", "majoration", "extra time"})
YES = frozenset({"oui", "yes", "x", "o", "y", "vrai", "true", "tiers", "tiers temps"})
NO = frozenset({"", "non", "no", "n", "faux", "false", "0"})
THIRD = Fraction(1, 3)
_SHARE = re.compile(r"(\d{1,2}) ?/ ?([1-9]\d?)|(\d{1,3}) ?%")
_MINUTES = re.compile(r"(\d{1,3}) ?(?:min|mn|minutes?|')?")
MOST = 600


def extra_minutes(rows: Iterable[tuple[str, Iterable[tuple[str, str]]]], minutes: int, place: str) -> dict[str, int]:
    """Return the minutes that each student has beyond `minutes`, by the column of the list that says so.

    `rows` has the identifier of each student, and the other columns of the list by header. A cell says "oui" for a
    third more, "1/4", "25 %" or "20 min"; a cell that says anything else is a CorrigeError.
    """
    found = {student: _of_row(columns, minutes) for student, columns in rows}
    problems = list(_unread(found, place))
    if problems:
        raise CorrigeError(problems)
    return {student: one for student, one in found.items() if isinstance(one, int)}


def _of_row(columns: Iterable[tuple[str, str]], minutes: int) -> int | str:
    """The minutes of a student, or the cell that does not say them."""
    cell = next((text for header, text in columns if _plain(header) in HEADERS), "")
    told = _plain(cell)
    if told in NO:
        return 0
    if told in YES:
        return ceil(minutes * THIRD)
    if share := _SHARE.fullmatch(told):
        part = Fraction(int(share[1]), int(share[2])) if share[1] else Fraction(int(share[3]), 100)
        return ceil(minutes * part) if part <= 1 else cell
    number = _MINUTES.fullmatch(told)
    return int(number[1]) if number and int(number[1]) <= MOST else cell


def _unread(found: dict[str, int | str], place: str) -> Iterator[Problem]:
    for student, one in found.items():
        if isinstance(one, str):
            cause = Message("the extra time of {student} is {cell!r}", student=student, cell=one[:40])
            yield Problem(cause, place, "write oui, 1/3, 33 % or 20 min, or nothing")


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[\s_-]+", " ", kept).split())
