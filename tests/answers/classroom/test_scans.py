"""Scanned pages and transcriptions in the store: none is lost, none of another person is overwritten unseen."""

from pathlib import Path

import pytest

from answers.classroom.db import transaction
from answers.classroom.scans import (
    PageState,
    ScannedBox,
    ScannedPage,
    Scans,
    Transcription,
    active_readings,
    add_readings,
    load_readings,
    read_pages,
    read_placements,
    read_scans,
    times_read,
    undo_transcriptions,
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


BOX, OTHER = ("s01", "1a.1"), ("s02", "1a.1")


def readings(folder: Path) -> dict[tuple[str, str], str]:
    return {where: transcription.text for where, transcription in active_readings(load_readings(folder)).items()}


def read(folder: Path, text: str, when: str, name: str = "ada", box: tuple[str, str] = BOX) -> None:
    add_readings(folder, [Transcription(*box, text, name, when, "c1")])


def test_the_last_line_about_a_box_holds_and_all_are_kept(tmp_path: Path) -> None:
    read(tmp_path, "17", "1")
    read(tmp_path, "71", "2", "bob")
    assert readings(tmp_path) == {BOX: "71"}
    kept = [(entry.text, entry.author, entry.at) for entry in load_readings(tmp_path)]
    assert kept == [("17", "ada", "1"), ("71", "bob", "2")]


def test_a_text_is_one_line_of_a_size_that_somebody_reads(tmp_path: Path) -> None:
    read(tmp_path, " 1\n2 " + "x" * 10_000, "1")
    assert readings(tmp_path)[BOX] == ("1 2 " + "x" * 10_000)[:500]


def test_who_has_not_seen_the_last_reading_writes_none(tmp_path: Path) -> None:
    read(tmp_path, "17", "1", "bob")
    new = [Transcription(*BOX, "71", "ada", "2", "c1"), Transcription(*OTHER, "5", "ada", "2", "c1")]
    with pytest.raises(CorrigeError, match="bob read the answer to 1a\\.1 of s01 after it was shown to you"):
        add_readings(tmp_path, new, {BOX: 0, OTHER: 0})
    assert readings(tmp_path) == {BOX: "17"}
    add_readings(tmp_path, new, {BOX: times_read(load_readings(tmp_path))[BOX], OTHER: 0})
    assert readings(tmp_path) == {BOX: "71", OTHER: "5"}


def test_undo_goes_back_to_the_beginning_by_further_lines(tmp_path: Path) -> None:
    for number, text in enumerate(["1", "2", "3"]):
        read(tmp_path, text, f"a{number}")
    add_readings(tmp_path, [Transcription(*box, "4", "ada", "b", "c1") for box in (BOX, OTHER)])
    undone = []
    for number in range(4):
        undo_transcriptions(tmp_path, "ada", f"z{number}")
        undone.append(readings(tmp_path))
    assert undone == [{BOX: "3"}, {BOX: "2"}, {BOX: "1"}, {}]
    assert undo_transcriptions(tmp_path, "ada", "z9") == ()
    assert len(load_readings(tmp_path)) == 3 + 2 + 2 + 3
    read(tmp_path, "5", "c")
    undo_transcriptions(tmp_path, "ada", "z8")
    assert readings(tmp_path) == {}


def test_undo_leaves_what_another_has_read_since(tmp_path: Path) -> None:
    add_readings(tmp_path, [Transcription(*box, "4", "ada", "1", "c1") for box in (BOX, OTHER)])
    read(tmp_path, "5", "2", "bob", OTHER)
    undo_transcriptions(tmp_path, "ada", "3")
    assert readings(tmp_path) == {OTHER: "5"}
    assert undo_transcriptions(tmp_path, "ada", "4") == ()
    undo_transcriptions(tmp_path, "bob", "5")
    assert readings(tmp_path) == {OTHER: "4"}
    undo_transcriptions(tmp_path, "ada", "6")  # what bob had read is undone, so her own is the last again
    assert readings(tmp_path) == {}
