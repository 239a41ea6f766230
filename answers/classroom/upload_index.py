"""Store the collected files under the digest of their content, with an index that people can read.

Functions raise CorrigeError if the index is damaged or a file cannot be written.
"""

import shlex
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path, PurePosixPath

from answers.classroom.folder import SUBMISSIONS
from answers.classroom.incoming_files import IncomingFile, modified_time
from answers.classroom.platforms import upload_name
from answers.errors import CorrigeError, Problem
from answers.files import json_bytes, json_of, make_folder, read_limited, safe_name, shown, write_atomic
from answers.messages import Message
from answers.sandbox.message_json import message_from_json, message_to_json

FOLDER, FILE = "collected", "index.json"
SCHEMA = "corrige/collected/1"
MAX_INDEX = 100_000_000
DIGITS = 32
SAT = "sat-"
"""The beginning of the file name of a paper typed with `class sit`."""


@dataclass(frozen=True, slots=True)
class UploadEntry:
    """A collected file: digest of its content, name, date, collection date (local times), and size in bytes.

    `date` is when the file was written, or, with `is_date_stated`, when the teacher says it was received. `is_aside`
    marks a file that the teacher has set aside, so that it does not count.
    """

    digest: str
    name: str
    date: datetime
    collected: datetime
    size: int
    is_date_stated: bool = False
    is_aside: bool = False
    problem: Problem | None = None
    """Why the file could not be opened when it was collected."""

    @property
    def file(self) -> str:
        """Return the name of the file in `collected/`: the digest, and the suffix of its format."""
        suffix = safe_name(PurePosixPath(self.name).suffix[1:12], "")
        return f"{self.digest}.{suffix}" if suffix else self.digest

    @property
    def upload(self) -> tuple[str, str]:
        """Return the identity of the upload: its content, and its name from the platform's folder on."""
        return self.digest, upload_name(self.name)


@dataclass(frozen=True, slots=True)
class Index:
    """All collected files, the file picked by the teacher for each student, and the deadline, None if there is none."""

    files: tuple[UploadEntry, ...] = ()
    picked: Mapping[str, str] = field(default_factory=dict)
    deadline: datetime | None = None

    @property
    def counting(self) -> tuple[UploadEntry, ...]:
        """Return the files that are not set aside."""
        return tuple(entry for entry in self.files if not entry.is_aside)

    @property
    def aside(self) -> tuple[UploadEntry, ...]:
        """Return the files that are set aside."""
        return tuple(entry for entry in self.files if entry.is_aside)


def read_index(folder: Path) -> Index:
    """Return the index of a class folder; an empty one if nothing was collected."""
    path = folder / FOLDER / FILE
    if not path.exists():
        return Index()
    try:
        document = json_of(read_limited(path, MAX_INDEX))
        files = tuple(map(_entry, document["files"]))
        deadline = document["deadline"] and _moment(document["deadline"])
        return Index(files, {str(k): str(v) for k, v in document["picked"].items()}, deadline)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        remedy = Message("the files handed in are intact: move {file} away and collect the download again", file=FILE)
        raise CorrigeError.single(
            "the index of the collected files is damaged", place=str(path), remedy=remedy
        ) from error


def write_index(folder: Path, index: Index) -> None:
    """Write the index. Stored files belong to the class only after this, and are then safe on the disk."""
    document = {
        "schema": SCHEMA,
        "deadline": index.deadline and index.deadline.isoformat(),
        "picked": dict(index.picked),
        "files": [
            {
                "digest": entry.digest,
                "name": entry.name,
                "date": entry.date.isoformat(),
                "collected": entry.collected.isoformat(),
                "bytes": entry.size,
                **({"said": True} if entry.is_date_stated else {}),
                **({"aside": True} if entry.is_aside else {}),
                **(
                    {"problem": [*map(message_to_json, (entry.problem.cause, entry.problem.remedy))]}
                    if entry.problem
                    else {}
                ),
            }
            for entry in index.files
        ],
    }
    write_atomic(make_folder(folder / FOLDER) / FILE, json_bytes(document, indent=1), overwrite=True)


def store_upload(folder: Path, file: IncomingFile, now: datetime, received: datetime | None = None) -> UploadEntry:
    """Write a file to `collected/` unless it is there, and return its entry for the index.

    `received` is the date that the teacher states, if any.
    """
    date = file.date if received is None else received
    is_stated, digest = received is not None, digest_of(file.content)
    entry = UploadEntry(digest, file.name, date, now, len(file.content), is_date_stated=is_stated, problem=file.problem)
    path = make_folder(folder / FOLDER) / entry.file
    if not has_content(path, entry.digest):
        write_atomic(path, file.content, overwrite=True)
    return entry


def has_content(path: Path, digest: str) -> bool:
    """Return whether a file exists and its content has a digest."""
    try:
        return digest_of(path.read_bytes()) == digest
    except OSError:
        return False


def merge_uploads(index: Index, new: Sequence[UploadEntry], uploader: Callable[[str], str] = upload_name) -> Index:
    """Return the index with more files.

    For a file that is already there the earlier date stays, except in three cases: the teacher states a date; the same
    uploader, by the file name, handed in another file in between, so that the first was handed in again; or the paper
    was typed with `class sit`. In these the later date, or the stated one, counts. A file that was set aside stays so.
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
    for entry in new:
        before = files.get(entry.upload)
        if before is None:
            files[entry.upload] = entry
        elif entry.is_date_stated:
            files[entry.upload] = replace(entry, is_aside=before.is_aside)
        else:
            earlier, later = sorted((before.date, entry.date))
            uploads_between = between[uploader(before.name)].items() if earlier < later else ()
            is_again = any(
                earlier < date < later and upload not in copied and upload[0] != entry.digest
                for upload, date in uploads_between
            )
            is_sat = entry.name.startswith(SAT) and "/" not in entry.name
            if is_again or not before.is_date_stated:
                files[entry.upload] = replace(before, date=later if is_again or is_sat else earlier)
    return replace(index, files=tuple(files.values()))


@contextmanager
def restored_on_error(folder: Path) -> Iterator[None]:
    """Restore the index and remove new files if the block ends in an error."""
    home, index = folder / FOLDER, folder / FOLDER / FILE
    before = read_limited(index, MAX_INDEX) if index.exists() else None
    present = set(home.glob("*"))
    try:
        yield
    except BaseException:
        for path in set(home.glob("*")) - present:
            path.unlink(missing_ok=True)
        if before is not None and index.read_bytes() != before:
            write_atomic(index, before, overwrite=True)
        raise


def digest_of(content: bytes) -> str:
    """Return the first 128 bits of the SHA-256 of a content, as hexadecimal digits."""
    return sha256(content).hexdigest()[:DIGITS]


def _entry(fields: Mapping[str, object]) -> UploadEntry:
    digest, name, size = fields["digest"], fields["name"], fields["bytes"]
    if not isinstance(digest, str) or not isinstance(name, str) or not isinstance(size, int):
        raise TypeError
    if len(digest) != DIGITS or not set(digest) <= set("0123456789abcdef"):
        raise ValueError
    date, collected = (_moment(fields[key]) for key in ("date", "collected"))
    return UploadEntry(
        digest, name, date, collected, size, fields.get("said") is True, fields.get("aside") is True, _problem(fields)
    )


def _problem(fields: Mapping[str, object]) -> Problem | None:
    match fields.get("problem"):
        case [cause, remedy]:
            return Problem(message_from_json(cause), str(fields["name"]), message_from_json(remedy))
    return None


def _moment(text: object) -> datetime:
    """Return a local date and time of the index, which has no time zone."""
    moment = datetime.fromisoformat(str(text))
    if moment.tzinfo is not None:
        raise ValueError
    return moment


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to be read: its path, its name when it was handed in, its date, and the digest of its content.

    The date of a collected file is that of the upload or, with `is_date_stated`, the one that the teacher states. A
    file put into `submissions/` by hand has the date of its copy.
    """

    path: Path
    name: str
    date: datetime
    digest: str
    is_collected: bool
    is_date_stated: bool = False
    problem: Problem | None = None
    """Why the file could not be opened when it was collected."""


def read_uploads(folder: Path, index: Index) -> tuple[list[Upload], list[Problem]]:
    """Return the files to read, and a problem for every entry that cannot be read.

    No file is left out without a message. CorrigeError is raised if there is no folder `submissions/` and nothing was
    collected.
    """
    submissions = folder / SUBMISSIONS
    if not submissions.is_dir() and not index.files:
        raise CorrigeError.single(
            "there is no such folder", place=str(submissions), remedy="put the students' papers there"
        )
    files, unread = [], []
    for path in sorted(submissions.iterdir()) if submissions.is_dir() else ():
        cause, remedy = _why_unread(path)
        if cause:
            unread.append(Problem(cause, f"{SUBMISSIONS}/{shown(path.name)}", remedy))
        else:
            files.append(_put_by_hand(path, compare=bool(index.files)))
    for entry in index.counting:
        path = folder / FOLDER / entry.file
        if has_content(path, entry.digest):
            upload = Upload(
                path, entry.name, entry.date, entry.digest, is_collected=True, is_date_stated=entry.is_date_stated
            )
            files.append(replace(upload, problem=entry.problem))
            continue
        place = f"{FOLDER}/{entry.file}"
        cause = Message("the file handed in is missing: {place}", place=place)
        if path.is_file():
            cause = Message("the file handed in was changed since: {place}", place=place)
        unread.append(Problem(cause, entry.name, "collect it again"))
    return files, unread


def _put_by_hand(path: Path, *, compare: bool) -> Upload:
    """Return a file of `submissions/`. Its digest is needed only if it may have been collected as well."""
    date = modified_time(path)
    try:
        digest = digest_of(read_limited(path)) if compare else ""
    except CorrigeError:
        digest = ""
    return Upload(path, f"{SUBMISSIONS}/{shown(path.name)}", date, digest, is_collected=False)


def _why_unread(path: Path) -> tuple[str, str]:
    usual = Message("put the file itself there, or remove it")
    if path.is_symlink():
        return Message("is a link, which is not followed"), usual
    if path.is_dir() or path.suffix.lower() == ".zip":
        cause = Message(
            "is a folder, whose content is not read" if path.is_dir() else "is a zip file, whose content is not read"
        )
        return cause, Message("run `corrige class collect DIR {path}`", path=shlex.quote(str(path)))
    if not path.is_file():
        return Message("is not a file"), usual
    return (Message("is hidden, since its name begins with a point"), usual) if path.name.startswith(".") else ("", "")
