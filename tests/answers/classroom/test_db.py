"""Test that the store of a class keeps each acknowledged action, and explains why it cannot be used."""

import os
import sqlite3
import stat
import struct
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from answers.classroom.class_mistakes import undo_mistake
from answers.classroom.db import (
    DAMAGED,
    FILE,
    LAST_ACTION,
    VERSION,
    change_count,
    insert,
    last_logs,
    log_rows,
    reading,
    transaction,
    undo_last_action,
)
from answers.classroom.exporting import saved_options
from answers.classroom.folder import removed_students
from answers.classroom.sitting import read_events
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


DECISION = {"student": "s01", "target": "1a.1", "kind": "points", "value": "1", "answer": "", "reason": ""}
MISTAKE = {"slug": "early", "mutation": "{}", "sentence": "Trop tôt."}


@pytest.mark.parametrize("times", ["1234", "4321", "1111", "2143"])
def test_actions_are_undone_in_their_order_whatever_the_clock_says(times: str, tmp_path: Path) -> None:
    """Daylight saving, a corrected clock, or a coarse one: the last action is undone first, and alone."""
    course: Any = SimpleNamespace(folder=tmp_path)
    actions = [("override", DECISION), ("class_mistake", MISTAKE), ("override", {**DECISION, "value": "2"})]
    for at, (table, row) in zip(times, [*actions, ("override", {**DECISION, "value": "3"})], strict=True):
        with transaction(tmp_path) as connection:
            students = [{"student": student} for student in ("s01", "s02")] if table == "override" else [{}]
            insert(connection, table, [{**row, **student, "author": "ada", "at": at} for student in students])
    undone: list[object] = []
    for _ in range(4):
        with transaction(tmp_path) as connection:
            logs = last_logs(connection, "ada")
        if logs == ("class_mistake",):
            undone.append(undo_mistake(course, "ada", "0"))
            continue
        with transaction(tmp_path) as connection:
            undone.append([row["value"] for row in undo_last_action(connection, "override", "ada", "0")])
    assert undone == [["2", "2"], ["1", "1"], "early", ["", ""]]
    with transaction(tmp_path) as connection:
        assert last_logs(connection, "ada") == ()


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


def journal_of(store: bytes) -> bytes:
    """Return the journal of a transaction on a store that has changed page 1 alone (sqlite.org/fileformat2.html, 3)."""
    size = int.from_bytes(store[16:18], "big")
    page, nonce = store[:size], 7
    checksum = nonce + sum(page[at] for at in range(size - 200, 0, -200))
    header = bytes.fromhex("d9d505f920a163d7") + struct.pack(">5I", 1, nonce, len(store) // size, 512, size)
    return header.ljust(512, b"\0") + struct.pack(">I", 1) + page + struct.pack(">I", checksum)


def test_a_journal_of_a_later_state_is_not_played_back_into_a_backup(tmp_path: Path) -> None:
    """A program is killed while it writes, and the teacher puts yesterday's store back."""
    store, journal = tmp_path / FILE, tmp_path / f"{FILE}-journal"
    add(tmp_path, "17")
    backup = store.read_bytes()
    for number in range(3):
        add(tmp_path, f"{number}")
    later = store.read_bytes()
    store.write_bytes(backup)
    journal.write_bytes(journal_of(later))
    for use in (texts, lambda folder: add(folder, "18")):
        with pytest.raises(CorrigeError, match=r"belongs to another state of class\.db") as caught:
            use(tmp_path)
    assert caught.value.problems[0].place == str(journal)
    assert store.read_bytes() == backup
    journal.rename(tmp_path / "aside")
    assert texts(tmp_path) == ["17"]


def test_the_journal_of_a_killed_program_is_played_back(tmp_path: Path) -> None:
    store, journal = tmp_path / FILE, tmp_path / f"{FILE}-journal"
    add(tmp_path, "17")
    before = store.read_bytes()
    journal.write_bytes(journal_of(before))
    store.write_bytes(before[:24] + (int.from_bytes(before[24:28], "big") + 1).to_bytes(4, "big") + before[28:])
    assert texts(tmp_path) == ["17"]
    assert store.read_bytes() == before
    assert not journal.exists()


def test_a_longer_text_than_corrige_writes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sender of a class has put a hundred megabytes into a cell."""
    add(tmp_path, "x" * 2000)
    monkeypatch.setattr("answers.classroom.db.MOST_BYTES", 1000)
    with pytest.raises(CorrigeError, match="longer than corrige writes") as caught:
        texts(tmp_path)
    assert caught.value.problems[0].remedy == DAMAGED


def test_an_action_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    add(tmp_path, "17")
    before = change_count(tmp_path)
    with pytest.raises(sqlite3.IntegrityError):
        add_all(tmp_path, [{**ROW, "text": "18"}, {**ROW, "text": None}])
    with pytest.raises(CorrigeError, match="the disk is full"):
        add_all(tmp_path, [{**ROW, "text": "x" * 100_000}], "PRAGMA max_page_count = 1")  # SQLite's own limit
    assert (texts(tmp_path), change_count(tmp_path)) == (["17"], before)
    add(tmp_path, "19")
    assert change_count(tmp_path) != before


def test_the_store_is_private_and_has_no_journal_left(tmp_path: Path) -> None:
    umask = os.umask(0)
    try:
        add(tmp_path, "17")
    finally:
        os.umask(umask)
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, LAST_ACTION]
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_a_reader_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    add(tmp_path, "17")
    with transaction(tmp_path) as connection:
        insert(connection, "transcription", [{**ROW, "text": "18"}])
        assert texts(tmp_path) == ["17"]
    assert texts(tmp_path) == ["17", "18"]


def test_a_store_that_cannot_be_used_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    with pytest.raises(CorrigeError, match="the file is damaged, or is not the database of a class"):
        texts(tmp_path)
    (tmp_path / FILE).unlink()
    add(tmp_path, "17")
    monkeypatch.setattr("answers.classroom.db.BUSY_SECONDS", 0.01)
    with transaction(tmp_path), pytest.raises(CorrigeError, match="another program is using the class"):
        add(tmp_path, "18")
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(CorrigeError, match="the file was written by a later version of corrige"):
        texts(tmp_path)
    with pytest.raises(CorrigeError, match="this file or folder cannot be used"):
        add(tmp_path / "missing", "17")
    (tmp_path / "closed" / FILE).mkdir(parents=True)  # SQLite's error for a file that may not be opened
    with pytest.raises(CorrigeError, match="this file cannot be opened"):
        texts(tmp_path / "closed")


DROPPING = (
    "UPDATE sqlite_master SET sql = replace(sql, 'undoes INTEGER', 'undoes INTEGER NOT NULL ON CONFLICT IGNORE')"
    " WHERE name = 'override'"
)
EVENT = "INSERT INTO event(seq, item, text, device, at, kind, student) VALUES (1, '', '', '', {})"


def read_all(folder: Path) -> None:
    """Read the tables that the test damages, as commands do."""
    with reading(folder) as connection:
        read_events(connection)
    removed_students(folder)
    saved_options(folder)


@pytest.mark.parametrize(("named", "statements"), [
    # cells that corrige never writes
    ("transcription", ["UPDATE transcription SET student = x'ff'"]),
    ("seed", ["INSERT INTO seed VALUES (1, 's01', 64007, '')"]),
    ("removal", ["INSERT INTO removal VALUES (1, 's01', 'A', '', 's01', 10, '{', '', '')"]),
    ("export", ["INSERT INTO export VALUES ('csv', '[]')"]),
    ("export", ["""INSERT INTO export VALUES ('csv', '{"dialect": "de"}')"""]),
    ("export", [r"""INSERT INTO export VALUES ('csv', '{"listed": "\u0000"}')"""]),
    ("event", [EVENT.format("'0', 'nothing', ''")]),
    ("event", [EVENT.format("'inf', 'open', ''")]),
    ("event", [EVENT.format("'0', 'open', x'00'")]),
    # what changes or drops what is recorded
    ("moved", ["CREATE TRIGGER moved AFTER INSERT ON override BEGIN UPDATE override SET student = 's02'; END"]),
    ("once", ["CREATE UNIQUE INDEX once ON override(author)"]),
    ("override", ["PRAGMA writable_schema = ON", DROPPING]),
    # the schema itself; the last one has a letter that is not UTF-8
    ("", ["PRAGMA user_version = 0"]),
    ("", ["PRAGMA user_version = -1"]),
    ("", ["DROP TABLE setting"]),
    ("", []),
])  # fmt: skip
def test_what_corrige_never_writes_is_a_problem_of_the_file(tmp_path: Path, named: str, statements: list[str]) -> None:
    """A damaged or received store: the error names the file and the table, in place of an internal error."""
    add(tmp_path, "17")
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    if not statements:
        content = (tmp_path / FILE).read_bytes()
        (tmp_path / FILE).write_bytes(content.replace(b"CREATE TABLE setting(", b"CREATE TABLE set\xc0ing("))
    with pytest.raises(CorrigeError) as caught:
        read_all(tmp_path)
    (problem,) = caught.value.problems
    assert problem.place.endswith(FILE)
    assert named in str(problem.cause)
    assert problem.remedy == DAMAGED


def test_what_is_recorded_is_in_class_db_itself(tmp_path: Path) -> None:
    """Another program may have switched to a write-ahead log, beside the file that is copied and synchronised."""
    add(tmp_path, "17")
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    with transaction(tmp_path) as connection:
        insert(connection, "transcription", [{**ROW, "text": "18"}])
        assert not (tmp_path / f"{FILE}-wal").exists()
