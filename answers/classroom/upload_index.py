"""What was collected: every original, kept under the digest of its content, and an index that people can read.

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
from answers.classroom.platforms import upload_name
from answers.classroom.sources import IncomingFile, written_on
from answers.errors import CorrigeError, Problem
from answers.files import json_bytes, json_of, make_folder, read_limited, safe_name, shown, write_atomic
from answers.messages import Message
from answers.sandbox.message_json import message_from_json, message_to_json

FOLDER, FILE = "collected", "index.json"
SCHEMA = "corrige/collected/1"
MAX_INDEX = 100_000_000
DIGITS = 32
SAT = "sat-"
"""How the name of a paper begins that was typed in the room."""


@dataclass(frozen=True, slots=True)
class UploadEntry:
    """One collected file: digest of its content, name, when it was written and when collected (local times), bytes.

    `is_said` is true where the teacher says when it was received: that is its date. `is_aside` is one that the teacher
    does not want to count, as it was collected by mistake.
    """

    digest: str
    name: str
    date: datetime
    collected: datetime
    size: int
    is_said: bool = False
    is_aside: bool = False
    problem: Problem | None = None
    """Why it could not be opened when it was collected."""

    @property
    def file(self) -> str:
        """What the original is called in `collected/`: the digest, and the suffix that says how to read it."""
        suffix = safe_name(PurePosixPath(self.name).suffix[1:12], "")
        return f"{self.digest}.{suffix}" if suffix else self.digest

    @property
    def upload(self) -> tuple[str, str]:
        """What tells it from all others: its content, and its name, for an upload wherever that was downloaded to."""
        return self.digest, upload_name(self.name)


@dataclass(frozen=True, slots=True)
class Index:
    """All that was collected, the version that the teacher picked by student, and the deadline, if one was said."""

    files: tuple[UploadEntry, ...] = ()
    picked: Mapping[str, str] = field(default_factory=dict)
    deadline: datetime | None = None

    @property
    def counting(self) -> tuple[UploadEntry, ...]:
        """The files that are not set aside."""
        return tuple(entry for entry in self.files if not entry.is_aside)

    @property
    def aside(self) -> tuple[UploadEntry, ...]:
        """The files that are set aside."""
        return tuple(entry for entry in self.files if entry.is_aside)


def read_index(folder: Path) -> Index:
    """Return the index of a class folder, an empty one when nothing was collected."""
    path = folder / FOLDER / FILE
    if not path.exists():
        return Index()
    try:
        document = json_of(read_limited(path, MAX_INDEX))
        files = tuple(_kept(one) for one in document["files"])
        deadline = document["deadline"] and _moment(document["deadline"])
        return Index(files, {str(k): str(v) for k, v in document["picked"].items()}, deadline)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        remedy = Message("the files handed in are intact: move {file} away and collect the download again", file=FILE)
        raise CorrigeError.one("the index of the collected files is damaged", place=str(path), remedy=remedy) from error


def write_index(folder: Path, index: Index) -> None:
    """Write the index: only now is what was kept part of the class, and on the disk."""
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
                **({"said": True} if entry.is_said else {}),
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
    """Write an original, unless it is there, and return its entry, which is for the index."""
    date = file.date if received is None else received
    said, digest = received is not None, digest_of(file.content)
    entry = UploadEntry(digest, file.name, date, now, len(file.content), is_said=said, problem=file.problem)
    path = make_folder(folder / FOLDER) / entry.file
    if not holds(path, entry.digest):
        write_atomic(path, file.content, overwrite=True)
    return entry


def holds(path: Path, digest: str) -> bool:
    """Return whether a file is there with the content of a digest."""
    try:
        return digest_of(path.read_bytes()) == digest
    except OSError:
        return False


def merged(index: Index, new: Sequence[UploadEntry], uploader: Callable[[str], str] = upload_name) -> Index:
    """Return the index with more files; of one that was there already the earlier date stays, unless one is said.

    The later one does where the same uploader, by the name of a file, handed in something else in between: what was
    there first is handed in again. So too of a paper that was typed in the room. One that was set aside stays so.
    """
    files = {entry.upload: entry for entry in index.files}
    dates: defaultdict[tuple[str, str], set[datetime]] = defaultdict(set)
    for entry in (*index.files, *new):
        dates[entry.upload].add(entry.date)
    first = {upload: min(found) for upload, found in dates.items()}
    # Of one that stands here with a later date than its first too, a copy was made: the date says nothing.
    copied = {entry.upload for entry in new if entry.date > first[entry.upload]}
    between: defaultdict[str, dict[tuple[str, str], datetime]] = defaultdict(dict)
    if any(len(found) > 1 for found in dates.values()):
        for entry in (*index.files, *new):
            between[uploader(entry.name)][entry.upload] = first[entry.upload]
    for entry in new:
        before = files.get(entry.upload)
        if before is None:
            files[entry.upload] = entry
        elif entry.is_said:
            files[entry.upload] = replace(entry, is_aside=before.is_aside)
        else:
            earlier, later = sorted((before.date, entry.date))
            others = between[uploader(before.name)].items() if earlier < later else ()
            is_again = any(
                earlier < date < later and upload not in copied and upload[0] != entry.digest for upload, date in others
            )
            is_sat = entry.name.startswith(SAT) and "/" not in entry.name
            if is_again or not before.is_said:
                files[entry.upload] = replace(before, date=later if is_again or is_sat else earlier)
    return replace(index, files=tuple(files.values()))


@contextmanager
def all_or_nothing(folder: Path) -> Iterator[None]:
    """Put the index back and take new originals away again when what is collected within ends in an error."""
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
    """Return the SHA-256 of a content, cut to 128 bits, as hexadecimal digits."""
    return sha256(content).hexdigest()[:DIGITS]


def _kept(one: Mapping[str, object]) -> UploadEntry:
    digest, name, size = one["digest"], one["name"], one["bytes"]
    if not isinstance(digest, str) or not isinstance(name, str) or not isinstance(size, int):
        raise TypeError
    if len(digest) != DIGITS or not set(digest) <= set("0123456789abcdef"):
        raise ValueError
    date, collected = (_moment(one[key]) for key in ("date", "collected"))
    return UploadEntry(
        digest, name, date, collected, size, one.get("said") is True, one.get("aside") is True, _problem(one)
    )


def _problem(one: Mapping[str, object]) -> Problem | None:
    match one.get("problem"):
        case [cause, remedy]:
            return Problem(message_from_json(cause), str(one["name"]), message_from_json(remedy))
    return None


def _moment(text: object) -> datetime:
    """A date and time of this machine, as they are written here: without a zone."""
    moment = datetime.fromisoformat(str(text))
    if moment.tzinfo is not None:
        raise ValueError
    return moment


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was handed in: where it is, what it was called, when it was written, the digest of its content.

    One that `class collect` took in has the date of its upload, or what the teacher says (`is_said`); one put into
    `submissions/` by hand, of its copy.
    """

    path: Path
    name: str
    date: datetime
    digest: str
    is_collected: bool
    is_said: bool = False
    problem: Problem | None = None
    """Why it could not be opened when it was collected."""


def read_uploads(folder: Path, index: Index) -> tuple[list[Upload], list[Problem]]:
    """Return the files to read, and what is none: each is named, so that nothing is passed over in silence.

    A CorrigeError says that there is no folder `submissions/` and nothing was collected.
    """
    by_hand = folder / SUBMISSIONS
    if not by_hand.is_dir() and not index.files:
        raise CorrigeError.one("there is no such folder", place=str(by_hand), remedy="put the students' papers there")
    files, unread = [], []
    for path in sorted(by_hand.iterdir()) if by_hand.is_dir() else ():
        cause, remedy = _why_unread(path)
        if cause:
            unread.append(Problem(cause, f"{SUBMISSIONS}/{shown(path.name)}", remedy))
        else:
            files.append(_put_by_hand(path, compare=bool(index.files)))
    for entry in index.counting:
        path = folder / FOLDER / entry.file
        if holds(path, entry.digest):
            upload = Upload(path, entry.name, entry.date, entry.digest, is_collected=True, is_said=entry.is_said)
            files.append(replace(upload, problem=entry.problem))
            continue
        place = f"{FOLDER}/{entry.file}"
        cause = Message("the file handed in is missing: {place}", place=place)
        if path.is_file():
            cause = Message("the file handed in was changed since: {place}", place=place)
        unread.append(Problem(cause, entry.name, "collect it again"))
    return files, unread


def _put_by_hand(path: Path, *, compare: bool) -> Upload:
    """A file of `submissions/`; its digest is only wanted when it may have been collected as well."""
    date = written_on(path)
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
