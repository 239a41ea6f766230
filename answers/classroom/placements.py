"""The placements of scanned pages: a person's decisions on the student, the page of the sheet and the rotation."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from answers.classroom.db import insert, log_rows, reading, transaction, undo_last_action

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
    """Return all placements of a class in order."""
    with reading(folder) as connection:
        rows = log_rows(connection, "placement")
    return tuple(
        Placement(row["digest"], row["page"], row["student"], row["sheet_page"], row["turn"], row["author"], row["at"])
        for row in rows
    )


def active_placements(placements: Iterable[Placement]) -> Mapping[tuple[str, int], Placement]:
    """Return the last placement of each page, by the page's key, without withdrawn ones."""
    last = {placement.page_key: placement for placement in placements}
    return {page: placement for page, placement in last.items() if placement.sheet_page != 0}


def add_placements(folder: Path, placements: Iterable[Placement]) -> None:
    """Add placements, all or none; they are safe on the disk when this returns."""
    with transaction(folder) as connection:
        insert(
            connection,
            "placement",
            (
                {
                    "digest": placement.digest,
                    "page": placement.page,
                    "student": placement.student,
                    "sheet_page": placement.sheet_page,
                    "turn": placement.turned,
                    "author": placement.author,
                    "at": placement.time,
                }
                for placement in placements
            ),
        )


def undo_placements(folder: Path, author: str, time: str) -> tuple[tuple[str, int], ...]:
    """Undo the last action of a person that is not undone yet, and return the pages; empty if there is none."""
    with transaction(folder) as connection:
        return tuple((row["digest"], row["page"]) for row in undo_last_action(connection, "placement", author, time))
