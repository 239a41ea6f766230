"""Keys kept on disk: found again by exam, seed and a fingerprint of the code, so that old answers never survive it.

An entry that is damaged, by a single digit even, is made again; a store that cannot be written is only slower. Keys may
be made elsewhere and kept here: by other processes, or on machines that share no folder with this one. Of the changed
worlds of a seed only answers are kept, which is what marking compares with. A seed, mistake or part that there is not
is a `CorrigeError`; what the exam's own code raises goes through.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from typing import NamedTuple, TypeAlias
from warnings import warn

from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.key_json import (
    JsonValue,
    KeptEvidence,
    answers_from_plain,
    key_from_json,
    key_to_json,
    plain_answers,
)
from answers.exam.question import Params
from answers.exam.world import World
from answers.files import store_folder
from answers.kinds.reading import Values
from answers.messages import Message

NAME = "keys.sqlite3"
WAIT = 5.0
"""Seconds that a run waits, once, for another program to write."""
AWAITED = "CORRIGE_STORE_AWAITED"
"""The variable that tells the processes which a run starts what file it has waited for."""
IMPATIENT = "PRAGMA busy_timeout = 0"
PRIMARY, BUSY = 0xFF, (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""Codes of SQLite: what of one says its kind, and the kinds of a file that another program holds."""
SHAPE = """
CREATE TABLE IF NOT EXISTS keys (
    exam TEXT, u0 INTEGER, change TEXT, fingerprint TEXT, digest TEXT NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (exam, u0, change, fingerprint)
) WITHOUT ROWID
"""
FOUND = "SELECT change, digest, content FROM keys WHERE exam = ? AND u0 = ? AND change = ? AND fingerprint = ?"
CHANGED = "SELECT change, digest, content FROM keys WHERE exam = ? AND u0 = ? AND change > ? AND fingerprint = ?"
KEPT = "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?, ?, ?)"
APART = b"\n"
"""Between the document of a key and its evidence, which is only read when it is looked at: JSON here has no newline."""

Sent: TypeAlias = bytes | None
"""What is to be kept of a key, None when it is kept already."""


class BusyWarning(UserWarning):
    """The store is held by another program: only slower. Its argument says so; a run says it once."""


class Address(NamedTuple):
    """Where a key is kept: its exam and seed, the mistake that changes its world or "", and the code that made it."""

    exam: str
    u0: int
    change: str
    fingerprint: str


def kept_key(exam: Exam, world: World | int, folder: Path | None = None) -> Key:
    """Return the key of `exam` for a seed, from the store `folder` when it is there, computed and kept otherwise.

    The key of a changed world is computed each time: of those, `kept_answers` keeps what marking needs.
    """
    world = World(world) if isinstance(world, int) else world
    if not world.is_true:
        return make_key(exam, world, fingerprint=fingerprint(exam.home))
    key, sent = sent_key(exam, world.u0, folder)
    keep_sent(exam, world.u0, sent, folder)
    return key


def sent_key(exam: Exam, u0: int, folder: Path | None = None) -> tuple[Key, Sent]:
    """Return the key of a seed, and what `keep_sent` is to keep of it where it was asked for; nothing is kept here."""
    kept = _from_content(exam, u0, read_kept(folder or store_folder(), _address(exam, u0)))
    if kept is not None:
        return kept, None
    key = make_key(exam, u0, fingerprint=fingerprint(exam.home))
    return key, _content(exam, key)


def is_kept(exam: Exam, u0: int) -> bool:
    """Return whether the store of this machine has something for the key of a seed."""
    return read_kept(store_folder(), _address(exam, u0)) is not None


def keep_sent(exam: Exam, u0: int, content: Sent, folder: Path | None = None) -> None:
    """Keep what `sent_key` gave for the same seed, wherever that was."""
    if content is not None:
        keep(folder or store_folder(), _address(exam, u0), content)


def _address(exam: Exam, u0: int, mistake: str = "") -> Address:
    return Address(exam.name, u0, mistake, fingerprint(exam.home))


def _content(exam: Exam, key: Key) -> bytes:
    document = key_to_json(exam, key)
    evidence = document.pop("evidence")
    return json.dumps({**document, "evidence": {}}).encode() + APART + json.dumps(evidence).encode()


def _from_content(exam: Exam, u0: int, content: bytes | None) -> Key | None:
    document, apart, evidence = (content or b"").partition(APART)
    if not apart:
        return None
    try:
        key = key_from_json(exam, json.loads(document))
    except (ValueError, KeyError, TypeError, AttributeError):  # kept by other code of the same fingerprint
        return None
    return replace(key, evidence=KeptEvidence(exam, evidence)) if key.world == World(u0) else None


@dataclass(frozen=True, slots=True)
class KeptAnswers:
    """The answers of the changed worlds of a seed, by mistake; those that are not there are made when asked for."""

    exam: Exam
    u0: int
    folder: Path
    known: dict[str, dict[str, JsonValue]]
    drawn: Callable[[], Params]

    def of(self, mistake: str, parts: Iterable[str]) -> dict[str, Values]:
        """Return the answers to `parts` in the world of a known mistake."""
        parts, known = tuple(parts), self.known.get(mistake, {})
        try:
            answers = answers_from_plain({part_id: known[part_id] for part_id in parts if part_id in known})
        except (ValueError, TypeError, ZeroDivisionError):  # kept by other code of the same fingerprint
            known, answers = {}, {}
        missing = [part_id for part_id in parts if part_id not in answers]
        if missing:
            made = dict(answers_in_turn(self.exam, World(self.u0, (mistake,)), missing, self.drawn()))
            self.known[mistake] = known | plain_answers(made)
            keep(self.folder, _address(self.exam, self.u0, mistake), json.dumps(self.known[mistake]).encode())
            answers |= made
        return answers


def kept_answers(exam: Exam, u0: int, folder: Path | None = None) -> KeptAnswers:
    """Return the answers of all changed worlds of a seed that the store `folder` has, read at once."""
    folder = folder or store_folder()
    kept = _read(folder, CHANGED, _address(exam, u0))
    known = {mistake: _parts(content) for mistake, content in kept.items()}
    return KeptAnswers(exam, u0, folder, known, cache(partial(exam.drawn, u0)))


def _parts(content: bytes) -> dict[str, JsonValue]:
    """What is kept of a world, by part; nothing of what was kept by other code."""
    try:
        parts = json.loads(content)
    except ValueError:
        return {}
    is_ours = isinstance(parts, Mapping) and all(isinstance(values, list) for values in parts.values())
    return dict(parts) if is_ours else {}


def read_kept(folder: Path, address: Address) -> bytes | None:
    """Return what is kept at an address; None if there is nothing, or a digit of it has changed since."""
    return _read(folder, FOUND, address).get(address.change)


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
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
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
    patience = 0 if os.environ.get(AWAITED) == str(path) else WAIT
    connection = sqlite3.connect(path, timeout=patience, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")  # who reads need not wait for who writes
        connection.execute("PRAGMA synchronous = OFF")  # what a crash of the machine damages is made again
        connection.execute(SHAPE)
        connection.commit()
    except sqlite3.OperationalError:  # whoever asks next is told, at once
        connection.execute(IMPATIENT)
    return connection


def _given_up(path: Path, error: sqlite3.Error) -> None:
    """Take away a file that is damaged, not one that may not be written; a busy one is not waited for again."""
    if getattr(error, "sqlite_errorcode", 0) & PRIMARY in BUSY:
        warn(Message("another program holds {file}: keys are made anew", file=path), BusyWarning, stacklevel=2)
        os.environ[AWAITED] = str(path)
        with suppress(sqlite3.Error):
            _opened(path).execute(IMPATIENT)
        return
    _connection.cache_clear()
    if isinstance(error, sqlite3.OperationalError):
        return
    for suffix in ("", "-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
