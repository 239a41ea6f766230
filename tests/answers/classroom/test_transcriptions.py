"""Test that no saved transcription is lost, and none of another person is overwritten unseen."""

from pathlib import Path

import pytest

from answers.classroom.scans import (
    Transcription,
    active_readings,
    add_readings,
    load_readings,
    times_read,
    undo_transcriptions,
)
from answers.errors import CorrigeError

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
