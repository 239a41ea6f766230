"""All files in what a teacher names: files, folders, zip files, in any mix, read without trusting them.

Sizes, names, links and bombs are looked at first.
"""

import os
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePath, PurePosixPath

from answers.classroom.attribution import moodle_folder, upload_name, uploader_names
from answers.errors import CorrigeError, Problem, reason
from answers.files import MAX_BYTES, read_limited, shown, unusable
from answers.messages import Message
from answers.submissions.scanned.reader import PICTURES

CLUTTER = {"__macosx", "thumbs.db", "desktop.ini"}
MAX_FILES = 5000
MAX_UNPACKED = 4_000_000_000
MAX_RATIO = 200
SCANNED = (".pdf", *PICTURES)
MAX_SCAN = 500_000_000
"""Bytes of a file that may be a scan of a whole class."""
SMALL = 1_000_000
"""Bytes; whatever unpacks to less is no bomb."""
UTF8_NAME = 0x800
ENCRYPTED = 0x1
NO_DATE = datetime(1980, 1, 1)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file: its name with the folders or the archive it was in, its content, and when it was written (local time).

    What an archive says of that is believed of a download, up to the date of the archive; what lies in an archive that
    was handed in has the date of the archive, for its maker chose the others.
    """

    name: str
    content: bytes
    date: datetime


def files_in(paths: Iterable[Path]) -> Iterator[SourceFile | Problem]:
    """Yield each file, one at a time, and a problem for all that is not taken.

    A file in a folder is named from that folder on, a member of an archive from the archive on, or from its folder.
    Hidden files and what systems leave behind are passed over. Not taken are links, and of an archive names that lead
    out of the folder, archives in it, encrypted and oversized files; nor a folder or an archive that is empty or too
    large.
    """
    for path in paths:
        try:
            if path.is_symlink() or not path.is_dir():
                yield from _one(path, _single_name(path), Message("name what it points to"))
            else:
                yield from _or_empty(_walked(path), path, Message("the folder is empty"))
        except OSError as error:
            yield from unusable(path, error).problems
        except CorrigeError as error:
            yield from error.problems


def _walked(folder: Path) -> Iterator[SourceFile | Problem]:
    base = folder.absolute().parent
    count = 0
    for parent, inner, names in os.walk(folder, onerror=_raise):
        inner.sort()
        links = [name for name in inner if (Path(parent) / name).is_symlink()]
        for name in sorted((*names, *links)):
            path = Path(parent) / name
            count += 1
            if count > MAX_FILES:
                cause = Message("the folder holds more than {max_files} files", max_files=MAX_FILES)
                raise CorrigeError.one(cause, place=shown(folder), remedy="name the folder of one exam")
            if not _is_clutter(path.relative_to(folder)):
                yield from _one(
                    path, shown(path.absolute().relative_to(base).as_posix()), Message("put the file itself there")
                )


def _one(path: Path, name: str, instead: Message) -> Iterator[SourceFile | Problem]:
    """What one file or archive comes to; one that cannot be read does not stop the others."""
    try:
        if path.is_symlink():
            yield Problem("is a link, which is not followed", shown(path), instead)
        elif path.suffix.lower() == ".zip":
            yield from _or_empty(_archive_members(path, name), path, Message("the archive is empty"))
        else:
            yield SourceFile(name, read_limited(path, _most(name)), written_on(path).replace(microsecond=0))
    except OSError as error:
        yield from unusable(path, error).problems
    except CorrigeError as error:
        yield from error.problems


def _or_empty(files: Iterator[SourceFile | Problem], path: Path, empty: Message) -> Iterator[SourceFile | Problem]:
    nothing = True
    for one in files:
        nothing = False
        yield one
    if nothing:
        yield Problem(empty, shown(path), "check that it is the right one")


def written_on(path: Path) -> datetime:
    """Return when a file was written, in the time of this machine; the first day of archives, if that is no date."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime)
    except (OverflowError, ValueError, OSError):
        return NO_DATE


def _single_name(path: Path) -> str:
    """The name of a file that was named alone: from the folder on that Moodle made for its uploader."""
    place = shown(path.absolute().as_posix())
    return upload_name(place) if moodle_folder(str(PurePosixPath(place).parent)) else shown(path.name)


def _raise(error: OSError) -> None:
    cause = Message("cannot be looked into: {cause}", cause=reason(error))
    raise CorrigeError.one(cause, place=shown(error.filename), remedy="check that it is yours to read")


def _is_clutter(path: PurePath) -> bool:
    """Whether a file is what a system leaves behind, nobody's work: hidden, or one of a few known names."""
    return any((part.startswith(".") and part not in {".", ".."}) or part.casefold() in CLUTTER for part in path.parts)


def _archive_members(path: Path, name: str) -> Iterator[SourceFile | Problem]:
    """The files of a zip file with their dates, and a problem for each that is not taken."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            _refuse_bomb(members, path)
            for member in members:
                yield from _taken(archive, member, name, written_on(path).replace(microsecond=0))
    except FileNotFoundError as error:
        raise CorrigeError.one("the file does not exist", place=shown(path), remedy="check the name") from error
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        cause = Message("is no zip file, or a damaged one ({error})", error=error)
        raise CorrigeError.one(cause, place=shown(path), remedy="download it again") from error


def _refuse_bomb(members: list[zipfile.ZipInfo], path: Path) -> None:
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if len(members) > MAX_FILES:
        cause = Message("holds {count} files, more than {max_members}", count=len(members), max_members=MAX_FILES)
    elif unpacked > MAX_UNPACKED or unpacked > max(SMALL, MAX_RATIO * packed):
        cause = Message(
            "would unpack from {packed} kB to {unpacked} MB, and was not opened",
            packed=packed // 1000,
            unpacked=unpacked // 1_000_000,
        )
    else:
        return
    raise CorrigeError.one(cause, place=shown(path), remedy="no class hands in that much: look where it comes from")


def _taken(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, container: str, written: datetime
) -> Iterator[SourceFile | Problem]:
    name = _name(member)
    place = f"{container}/{name}"
    if _is_clutter(PurePosixPath(name)):
        return
    if cause := _why_not(member, name):
        yield Problem(cause, place, "ask for the file itself, or unpack it yourself")
        return
    try:
        with archive.open(member) as stream:
            content = stream.read(_most(name) + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError) as error:
        yield Problem(Message("cannot be unpacked ({error})", error=error), place, "download the archive again")
        return
    is_handed_in = bool(uploader_names(container)) or ("/" in container and not uploader_names(name))
    yield SourceFile(place, content, written if is_handed_in else min(_date(member), written))


def _date(member: zipfile.ZipInfo) -> datetime:
    """When it was written, by the archive; the first day there is in archives, when that is no date."""
    try:
        return datetime(*member.date_time)
    except ValueError:
        return NO_DATE


def _name(member: zipfile.ZipInfo) -> str:
    """The name as it was meant: UTF-8, which some programs write without saying so."""
    if member.flag_bits & UTF8_NAME:
        return member.filename
    try:
        return member.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return member.filename


def _why_not(member: zipfile.ZipInfo, name: str) -> str:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if stat.S_ISLNK(member.external_attr >> 16):
        return Message("is a link, which is not followed")
    if ".." in parts or name.startswith(("/", "\\")) or (parts and parts[0].endswith(":")) or not name.isprintable():
        return Message("has a name that leads out of its folder, or that cannot be shown")
    if name.lower().endswith(".zip"):
        return Message("is an archive in the archive, which is not opened")
    if member.flag_bits & ENCRYPTED:
        return Message("is encrypted")
    most = _most(name)
    return Message("is larger than {most} MB", most=most // 1_000_000) if member.file_size > most else ""


def _most(name: str) -> int:
    """How many bytes a file of a name may have."""
    return MAX_SCAN if PurePosixPath(name).suffix.lower() in SCANNED else MAX_BYTES
