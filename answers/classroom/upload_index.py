"""Store the collected files under the digest of their content, with their index in the store of the class.

Functions raise CorrigeError if the index is damaged or a file cannot be written.
"""

import json
import re
import shlex
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from operator import itemgetter
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from answers.classroom.db import (
    insert,
    log_rows,
    now_text,
    reading,
    save_setting,
    setting,
    transaction,
    understood_values,
    undo_last_action,
)
from answers.classroom.folder import SUBMISSIONS
from answers.classroom.incoming_files import IncomingFile, modified_time
from answers.classroom.platforms import is_conflict_copy, upload_name
from answers.errors import CorrigeError, Problem
from answers.files import make_folder, read_limited, safe_name, shown, write_atomic
from answers.messages import Message, shortened
from answers.sandbox.message_json import message_from_json, message_to_json

FOLDER = "collected"
"""The folder of the collected files in the class folder."""
DIGITS = 32
"""The number of hexadecimal digits of a digest."""
SAT = "sat-"
"""The beginning of the file name of a paper typed with `class sit`."""


@dataclass(frozen=True, slots=True)
class UploadEntry:
    """One collected file: digest of its content, name, date, time of collection (local times), and size in bytes.

    `date` is when the file was written, or, with `is_date_stated`, when the teacher says that it was received.
    `is_aside` means that the teacher has set the file aside, so that it counts only if it is assigned to a student.
    """

    digest: str
    name: str
    date: datetime
    collected: datetime
    size: int
    is_date_stated: bool = False
    is_aside: bool = False
    problem: Problem | None = None
    """Why the file could not be opened when it was collected; None if it could."""

    @property
    def file(self) -> str:
        """The name of the file in `collected/`: the digest, and the suffix of its format."""
        suffix = safe_name(PurePosixPath(self.name).suffix[1:12], "")
        return f"{self.digest}.{suffix}" if suffix else self.digest

    @property
    def upload(self) -> tuple[str, str]:
        """The identity of the upload: the digest of its content, and its path from the platform's folder on."""
        return self.digest, upload_name(self.name)


class Pick(NamedTuple):
    """A file that the teacher picked for a student: the digest of its content, the row of a table, and its name.

    The row is "" for a whole file; the name is "" for any of the files with this content, and in picks of version 1.0.
    """

    digest: str
    row: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Index:
    """The index of all collected files, with the files that persons assigned to students, and the deadline.

    `assigned` has the student's identifier by each assigned file, in the order of the assignments; an assignment holds
    until a person withdraws it or assigns the file again, also if another file is assigned to the student. A file that
    is set aside counts as long as an assignment of its content holds, unless another file with the content counts.
    """

    files: tuple[UploadEntry, ...] = ()
    assigned: Mapping[Pick, str] = field(default_factory=dict)
    deadline: datetime | None = None

    @property
    def picked(self) -> dict[str, Pick]:
        """The file that counts for a student, by identifier: the last one that was assigned to the student."""
        return {student: chosen for chosen, student in self.assigned.items()}

    @property
    def counting(self) -> tuple[UploadEntry, ...]:
        """The files that are not set aside, or are assigned to a student all the same."""
        assigned = {chosen.digest for chosen in self.assigned} - {e.digest for e in self.files if not e.is_aside}
        return tuple(entry for entry in self.files if not entry.is_aside or entry.digest in assigned)

    @property
    def aside(self) -> tuple[UploadEntry, ...]:
        """The files that are set aside, and do not count."""
        counting = {entry.upload for entry in self.counting}
        return tuple(entry for entry in self.files if entry.upload not in counting)


def read_index(folder: Path) -> Index:
    """Return the index of the collected files of a class, which has no file if nothing was collected."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT * FROM upload ORDER BY id").fetchall()
        log = [row for row in log_rows(connection, "assignment") if not row["is_aside"]]
        deadline = setting(connection, "deadline")
    last, before, rank = dict[Pick, Mapping[str, Any]](), dict[int, int](), dict[int, int]()
    for row in log:
        chosen = _pick(row)
        rank[row["id"]] = rank.get(before.get(row["undoes"], 0), row["id"])  # what an undo restores has its old place
        if chosen in last:
            before[row["id"]] = last[chosen]["id"]
        last[chosen] = row
    holding = sorted((rank[row["id"]], chosen) for chosen, row in last.items() if row["holds"])
    assigned = {chosen: last[chosen]["student"] for _, chosen in holding}
    with understood_values(folder, "upload"):
        files = tuple(map(_entry, rows))
    with understood_values(folder, "setting"):
        return Index(files, assigned, datetime.fromisoformat(deadline) if deadline else None)


def write_index(folder: Path, index: Index, author: str = "") -> None:
    """Write the index of a class folder to the disk; a stored file belongs to the class only once the index has it.

    The store records `author`, the person who picked files or set them aside, and the time of each such change.
    """
    before, now = read_index(folder), now_text()
    again = {
        index.picked[student]
        for student, chosen in before.picked.items()
        if index.assigned.get(chosen) == student and index.picked[student] != chosen
    }  # counts in place of a later one, which is still assigned to the student
    was_aside, is_aside = ({e.upload: e for e in each.files if e.is_aside} for each in (before, index))
    ended = [pair for pair in before.assigned.items() if pair[0] not in index.assigned]
    begun = [pair for pair in index.assigned.items() if pair[0] in again or before.assigned.get(pair[0]) != pair[1]]
    changes = (
        *(_log_row(*pair, holds=False) for pair in ended),
        *(_log_row(*pair) for pair in begun),
        *(_log_row(upload) for upload in is_aside if upload not in was_aside),
        *(_log_row(upload, holds=False) for upload in was_aside if upload not in is_aside),
    )
    with transaction(folder) as connection:
        _replace_uploads(connection, index)
        known = {(row["file"], row["name"]) for row in log_rows(connection, "assignment") if row["is_aside"]}
        for upload, entry in was_aside.items():  # set aside by an earlier version, which recorded less
            if upload not in known:
                at = entry.collected.isoformat()
                insert(connection, "assignment", [{**_log_row(upload), "author": "", "at": at}])
        insert(connection, "assignment", ({**row, "author": author, "at": now} for row in changes))


def _log_row(file: Pick | tuple[str, str], student: str = "", *, holds: bool = True) -> dict[str, object]:
    """Return a row of the log by which an assignment, or the setting aside of an upload, begins or ends."""
    if not isinstance(file, Pick):
        return {"student": "", "file": file[0], "name": file[1], "holds": holds, "is_aside": True}
    digest = ":".join(filter(None, file[:2]))
    return {"student": student, "file": digest, "name": file.name, "holds": holds, "is_aside": False}


@dataclass(frozen=True, slots=True)
class FileChoice:
    """A person's choice on a collected file: the student it is assigned to, "" if the file is set aside.

    `author` is "" if the choice was made by corrige, such as for a copy that a synchronised folder has made.
    """

    file: Pick
    student: str
    author: str
    at: str


def file_choices(folder: Path) -> tuple[FileChoice, ...]:
    """Return the choices on collected files that hold, the earliest first."""
    with reading(folder) as connection:
        rows = log_rows(connection, "assignment")
    last = {(row["file"], row["name"], row["is_aside"]): row for row in rows}
    return tuple(
        FileChoice(_pick(row), row["student"], row["author"], row["at"])
        for row in sorted(last.values(), key=itemgetter("id"))
        if row["holds"]
    )


def moments_aside(folder: Path, index: Index) -> dict[UploadEntry, datetime]:
    """Return the files of the index that a person has set aside, each with the time at which it was.

    Conflicting copies were set aside by no person. The time is that of the last decision on the file.
    """
    names = [entry.name for entry in index.files]
    by_upload = {entry.upload: entry for entry in index.aside if not is_conflict_copy(entry.name, names)}
    choices = file_choices(folder) if by_upload else ()
    with understood_values(folder, "assignment"):
        return {
            by_upload[choice.file[::2]]: datetime.fromisoformat(choice.at)
            for choice in choices
            if not choice.student and choice.file[::2] in by_upload
        }


def undo_assignments(folder: Path, author: str, at: str) -> tuple[str, ...]:
    """Undo an author's last action on assigned files or files set aside, and return the digests of these files.

    Later assignments by other persons stay. The caller holds the lock of the class folder.
    """
    with transaction(folder) as connection:
        rows = undo_last_action(connection, "assignment", author, at)
        aside = {(row["file"], row["name"]): row["holds"] for row in rows if row["is_aside"]}
        for upload in connection.execute("SELECT id, digest, name FROM upload").fetchall():
            holds = aside.get((upload["digest"], upload_name(upload["name"])))
            if holds is not None:
                connection.execute("UPDATE upload SET is_aside = ? WHERE id = ?", (holds, upload["id"]))
    return tuple(dict.fromkeys(_pick(row).digest for row in rows))


def _pick(row: Mapping[str, Any]) -> Pick:
    digest, _, number = row["file"].partition(":")
    return Pick(digest, number, row["name"])


def _replace_uploads(connection: sqlite3.Connection, index: Index) -> None:
    """Write the list of uploads and their deadline into class.db, in place of the earlier list."""
    connection.execute("DELETE FROM upload")
    rows = (
        {
            "digest": entry.digest,
            "name": entry.name,
            "date": entry.date.isoformat(),
            "collected_at": entry.collected.isoformat(),
            "size": entry.size,
            "is_date_stated": entry.is_date_stated,
            "is_aside": entry.is_aside,
            "problem": problem_to_text(entry.problem),
        }
        for entry in index.files
    )
    insert(connection, "upload", rows)
    save_setting(connection, "deadline", index.deadline.isoformat() if index.deadline else None)


def problem_to_text(problem: Problem | None) -> str | None:
    """Return a problem as a text for the store, without its place; None for no problem."""
    return json.dumps([*map(message_to_json, (problem.cause, problem.remedy))]) if problem else None


def problem_from_text(text: str | None, place: str) -> Problem | None:
    """Return the problem in a text that `problem_to_text` made, with its place; None for no text."""
    if not text:
        return None
    cause, remedy = map(message_from_json, json.loads(text))
    return Problem(cause, place, remedy)


def _entry(row: sqlite3.Row) -> UploadEntry:
    """Return the collected file of a row; raise CorrigeError if the digest, part of a path, is not a digest."""
    if not re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", row["digest"]):
        remedy = Message(
            "restore class.db from a backup; the students' papers are other files in the folder, and are intact"
        )
        raise CorrigeError.single(
            "the file in which corrige lists the collected files is damaged", place=row["name"], remedy=remedy
        )
    dates = (datetime.fromisoformat(row["date"]), datetime.fromisoformat(row["collected_at"]))
    is_date_stated, is_aside = bool(row["is_date_stated"]), bool(row["is_aside"])
    problem = problem_from_text(row["problem"], row["name"])
    return UploadEntry(row["digest"], row["name"], *dates, row["size"], is_date_stated, is_aside, problem)


def store_upload(
    folder: Path, file: IncomingFile, now: datetime, received: datetime | None = None, stored: list[Path] | None = None
) -> UploadEntry:
    """Write a file to `collected/` unless its content is already stored, and return its entry for the index.

    `received` is the date on which the teacher says that the student handed the file in, None for that of the file. A
    written file is appended to `stored`.
    """
    date = file.date if received is None else received
    is_stated, digest = received is not None, digest_of(file.content)
    entry = UploadEntry(digest, file.name, date, now, len(file.content), is_date_stated=is_stated, problem=file.problem)
    path = make_folder(folder / FOLDER) / entry.file
    if not has_content(path, entry.digest):
        write_atomic(path, file.content, overwrite=True)
        if stored is not None:
            stored.append(path)
    return entry


def has_content(path: Path, digest: str) -> bool:
    """Return whether `path` can be read and `digest` is the digest of its content."""
    try:
        return digest_of(path.read_bytes()) == digest
    except OSError:
        return False


def merge_uploads(index: Index, new: Sequence[UploadEntry], uploader: Callable[[str], str] = upload_name) -> Index:
    """Return the index with more files added, where a file that is already there keeps its earlier date.

    There are two exceptions. If the teacher states a date, that date counts. If the same uploader handed in another
    file in between, the first was handed in again, and its later date counts, unless most known uploaders have later
    dates: then a download was copied, and its dates say nothing. `uploader` returns a key of the uploader
    for the name of a file. A file that was set aside stays aside.
    """
    files = {entry.upload: entry for entry in index.files}
    dates: defaultdict[tuple[str, str], set[datetime]] = defaultdict(set)
    for entry in (*index.files, *new):
        dates[entry.upload].add(entry.date)
    first = {upload: min(moments) for upload, moments in dates.items()}
    # A file that also has a later date than its first was copied: its date says nothing.
    copied = {entry.upload for entry in new if entry.date > first[entry.upload]}
    between: defaultdict[str, dict[tuple[str, str], datetime]] = defaultdict(dict)
    if any(len(moments) > 1 for moments in dates.values()):
        for entry in (*index.files, *new):
            between[uploader(entry.name)][entry.upload] = first[entry.upload]
    known, later_ones = (
        {uploader(entry.name) for entry in new if entry.upload in files and (not is_later or entry.upload in copied)}
        for is_later in (False, True)
    )
    is_copy = len(later_ones) > 1 and 2 * len(later_ones) > len(known)
    for entry in new:
        before = files.get(entry.upload)
        if before is None:
            files[entry.upload] = entry
        elif entry.is_date_stated:
            files[entry.upload] = replace(entry, is_aside=before.is_aside)
        else:
            earlier, later = sorted((before.date, entry.date))
            uploads_between = between[uploader(before.name)].items() if earlier < later else ()
            is_again = not is_copy and any(
                earlier < date < later and upload not in copied and upload[0] != entry.digest
                for upload, date in uploads_between
            )
            if is_again or not before.is_date_stated:
                files[entry.upload] = replace(before, date=later if is_again else earlier)
    return replace(index, files=tuple(files.values()))


@contextmanager
def restored_on_error(folder: Path) -> Iterator[list[Path]]:
    """Restore the index if the block raises an error; the caller holds the lock of the folder.

    Then the files in the yielded list are removed, to which the block adds those that it stores. A synchronised drive
    may bring other files at the same time.
    """
    before, stored = read_index(folder), list[Path]()
    with reading(folder) as connection:
        query = "SELECT coalesce(max(id), 0) FROM"
        last = {table: connection.execute(f"{query} {table}").fetchone()[0] for table in ("assignment", "action")}
    try:
        yield stored
    except BaseException:
        if read_index(folder) != before:
            with transaction(folder) as connection:  # what the block assigned did not happen
                _replace_uploads(connection, before)
                for table, number in last.items():
                    connection.execute(f"DELETE FROM {table} WHERE id > ?", (number,))  # noqa: S608 - of the schema
        for path in stored:
            path.unlink(missing_ok=True)
        raise


def is_file_named(place: str, text: str) -> bool:
    """Return whether a text names the file `place`: by its whole path or the end of it, with or without suffix."""
    names = (place, str(PurePosixPath(place).with_suffix(""))) if place else ()
    return bool(text) and any(name == text or name.endswith(f"/{text}") for name in names)


def digest_of(content: bytes) -> str:
    """Return the first 128 bits of the SHA-256 of a content, as 32 hexadecimal digits."""
    return sha256(content).hexdigest()[:DIGITS]


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to be read: its path, the name under which it was handed in, its date, and the digest of its content.

    The date of a collected file is that of the upload or, with `is_date_stated`, the one that the teacher states. A
    file put into `submissions/` by hand has the date of the copy, and its digest is "" where it is not needed.
    """

    path: Path
    name: str
    date: datetime
    digest: str
    is_collected: bool
    is_date_stated: bool = False
    problem: Problem | None = None
    """Why the file could not be opened when it was collected; None if it could."""


def read_uploads(folder: Path, index: Index) -> tuple[list[Upload], list[Problem]]:
    """Return the files of the class to read, without those set aside, and a problem for each that cannot be read.

    Raises CorrigeError if there is no folder `submissions/` and nothing was collected.
    """
    submissions = folder / SUBMISSIONS
    if not submissions.is_dir() and not index.files:
        raise CorrigeError.single(
            "no papers were handed in: this folder does not exist, and no file was collected",
            place=str(submissions),
            remedy="put the students' papers into this folder",
        )
    files, unread = [], []
    for path in sorted(submissions.iterdir()) if submissions.is_dir() else ():
        name, digest = f"{SUBMISSIONS}/{shown(path.name)}", ""
        cause, remedy = _why_unread(path)
        if cause:
            unread.append(Problem(cause, name, remedy))
            continue
        with suppress(CorrigeError):  # only needed to recognize a collected copy
            digest = digest_of(read_limited(path)) if index.files else ""
        files.append(Upload(path, name, modified_time(path), digest, is_collected=False))
    for entry in index.counting:
        path = folder / FOLDER / entry.file
        if has_content(path, entry.digest):
            upload = Upload(path, entry.name, entry.date, entry.digest, is_collected=True)
            files.append(replace(upload, is_date_stated=entry.is_date_stated, problem=entry.problem))
            continue
        cause = Message(
            "the stored file of this upload was changed after it was collected, so its answers do not count: {place}"
            if path.is_file()
            else "the stored file of this upload is missing, so its answers do not count: {place}",
            place=f"{FOLDER}/{entry.file}",
        )
        unread.append(Problem(cause, entry.name, "collect the file again: corrige class collect DIR FILE"))
    return files, [*unread, *_unlisted(folder, index)]


def _unlisted(folder: Path, index: Index) -> list[Problem]:
    """Return the problem that the index lacks files in `collected/`, since an earlier store was put back; else []."""
    known = {entry.digest for entry in index.files}
    stored = (path for path in (folder / FOLDER).glob("*") if re.fullmatch(f"[0-9a-f]{{{DIGITS}}}", path.stem))
    names = sorted(path.name for path in stored if path.stem not in known)
    if not names:
        return []
    cause = Message(
        "{count} stored file is not listed in class.db and counts for no student, since an earlier class.db was "
        "put back, or a command was interrupted: {files}",
        plural="{count} stored files are not listed in class.db and count for no student, since an earlier "
        "class.db was put back, or a command was interrupted: {files}",
        count=len(names),
        files=shortened(names, 3, " ; "),
    )
    remedy = Message(
        "put the latest class.db back, or collect the original files again: corrige class collect DIR FILE; delete "
        "what you do not need from {folder}",
        folder=f"{FOLDER}/",
    )
    return [Problem(cause, f"{FOLDER}/", remedy)]


def _why_unread(path: Path) -> tuple[str, str]:
    """Return why a path in `submissions/` is not read, and a remedy; two empty texts if the path is read."""
    cause, remedy = (
        "",
        Message("put the paper itself into submissions/ as a file, or remove this entry from submissions/"),
    )
    if path.is_symlink():
        cause = Message("this is a link, and the file to which it points is not read")
    elif path.is_dir() or path.suffix.lower() == ".zip":
        cause = Message(
            "this is a folder, and its files are not read"
            if path.is_dir()
            else "this is a zip file, and its files are not read"
        )
        remedy = Message("run `corrige class collect DIR {path}`", path=shlex.quote(str(path)))
    elif not path.is_file():
        cause = Message("this is not a file, and was not collected")
    elif path.name.startswith("."):
        cause = Message("the file is hidden, since its name begins with a point, and was not collected")
    return cause, remedy
