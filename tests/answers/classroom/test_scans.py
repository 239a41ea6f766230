from pathlib import Path

import pytest

from answers.classroom.db import transaction
from answers.classroom.scans import (
    PageState,
    ScannedBox,
    ScannedPage,
    Scans,
    read_pages,
    read_placements,
    read_scans,
    write_scans,
)
from answers.errors import CorrigeError, Problem
from answers.messages import Message


def two_pages(folder: Path) -> Scans:
    home = folder / "scans"
    placed = ScannedPage("batch.pdf", 1, "s01", 2, PageState.PLACED, home / "p1.jpg", "ab" * 16)
    place = Message("{file}, page {page}", file="batch.pdf", page=2)
    cause = Message("the table in this file lacks these columns: {columns}", columns="x")
    problem = Problem(cause, place, "correct the line in the file, or remove it from the file")
    unplaced = ScannedPage(
        "batch.pdf", 2, "", None, PageState.UNPLACED, home / "p2.jpg", "ab" * 16, 90, problem=problem
    )
    box = ScannedBox("s01", "7a.1", placed, True, False, home / "c.png", "cd" * 16, (20.5, 33.0, 33.0, 9.0))
    return Scans((placed, unplaced), (box,), "x")


def test_pages_and_boxes_survive_a_round_trip(tmp_path: Path) -> None:
    assert read_scans(tmp_path) == Scans()
    scans = two_pages(tmp_path)
    write_scans(tmp_path, scans)
    assert read_scans(tmp_path) == scans
    assert [page.needs_person for page in scans.pages] == [False, True]


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        *(
            (statement, name)
            for statement in ("UPDATE scan_page SET picture = ?", "UPDATE scan_box SET crop = ?")
            for name in ("../../private.jpg", "/home/ada/private.jpg", "..\\private.jpg", "..")
        ),
        ("UPDATE scan_page SET upload_name = ?", "../private.pdf"),
        ("UPDATE scan_page SET upload_name = ?", "collected/../../private.pdf"),
    ],
)
def test_a_store_that_names_a_picture_outside_the_class_is_refused(tmp_path: Path, statement: str, name: str) -> None:
    write_scans(tmp_path, two_pages(tmp_path))
    with transaction(tmp_path) as connection:
        connection.execute(statement, (name,))
    for read in (read_scans, read_pages):
        with pytest.raises(CorrigeError, match="outside the folder of the class"):
            read(tmp_path)


@pytest.mark.parametrize("line", ["x,zero,s01,1,0,,", "x,1,s01,,0,,", "x,1,s01,1,45,,", "x,1"])
def test_a_damaged_word_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "placements.csv").write_text(f"digest,page,student,sheet_page,turned,author,time\n{line}\n")
    with pytest.raises(CorrigeError, match=r"line 2"):
        read_placements(tmp_path)
