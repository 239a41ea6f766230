"""A person's word on scanned pages, in `placements.csv`: whose a page is, which of the sheet, how it is turned."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path

from answers.errors import CorrigeError, Problem
from answers.exports.spreadsheet import texts_csv, unguarded
from answers.files import read_limited, write_atomic
from answers.messages import Message
from answers.submissions.raw.decode import decode

FILE = "placements.csv"
COLUMNS = ("digest", "page", "student", "sheet_page", "turned", "author", "time")
TURNS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class Placement:
    """What a person said of a page of a scanned file, which is named by the digest of its content.

    Without a student and a page of the sheet it is set aside: a draft, a page of nobody. `turned` are the degrees,
    clockwise, that set the page upright.
    """

    digest: str
    page: int
    student: str = ""
    sheet_page: int | None = None
    turned: int = 0
    author: str = ""
    time: str = ""

    @property
    def is_aside(self) -> bool:
        """Whether it is said to be of nobody."""
        return not self.student


def read_placements(folder: Path) -> tuple[Placement, ...]:
    """Return what was said of pages, in order; CorrigeError where the file is damaged, with all its lines."""
    path = folder / FILE
    if not path.exists():
        return ()
    rows = csv.DictReader(io.StringIO(decode(read_limited(path), str(path)), newline=""))
    if any(name not in (rows.fieldnames or ()) for name in COLUMNS):
        remedy = Message("the first line is {columns}", columns=",".join(COLUMNS))
        raise CorrigeError.one("columns are missing", place=str(path), remedy=remedy)
    found: list[Placement] = []
    problems = []
    for row in rows:
        try:
            found.append(_placement(row))
        except (ValueError, TypeError, AttributeError):
            place = Message("{path}, line {number}", path=path, number=rows.line_num)
            problems.append(Problem("is no word on a page", place, "mend the line, or take it out"))
    if problems:
        raise CorrigeError(problems)
    return tuple(found)


def placements_in_force(placements: Iterable[Placement]) -> Mapping[tuple[str, int], Placement]:
    """Return the last word on each page, by the digest of its file and its number there."""
    return {(one.digest, one.page): one for one in placements}


def add_placement(folder: Path, placement: Placement) -> None:
    """Add a word on a page, on the disk when this returns."""
    said = [*read_placements(folder), placement]
    rows = [COLUMNS, *(["" if cell is None else str(cell) for cell in astuple(one)] for one in said)]
    write_atomic(folder / FILE, texts_csv(rows), overwrite=True)


def _placement(row: Mapping[str, str]) -> Placement:
    digest, page, student, sheet_page, turned, author, time = (unguarded(row[name].strip()) for name in COLUMNS)
    if int(turned or 0) not in TURNS or int(page) < 1 or bool(student) != bool(sheet_page):
        raise ValueError
    return Placement(
        digest, int(page), student, int(sheet_page) if sheet_page else None, int(turned or 0), author, time
    )
