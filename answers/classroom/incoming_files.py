"""Read the files, folders and zip files that a teacher names, without trusting their content.

Sizes, names, links and archive bombs are checked first. Files that cannot be opened are kept as received.
"""

import os
import stat
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from pathlib import Path, PurePath, PurePosixPath
from typing import BinaryIO

from answers.classroom.platforms import moodle_folder, upload_name, uploader_names
from answers.errors import CorrigeError, Problem, reason
from answers.files import MAX_BYTES, read_limited, shown, unusable
from answers.messages import Message
from answers.submissions.scan import PICTURES

CLUTTER = {"__macosx", "thumbs.db", "desktop.ini", ".ds_store"}
"""Names, in small letters, of files and folders that operating systems leave behind."""
SYSTEM_FOLDERS = {
    *("__macosx", ".git", ".svn", ".hg", ".venv", ".idea", ".vscode", ".cache", ".ipynb_checkpoints", ".trash"),
    *(".trashes", ".spotlight-v100", ".fseventsd", ".temporaryitems", ".stfolder", ".stversions", ".dropbox.cache"),
}
"""Names, in small letters, of folders of programs, in which no paper is searched."""
MAX_FILES = 5000
"""The most files in a folder, or in an archive with all archives inside."""
ENTRY = b"PK\x01\x02"
"""The signature of an entry in the directory of an archive."""
MAX_ENTRIES = 200_000
"""The most signatures of entries in an archive, with those of archives and documents inside that are not compressed."""
BLOCK = 1_000_000
"""The number of bytes read at once."""
NO_CLASS = Message("this is more than a class hands in: check where the file comes from")
MAX_UNPACKED = 4_000_000_000
"""The largest unpacked size of an archive, in bytes."""
MAX_RATIO = 200
"""The largest ratio between the unpacked and the packed size of an archive."""
MAX_LEVELS = 100
"""The deepest level of folders in a folder."""
MAX_DEPTH = 3
"""The deepest level of nested archives: one of a platform, one of a student, and one more inside."""
SCANNED = (".pdf", *PICTURES)
PAPERS = (".json", ".csv", ".tsv", ".xlsx", ".docx", ".odt", ".html", ".htm", ".txt", ".py", ".zip", *SCANNED)
"""Suffixes of files that may be papers."""
MAX_SCAN = 500_000_000
"""The largest size, in bytes, of a file that may be a scan of a whole class."""
SMALL = 1_000_000
"""The unpacked size, in bytes, up to which an archive is never a bomb."""
UTF8_NAME = 0x800
"""The flag of an archive member whose name is encoded in UTF-8."""
LOCAL_HEADER = 30
"""The number of bytes before the name and the content of an archive member."""
ENCRYPTED = 0x1
"""The flag of an encrypted archive member."""
NO_DATE = datetime(1980, 1, 1)
"""The first date that an archive can have, in place of an invalid date."""


@dataclass(frozen=True, slots=True)
class IncomingFile:
    """A file received: its name with its folders or archive, its content, and its date in local time.

    A file in an archive that the teacher downloaded has the date that the archive states for it, but no later one than
    that of the archive itself. A file in an archive that a student handed in has the date of the archive, since the
    student could choose the dates stated inside. `problem` says why the file cannot be opened, and is None if it can;
    the content is then as received, packed or encrypted.
    """

    name: str
    content: bytes
    date: datetime
    problem: Problem | None = None


@dataclass(slots=True)
class _Budget:
    """The number of files and bytes to which an archive, with all archives inside, may still unpack."""

    files: int
    unpacked: int


def files_in(paths: Iterable[Path]) -> Iterator[IncomingFile | Problem]:
    """Yield the files found in some files, folders and archives, and a problem for each that is not accepted.

    The name of a file in a folder or archive begins with the name of that folder or archive. Archives are opened up to
    three levels deep. Hidden papers, links, member names that lead out of the folder, and empty folders and archives
    are not accepted; hidden files that are no papers are skipped. A file that cannot be opened is yielded with a
    problem: if it is encrypted, damaged or too large, or an archive with something that is not accepted, or too much to
    unpack.
    """
    for path in paths:
        try:
            if path.is_symlink() or not path.is_dir():
                place = _displayed(path.absolute())  # with the uploader's Moodle folder, if it is in one
                name = upload_name(place) if moodle_folder(str(PurePosixPath(place).parent)) else _displayed(path.name)
                yield from _files_of_path(path, name, Message("give the file to which the link points"))
            else:
                yield from _or_empty(_walked(path), path, Message("the folder is empty"))
        except OSError as error:
            yield from unusable(path, error).problems
        except CorrigeError as error:
            yield from error.problems


def _walked(folder: Path) -> Iterator[IncomingFile | Problem]:
    """Yield the files in a folder and its subfolders, in the order of their names, and problems."""
    base = folder.absolute().parent
    count = 0
    for parent, inner, names in os.walk(folder, onerror=_raise):
        for name in [name for name in inner if name.startswith(".") or name.casefold() in SYSTEM_FOLDERS]:
            inner.remove(name)
            yield from _papers_in_hidden(Path(parent) / name)
        if inner and len(Path(parent).relative_to(folder).parts) >= MAX_LEVELS:
            cause = Message(
                "this folder has subfolders more than {most} levels deep, whose files were not collected",
                most=MAX_LEVELS,
            )
            yield Problem(
                cause,
                shown(parent),
                "if there are papers in these subfolders, give `class collect` the path of each subfolder",
            )
            inner.clear()
        inner.sort()
        links = [name for name in inner if (Path(parent) / name).is_symlink()]
        for name in sorted((*names, *links)):
            path = Path(parent) / name
            count += 1
            if count > MAX_FILES:
                cause = Message(
                    "the folder holds more than {max_files} files; nothing was collected", max_files=MAX_FILES
                )
                raise CorrigeError.single(
                    cause, place=shown(folder), remedy="give a folder with the papers of one exam only"
                )
            if not _is_clutter(path.relative_to(folder)):
                yield from _files_of_path(
                    path, _displayed(path.absolute().relative_to(base)), Message("replace the link by the file itself")
                )
            elif name.lower().endswith(PAPERS) and not name.startswith("._"):
                cause = Message("this is a hidden file, and was not collected")
                remedy = Message("if a student handed in this file, remove the dot at the start of its name")
                yield Problem(cause, shown(path), remedy)


def _papers_in_hidden(folder: Path) -> Iterator[Problem]:
    """Yield a problem if a hidden folder has files that may be papers, unless it is the folder of a program."""
    if folder.name.casefold() in SYSTEM_FOLDERS or folder.is_symlink():
        return
    names: list[str] = []
    for parent, inner, files in os.walk(folder):
        names += files
        if len(names) > MAX_FILES or len(Path(parent).relative_to(folder).parts) >= MAX_LEVELS:
            inner.clear()
    count = sum(name.lower().endswith(PAPERS) and not name.startswith("._") for name in names[:MAX_FILES])
    if count:
        cause = Message(
            "this is a hidden folder, in which {count} file that may be a paper is not collected",
            plural="this is a hidden folder, in which {count} files that may be papers are not collected",
            count=count,
        )
        yield Problem(
            cause,
            shown(folder),
            Message("if these files are papers, remove the point at the start of the folder's name"),
        )


def _files_of_path(path: Path, name: str, instead: Message) -> Iterator[IncomingFile | Problem]:
    """Yield the content of one file or archive, or a problem; `instead` is the remedy for a link."""
    try:
        if path.is_symlink():
            yield Problem("this is a link, and the file to which it points is not read", shown(path), instead)
            return
        is_archive = path.suffix.lower() == ".zip"
        if is_archive and not uploader_names(name):
            if not path.exists():
                raise CorrigeError.single(
                    "the file does not exist", place=shown(path), remedy="check the name of the file or folder"
                )
            yield from _or_empty(_outermost(path, name), path, Message("the archive is empty"))
            return
        received = IncomingFile(name, read_limited(path, MAX_SCAN), modified_time(path).replace(microsecond=0))
        if is_archive:
            yield from _inner(received, _Budget(MAX_FILES, MAX_UNPACKED), 2)
        else:
            most = _max_bytes(name)
            yield replace(received, problem=_too_large(name, most) if len(received.content) > most else None)
    except OSError as error:
        yield from unusable(path, error).problems
    except CorrigeError as error:
        yield from error.problems


def _outermost(path: Path, name: str) -> Iterator[IncomingFile | Problem]:
    """Yield the files of an archive on the disk, or the archive as received with a problem if it cannot be opened."""
    date = modified_time(path).replace(microsecond=0)
    try:
        with path.open("rb") as stream:
            yield from _unpacked(stream, name, date, _Budget(MAX_FILES, MAX_UNPACKED), 1)
    except CorrigeError as error:
        yield IncomingFile(name, read_limited(path, MAX_SCAN), date, replace(error.problems[0], place=name))


def _or_empty(files: Iterator[IncomingFile | Problem], path: Path, empty: Message) -> Iterator[IncomingFile | Problem]:
    """Yield some files and problems, or the problem `empty` if there are none."""
    nothing = True
    for file in files:
        nothing = False
        yield file
    if nothing:
        yield Problem(empty, shown(path), "check that you gave the right file or folder")


def modified_time(path: Path) -> datetime:
    """Return when a file was written, in local time; 1 January 1980 if the date is not valid."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime)
    except (OverflowError, ValueError, OSError):
        return NO_DATE


def _raise(error: OSError) -> None:
    """Raise the error of a folder that cannot be read, as a refusal for the teacher."""
    cause = Message("the folder cannot be read: {cause}", cause=reason(error))
    raise CorrigeError.single(cause, place=shown(error.filename), remedy="check that you may read this folder")


def _is_clutter(path: PurePath) -> bool:
    """Return whether an operating system left a file: a part of its path is hidden or has a known name."""
    return any((part.startswith(".") and part not in {".", ".."}) or part.casefold() in CLUTTER for part in path.parts)


def _unpacked(
    stream: BinaryIO, name: str, written: datetime, budget: _Budget, depth: int
) -> Iterator[IncomingFile | Problem]:
    """Yield the files of an archive, and of archives inside, with their dates, and problems."""
    if depth > MAX_DEPTH:
        cause = Message(
            "this archive is inside {depth} other archives, one in the other, and was not opened", depth=depth - 1
        )
        raise CorrigeError.single(cause, remedy="ask for the files themselves, not in an archive")
    try:
        _refuse_long_directory(stream)
        with zipfile.ZipFile(stream) as archive:
            members = [member for member in archive.infolist() if not member.filename.endswith("/")]
            _refuse_bomb(members, budget, MAX_UNPACKED if depth == 1 else MAX_SCAN, stream.seek(0, os.SEEK_END))
            for member in members:
                yield from _member(archive, member, name, written, budget, depth)
    except CorrigeError:
        raise
    except Exception as error:  # a hostile archive makes the library raise anything
        cause = Message("the file is not a zip file, or is damaged ({error})", error=error)
        remedy = Message("download the archive again, or ask for the files themselves")
        raise CorrigeError.single(cause, remedy=remedy) from error


def _refuse_long_directory(stream: BinaryIO) -> None:
    """Raise CorrigeError if an archive, with archives inside, may have too many entries to be loaded."""
    count, rest = 0, b""
    if not zipfile.is_zipfile(stream):
        raise zipfile.BadZipFile("File is not a zip file")
    stream.seek(0)
    while block := stream.read(BLOCK):
        block = rest + block
        count += block.count(ENTRY)
        rest = block[-len(ENTRY) + 1 :]
    stream.seek(0)
    if count > MAX_ENTRIES:
        cause = Message(
            "the archive holds {count} files, but corrige opens archives of at most {max_members} files",
            count=count,
            max_members=MAX_FILES,
        )
        raise CorrigeError.single(cause, remedy=NO_CLASS)


def _refuse_bomb(members: list[zipfile.ZipInfo], budget: _Budget, most: int, size: int) -> None:
    """Subtract an archive of `size` bytes from the budget; raise _CannotOpenError if it has or unpacks to too much.

    BadZipFile if members overlap: those that are stored as received would all be as large as the archive.
    """
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if packed > size:
        raise zipfile.BadZipFile("members overlap")
    budget.files -= len(members)
    budget.unpacked -= unpacked
    if budget.files < 0:
        cause = Message(
            "the archive holds {count} files, but corrige opens archives of at most {max_members} files",
            count=len(members),
            max_members=MAX_FILES,
        )
    elif budget.unpacked < 0 or unpacked > min(most, max(SMALL, MAX_RATIO * packed)):
        cause = Message(
            "this archive would unpack from {packed} kB to {unpacked} MB, and was not opened",
            packed=packed // 1000,
            unpacked=unpacked // 1_000_000,
        )
    else:
        return
    raise CorrigeError.single(cause, remedy=NO_CLASS)


def _member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, container: str, written: datetime, budget: _Budget, depth: int
) -> Iterator[IncomingFile | Problem]:
    """Yield a member of an archive: a file, the files of an archive inside, or a problem."""
    name = _name(member)
    place, path, cause = f"{container}/{name}", PurePosixPath(name), _refusal(member, name)
    if not cause and any(part.casefold() in CLUTTER or part.startswith("._") for part in path.parts):
        return
    hidden = Problem(
        Message("this is a hidden file, and was not collected"),
        place,
        "ask the student for the file with a name that does not begin with a point",
    )
    is_hidden = _is_clutter(path)
    is_paper = bool(uploader_names(place)) and not _is_clutter(path.parent)  # a student may have handed in ".txt"
    if not cause and is_hidden and not is_paper:
        cause = hidden.cause
    if cause:
        yield Problem(cause, place, "ask for the file itself instead of an archive, or unpack the archive yourself")
        return
    is_handed_in = bool(uploader_names(container)) or ("/" in container and not uploader_names(name))
    date = written if is_handed_in else min(_date(member), written)
    if member.flag_bits & ENCRYPTED:
        problem = Problem(
            Message("the file is encrypted with a password, so it cannot be read"),
            place,
            "ask the student for the file without a password",
        )
        yield IncomingFile(place, _raw(archive, member), date, problem)
        return
    try:
        with archive.open(member) as stream:
            content = stream.read(MAX_SCAN)
    except Exception as error:  # noqa: BLE001 - each way of packing has errors of its own, LZMA too
        problem = Problem(
            Message("this file cannot be unpacked from its archive and was not collected ({error})", error=error),
            place,
            "download the archive again",
        )
        yield IncomingFile(place, _raw(archive, member), date, problem)
        return
    if name.lower().endswith(".zip"):
        yield from _inner(IncomingFile(place, content, date), budget, depth + 1)
    else:
        most = _max_bytes(name)
        problem_of_size = _too_large(place, most) if max(member.file_size, len(content)) > most else None
        yield IncomingFile(place, content, date, hidden if is_hidden else problem_of_size)


def _inner(received: IncomingFile, budget: _Budget, depth: int) -> Iterator[IncomingFile | Problem]:
    """Yield the files of an archive inside another; and itself, with a problem, if a file inside is not accepted."""
    problem: Problem | None = None
    count = 0
    try:
        for file in _unpacked(BytesIO(received.content), received.name, received.date, budget, depth):
            count += 1
            if isinstance(file, Problem) or file.problem:
                problem = problem or (file if isinstance(file, Problem) else file.problem)
            else:
                yield file
    except CorrigeError as error:
        problem = replace(error.problems[0], place=received.name)
    if not count and problem is None:
        problem = Problem(
            Message("the archive is empty"), received.name, "ask for the files themselves, not in an archive"
        )
    if problem:
        inside = problem.place.removeprefix(received.name).lstrip("/")
        cause = Message("{place}: {cause}", place=inside, cause=problem.cause) if inside else problem.cause
        yield replace(received, problem=Problem(cause, received.name, problem.remedy))


def _raw(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Return the bytes of a member as stored in the archive, packed or encrypted, with its header."""
    if archive.fp is None:
        return b""
    size = LOCAL_HEADER + len(member.orig_filename.encode()) + len(member.extra) + member.compress_size
    try:
        archive.fp.seek(member.header_offset)
        return archive.fp.read(min(size, MAX_SCAN))
    except (OSError, ValueError, OverflowError):
        return b""


def _date(member: zipfile.ZipInfo) -> datetime:
    try:
        return datetime(*member.date_time)
    except ValueError:
        return NO_DATE


def _name(member: zipfile.ZipInfo) -> str:
    """Return the name of a member, decoded as UTF-8 if possible, even if the archive does not declare this."""
    name = member.filename
    if not member.flag_bits & UTF8_NAME:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return "".join(map(_displayable, name))


def _displayed(path: PurePath | str) -> str:
    return "".join(map(_displayable, shown(path if isinstance(path, str) else path.as_posix())))


def _displayable(character: str) -> str:
    """Return a character of a name; a normal space for other spaces, "" for an invisible sign.

    Operating systems write such spaces into the names of screenshots. Control characters stay, so that the name is
    refused.
    """
    kind = unicodedata.category(character)
    if kind.startswith("Z"):
        return " "
    return "" if kind == "Cf" else character if kind == "Cc" or character.isprintable() else "\ufffd"


def _refusal(member: zipfile.ZipInfo, name: str) -> str:
    """Return why a member of an archive is not accepted; "" if it is."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if stat.S_ISLNK(member.external_attr >> 16):
        return Message("this is a link, and the file to which it points is not read")
    if not parts or ".." in parts or name.startswith(("/", "\\")) or parts[0].endswith(":") or not name.isprintable():
        return Message("this file was not collected: its name points outside its folder, or cannot be displayed")
    return ""


def _too_large(place: str, most: int) -> Problem:
    cause = Message("the file is larger than {most} MB and was not collected", most=most // 1_000_000)
    return Problem(cause, place, "answer sheets are never that large: ask for the right file")


def _max_bytes(name: str) -> int:
    """Return the largest accepted size in bytes of a file with a name: scans may be larger."""
    return MAX_SCAN if PurePosixPath(name).suffix.lower() in SCANNED else MAX_BYTES
