"""What people said about a class, in files that they can read and mend: CSV, a header, then a line each.

They only grow: undo knows no limit, what was done being told from the lines, and undone by further ones.
"""

import csv
import io
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TypeAlias, TypeVar

from answers.errors import CorrigeError, Problem
from answers.exports.tables import unescape_formulas
from answers.files import MAX_BYTES, read_limited
from answers.messages import Message
from answers.submissions.raw.submission import decode, separator

T = TypeVar("T")


def read_rows(
    path: Path, columns: Sequence[str], made: Callable[[list[str]], T | Problem], most: int = MAX_BYTES
) -> list[tuple[int, T]]:
    """Return what is made of each line of a file, with its number; nothing where there is no file.

    Columns stand in any order, with any separator, as a spreadsheet may have saved them. CorrigeError tells that the
    file is damaged, or all lines of which a problem is made.
    """
    if not path.exists():
        return []
    found: list[tuple[int, T]] = []
    problems = []
    for number, cells in _rows(decode(read_limited(path, most), str(path)), str(path), columns):
        one = made(cells) if cells else Problem("has too few or too many cells", "", "correct the line, or remove it")
        if isinstance(one, Problem):
            problems.append(replace(one, place=Message("{path}, line {number}", path=path, number=number)))
        else:
            found.append((number, one))
    if problems:
        raise CorrigeError(problems)
    return found


def _rows(text: str, place: str, columns: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line in the order of `columns`, none if there are too few or too many."""
    mark = separator(text.partition("\n")[0], ",;\t")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        header = next(rows, [])
        if lacking := [name for name in columns if name not in header]:
            cause = Message("columns are missing: {lacking}", lacking=", ".join(lacking))
            remedy = Message("the first line is {columns}", columns=",".join(columns))
            raise CorrigeError.one(cause, place=place, remedy=remedy)
        at = [header.index(name) for name in columns]
        for row in rows:
            if row:
                yield rows.line_num, [unescape_formulas(row[one]) for one in at] if len(row) == len(header) else []
    except csv.Error as error:
        cause = Message("is damaged: {error}", error=error)
        raise CorrigeError.one(cause, place=place, remedy="correct the quotation marks") from error


W = TypeVar("W", bound=Hashable)
By: TypeAlias = tuple[str, str]
"""Who did something, and when: the lines of one action have the same."""


def rows_to_restore(
    lines: Iterable[T], who: str, where: Callable[[T], W], by: Callable[[T], By], says: Callable[[T | None], object]
) -> dict[W, T | None]:
    """Return what stood before the last thing that somebody did and has not undone, by place; None where nothing did.

    An action that gave back just that undid the one before it. Places where others did something since are left out.
    `says` returns what a line comes to, whoever wrote it and when; of None what nothing comes to.
    """
    state: dict[W, T] = {}
    last: dict[W, By] = {}
    actions: list[dict[W, T | None]] = []
    for (author, when), group in groupby(lines, by):
        action = {where(one): one for one in group}
        if author == who and actions and _undoes(action, _own(actions[-1], last, who), says):
            actions.pop()
        elif author == who:
            actions.append({place: state.get(place) for place in action})
        state.update(action)
        last.update(dict.fromkeys(action, (author, when)))
    for before in reversed(actions):
        if own := _own(before, last, who):
            return own
    return {}


def _own(before: Mapping[W, T | None], last: Mapping[W, By], who: str) -> dict[W, T | None]:
    """The part of what stood before an action that nobody else has changed since."""
    return {place: one for place, one in before.items() if last[place][0] == who}


def _undoes(action: Mapping[W, T], before: Mapping[W, T | None], says: Callable[[T | None], object]) -> bool:
    return action.keys() == before.keys() and all(says(action[place]) == says(before[place]) for place in action)
