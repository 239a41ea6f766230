"""Read and write the placements of scanned pages in `placements.csv`.

A placement is a person's decision on the student, the page of the sheet and the rotation of a scanned page.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from operator import attrgetter
from pathlib import Path

from answers.classroom.table_file import read_rows, rows_to_restore
from answers.errors import Problem
from answers.exports.tables import texts_csv
from answers.files import write_atomic

FILE = "placements.csv"
COLUMNS = ("digest", "page", "student", "sheet_page", "turned", "author", "time")
TURNS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class Placement:
    """A person's decision on a page of a scanned file, which is identified by the digest of its content.

    Without a student and a page of the sheet, the page is set aside, such as a draft. Without a student and with page
    0, the earlier decision is withdrawn. `turned` is the rotation in degrees, clockwise, that sets the page upright.
    """

    digest: str
    page: int
    student: str = ""
    sheet_page: int | None = None
    turned: int = 0
    author: str = ""
    time: str = ""

    @property
    def page_key(self) -> tuple[str, int]:
        """The page: the digest of its file and its number there."""
        return self.digest, self.page

    @property
    def is_aside(self) -> bool:
        """Whether the page is of no student."""
        return not self.student


def read_placements(folder: Path) -> tuple[Placement, ...]:
    """Return all placements in order; CorrigeError is raised with all damaged lines of the file."""
    return tuple(placement for _, placement in read_rows(folder / FILE, COLUMNS, _placement))


def active_placements(placements: Iterable[Placement]) -> Mapping[tuple[str, int], Placement]:
    """Return the last placement of each page, by the page's key, without withdrawn ones."""
    last = {placement.page_key: placement for placement in placements}
    return {page: placement for page, placement in last.items() if placement.sheet_page != 0}


def add_placements(folder: Path, placements: Iterable[Placement]) -> None:
    """Add placements; they are safe on the disk when this returns."""
    all_placements = [*read_placements(folder), *placements]
    rows = [
        COLUMNS,
        *(["" if cell is None else str(cell) for cell in astuple(placement)] for placement in all_placements),
    ]
    write_atomic(folder / FILE, texts_csv(rows), overwrite=True)


def placements_to_undo(folder: Path, author: str, time: str) -> tuple[Placement, ...]:
    """Return the placements that undo the last action of a person that is not undone yet; empty if there is none."""
    words = read_placements(folder)
    before = rows_to_restore(words, author, attrgetter("page_key"), attrgetter("author", "time"), _says)
    return tuple(
        replace(placement or Placement(digest, page, sheet_page=0), author=author, time=time)
        for (digest, page), placement in before.items()
    )


def _says(placement: Placement | None) -> tuple[str, int | None, int]:
    return (placement.student, placement.sheet_page, placement.turned) if placement else ("", 0, 0)


def _placement(cells: Sequence[str]) -> Placement | Problem:
    digest, page, student, sheet_page, turned, author, time = map(str.strip, cells)
    turn = turned or "0"
    is_word = all(cell.isdecimal() for cell in (page, turn, sheet_page or "0")) and int(page) > 0
    if not is_word or int(turn) not in TURNS or bool(student) != bool(int(sheet_page or 0)):
        return Problem(
            "is an incomplete placement: give a page from 1, with a student and a page of the sheet from 1, or neither",
            "",
            "correct the line, or remove it",
        )
    return Placement(digest, int(page), student, int(sheet_page) if sheet_page else None, int(turn), author, time)
