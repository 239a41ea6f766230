"""Yield the files in files, folders and zip files that a teacher names, without trusting them.

Sizes, names, links and archive bombs are checked first. Files that cannot be opened are kept as received.
"""

import os
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from itertools import islice
from pathlib import Path, PurePath, PurePosixPath
from typing import BinaryIO

from answers.classroom.platforms import moodle_folder, upload_name, uploader_names
from answers.errors import CorrigeError, Problem, reason
from answers.files import MAX_BYTES, read_limited, shown, unusable
from answers.messages import Message
from answers.submissions.scan import PICTURES

CLUTTER = {"__macosx", "thumbs.db", "desktop.ini", ".ds_store"}
SYSTEM_FOLDERS = {
    *("__macosx", ".git", ".svn", ".hg", ".venv", ".idea", ".vscode", ".cache", ".ipynb_checkpoints", ".trash"),
    *(".trashes", ".spotlight-v100", ".fseventsd", ".temporaryitems", ".stfolder", ".stversions", ".dropbox.cache"),
}
"""Folders of programs, in which no paper is looked for."""
MAX_FILES = 5000
MAX_UNPACKED = 4_000_000_000
MAX_RATIO = 200
MAX_DEPTH = 3
"""The depth of nested archives: one of a platform, one of a student, and one more in it."""
SCANNED = (".pdf", *PICTURES)
PAPERS = (".json", ".csv", ".tsv", ".xlsx", ".docx", ".odt", ".html", ".htm", ".txt", ".py", ".zip", *SCANNED)
"""The ends of names of files that may be papers."""
MAX_SCAN = 500_000_000
"""The largest size in bytes of a file that may be a scan of a whole class."""
SMALL = 1_000_000
"""The size in bytes up to which unpacked files are no bomb."""
UTF8_NAME = 0x800
LOCAL_HEADER = 30
"""The bytes before the name of a member and its content."""
ENCRYPTED = 0x1
NO_DATE = datetime(1980, 1, 1)


@dataclass(frozen=True, slots=True)
class IncomingFile:
    """A file: its name with its folders or archive, its content, and its date (local time).

    The dates in an archive are used for a download, but not beyond the date of the archive itself. Files in an archive
    that a student handed in have the date of the archive, since the student could choose the others. `problem` is why
    the file cannot be opened; its content is then as received, packed or encrypted.
    """

    name: str
    content: bytes
    date: datetime
    problem: Problem | None = None


class _CannotOpenError(Exception):
    """An archive cannot be opened, or not within the limits: a cause and a remedy."""

    def __init__(self, cause: str, remedy: str) -> None:
        super().__init__(cause)
        self.cause, self.remedy = cause, remedy


@dataclass(slots=True)
class _Budget:
    """The number of files and bytes that an archive, with all archives in it, may still unpack to."""

    files: int
    unpacked: int


def files_in(paths: Iterable[Path]) -> Iterator[IncomingFile | Problem]:
    """Yield each file, one at a time, and a problem for everything that is not accepted.

    A file in a folder is named from that folder on, a member of an archive from the archive, or from its folder.
    Archives are opened up to three levels deep. Files of the operating system and other hidden files that are no papers
    are skipped. Hidden papers, links, member names that lead out of the folder, and empty folders and archives are not
    accepted.

    A file that cannot be opened is yielded with a problem: an encrypted or damaged member, a file that is too large, an
    archive with something that is not accepted, or one that would unpack to too much.
    """
    for path in paths:
        try:
            if path.is_symlink() or not path.is_dir():
                yield from _files_of_path(path, _single_name(path), Message("give the target of the link"))
            else:
                yield from _or_empty(_walked(path), path, Message("the folder is empty"))
        except OSError as error:
            yield from unusable(path, error).problems
        except CorrigeError as error:
            yield from error.problems


def _walked(folder: Path) -> Iterator[IncomingFile | Problem]:
    base = folder.absolute().parent
    count = 0
    for parent, inner, names in os.walk(folder, onerror=_raise):
        for name in [name for name in inner if name.startswith(".") or name.casefold() in SYSTEM_FOLDERS]:
            inner.remove(name)
            yield from _papers_in_hidden(Path(parent) / name)
        inner.sort()
        links = [name for name in inner if (Path(parent) / name).is_symlink()]
        for name in sorted((*names, *links)):
            path = Path(parent) / name
            count += 1
            if count > MAX_FILES:
                cause = Message("the folder holds more than {max_files} files", max_files=MAX_FILES)
                raise CorrigeError.single(cause, place=shown(folder), remedy="give the folder of one exam")
            if not _is_clutter(path.relative_to(folder)):
                yield from _files_of_path(
                    path,
                    shown(path.absolute().relative_to(base).as_posix()),
                    Message("put the file itself there, not a link"),
                )
            elif name.lower().endswith(PAPERS) and not name.startswith("._"):
                cause = Message("is a hidden file, which is not taken")
                remedy = Message("if it is a paper, remove the point at the start of its name")
                yield Problem(cause, shown(path), remedy)


def _papers_in_hidden(folder: Path) -> Iterator[Problem]:
    """Yield a problem if a hidden folder that is not one of a program has files that may be papers."""
    if folder.name.casefold() in SYSTEM_FOLDERS or folder.is_symlink():
        return
    names = (name for _, _, names in os.walk(folder) for name in names)
    count = sum(name.lower().endswith(PAPERS) and not name.startswith("._") for name in islice(names, MAX_FILES))
    if count:
        cause = Message(
            "is a hidden folder, in which {count} file that may be a paper is not taken",
            plural="is a hidden folder, in which {count} files that may be papers are not taken",
            count=count,
        )
        yield Problem(cause, shown(folder), Message("if they are papers, remove the point at the start of its name"))


def _files_of_path(path: Path, name: str, instead: Message) -> Iterator[IncomingFile | Problem]:
    """Yield the content of one file or archive; an unreadable one does not stop the others."""
    try:
        if path.is_symlink():
            yield Problem("is a link, which is not followed", shown(path), instead)
            return
        if path.suffix.lower() == ".zip" and uploader_names(name):
            received = IncomingFile(name, read_limited(path, MAX_SCAN), modified_time(path).replace(microsecond=0))
            yield from _inner(received, _Budget(MAX_FILES, MAX_UNPACKED), 2)
            return
        if path.suffix.lower() == ".zip":
            if not path.exists():
                raise CorrigeError.single("the file does not exist", place=shown(path), remedy="check the name")
            yield from _or_empty(_outermost(path, name), path, Message("the archive is empty"))
            return
        content, most = read_limited(path, MAX_SCAN), _max_bytes(name)
        problem = _too_large(name, most) if len(content) > most else None
        yield IncomingFile(name, content, modified_time(path).replace(microsecond=0), problem)
    except OSError as error:
        yield from unusable(path, error).problems
    except CorrigeError as error:
        yield from error.problems


def _outermost(path: Path, name: str) -> Iterator[IncomingFile | Problem]:
    """Yield the files of an archive on the disk, or the archive itself as received if it cannot be opened."""
    date = modified_time(path).replace(microsecond=0)
    try:
        with path.open("rb") as stream:
            yield from _unpacked(stream, name, date, _Budget(MAX_FILES, MAX_UNPACKED), 1)
    except _CannotOpenError as error:
        yield IncomingFile(name, read_limited(path, MAX_SCAN), date, Problem(error.cause, name, error.remedy))


def _or_empty(files: Iterator[IncomingFile | Problem], path: Path, empty: Message) -> Iterator[IncomingFile | Problem]:
    nothing = True
    for file in files:
        nothing = False
        yield file
    if nothing:
        yield Problem(empty, shown(path), "check that it is the right file")


def modified_time(path: Path) -> datetime:
    """Return when a file was written, in local time; the first date of archives if it is no valid date."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime)
    except (OverflowError, ValueError, OSError):
        return NO_DATE


def _single_name(path: Path) -> str:
    """Return the name of a file that was named alone.

    It begins with the folder that Moodle made for the uploader, if any.
    """
    place = shown(path.absolute().as_posix())
    return upload_name(place) if moodle_folder(str(PurePosixPath(place).parent)) else shown(path.name)


def _raise(error: OSError) -> None:
    cause = Message("the folder cannot be read: {cause}", cause=reason(error))
    raise CorrigeError.single(cause, place=shown(error.filename), remedy="check that you may read it")


def _is_clutter(path: PurePath) -> bool:
    """Return whether a file was left by a system: it is hidden, or has one of a few known names."""
    return any((part.startswith(".") and part not in {".", ".."}) or part.casefold() in CLUTTER for part in path.parts)


def _unpacked(
    stream: BinaryIO, name: str, written: datetime, budget: _Budget, depth: int
) -> Iterator[IncomingFile | Problem]:
    """Yield the files of an archive, with their dates, and those of archives in it."""
    if depth > MAX_DEPTH:
        cause = Message("is an archive nested {depth} levels deep, and was not opened", depth=depth - 1)
        raise _CannotOpenError(cause, Message("ask for the files themselves"))
    try:
        with zipfile.ZipFile(stream) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            _refuse_bomb(members, budget, MAX_UNPACKED if depth == 1 else MAX_SCAN)
            for member in members:
                yield from _member(archive, member, name, written, budget, depth)
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        cause = Message("is not a zip file, or is damaged ({error})", error=error)
        raise _CannotOpenError(cause, Message("download the archive again, or ask for the files themselves")) from error


def _refuse_bomb(members: list[zipfile.ZipInfo], budget: _Budget, most: int) -> None:
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    budget.files -= len(members)
    budget.unpacked -= unpacked
    if budget.files < 0:
        cause = Message("holds {count} files, more than {max_members}", count=len(members), max_members=MAX_FILES)
    elif budget.unpacked < 0 or unpacked > min(most, max(SMALL, MAX_RATIO * packed)):
        cause = Message(
            "would unpack from {packed} kB to {unpacked} MB, and was not opened",
            packed=packed // 1000,
            unpacked=unpacked // 1_000_000,
        )
    else:
        return
    raise _CannotOpenError(cause, Message("a class does not hand in that much: check where the file comes from"))


def _member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, container: str, written: datetime, budget: _Budget, depth: int
) -> Iterator[IncomingFile | Problem]:
    """Yield the content of a member of an archive: a file, the files of an archive, or a problem."""
    name = _name(member)
    place = f"{container}/{name}"
    path = PurePosixPath(name)
    cause = _refusal(member, name)
    if not cause and any(part.casefold() in CLUTTER or part.startswith("._") for part in path.parts):
        return
    if not cause and _is_clutter(path):  # a student may have handed in ".txt"
        cause = Message("is a hidden file, which is not taken")
    if cause:
        yield Problem(cause, place, "ask for the file itself, or unpack it yourself")
        return
    is_handed_in = bool(uploader_names(container)) or ("/" in container and not uploader_names(name))
    date = written if is_handed_in else min(_date(member), written)
    if member.flag_bits & ENCRYPTED:
        problem = Problem(Message("is encrypted"), place, "ask for the file without a password")
        yield IncomingFile(place, _raw(archive, member), date, problem)
        return
    try:
        with archive.open(member) as stream:
            content = stream.read(MAX_SCAN)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError) as error:
        problem = Problem(Message("cannot be unpacked ({error})", error=error), place, "download the archive again")
        yield IncomingFile(place, _raw(archive, member), date, problem)
        return
    if name.lower().endswith(".zip"):
        yield from _inner(IncomingFile(place, content, date), budget, depth + 1)
    else:
        most = _max_bytes(name)
        problem_of_size = _too_large(place, most) if max(member.file_size, len(content)) > most else None
        yield IncomingFile(place, content, date, problem_of_size)


def _inner(received: IncomingFile, budget: _Budget, depth: int) -> Iterator[IncomingFile | Problem]:
    """Yield the files of an archive in another.

    If something in it is not accepted, the archive itself is yielded as received, with a problem.
    """
    problem: Problem | None = None
    count = 0
    try:
        for file in _unpacked(BytesIO(received.content), received.name, received.date, budget, depth):
            count += 1
            if isinstance(file, Problem) or file.problem:
                problem = problem or (file if isinstance(file, Problem) else file.problem)
            else:
                yield file
    except _CannotOpenError as error:
        problem = Problem(error.cause, received.name, error.remedy)
    if not count and problem is None:
        problem = Problem(Message("the archive is empty"), received.name, "ask for the files themselves")
    if problem:
        inside = problem.place.removeprefix(received.name).lstrip("/")
        cause = Message("{place}: {cause}", place=inside, cause=problem.cause) if inside else problem.cause
        yield replace(received, problem=Problem(cause, received.name, problem.remedy))


def _raw(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Return a member as it is in the archive, packed or encrypted, with its header."""
    if archive.fp is None:
        return b""
    size = LOCAL_HEADER + len(member.orig_filename.encode()) + len(member.extra) + member.compress_size
    archive.fp.seek(member.header_offset)
    return archive.fp.read(min(size, MAX_SCAN))


def _date(member: zipfile.ZipInfo) -> datetime:
    """Return the date of a member in the archive; the first date of archives if it is not valid."""
    try:
        return datetime(*member.date_time)
    except ValueError:
        return NO_DATE


def _name(member: zipfile.ZipInfo) -> str:
    """Return the name of a member, as UTF-8 even if the program that wrote it did not declare this."""
    if member.flag_bits & UTF8_NAME:
        return member.filename
    try:
        return member.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return member.filename


def _refusal(member: zipfile.ZipInfo, name: str) -> str:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if stat.S_ISLNK(member.external_attr >> 16):
        return Message("is a link, which is not followed")
    if ".." in parts or name.startswith(("/", "\\")) or (parts and parts[0].endswith(":")) or not name.isprintable():
        return Message("its name points outside its folder, or cannot be displayed")
    return ""


def _too_large(place: str, most: int) -> Problem:
    cause = Message("is larger than {most} MB", most=most // 1_000_000)
    return Problem(cause, place, "answer sheets are never that large: ask for the right file")


def _max_bytes(name: str) -> int:
    """Return the largest size in bytes of a file with this name."""
    return MAX_SCAN if PurePosixPath(name).suffix.lower() in SCANNED else MAX_BYTES
