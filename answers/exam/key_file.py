"""The SQLite file that keys are kept in: one for all exams, safe for many processes, made again when damaged."""

import os
import sqlite3
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from typing import NamedTuple

NAME = "keys.sqlite3"
WAIT = 20.0
"""Seconds that a process waits for another to write."""
SHAPE = """
CREATE TABLE IF NOT EXISTS keys (
    exam TEXT, u0 INTEGER, change TEXT, fingerprint TEXT, digest TEXT NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (exam, u0, change, fingerprint)
) WITHOUT ROWID
"""
FOUND = "SELECT change, digest, content FROM keys WHERE exam = ? AND u0 = ? AND change = ? AND fingerprint = ?"
CHANGED = "SELECT change, digest, content FROM keys WHERE exam = ? AND u0 = ? AND change > ? AND fingerprint = ?"
KEPT = "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)"


class Address(NamedTuple):
    """Where a key is kept: its exam and seed, the mistake that changes its world or "", and the code that made it."""

    exam: str
    u0: int
    change: str
    fingerprint: str


def read_kept(folder: Path, address: Address) -> bytes | None:
    """Return what is kept at an address; None if there is nothing, or a digit of it has changed since."""
    return _read(folder, FOUND, address).get(address.change)


def read_changed(folder: Path, address: Address) -> dict[str, bytes]:
    """Return what is kept of all changed worlds beside an address, by change, as `read_kept` does."""
    return _read(folder, CHANGED, address)


def _read(folder: Path, query: str, address: Address) -> dict[str, bytes]:
    try:
        rows = _opened(folder / NAME).execute(query, address).fetchall() if (folder / NAME).exists() else []
    except sqlite3.Error as error:
        _given_up(folder / NAME, error)
        return {}
    except OverflowError:  # a seed that no exam has
        return {}
    return {
        change: content
        for change, digest, content in rows
        if isinstance(content, bytes) and digest == _digest(address._replace(change=change), content)
    }


def keep(folder: Path, address: Address, content: bytes) -> None:
    """Keep what a key is at its address; a folder that cannot be written, or a busy file, is only slower later."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _opened(folder / NAME) as connection:
            connection.execute(KEPT, (*address, _digest(address, content), content))
    except sqlite3.Error as error:
        _given_up(folder / NAME, error)
    except OSError:
        return


def _digest(address: Address, content: bytes) -> str:
    """A digest of what is kept and of where: a key that turns up elsewhere is none."""
    return sha256(repr(tuple(address)).encode() + content).hexdigest()


def _opened(path: Path) -> sqlite3.Connection:
    """The connection of this thread of this process, to the file that has this name now."""
    if not path.exists():
        _connection.cache_clear()
    return _connection(path, os.getpid(), get_ident())


@lru_cache(maxsize=8)
def _connection(path: Path, _process: int, _thread: int) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")  # who reads need not wait for who writes
    connection.execute("PRAGMA synchronous = OFF")  # what a crash of the machine damages is made again
    connection.execute(SHAPE)
    connection.commit()
    return connection


def _given_up(path: Path, error: sqlite3.Error) -> None:
    """Take away a file that is damaged; one that is busy or may not be written is left alone."""
    _connection.cache_clear()
    if isinstance(error, sqlite3.OperationalError):
        return
    for suffix in ("", "-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
