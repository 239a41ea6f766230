"""What marking found as plain tables, the same for every spreadsheet: marks, items, flags."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from answers.exports.gradebook import Gradebook, Row
from answers.flags import Flag
from answers.paper import Paper, rounded

CellValue: TypeAlias = str | int | float | None
"""A text, a number, or nothing."""


@dataclass(frozen=True, slots=True)
class Table:
    """A header and rows as wide as it; the name is a sheet's."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[CellValue, ...], ...] = ()


def marks_table(gradebook: Gradebook, tell: Callable[[Flag], str] = str) -> Table:
    """Return a row a student: who, seed, score, one column a part, whether to look, why, what is settled, the file.

    A student without a paper, or whose paper could not be marked, has no scores, never zeros. Further columns of the
    class list come last. `tell` says what a flag is: its slug, unless people read it.
    """
    parts = tuple(part.id for part in gradebook.exam.parts)
    more = tuple(dict.fromkeys(name for row in gradebook.rows for name in row.extra))
    columns = (
        "student",
        "name",
        "first_name",
        "u0",
        "score",
        "max",
        *parts,
        "needs_teacher",
        "flags",
        "settled",
        "file",
        *more,
    )
    return Table("marks", columns, tuple(tuple(_marks(row, parts, more, tell)) for row in gradebook.all_rows))


def items_table(gradebook: Gradebook) -> Table:
    """Return a row an item of every marked or unmarked paper: what was written, the verdict, why, the points earned."""
    columns = ("student", "u0", "part", "item", "raw", "verdict", "note", "score", "max")
    found = ((row, row.paper) for row in gradebook.all_rows)
    return Table(
        "items", columns, tuple(cells for row, paper in found if paper is not None for cells in _items(row, paper))
    )


def flags_table(gradebook: Gradebook, lang: str) -> Table:
    """Return a row a flag: whose, its slug, its sentence in "fr" or "en", whether a person must look, the file."""
    columns = ("student", "flag", "meaning", "needs_teacher", "file")
    rows = (
        (_who(row), str(flag), flag.told(lang), _yes(flag.needs_teacher), str(row.paper.place) if row.paper else "")
        for row in gradebook.all_rows
        for flag in row.flags
    )
    return Table("flags", columns, tuple(rows))


def _marks(row: Row, parts: Iterable[str], more: Iterable[str], tell: Callable[[Flag], str]) -> Iterator[CellValue]:
    paper = row.paper
    marked = None if paper is None or paper.u0 is None else paper
    yield from (row.student.id, row.student.name, row.student.first_name, row.u0)
    yield from (None, None) if marked is None else (rounded(marked.score), rounded(marked.points))
    yield from (None if marked is None else rounded(marked.parts[part].score) for part in parts)
    yield _yes(row.needs_teacher)
    yield (" " if tell is str else "; ").join(map(tell, row.flags))
    # A sentence has the teacher's reason in it already.
    yield " ; ".join(
        f"{flag}: {flag.reason}" if tell is str and flag.reason else tell(flag) for flag in row.flags if flag.is_seen
    )
    yield "" if paper is None else str(paper.place)
    yield from (row.extra.get(name, "") for name in more)


def _items(row: Row, paper: Paper) -> Iterator[tuple[CellValue, ...]]:
    for part_id, part in paper.parts.items():
        share = rounded(part.points / len(part.items)) if part.items else 0
        for index, mark in enumerate(part.items, start=1):
            note = "" if mark.note is None else str(mark.note)
            score = None if paper.u0 is None else rounded(mark.score)
            yield (_who(row), paper.u0, part_id, index, mark.raw, str(mark.verdict), note, score, share)


def _who(row: Row) -> str:
    return row.student.id or row.student.name


def _yes(needed: bool) -> str:  # noqa: FBT001
    return "yes" if needed else "no"
