"""What a zip file of submissions holds, read without trusting it: sizes, names, links and bombs are looked at first."""

import stat
import zipfile
import zlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path, PurePosixPath

from answers.classroom.handed_in.found import Found, is_clutter
from answers.errors import CorrigeError, Problem
from answers.files import MAX_BYTES
from answers.messages import Message

MAX_MEMBERS = 20_000
MAX_UNPACKED = 4_000_000_000
MAX_RATIO = 200
SMALL = 1_000_000
"""Bytes; whatever unpacks to less is no bomb."""
UTF8_NAME = 0x800
ENCRYPTED = 0x1


def archive_members(path: Path) -> Iterator[Found | Problem]:
    """Yield the files of a zip file with their dates, and a problem for each that is not taken.

    Links, names that lead out of the folder, archives in the archive, encrypted and oversized files are not taken.

    Raises
    ------
    CorrigeError
        If it is no zip file or a damaged one, holds more than 20 000 files, unpacks to more than 4 GB or to more than
        200 times its size.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            _refuse_bomb(members, path)
            for member in members:
                yield from _taken(archive, member, path.name)
    except FileNotFoundError as error:
        raise CorrigeError.one("the file does not exist", place=str(path), remedy="check the name") from error
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        cause = Message("is no zip file, or a damaged one ({error})", error=error)
        raise CorrigeError.one(cause, place=str(path), remedy="download it again") from error


def _refuse_bomb(members: list[zipfile.ZipInfo], path: Path) -> None:
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if len(members) > MAX_MEMBERS:
        cause = Message("holds {count} files, more than {max_members}", count=len(members), max_members=MAX_MEMBERS)
    elif unpacked > MAX_UNPACKED or unpacked > max(SMALL, MAX_RATIO * packed):
        cause = Message(
            "would unpack from {packed} kB to {unpacked} MB, and was not opened",
            packed=packed // 1000,
            unpacked=unpacked // 1_000_000,
        )
    else:
        return
    raise CorrigeError.one(cause, place=str(path), remedy="no class hands in that much: look where it comes from")


def _taken(archive: zipfile.ZipFile, member: zipfile.ZipInfo, container: str) -> Iterator[Found | Problem]:
    name = _name(member)
    place = f"{container}/{name}"
    if is_clutter(PurePosixPath(name)):
        return
    if cause := _why_not(member, name):
        yield Problem(cause, place, "ask for the file itself, or unpack it yourself")
        return
    try:
        with archive.open(member) as stream:
            content = stream.read(MAX_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError) as error:
        yield Problem(Message("cannot be unpacked ({error})", error=error), place, "download the archive again")
        return
    yield Found(place, content, _date(member))


def _date(member: zipfile.ZipInfo) -> datetime:
    """When it was written; the first day there is in archives, when that is no date."""
    try:
        return datetime(*member.date_time)
    except ValueError:
        return datetime(1980, 1, 1)


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
    return Message("is larger than {most} MB", most=MAX_BYTES // 1_000_000) if member.file_size > MAX_BYTES else ""
