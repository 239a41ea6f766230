"""The store of a class: one SQLite file, `class.db`, for what must not be lost.

Overrides, transcriptions, placements, assignments and events are appended and never changed: an undo is another row,
which names the row that it undoes. Functions raise CorrigeError if the file cannot be used.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from answers.errors import CorrigeError
from answers.files import shown, unusable
from answers.messages import Message

FILE = "class.db"
BUSY_SECONDS = 10.0
"""The seconds that a transaction waits for another program's."""
OLD_SEEDS = "seeds.csv"
"""The seeds of a further sitting in earlier versions, or as a teacher wants them: see `old_files`."""
OLD_FILES = (
    "decisions.csv",
    "readings.csv",
    "placements.csv",
    "collected/index.json",
    "exports/.chosen.json",
    OLD_SEEDS,
    "fairness.json",
    "issued.json",
    "scans/pages.json",
    "feedback/index.json",
    ".drawn/sheets.json",
    "sitting/log.jsonl",
    "sitting/codes.json",
    "sitting/served.json",
)
"""Files of earlier versions of corrige, imported when the store is opened."""
OLD_REMOVALS = "set-aside/students.csv"
"""The list of removed students of earlier versions, imported once, since other lists may be set aside there."""

MIGRATIONS = (
    """
    CREATE TABLE override(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, target TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
        answer TEXT NOT NULL, reason TEXT NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL,
        undoes INTEGER REFERENCES override);
    CREATE TABLE transcription(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, item TEXT NOT NULL, text TEXT NOT NULL, scan TEXT NOT NULL,
        author TEXT NOT NULL, at TEXT NOT NULL, undoes INTEGER REFERENCES transcription);
    CREATE TABLE placement(
        id INTEGER PRIMARY KEY, digest TEXT NOT NULL, page INTEGER NOT NULL, student TEXT NOT NULL, sheet_page INTEGER,
        turn INTEGER NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL, undoes INTEGER REFERENCES placement);
    CREATE TABLE event(
        seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, student TEXT NOT NULL, item TEXT NOT NULL,
        text TEXT NOT NULL, device TEXT NOT NULL, base INTEGER);
    CREATE TABLE code(student TEXT PRIMARY KEY, hash TEXT NOT NULL);
    """,
    """
    CREATE TABLE upload(
        id INTEGER PRIMARY KEY, digest TEXT NOT NULL, name TEXT NOT NULL, date TEXT NOT NULL,
        collected_at TEXT NOT NULL, size INTEGER NOT NULL, is_date_stated INTEGER NOT NULL, is_aside INTEGER NOT NULL,
        problem TEXT);
    CREATE TABLE assignment(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, file TEXT NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL);
    CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL);
    """,
    """
    CREATE TABLE result(id INTEGER PRIMARY KEY, student TEXT NOT NULL, line TEXT NOT NULL, paper TEXT NOT NULL);
    """,
    """
    CREATE TABLE removal(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, name TEXT NOT NULL, first_name TEXT NOT NULL, file TEXT NOT NULL,
        u0 INTEGER, extra TEXT NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL);
    CREATE TABLE export(format TEXT PRIMARY KEY, options TEXT NOT NULL);
    """,
    """
    CREATE TABLE seed(id INTEGER PRIMARY KEY, student TEXT NOT NULL, u0 INTEGER, at TEXT NOT NULL);
    CREATE TABLE issue(
        id INTEGER PRIMARY KEY, u0 INTEGER NOT NULL, lang TEXT NOT NULL, params TEXT NOT NULL, printed TEXT NOT NULL,
        answers TEXT NOT NULL, content_hashes TEXT NOT NULL);
    CREATE TABLE scan_page(
        id INTEGER PRIMARY KEY, position INTEGER, digest TEXT NOT NULL, page INTEGER NOT NULL, file TEXT NOT NULL,
        count INTEGER NOT NULL, upload_name TEXT NOT NULL, student TEXT NOT NULL, sheet_page INTEGER,
        state TEXT NOT NULL, turned INTEGER NOT NULL, is_blank INTEGER NOT NULL, printed_for TEXT NOT NULL,
        picture TEXT NOT NULL, problem TEXT, made_from TEXT NOT NULL);
    CREATE TABLE scan_box(
        id INTEGER PRIMARY KEY, page INTEGER NOT NULL REFERENCES scan_page ON DELETE CASCADE, item TEXT NOT NULL,
        rectangle TEXT NOT NULL, ink INTEGER NOT NULL, spills INTEGER NOT NULL, crop TEXT NOT NULL,
        digest TEXT NOT NULL);
    CREATE INDEX box_of_page ON scan_box(page);
    CREATE TABLE scan_difference(pair TEXT PRIMARY KEY, places TEXT NOT NULL);
    CREATE TABLE artifact(path TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, digest TEXT NOT NULL);
    """,
    """
    ALTER TABLE event ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE event ADD COLUMN minutes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE event ADD COLUMN origin TEXT NOT NULL DEFAULT '';
    """,
    """
    DROP TABLE result;
    CREATE TABLE result(id INTEGER PRIMARY KEY, student TEXT NOT NULL, content TEXT NOT NULL);
    """,
    """
    ALTER TABLE assignment ADD COLUMN undoes INTEGER REFERENCES assignment;
    """,
    """
    CREATE TABLE claim(name TEXT PRIMARY KEY, marker TEXT NOT NULL, until REAL NOT NULL);
    """,
    """
    ALTER TABLE scan_box ADD COLUMN ticked TEXT NOT NULL DEFAULT '';
    """,
    """
    CREATE TABLE class_mistake(
        id INTEGER PRIMARY KEY, slug TEXT NOT NULL, mutation TEXT NOT NULL, sentence TEXT NOT NULL,
        author TEXT NOT NULL, at TEXT NOT NULL, undoes INTEGER REFERENCES class_mistake);
    CREATE TABLE mistake_found(id INTEGER PRIMARY KEY, mutation TEXT NOT NULL);
    """,
    """
    CREATE TABLE second_mark(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, item TEXT NOT NULL, answer TEXT NOT NULL, value TEXT NOT NULL,
        author TEXT NOT NULL, at TEXT NOT NULL);
    """,
)
"""The statements that bring the schema from each version to the next; PRAGMA user_version counts those applied."""

LOG_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "override": ("student", "target"),
        "transcription": ("student", "item"),
        "placement": ("digest", "page"),
        "class_mistake": ("slug",),
    }
)
"""By table of a log, the columns that identify the target of a row: the last row about a target is active."""
WITHDRAWN: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "override": {"kind": "withdrawn", "value": "", "reason": ""},
        "transcription": {"text": "", "scan": ""},
        "placement": {"student": "", "sheet_page": 0, "turn": 0},
        "class_mistake": {"sentence": ""},
    }
)
"""By table of a log, the cells of a row that leaves its target without an active row."""


@contextmanager
def reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the store of a class for queries; a class without a store gets an empty store in memory."""
    is_empty = not any((folder / name).exists() for name in (FILE, OLD_REMOVALS)) and not old_files(folder)
    with understood_errors(folder):
        if is_empty:
            connection = sqlite3.connect(":memory:", isolation_level=None)
            connection.row_factory = sqlite3.Row
            _migrate(connection)
        else:
            connection = _opened(folder)
        with closing(connection):
            yield connection


@contextmanager
def transaction(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the store of a class for one action: everything written in the block is on the disk after it, or nothing.

    Other programs that write wait until the block ends.
    """
    with understood_errors(folder), closing(_opened(folder)) as connection, atomic(connection):
        yield connection


def old_files(folder: Path) -> list[str]:
    """Return the names of the old files that a class folder has; a class with a list has its seeds there."""
    names = [name for name in OLD_FILES if (folder / name).exists()]
    return [name for name in names if name != OLD_SEEDS or not (folder / "students.csv").exists()]


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[Mapping[str, object]]) -> None:
    """Insert rows, each with its cells by column; lone surrogates, which SQLite refuses, are written as escapes."""
    for row in rows:
        cells = (
            cell.encode("utf-8", "backslashreplace").decode() if isinstance(cell, str) else cell
            for cell in row.values()
        )
        places = ", ".join("?" * len(row))
        statement = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"  # noqa: S608 - names of the schema
        connection.execute(statement, tuple(cells))


def setting(connection: sqlite3.Connection, name: str) -> str | None:
    """Return a value of which a class has one, None if there is none."""
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
    return row and str(row["value"])


def save_setting(connection: sqlite3.Connection, name: str, value: str | None) -> None:
    """Store a value of which a class has one, in place of the earlier value; None removes it."""
    if value is None:
        connection.execute("DELETE FROM setting WHERE name = ?", (name,))
        return
    statement = "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    connection.execute(statement, (name, value))


def log_rows(connection: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    """Return all rows of a log, as cells by column, in the order in which they were appended."""
    rows = connection.execute(f"SELECT * FROM {table} ORDER BY id")  # noqa: S608 - a table of the schema
    return list(map(dict, rows))


def table_state(folder: Path, tables: Iterable[str]) -> tuple[object, ...]:
    """Return a value that changes with the rows of some tables of the store, and not with the others."""
    with reading(folder) as connection:
        rows = [tuple(row) for table in tables for row in connection.execute(f"SELECT * FROM {table}")]  # noqa: S608
    return (hash(tuple(rows)), len(rows))


def change_count(folder: Path) -> int:
    """Return a number that changes with each transaction of the store; 0 if there is no store yet.

    It is the time of the last write: a process that opens and closes the file releases SQLite's locks of its other
    threads.
    """
    try:
        return (folder / FILE).stat().st_mtime_ns
    except OSError:
        return 0


def undo_last_action(connection: sqlite3.Connection, table: str, author: str, at: str) -> list[dict[str, Any]]:
    """Append rows that undo the last action of an author in a log that is not undone yet, and return them.

    The rows of an action have the same author and time. The row that was active before is appended again; if there was
    none, a row that leaves the target without an active row. Targets that others have changed since are left out; if
    nothing of an action is left, the action before is undone.
    """
    rows, key = log_rows(connection, table), LOG_KEYS[table]
    undone = {row["undoes"] for row in rows}
    before: dict[int, dict[str, Any] | None] = {}
    last: dict[tuple[object, ...], dict[str, Any]] = {}
    changed_by_others: dict[tuple[object, ...], int] = {}
    for row in rows:
        target = tuple(row[column] for column in key)
        before[row["id"]] = last.get(target)
        last[target] = row
        if row["author"] != author and row["undoes"] is None and row["id"] not in undone:
            changed_by_others[target] = row["id"]
    own = [
        row
        for row in rows
        if row["author"] == author
        and row["undoes"] is None
        and row["id"] not in undone
        and changed_by_others.get(tuple(row[column] for column in key), 0) < row["id"]
    ]
    appended = []
    for row in (row for row in own if row["at"] == own[-1]["at"]):
        restored = before[row["id"]] or {**row, **WITHDRAWN[table]}
        appended.append({**restored, "author": author, "at": at, "undoes": row["id"]})
        del appended[-1]["id"]
    insert(connection, table, appended)
    return appended


def connected(folder: Path) -> sqlite3.Connection:
    """Open `class.db`, created readable by this account alone, with the present schema; no old file is imported."""
    path = folder / FILE
    _refuse_foreign_journal(folder / f"{FILE}-journal")
    if not path.exists():  # a present file is not opened here: closing it would release SQLite's locks of this process
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise unusable(path, error) from error
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA trusted_schema = OFF")  # the store of a received class
        _migrate(connection, shown(path))
    except BaseException:
        connection.close()
        raise
    return connection


JOURNAL_END = bytes.fromhex("d9d505f920a163d7")
"""The last bytes of a journal that names a super-journal, after its name, length and checksum."""


def _refuse_foreign_journal(journal: Path) -> None:
    """Raise CorrigeError for a journal that names another file, which SQLite would delete when it opens the store.

    SQLite writes such names for transactions of several databases. corrige has none: somebody has made the journal.
    """
    try:
        with journal.open("rb") as stream:
            stream.seek(-min(len(JOURNAL_END), journal.stat().st_size), os.SEEK_END)
            is_foreign = stream.read() == JOURNAL_END
    except FileNotFoundError:
        return
    except OSError as error:
        raise unusable(journal, error) from error
    if is_foreign:
        raise CorrigeError.single(
            "names another file, which would be deleted when the class is opened",
            place=shown(journal),
            remedy="delete this file, or ask for the class again; open no class of somebody whom you do not trust",
        )


def _opened(folder: Path) -> sqlite3.Connection:
    """Open `class.db`, and import the old files of the class."""
    connection = connected(folder)
    try:
        if old_files(folder) or not setting(connection, "removals"):
            # Local, since a process that only stores events needs no exam.
            from answers.classroom.old_files import import_old_files, set_aside

            with atomic(connection):
                imported = import_old_files(connection, folder)
            set_aside(folder, imported)
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection, place: str = "") -> None:
    def version() -> int:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])

    if version() == len(MIGRATIONS):
        return
    with atomic(connection):
        present = version()  # another program may have migrated meanwhile
        if present > len(MIGRATIONS):
            cause = Message("was written by a later version of corrige")
            raise CorrigeError.single(cause, place=place, remedy="install that version, or a later one")
        for statements in MIGRATIONS[present:]:
            for statement in filter(str.strip, statements.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


@contextmanager
def atomic(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a block as one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


_DAMAGED = Message("restore class.db from a backup; the papers in the folder are intact")
_OTHER_DRIVE = Message("on a network or synchronised drive, copy the folder to a local disk and work there")
_ERRORS = (
    (
        "locked",
        Message("another program is using the class, or the drive does not support locks"),
        Message("wait and try again; {remedy}", remedy=_OTHER_DRIVE),
    ),
    ("full", Message("the disk is full: nothing was saved"), Message("free some space, then try again")),
    ("readonly", Message("you may not write to it"), Message("check the permissions of the folder and of the file")),
    (
        "disk I/O error",
        Message("the drive could not read or write it: nothing was saved"),
        Message("check the space left; {remedy}", remedy=_OTHER_DRIVE),
    ),
    ("not a database", Message("is damaged, or is no store of a class"), _DAMAGED),
    ("malformed", Message("is damaged"), _DAMAGED),
)
"""Texts in an error of SQLite, with the cause and the remedy in the words of a teacher."""


@contextmanager
def understood_errors(folder: Path) -> Iterator[None]:
    """Turn the errors of SQLite in a block into CorrigeErrors in the words of a teacher."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        place, text = shown(folder / FILE), str(error)
        for part, cause, remedy in _ERRORS:
            if part in text:
                raise CorrigeError.single(cause, place=place, remedy=remedy) from error
        if not isinstance(error, sqlite3.OperationalError):
            raise
        raise unusable(place, OSError(text)) from error
