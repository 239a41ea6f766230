"""The files that a class handed in: those that were collected, and those that lie in `submissions/`."""

import shlex
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from answers.classroom.collected import FOLDER, Index, digest_of, holds
from answers.classroom.folder import SUBMISSIONS
from answers.classroom.sources import written_on
from answers.errors import CorrigeError, Problem
from answers.files import read_limited, shown
from answers.messages import Message


@dataclass(frozen=True, slots=True)
class Original:
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


def read_originals(folder: Path, index: Index) -> tuple[list[Original], list[Problem]]:
    """Return the files to read, and what is none: each is named, so that nothing is passed over in silence.

    A CorrigeError says that there is no folder `submissions/` and nothing was collected.
    """
    by_hand = folder / SUBMISSIONS
    if not by_hand.is_dir() and not index.files:
        raise CorrigeError.one("there is no such folder", place=str(by_hand), remedy="put what students hand in there")
    files, unread = [], []
    for path in sorted(by_hand.iterdir()) if by_hand.is_dir() else ():
        cause, remedy = _why_unread(path)
        if cause:
            unread.append(Problem(cause, f"{SUBMISSIONS}/{shown(path.name)}", remedy))
        else:
            files.append(_put_by_hand(path, compare=bool(index.files)))
    for one in index.counting:
        path = folder / FOLDER / one.file
        if holds(path, one.digest):
            files.append(Original(path, one.name, one.date, one.digest, is_collected=True, is_said=one.is_said))
            continue
        place = f"{FOLDER}/{one.file}"
        cause = Message("the original is no longer there: {place}", place=place)
        if path.is_file():
            cause = Message("the original is no longer what was handed in: {place}", place=place)
        unread.append(Problem(cause, one.name, "collect it again"))
    return files, unread


def _put_by_hand(path: Path, *, compare: bool) -> Original:
    """A file of `submissions/`; its digest is only wanted when it may have been collected as well."""
    date = written_on(path)
    try:
        digest = digest_of(read_limited(path)) if compare else ""
    except CorrigeError:
        digest = ""
    return Original(path, f"{SUBMISSIONS}/{shown(path.name)}", date, digest, is_collected=False)


def _why_unread(path: Path) -> tuple[str, str]:
    usual = Message("put the file itself there, or take it away")
    if path.is_symlink():
        return Message("is a link, which is not followed"), usual
    if path.is_dir() or path.suffix.lower() == ".zip":
        cause = Message(
            "is a folder, which is not looked into" if path.is_dir() else "is a zip file, which is not looked into"
        )
        return cause, Message("run `corrige class collect` on it: DIR {path}", path=shlex.quote(str(path)))
    if not path.is_file():
        return Message("is not a file"), usual
    return (Message("is hidden, its name begins with a point"), usual) if path.name.startswith(".") else ("", "")
