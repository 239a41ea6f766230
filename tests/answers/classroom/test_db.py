"""Test that the store of a class keeps each acknowledged action, and explains why it cannot be used."""

import os
import sqlite3
import stat
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from answers.classroom.db import FILE, MIGRATIONS, change_count, insert, log_rows, reading, transaction
from answers.errors import CorrigeError

ROW: dict[str, str | None] = {"student": "s01", "item": "1a.1", "text": "17", "scan": "c", "author": "ada", "at": "1"}


def add(folder: Path, text: str) -> None:
    with transaction(folder) as connection:
        insert(connection, "transcription", [{**ROW, "text": text}])


def add_all(folder: Path, rows: list[dict[str, str | None]], pragma: str = "") -> None:
    with transaction(folder) as connection:
        connection.execute(pragma)
        insert(connection, "transcription", rows)


def texts(folder: Path) -> list[str]:
    with reading(folder) as connection:
        return [row["text"] for row in log_rows(connection, "transcription")]


def test_a_query_creates_no_store(tmp_path: Path) -> None:
    assert texts(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
    assert change_count(tmp_path) == 0


UNFINISHED = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
for _ in range(2000):
    connection.execute("INSERT INTO setting VALUES (hex(randomblob(20)), hex(randomblob(500)))")
os._exit(0)
"""


def test_a_made_up_journal_deletes_no_file_of_the_teacher(tmp_path: Path) -> None:
    """The journal of a killed program is played back; one that names another file would make SQLite delete that."""
    folder, outside = tmp_path / "class", tmp_path / "thesis.tex"
    folder.mkdir()
    add(folder, "17")
    subprocess.run([sys.executable, "-c", UNFINISHED, folder / FILE], check=True)
    journal, store = folder / f"{FILE}-journal", (folder / FILE).read_bytes()
    genuine, name = journal.read_bytes(), str(outside).encode()
    assert texts(folder) == ["17"]
    (folder / FILE).write_bytes(store)
    outside.write_text("years of work")
    end = (
        struct.pack(">I", 2**18 + 1)
        + name
        + struct.pack(">II", len(name), sum(name))
        + bytes.fromhex("d9d505f920a163d7")
    )
    journal.write_bytes(genuine + end)
    with pytest.raises(CorrigeError) as caught:
        texts(folder)
    assert caught.value.problems[0].place == str(journal)
    assert outside.read_text() == "years of work"
    journal.write_bytes(genuine)
    assert texts(folder) == ["17"]


def test_an_action_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    add(tmp_path, "17")
    before = change_count(tmp_path)
    with pytest.raises(sqlite3.IntegrityError):
        add_all(tmp_path, [{**ROW, "text": "18"}, {**ROW, "text": None}])
    assert (texts(tmp_path), change_count(tmp_path)) == (["17"], before)
    add(tmp_path, "19")
    assert change_count(tmp_path) != before


def test_the_store_is_private_and_has_no_journal_left(tmp_path: Path) -> None:
    umask = os.umask(0)
    try:
        add(tmp_path, "17")
    finally:
        os.umask(umask)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    add(tmp_path, "17")
    with transaction(tmp_path) as connection:
        insert(connection, "transcription", [{**ROW, "text": "18"}])
        assert texts(tmp_path) == ["17"]
    assert texts(tmp_path) == ["17", "18"]


def test_a_store_that_cannot_be_used_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    with pytest.raises(CorrigeError, match="is damaged, or is no store of a class"):
        texts(tmp_path)
    (tmp_path / FILE).unlink()
    add(tmp_path, "17")
    monkeypatch.setattr("answers.classroom.db.BUSY_SECONDS", 0.01)
    with transaction(tmp_path), pytest.raises(CorrigeError, match="another program is using the class"):
        add(tmp_path, "18")
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    with pytest.raises(CorrigeError, match="was written by a later version of corrige"):
        texts(tmp_path)
    with pytest.raises(CorrigeError, match="cannot be used"):
        add(tmp_path / "missing", "17")


def test_a_full_disk_loses_nothing_and_says_so(tmp_path: Path) -> None:
    add(tmp_path, "17")
    with pytest.raises(CorrigeError, match="the disk is full"):
        add_all(tmp_path, [{**ROW, "text": "x" * 100_000}], "PRAGMA max_page_count = 1")  # SQLite's own limit
    assert texts(tmp_path) == ["17"]
