"""The store of a class: one SQLite file, `class.db`, with the data that must not be lost.

Overrides, transcriptions, placements, assignments and events are appended and never changed: an undo is another row,
which names the row that it undoes. Functions raise CorrigeError if the file cannot be used.
"""

import json
import os
import re
import sqlite3
import struct
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, fields
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from shutil import copyfile
from time import sleep
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import quote

from answers.errors import CorrigeError
from answers.files import json_of, read_limited, shown, unusable, write_atomic
from answers.messages import Message

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")

FILE = "class.db"
"""The name of the store in the class folder."""
LAST_SEED = 64_006
"""The greatest seed u₀."""
MOST_BYTES = 20_000_000
"""Greatest length of a cell or a row; longer texts, in a store that another person sent, would slow every command.

The largest cell is the setting of the last marking, with 0.3 kB for each student: 16 MB for the longest list.
"""
BUSY_SECONDS = 10.0
"""The seconds that a transaction waits for the transaction of another program."""
OLD_SEEDS = "seeds.csv"
"""The seeds of a further sitting, as earlier versions stored them, or as a teacher chooses them; see `old_files`."""
UNREAD_FILES = ("scans/pages.json", "feedback/index.json", ".drawn/sheets.json", "sitting/codes.json")
"""Files of earlier versions that are set aside unread: the first three are made again, and codes had another form."""
OLD_FILES = (
    "decisions.csv",
    "readings.csv",
    "placements.csv",
    "collected/index.json",
    OLD_SEEDS,
    "fairness.json",
    "sitting/log.jsonl",
    "sitting/served.json",
    *UNREAD_FILES,
)
"""Files of earlier versions of corrige, which are imported when the store is opened."""
OLD_LOGS = ("decisions.csv", "readings.csv", "placements.csv", "collected/index.json", "sitting/log.jsonl")
"""Those of the old files with what persons did; one that comes into the folder later is reported."""
OLD_FILES_STATE = "removals"
"""The setting of a store that has the rows of the old files: "moving" until these are in `imported/`, then "imported".

An import that was interrupted is continued; later files with these names are no longer imported.
"""
OLD_REMOVALS = "set-aside/students.csv"
"""The list of removed students of earlier versions; it is imported once, since new lists may be written there."""

MIGRATIONS = (
    """
    CREATE TABLE override(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, target TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL,
        answer TEXT NOT NULL, reason TEXT NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL,
        undoes INTEGER REFERENCES override,
        action INTEGER NOT NULL);
    CREATE TABLE transcription(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, item TEXT NOT NULL, text TEXT NOT NULL, scan TEXT NOT NULL,
        author TEXT NOT NULL, at TEXT NOT NULL, undoes INTEGER REFERENCES transcription,
        action INTEGER NOT NULL);
    CREATE TABLE placement(
        id INTEGER PRIMARY KEY, digest TEXT NOT NULL, page INTEGER NOT NULL, student TEXT NOT NULL, sheet_page INTEGER,
        turn INTEGER NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL, undoes INTEGER REFERENCES placement,
        action INTEGER NOT NULL);
    CREATE TABLE event(
        seq INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, student TEXT NOT NULL, item TEXT NOT NULL,
        text TEXT NOT NULL, device TEXT NOT NULL, base INTEGER, sequence INTEGER NOT NULL DEFAULT 0,
        minutes INTEGER NOT NULL DEFAULT 0, origin TEXT NOT NULL DEFAULT '');
    CREATE TABLE code(student TEXT PRIMARY KEY, hash TEXT NOT NULL);
    CREATE TABLE upload(
        id INTEGER PRIMARY KEY, digest TEXT NOT NULL, name TEXT NOT NULL, date TEXT NOT NULL,
        collected_at TEXT NOT NULL, size INTEGER NOT NULL, is_date_stated INTEGER NOT NULL, is_aside INTEGER NOT NULL,
        problem TEXT);
    CREATE TABLE assignment(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, file TEXT NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL,
        undoes INTEGER REFERENCES assignment, name TEXT NOT NULL DEFAULT '');
    CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE result(id INTEGER PRIMARY KEY, student TEXT NOT NULL, content TEXT NOT NULL);
    CREATE TABLE removal(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, name TEXT NOT NULL, first_name TEXT NOT NULL, file TEXT NOT NULL,
        u0 INTEGER, extra TEXT NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL);
    CREATE TABLE export(format TEXT PRIMARY KEY, options TEXT NOT NULL);
    CREATE TABLE seed(id INTEGER PRIMARY KEY, student TEXT NOT NULL, u0 INTEGER, at TEXT NOT NULL);
    CREATE TABLE issue(
        id INTEGER PRIMARY KEY, u0 INTEGER NOT NULL, lang TEXT NOT NULL, params TEXT NOT NULL, printed TEXT NOT NULL,
        answers TEXT NOT NULL, content_hashes TEXT NOT NULL);
    CREATE TABLE scan_page(
        id INTEGER PRIMARY KEY, position INTEGER, digest TEXT NOT NULL, page INTEGER NOT NULL, file TEXT NOT NULL,
        count INTEGER NOT NULL, upload_name TEXT NOT NULL, student TEXT NOT NULL, sheet_page INTEGER,
        state TEXT NOT NULL, turned INTEGER NOT NULL, is_blank INTEGER NOT NULL, printed_for TEXT NOT NULL,
        picture TEXT NOT NULL, problem TEXT, made_from TEXT NOT NULL, u0 INTEGER);
    CREATE TABLE scan_box(
        id INTEGER PRIMARY KEY, page INTEGER NOT NULL REFERENCES scan_page ON DELETE CASCADE, item TEXT NOT NULL,
        rectangle TEXT NOT NULL, ink INTEGER NOT NULL, spills INTEGER NOT NULL, crop TEXT NOT NULL,
        digest TEXT NOT NULL, ticked TEXT NOT NULL DEFAULT '');
    CREATE INDEX box_of_page ON scan_box(page);
    CREATE TABLE scan_difference(pair TEXT PRIMARY KEY, places TEXT NOT NULL);
    CREATE TABLE artifact(path TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, digest TEXT NOT NULL);
    CREATE TABLE claim(name TEXT PRIMARY KEY, marker TEXT NOT NULL, until REAL NOT NULL);
    CREATE TABLE class_mistake(
        id INTEGER PRIMARY KEY, slug TEXT NOT NULL, mutation TEXT NOT NULL, sentence TEXT NOT NULL,
        author TEXT NOT NULL, at TEXT NOT NULL, undoes INTEGER REFERENCES class_mistake,
        action INTEGER NOT NULL);
    CREATE TABLE mistake_found(id INTEGER PRIMARY KEY, mutation TEXT NOT NULL);
    CREATE TABLE second_mark(
        id INTEGER PRIMARY KEY, student TEXT NOT NULL, item TEXT NOT NULL, answer TEXT NOT NULL, value TEXT NOT NULL,
        author TEXT NOT NULL, at TEXT NOT NULL);
    CREATE TABLE criterion(
        id INTEGER PRIMARY KEY, part TEXT NOT NULL, slug TEXT NOT NULL, points TEXT NOT NULL, fr TEXT NOT NULL,
        en TEXT NOT NULL, author TEXT NOT NULL, at TEXT NOT NULL, undoes INTEGER REFERENCES criterion,
        action INTEGER NOT NULL);
    """,
    "ALTER TABLE override ADD COLUMN u0 INTEGER;",
    """
    ALTER TABLE assignment ADD COLUMN is_aside INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE assignment ADD COLUMN holds INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE assignment ADD COLUMN action INTEGER NOT NULL DEFAULT 0;
    UPDATE assignment SET is_aside = 1 WHERE student = '';
    UPDATE assignment SET holds = 0, (file, name) =
        (SELECT old.file, old.name FROM assignment AS old WHERE old.id = assignment.undoes) WHERE undoes IS NOT NULL;
    """,
    """
    CREATE TABLE action(id INTEGER PRIMARY KEY, at TEXT NOT NULL, author TEXT NOT NULL);
    INSERT INTO action SELECT action, max(at), author FROM (
        SELECT action, at, author FROM override UNION ALL SELECT action, at, author FROM transcription
        UNION ALL SELECT action, at, author FROM placement UNION ALL SELECT action, at, author FROM assignment
        UNION ALL SELECT action, at, author FROM class_mistake UNION ALL SELECT action, at, author FROM criterion)
        WHERE action > 0 GROUP BY action;
    """,
)
"""The statements that bring the schema from each released version to the next."""
UNRELEASED = 15
"""The last version of the schema that no release has written."""
VERSION = UNRELEASED + len(MIGRATIONS)
"""The version of the schema, which PRAGMA user_version has."""

SYNCHRONOUS = "EXTRA"
"""How SQLite waits for the disk: what an action has written survives a power failure."""

LOG_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "override": ("student", "target"),
        "transcription": ("student", "item"),
        "placement": ("digest", "page"),
        "assignment": ("file", "name", "is_aside"),
        "class_mistake": ("slug",),
        "criterion": ("part", "slug"),
    }
)
"""The columns that identify the target of a row, by log table; the last row about a target is the active one."""
DEADLINE = "deadline"
"""The name of the setting with the deadline."""
OF_PERSONS = frozenset({*LOG_KEYS, "removal", "second_mark", "seed"})
"""The tables with what persons do; a row added to them, and another deadline, are an action."""
WITHDRAWN: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "override": {"kind": "withdrawn", "value": "", "reason": ""},
        "transcription": {"text": "", "scan": ""},
        "placement": {"student": "", "sheet_page": 0, "turn": 0},
        "assignment": {"holds": 0},
        "class_mistake": {"sentence": ""},
        "criterion": {"points": "", "fr": "", "en": ""},
    }
)
"""The cells of a row that leaves its target without an active row, by log table."""


class _Connection(sqlite3.Connection):
    """A connection to a store, with the number of the action that its present transaction records, 0 for none yet."""

    action = 0


@contextmanager
def reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the store of a class for queries; a class without a store gets an empty store in memory."""
    is_empty = not any((folder / name).exists() for name in (FILE, OLD_REMOVALS)) and not old_files(folder)
    with (
        understood_errors(folder),
        closing(_Connection(":memory:", isolation_level=None) if is_empty else _opened(folder)) as connection,
    ):
        connection.row_factory = sqlite3.Row
        if is_empty:
            _migrate(connection)
        yield connection


@contextmanager
def transaction(folder: Path, *, continues: bool = False) -> Iterator[sqlite3.Connection]:
    """Open the store of a class for one action, which is stored as a whole, or not at all if the block raises.

    After the block everything is on the disk. Other programs that write to the store wait until the block ends, at most
    `BUSY_SECONDS`. With `continues`, the block is part of the last action, with which it is undone.
    """
    with understood_errors(folder), closing(_opened(folder)) as connection:
        with atomic(connection):
            before, lost = _last_action(connection), _lost_actions(connection, folder)
            connection.action = before.number if continues else 0
            yield connection
            last = _last_action(connection)
        if last != before:  # written after the actions, so that it never names one that the store does not have yet
            content, path = json.dumps([last, lost]).encode(), folder / LAST_ACTION
            with suppress(CorrigeError, OSError):
                if last == lost:  # no action is left, since the first one was taken back
                    path.unlink(missing_ok=True)
                else:
                    write_atomic(path, content, overwrite=True, is_last=False, mode=0o600)


LAST_ACTION = "last-action.json"
"""The file with the last action of a person, and the number and the last of those that are lost.

It is not in the store, since an earlier state of the store may be put back.
"""


class LastAction(NamedTuple):
    """The number of an action, or of lost actions, with the time (`at`) and the author of the last action."""

    number: int = 0
    at: str = ""
    author: str = ""


def missing_actions(folder: Path) -> dict[str, LastAction]:
    """Return the actions of persons that the store lacks, by the name of a file: how many, and the last of them.

    Under the name of the store are the actions that were lost when an earlier store was put back. They stay lost until
    the file LAST_ACTION is deleted, or a store that has them is put back before a new action.

    Under other names are the actions that only this other version of the store has: a synchronised drive keeps both
    versions of a store that two machines have changed, the second one as "class (conflicted copy).db". A backup has no
    such actions. A store of a later version, and a file that is no whole store, have the number 0: what they have is
    unknown.
    """
    query = "SELECT at, author FROM action"
    # Browsers and file managers name copies otherwise: "Copie de class.db", "Class (1).DB".
    is_copy = re.compile(r".*class.*\.db", re.IGNORECASE | re.DOTALL).fullmatch
    copies = [path for path in sorted(folder.iterdir()) if path.name != FILE and is_copy(path.name) and path.is_file()]
    with reading(folder) as connection:
        lost = _lost_actions(connection, folder)
        present = {(str(at), str(author)) for at, author in connection.execute(query)} if copies else set()
    result = {FILE: lost} if lost.number else {}
    for path in copies:
        result[path.name] = LastAction()
        with suppress(sqlite3.Error, CorrigeError, OSError), closing(_unchangeable(path)) as copy:
            if not path.stat().st_size:  # not synchronised yet, though SQLite takes it for a store without rows
                continue
            if _schema(copy) == _expected()[0]:
                others = {(str(at), str(author)) for at, author in copy.execute(query)} - present
            else:
                with tempfile.TemporaryDirectory() as place:
                    copyfile(path, Path(place) / FILE)
                    with reading(Path(place)) as earlier:  # brings the copy to the present schema
                        others = {(str(at), str(author)) for at, author in earlier.execute(query)} - present
            del result[path.name]
            if others:
                result[path.name] = LastAction(len(others), *max(others))
    return result


def _lost_actions(connection: sqlite3.Connection, folder: Path) -> LastAction:
    """Return how many actions the file LAST_ACTION names that the store lacks, and time and author of the last."""
    path = folder / LAST_ACTION
    if not path.exists():
        return LastAction()
    try:
        recorded, lost = (LastAction(*each) for each in json_of(read_limited(path)))
        is_valid = all(map(isinstance, (*recorded, *lost), (int, str, str) * 2)) and lost.number >= 0
    except (CorrigeError, ValueError, TypeError):  # damaged
        return LastAction()
    query = "SELECT 1 FROM action WHERE id = ? AND at = ?"
    if not is_valid or connection.execute(query, recorded[:2]).fetchone():
        return lost if is_valid else LastAction()
    missing = max(recorded.number - _last_action(connection).number, 1)
    return recorded._replace(number=lost.number + missing)


def _unchangeable(store: Path) -> sqlite3.Connection:
    """Open a store for queries without looking at its journal."""
    address = f"file:{quote(os.fsencode(store.absolute()))}?mode=ro&immutable=1"
    return sqlite3.connect(address, uri=True)


def _last_action(connection: sqlite3.Connection) -> LastAction:
    """Return the last action of a person."""
    row = connection.execute("SELECT id, at, author FROM action ORDER BY id DESC LIMIT 1").fetchone()
    return LastAction(*row) if row else LastAction()


def old_files(folder: Path) -> list[str]:
    """Return the names of the files of earlier versions in a class folder."""
    has_seeds = (folder / "students.csv").exists()  # then `seeds.csv` is a file of the teacher
    return [name for name in OLD_FILES if (folder / name).exists() and not (name == OLD_SEEDS and has_seeds)]


def now_text() -> str:
    """Return the local time in ISO form with microseconds, so that no two actions of a person have the same time."""
    return datetime.now().isoformat(timespec="microseconds")


def insert(connection: sqlite3.Connection, table: str, rows: Iterable[Mapping[str, object]]) -> None:
    """Insert rows, each a mapping from column to cell; lone surrogates, which SQLite refuses, become escapes.

    What a person does in a transaction is one action, whose number is greater than that of any earlier one, and which
    the rows of logs have too. Times would not do, since a clock may be set back.
    """
    if table in OF_PERSONS and (rows := list(rows)):
        action = _record_action(connection, rows[-1]["at"], rows[-1].get("author", ""))
        rows = ({**row, "action": action} for row in rows) if table in LOG_KEYS else rows
    for row in rows:
        cells = (
            cell.encode("utf-8", "backslashreplace").decode() if isinstance(cell, str) else cell
            for cell in row.values()
        )
        places = ", ".join("?" * len(row))
        statement = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"  # noqa: S608 - names of the schema
        connection.execute(statement, tuple(cells))


def _record_action(connection: sqlite3.Connection, at: object, author: object) -> int:
    """Record an action of a person, one for all that the transaction writes, and return its number."""
    assert isinstance(connection, _Connection)
    connection.action = connection.action or _last_action(connection).number + 1
    connection.execute("INSERT OR REPLACE INTO action VALUES (?, ?, ?)", (connection.action, at, author))
    return connection.action


def last_logs(connection: sqlite3.Connection, author: str) -> tuple[str, ...]:
    """Return the names of the logs (tables) with the last action of an author that can be undone; () if none can."""
    last = {table: rows[-1]["action"] for table in LOG_KEYS if (rows := _undoable_rows(connection, table, author)[0])}
    return tuple(table for table, action in last.items() if action == max(last.values()))


def file_name(folder: Path, name: str) -> str:
    """Return a file name from the store of a class unchanged; raise CorrigeError if it leads out of the file's folder.

    The sender of a class may have changed the store to make corrige read, move or delete another file of the teacher.
    """
    if name.startswith(".") or not {*name}.isdisjoint("/\\:\0"):  # Windows separates folders by "\" and ":" too
        raise outside(folder, name)
    return name


def outside(folder: Path, name: str) -> CorrigeError:
    """Return the error that the store of a class has a file name that leads out of the file's folder."""
    cause = Message(
        "class.db, in which corrige stores the data of this class, names a file outside the folder of the "
        "class: {name}",
        name=name[:60],
    )
    remedy = Message("ask for the folder of the class again; open no class from a person whom you do not trust")
    return CorrigeError.single(cause, place=shown(folder / FILE), remedy=remedy)


def setting(connection: sqlite3.Connection, name: str) -> str | None:
    """Return the setting of a class with a name, such as "deadline"; None if the setting was never saved."""
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
    return row and str(row["value"])


def save_setting(connection: sqlite3.Connection, name: str, value: str | None) -> None:
    """Save a setting of a class in place of its earlier value; None removes the setting."""
    if name == DEADLINE and setting(connection, name) != value:
        _record_action(connection, now_text(), "")
    if value is None:
        connection.execute("DELETE FROM setting WHERE name = ?", (name,))
        return
    statement = "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    connection.execute(statement, (name, value))


def log_rows(connection: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    """Return all rows of a log, as cells by column, in the order in which they were appended."""
    rows = connection.execute(f"SELECT * FROM {table} ORDER BY id")  # noqa: S608 - a table of the schema
    return list(map(dict, rows))


def read_log(connection: sqlite3.Connection, table: str, kind: type[T]) -> tuple[T, ...]:
    """Return all rows of a log, in their order, as instances of a dataclass whose fields are columns of the table."""
    columns = ", ".join(column.name for column in fields(kind))
    return tuple(
        kind(*row)
        for row in connection.execute(f"SELECT {columns} FROM {table} ORDER BY id")  # noqa: S608 - of the schema
    )


def table_state(folder: Path, tables: Iterable[str]) -> tuple[object, ...]:
    """Return a value that changes with the rows of some tables of the store; it is only comparable in one process."""
    with reading(folder) as connection:
        rows = [tuple(row) for table in tables for row in connection.execute(f"SELECT * FROM {table}")]  # noqa: S608
    return (hash(tuple(rows)), len(rows))


def change_count(folder: Path) -> int:
    """Return a number that changes with each transaction of the store; 0 if there is no store yet."""
    try:  # without opening the file: to close it would release the locks that SQLite holds in other threads
        return (folder / FILE).stat().st_mtime_ns
    except OSError:
        return 0


@dataclass(frozen=True, slots=True)
class OwnActions:
    """The actions that a running program may undo: its own, and those recorded before the program was started.

    A person may work in two programs at once, such as two desks: neither program undoes an action of the other.
    """

    last_rows: Mapping[str, int]
    """The number of the last row of each log when the program was started."""
    since: str = field(default_factory=now_text)
    """The time at which the program was started: a row added later may have the number of one that was removed."""
    times: set[str] = field(default_factory=set)
    """The times of the program's own actions."""

    @classmethod
    def since_now(cls, folder: Path) -> "OwnActions":
        """Return the actions that a program which starts now may undo: all that are in the store, and its own."""
        with reading(folder) as connection:
            tables = (*LOG_KEYS, "second_mark")
            queries = {table: f"SELECT coalesce(max(id), 0) FROM {table}" for table in tables}  # noqa: S608
            return cls({table: connection.execute(query).fetchone()[0] for table, query in queries.items()})

    def new_time(self) -> str:
        """Return the present time, and remember it as the time of an action of the program."""
        at = now_text()
        self.times.add(at)
        return at

    def has(self, table: str, row: Mapping[str, Any]) -> bool:
        """Return whether the program may undo the action of a row of a log: made before its start, or by itself."""
        is_before = row["id"] <= self.last_rows[table] and (table in LOG_KEYS or row["at"] <= self.since)
        return is_before or row["at"] in self.times


def undo_last_action(
    connection: sqlite3.Connection,
    table: str,
    author: str,
    at: str,
    actions: OwnActions | None = None,
    is_meant: Callable[[Mapping[str, Any]], bool] = lambda _: True,
) -> list[dict[str, Any]]:
    """Append rows to a log that undo the last action of an author that is not undone yet, and return these rows.

    With `actions`, only these can be undone, and only rows for which `is_meant` is true. For each row of the action,
    the row that was active before for the same target is appended again, or one that leaves the target without an
    active row. Targets that others have changed since are left out; if none remains, the action before it is undone.
    """
    own, before = _undoable_rows(connection, table, author, actions, is_meant)
    appended = []
    for row in (row for row in own if (row["action"], row["at"]) == (own[-1]["action"], own[-1]["at"])):
        restored = before[row["id"]] or {**row, **WITHDRAWN[table]}
        appended.append({**restored, "author": author, "at": at, "undoes": row["id"]})
        del appended[-1]["id"], appended[-1]["action"]
    insert(connection, table, appended)
    return appended


def last_action_time(
    connection: sqlite3.Connection,
    table: str,
    author: str,
    actions: OwnActions | None,
    is_meant: Callable[[Mapping[str, Any]], bool],
) -> str:
    """Return the time of the action of an author that `undo_last_action` would undo in a log, "" if there is none."""
    own, _ = _undoable_rows(connection, table, author, actions, is_meant)
    return str(own[-1]["at"]) if own else ""


def _undoable_rows(
    connection: sqlite3.Connection,
    table: str,
    author: str,
    actions: OwnActions | None = None,
    is_meant: Callable[[Mapping[str, Any]], bool] = lambda _: True,
) -> tuple[list[dict[str, Any]], Mapping[int, dict[str, Any] | None]]:
    """Return the rows of a log that an author can undo, and for each row of the log the one that was active before."""
    rows, key = log_rows(connection, table), LOG_KEYS[table]
    undone = {row["undoes"] for row in rows}
    own: list[tuple[tuple[object, ...], dict[str, Any]]] = []
    before: dict[int, dict[str, Any] | None] = {}
    last: dict[tuple[object, ...], dict[str, Any]] = {}
    changed_by_others: dict[tuple[object, ...], int] = {}
    for row in rows:
        target = tuple(row[column] for column in key)
        before[row["id"]], last[target] = last.get(target), row
        if row["undoes"] is None and row["id"] not in undone:
            if row["author"] == author and is_meant(row) and (not actions or actions.has(table, row)):
                own.append((target, row))
            else:
                changed_by_others[target] = row["id"]
    return [row for target, row in own if changed_by_others.get(target, 0) < row["id"]], before


def connected(folder: Path) -> _Connection:
    """Open `class.db`, creating it if necessary, and bring its schema to the current version; import no old files."""
    path, journal = folder / FILE, folder / f"{FILE}-journal"
    if os.path.lexists(journal):
        _refuse_journal(path, journal)
    if not path.exists():  # a present file is not opened here: closing it would release SQLite's locks of this process
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise unusable(path, error) from error
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, factory=_Connection
    )
    try:
        connection.row_factory = sqlite3.Row
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
        connection.execute("PRAGMA trusted_schema = OFF")  # the store of a received class
        if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":  # set by another program
            connection.execute("PRAGMA journal_mode = DELETE")  # a copy of class.db alone would lack the last actions
        _migrate(connection, shown(path))
    except BaseException:
        connection.close()
        raise
    return connection


JOURNAL_MARK = bytes.fromhex("d9d505f920a163d7")
"""The first bytes of a journal that SQLite would play back, and the last ones of a journal that names another file."""
JOURNAL_WAIT = 0.02
"""Seconds after which a journal that is the same is looked at again: that of a running transaction has changed."""


def _refuse_journal(store: Path, journal: Path) -> None:
    """Raise CorrigeError for a journal beside the store that would damage the store, or delete another file.

    SQLite deletes the files that a journal names, which it writes for transactions over several databases. corrige
    never has such a journal: another person has written it.

    The journal of a killed program may belong to another state of the store: a person has put an earlier `class.db`
    back, or a synchronised drive mixes the files of two machines. SQLite would write pages of that state into the
    store.
    """

    def ends() -> tuple[bytes, bytes]:
        """Return the header of the journal, which differs for each transaction, and its last bytes."""
        try:
            with journal.open("rb") as stream:
                header = stream.read(28)
                stream.seek(max(0, stream.seek(0, os.SEEK_END) - len(JOURNAL_MARK)))
                return header, stream.read()
        except FileNotFoundError:
            return b"", b""
        except OSError as error:
            raise unusable(journal, error) from error

    header, end = ends()
    if end == JOURNAL_MARK:
        raise CorrigeError.single(
            "this file beside class.db would cause another file to be deleted when the class is opened; the "
            "class was not opened",
            place=shown(journal),
            remedy="delete this file, or ask for the folder of the class again; open no class from a person whom you "
            "do not trust",
        )
    if not header.startswith(JOURNAL_MARK) or not store.exists():
        return
    sleep(JOURNAL_WAIT)
    if ends()[0] != header:
        return  # of a transaction of a running program

    # Each transaction increments the change counter of the store, which is in page 1. The journal has the pages as they
    # were before: after a header of one sector, records of a page number, the page and a checksum.
    journaled = stored = b""
    with suppress(OSError, struct.error), journal.open("rb") as stream:
        count, _, _, sector, size = struct.unpack(">5I", header[8:])
        for rank in range(min(count, journal.stat().st_size // (size + 8))):
            stream.seek(sector + rank * (size + 8))
            if stream.read(4) == b"\0\0\0\1":
                journaled = stream.read(28)[24:]
                break
    # Another descriptor of the store must not be closed here, since that would end the locks of this process.
    with suppress(sqlite3.Error), closing(_unchangeable(store)) as connection:
        stored = connection.serialize()[24:28]
    steps = int.from_bytes(stored, "big") - int.from_bytes(journaled, "big")
    if len(journaled) < 4 or len(stored) < 4 or steps in (0, 1) or ends()[0] != header:
        return
    raise CorrigeError.single(
        "this file, which an interrupted program has left, belongs to another state of class.db and would "
        "damage it; the class was not opened",
        place=shown(journal),
        remedy="if you have put back an earlier class.db, move this file out of the folder; otherwise put back "
        "class.db and this file from the same copy of the folder",
    )


def _opened(folder: Path) -> _Connection:
    """Open `class.db`, check its cells once after each change, and import the files of earlier versions."""
    connection = connected(folder)
    try:
        status = (folder / FILE).stat()
        _check_cells(folder, status.st_ino, status.st_mtime_ns)
        state = setting(connection, OLD_FILES_STATE)
        if state != "imported" or OLD_SEEDS in old_files(folder):
            # Local, since a process that only stores events needs no exam.
            from answers.classroom.old_files import import_old_files, set_aside

            with atomic(connection):
                imported = import_old_files(connection, folder)
            set_aside(folder, [folder / name for name in old_files(folder)] if state == "moving" else imported)
            with atomic(connection):
                save_setting(connection, OLD_FILES_STATE, "imported")
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: _Connection, place: str = "") -> None:
    """Bring the schema of the store to the current version; raise CorrigeError if a later version wrote the store."""
    version = "PRAGMA user_version"
    if connection.execute(version).fetchone()[0] == VERSION:
        return
    with atomic(connection):
        (present,) = connection.execute(version).fetchone()  # another program may have migrated meanwhile
        if present > VERSION:
            cause = Message("the file was written by a later version of corrige")
            raise CorrigeError.single(cause, place=place, remedy="install the latest version of corrige")
        for statements in MIGRATIONS[max(present - UNRELEASED, 0) :]:
            for statement in filter(str.strip, statements.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _schema(connection: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    """Return the name of each table, index, trigger and view, and the statement that creates it, on one line."""
    rows = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT IN ('sqlite_stat1', 'sqlite_stat4')"
    )
    return frozenset((str(name), " ".join(str(sql).split())) for name, sql in rows)


@cache
def _expected() -> tuple[frozenset[tuple[str, str]], Mapping[str, Mapping[str, tuple[str, ...]]]]:
    """Return the schema that the migrations create, and the types that cells may have, by table and column."""
    with closing(_Connection(":memory:", isolation_level=None)) as connection:
        _migrate(connection)
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return _schema(connection), {
            table: {
                name: (kind.lower(), *(() if is_required or key else ("null",)))
                for _, name, kind, is_required, _, key in connection.execute(f"PRAGMA table_info({table})")
            }
            for table in tables
        }


@lru_cache(maxsize=8)
def _check_cells(folder: Path, _inode: int, _written: int) -> None:
    """Raise CorrigeError if a cell has another type than its column, or if the store has another schema.

    SQLite accepts every type in every column. Another person may have sent the file: a trigger, or a constraint with ON
    CONFLICT IGNORE, would change or drop what the teacher records.
    """
    (schema, types), place = _expected(), shown(folder / FILE)
    with closing(connected(folder)) as connection:
        if others := sorted(name for name, _ in _schema(connection) ^ schema):
            cause = Message(
                "the file is damaged, or another program has changed it: its element {name} is not as corrige creates "
                "it",
                name=others[0][:60],
            )
            raise CorrigeError.single(cause, place=place, remedy=DAMAGED)
        for table in types.keys() - {"event"}:  # a million rows, checked when they are read
            check_cell_types(connection, table, place)


def check_cell_types(connection: sqlite3.Connection, table: str, place: str, after: int = 0) -> None:
    """Raise CorrigeError if a cell of a row after `after` has another type than its column, or u0 is no seed."""
    columns = _expected()[1][table]
    wrong = {name: " AND ".join(f"typeof({name}) != '{kind}'" for kind in kinds) for name, kinds in columns.items()}
    if "u0" in wrong:
        wrong["u0"] += f" OR u0 NOT BETWEEN 0 AND {LAST_SEED}"
    cases = " ".join(f"WHEN {condition} THEN '{name}'" for name, condition in wrong.items())
    rows = f"SELECT rowid AS row_number, CASE {cases} END AS wrong_column FROM {table} WHERE rowid > ?"  # noqa: S608
    query = f"SELECT * FROM ({rows}) WHERE wrong_column IS NOT NULL LIMIT 1"  # noqa: S608 - names of the schema
    row = connection.execute(query, (after,)).fetchone()
    if row:
        raise damaged_row(place, table, f"{row[0]}, {row[1]}")


def damaged_row(place: str, table: str, row: str = "") -> CorrigeError:
    """Return the error that a table of the store has a value that corrige never writes; `row` is "" if unknown."""
    name = f"{table} {row}".strip()
    cause = Message("the file is damaged: its table {name} has a value that corrige never writes", name=name)
    return CorrigeError.single(cause, place=place, remedy=DAMAGED)


@contextmanager
def understood_values(folder: Path, table: str) -> Iterator[None]:
    """Raise a CorrigeError in place of errors in a block that only interprets rows of a table of the store."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        raise damaged_row(shown(folder / FILE), table) from error


@contextmanager
def atomic(connection: _Connection) -> Iterator[None]:
    """Run a block as one transaction: all its statements are stored, or none if the block raises."""
    connection.execute("BEGIN IMMEDIATE")
    connection.action = 0
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


_DAMAGED_STORE = Message("class.db, the file with the data of the class, is damaged")
DAMAGED = Message("restore class.db from a backup; the students' papers are other files in the folder, and are intact")
_OTHER_DRIVE = Message("if the folder is on a network or synchronised drive, copy it to a local disk and work there")
_ERRORS = (
    (
        "locked",
        Message("another program is using the class, or the drive on which the class is stored cannot lock files"),
        Message("wait and try again; {remedy}", remedy=_OTHER_DRIVE),
    ),
    ("full", Message("the disk is full: nothing was saved"), Message("free some space on the disk, then try again")),
    (
        "unable to open",
        Message("this file cannot be opened: you have no permission to read it, or to write to its folder"),
        Message("check the permissions of the folder and of the file"),
    ),
    (
        "readonly",
        Message("you have no permission to write to this file: nothing was saved"),
        Message("check the permissions of the folder and of the file"),
    ),
    (
        "disk I/O error",
        Message("the drive could not read or write this file: nothing was saved"),
        Message("check the free space on the drive; {remedy}", remedy=_OTHER_DRIVE),
    ),
    ("too big", Message("the file is damaged: it has a text that is longer than corrige writes"), DAMAGED),
    ("not a database", Message("the file is damaged, or is not the database of a class"), DAMAGED),
    *(
        (part, _DAMAGED_STORE, DAMAGED)
        for part in ("malformed", "decode", "already exists", "duplicate column", "no such table")
    ),
)
"""Texts in an error of SQLite, with the cause and the remedy in a teacher's words."""


@contextmanager
def understood_errors(folder: Path) -> Iterator[None]:
    """Raise CorrigeErrors in a teacher's words in place of the SQLite errors of a block."""
    try:
        yield
    except (UnicodeDecodeError, sqlite3.DatabaseError) as error:  # the former if SQLite quotes a damaged schema
        place, text = shown(folder / FILE), str(error)
        for part, cause, remedy in _ERRORS:
            if part in text:
                raise CorrigeError.single(cause, place=place, remedy=remedy) from error
        if not isinstance(error, sqlite3.OperationalError):
            raise
        raise unusable(place, OSError(text)) from error
