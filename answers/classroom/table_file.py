"""Read tables that people may edit, CSV with a header, and find the lines that undo an action.

The files only grow: actions are found from the lines, and undone by further lines, without limit.
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
    path: Path, columns: Sequence[str], parse: Callable[[list[str]], T | Problem], most: int = MAX_BYTES
) -> list[tuple[int, T]]:
    """Return the value that `parse` returns for each line of a file, with its line number; empty if there is no file.

    Columns may be in any order, with any separator, as a spreadsheet saves them. CorrigeError is raised if the file is
    damaged, or with all problems that `parse` returns.
    """
    if not path.exists():
        return []
    values: list[tuple[int, T]] = []
    problems = []
    for number, cells in _rows(decode(read_limited(path, most), str(path)), str(path), columns):
        value = (
            parse(cells) if cells else Problem("has too few or too many cells", "", "correct the line, or remove it")
        )
        if isinstance(value, Problem):
            problems.append(replace(value, place=Message("{path}, line {number}", path=path, number=number)))
        else:
            values.append((number, value))
    if problems:
        raise CorrigeError(problems)
    return values


def _rows(text: str, place: str, columns: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line in the order of `columns`, no cells if there are too few or too many."""
    mark = separator(text.partition("\n")[0], ",;\t")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        header = next(rows, [])
        if lacking := [name for name in columns if name not in header]:
            cause = Message("columns are missing: {lacking}", lacking=", ".join(lacking))
            remedy = Message("the first line is {columns}", columns=",".join(columns))
            raise CorrigeError.single(cause, place=place, remedy=remedy)
        at = [header.index(name) for name in columns]
        for row in rows:
            if row:
                yield (
                    rows.line_num,
                    [unescape_formulas(row[column]) for column in at] if len(row) == len(header) else [],
                )
    except csv.Error as error:
        cause = Message("is damaged: {error}", error=error)
        raise CorrigeError.single(cause, place=place, remedy="correct the quotation marks") from error


W = TypeVar("W", bound=Hashable)
Action: TypeAlias = tuple[str, str]
"""The author and the time of an action: all lines of an action have the same."""


def rows_to_restore(
    lines: Iterable[T],
    person: str,
    key_of: Callable[[T], W],
    action_of: Callable[[T], Action],
    content_of: Callable[[T | None], object],
) -> dict[W, T | None]:
    """Return the rows before the last action of a person that is not undone yet, by key; None where there was no row.

    An action that restored exactly the rows before the previous action has undone it. Keys that others have changed
    since are left out. `content_of` returns the content of a row without author and time, and the content of no row for
    None.
    """
    state: dict[W, T] = {}
    last: dict[W, Action] = {}
    actions: list[dict[W, T | None]] = []
    for (author, when), group in groupby(lines, action_of):
        action = {key_of(line): line for line in group}
        if (
            author == person
            and actions
            and _undoes(action, _unchanged_by_others(actions[-1], last, person), content_of)
        ):
            actions.pop()
        elif author == person:
            actions.append({place: state.get(place) for place in action})
        state.update(action)
        last.update(dict.fromkeys(action, (author, when)))
    for before in reversed(actions):
        if rows := _unchanged_by_others(before, last, person):
            return rows
    return {}


def _unchanged_by_others(before: Mapping[W, T | None], last: Mapping[W, Action], person: str) -> dict[W, T | None]:
    """Return the rows before an action, without those that others have changed since."""
    return {key: row for key, row in before.items() if last[key][0] == person}


def _undoes(action: Mapping[W, T], before: Mapping[W, T | None], content_of: Callable[[T | None], object]) -> bool:
    return action.keys() == before.keys() and all(
        content_of(action[place]) == content_of(before[place]) for place in action
    )
