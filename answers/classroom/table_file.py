"""What people said about a class, in files that they can read and mend: CSV, a header, then a line each."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from answers.errors import CorrigeError, Problem
from answers.exports.spreadsheet import unguarded
from answers.files import MAX_BYTES, read_limited
from answers.messages import Message
from answers.submissions.raw.decode import decode, separator

T = TypeVar("T")


def read_lines(
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
        one = made(cells) if cells else Problem("has too few or too many cells", "", "mend the line, or take it out")
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
                yield rows.line_num, [unguarded(row[one]) for one in at] if len(row) == len(header) else []
    except csv.Error as error:
        cause = Message("is damaged: {error}", error=error)
        raise CorrigeError.one(cause, place=place, remedy="mend the quotation marks") from error
