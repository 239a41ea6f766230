"""Compare the store of a class with another version of it, and take over what this one lacks and does not contradict.

A synchronised drive keeps two versions of a store that two machines have changed. Functions raise CorrigeError if a
store cannot be used.
"""

import tempfile
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from shutil import copyfile
from sqlite3 import Connection
from typing import Any, TypeVar

from answers.classroom.db import FILE, LOG_KEYS, begin_action, insert, log_rows, reading, transaction
from answers.classroom.history import Action, history
from answers.classroom.platforms import upload_name
from answers.classroom.upload_index import FOLDER, has_content
from answers.errors import CorrigeError
from answers.files import shown, unusable

T = TypeVar("T")


def actions_of_other(folder: Path, other: Path) -> tuple[Action, ...]:
    """Return the actions that only the other version of the store has, in the order of their times.

    All saves of a student in an exam in a browser are one action, which is other if their number or time is.
    """
    known = set(history(folder))
    return tuple(action for action in _with_copy(other, history) if action not in known)


def take_over(folder: Path, other: Path) -> int:
    """Append what only the other version of the store has, with its authors and times; return the number of rows.

    Decisions, transcriptions, placements, assigned files and changed criteria are taken, with what was undone, if
    nothing was ever recorded here about the same target, nor a file assigned here to the same student; and collected
    files whose content is in `collected/`. Sittings, removals and seeds are left out: their rows follow from one
    another. The caller holds the lock of the class folder.
    """

    def read(copy: Path) -> tuple[dict[str, list[dict[str, Any]]], list[dict[str, Any]]]:
        with reading(copy) as connection:
            return {table: log_rows(connection, table) for table in LOG_KEYS}, log_rows(connection, "upload")

    logs, uploads = _with_copy(other, read)
    stored, ids = {path.stem: path for path in (folder / FOLDER).glob("*")}, dict[tuple[str, int | None], int]()
    with transaction(folder) as connection:
        known = {(row["digest"], upload_name(row["name"])) for row in log_rows(connection, "upload")}
        new = [row for row in uploads if (row["digest"], upload_name(row["name"])) not in known]
        new = [row for row in new if has_content(stored.get(row["digest"], folder), row["digest"])]
        insert(connection, "upload", ({name: row[name] for name in row if name != "id"} for row in new))
        taken = [(table, row) for table in LOG_KEYS for row in _new_rows(connection, table, logs[table])]
        taken.sort(key=lambda pair: int(pair[1]["action"]))
        for _, rows in groupby(taken, key=lambda pair: int(pair[1]["action"])):
            begin_action(connection)
            for table, row in rows:
                cells = {name: row[name] for name in row if name not in ("id", "action")}
                insert(connection, table, [cells | {"undoes": ids.get((table, row["undoes"]))}])
                ids[table, row["id"]] = connection.execute("SELECT last_insert_rowid()").fetchone()[0]
    return len(new) + len(taken)


def _new_rows(connection: Connection, table: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of another log about targets about which this log has nothing."""

    def target(row: dict[str, Any]) -> tuple[object, ...]:
        return tuple(row[column] for column in LOG_KEYS[table])

    ours = log_rows(connection, table)
    students = {row["student"] for row in ours if table == "assignment"} - {""}
    known = {*map(target, ours), *(target(row) for row in rows if row.get("student") in students)}
    return [row for row in rows if target(row) not in known]


def _with_copy(other: Path, read: Callable[[Path], T]) -> T:
    """Call a function with a folder that has a copy of a store, so that the store is checked and stays as it is."""
    if not other.is_file():
        raise CorrigeError.single(
            "the file does not exist", place=shown(other), remedy="check the name of the file or folder"
        )
    with tempfile.TemporaryDirectory() as place:
        try:
            copyfile(other, Path(place) / FILE)
        except OSError as error:
            raise unusable(other, error) from error
        try:
            return read(Path(place))
        except CorrigeError as error:
            problems = [replace(problem, place=shown(other)) for problem in error.problems]
            raise CorrigeError(problems) from error
