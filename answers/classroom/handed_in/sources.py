"""All files in what a teacher names: files, folders with all that is in them, zip files, in any mix."""

import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from answers.classroom.handed_in.archive import archive_members
from answers.classroom.handed_in.found import Found, is_clutter
from answers.classroom.handed_in.uploads import uploader_names
from answers.errors import CorrigeError, Problem, reason
from answers.files import read_limited
from answers.messages import Message

MAX_FILES = 20_000


def files_in(paths: Iterable[Path]) -> Iterator[Found | Problem]:
    """Yield each file once found, one at a time, and a problem for all that is not taken.

    A file in a folder is named from that folder on, a member of an archive from the archive on. Links are not followed;
    hidden files and what systems leave behind are passed over. A folder without any file is a problem.
    """
    for path in paths:
        try:
            if path.is_symlink():
                yield Problem("is a link, which is not followed", str(path), "name what it points to")
            elif path.is_dir():
                yield from _in_folder(path)
            elif path.suffix.lower() == ".zip":
                yield from _or_empty(archive_members(path), path, "the archive is empty")
            else:
                yield _read(path, _single_name(path))
        except CorrigeError as error:
            yield from error.problems


def _in_folder(folder: Path) -> Iterator[Found | Problem]:
    return _or_empty(_walked(folder), folder, "the folder is empty")


def _walked(folder: Path) -> Iterator[Found | Problem]:
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
                raise CorrigeError.one(cause, place=str(folder), remedy="name the folder of one exam")
            if not is_clutter(path.relative_to(folder)):
                yield from _one(path, path.absolute().relative_to(base).as_posix())


def _one(path: Path, name: str) -> Iterator[Found | Problem]:
    """What one file of a folder comes to; one that cannot be read does not stop the others."""
    try:
        if path.is_symlink():
            yield Problem("is a link, which is not followed", str(path), "put the file itself there")
        elif path.suffix.lower() == ".zip":
            yield from _or_empty(archive_members(path), path, "the archive is empty")
        else:
            yield _read(path, name)
    except CorrigeError as error:
        yield from error.problems


def _or_empty(found: Iterator[Found | Problem], path: Path, what: str) -> Iterator[Found | Problem]:
    empty = True
    for one in found:
        empty = False
        yield one
    if empty:
        yield Problem(Message(what), str(path), "check that it is the right one")


def _read(path: Path, name: str) -> Found:
    return Found(name, read_limited(path), datetime.fromtimestamp(path.stat().st_mtime).replace(microsecond=0))


def _single_name(path: Path) -> str:
    """The name of a file that was named alone: with its folder, if a platform made that for its uploader."""
    parent = path.absolute().parent.name
    return f"{parent}/{path.name}" if uploader_names(parent) else path.name


def _raise(error: OSError) -> None:
    cause = Message("cannot be looked into: {cause}", cause=reason(error))
    raise CorrigeError.one(cause, place=str(error.filename), remedy="check that it is yours to read")
