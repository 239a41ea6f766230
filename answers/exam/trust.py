"""Record which exam folders, whose code is run, and which `corrige.toml` files, which change marks, a teacher trusts.

An unpacked archive belongs to the user's account, so ownership does not mean trust. Trust is recorded in the user's
configuration folder: by content, or, for folders in which the teacher writes, by folder. A folder in which other
accounts can write is not used. CORRIGE_TRUST lists folders that are trusted, for programs without a terminal.
"""

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Literal, TypeAlias

from answers.errors import CorrigeError
from answers.exam.location import is_left_out
from answers.exam.settings import FILE_NAME
from answers.files import is_own, json_bytes, make_folder, read_limited, shown, write_atomic
from answers.messages import Message

VARIABLE = "CORRIGE_TRUST"
MOST_FILES = 2000
TEMPLATES = "templates"
ATTRIBUTE = "user.corrige.mark"
"""Extended attribute of a folder whose later changes are trusted, with 16 random bytes."""

TrustKind: TypeAlias = Literal["exam", "settings"]


@dataclass(slots=True)
class Conversation:
    """The functions that ask and inform the teacher on a terminal; by default, answer no and print nothing.

    `passed_over` collects the settings files that are not used because the teacher does not trust them.
    """

    ask: Callable[[Message], bool] = lambda _question: False
    inform: Callable[[Message], None] = lambda _message: None
    passed_over: set[Path] = field(default_factory=set)


CONVERSATION = Conversation()
"""The conversation of this process. The command line sets its functions; worker processes keep the default."""


def config_folder() -> Path:
    """Return the user's configuration folder of corrige."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "corrige"


def trust(kind: TrustKind, folder: Path, *, as_author: bool = False) -> bool:
    """Record that the teacher trusts an exam folder (kind "exam"), or the settings in a folder (kind "settings").

    The present content is trusted; with `as_author`, all later changes too, if the file system can mark the folder.
    Returns whether later changes are trusted. CorrigeError if other accounts can write in the folder, or if the record
    cannot be written.
    """
    _refuse_shared(kind, folder)
    folder = folder.resolve()
    identity = _identity(folder, create=True) if as_author else {}
    document = {"kind": kind, "folder": shown(folder)} | (identity or {"content": _content(kind, folder)})
    record = _record(kind, folder)
    make_folder(record.parent, mode=0o700)
    write_atomic(record, json_bytes(document), overwrite=True, mode=0o600)
    return bool(identity)


def trust_new(kind: TrustKind, folder: Path) -> None:
    """Trust a folder that corrige has just created, as its author; do nothing if that cannot be recorded."""
    if not _is_listed(folder):
        try:
            trust(kind, folder, as_author=True)
        except CorrigeError:
            return


def forget(kind: TrustKind, folder: Path) -> None:
    """Remove the record that the teacher trusts a folder, if there is such a record."""
    _record(kind, folder.resolve()).unlink(missing_ok=True)


def is_trusted(kind: TrustKind, folder: Path) -> bool:
    """Return whether the teacher trusts an exam folder (kind "exam"), or the settings in a folder (kind "settings")."""
    folder = folder.resolve()
    if _is_listed(folder):
        return True
    record = _record(kind, folder)
    if not record.is_file() or not is_own(record) or _shared(kind, folder):
        return False
    try:
        known = json.loads(read_limited(record, 10_000))
    except (ValueError, CorrigeError):
        return False
    if not isinstance(known, dict) or known.get("kind") != kind or known.get("folder") != shown(folder):
        return False
    identity = _identity(folder)
    is_same = bool(identity) and identity == {name: known.get(name) for name in identity}
    return is_same or known.get("content") == _content(kind, folder)


def require_trusted_exam(folder: Path, exam: Path) -> None:
    """Raise CorrigeError unless the teacher trusts `folder`, which has code of an exam; on a terminal, ask first.

    `folder` is the folder of the exam at the path `exam`, the exam's only file, or the folder of templates beside this
    file.
    """
    if is_trusted("exam", folder):
        return
    _refuse_shared("exam", folder)
    names = [shown(path.name) for path, _ in _code(folder)]
    question = Message(
        "{folder} contains code of an exam, {files}, which can do on this machine all that you can. Trust "
        "this code and run it?",
        folder=shown(folder),
        files=", ".join(names[:5]) + (" …" if len(names) > 5 else ""),
    )
    if CONVERSATION.ask(question):
        trust("exam", folder)
        return
    changed = _record("exam", folder.resolve()).is_file()
    raise CorrigeError.single(
        Message("the code of this exam has changed since you trusted it; it was not run")
        if changed
        else Message("the code of this exam is not trusted yet; it was not run"),
        place=shown(folder),
        remedy=Message(
            "if you know its author: `corrige trust {folder}`; if you are its author: `corrige trust --author "
            "{folder}`, and corrige no longer asks after changes",
            folder=shown(exam),
        ),
    )


def may_use_settings(folder: Path) -> bool:
    """Return whether the teacher trusts the `corrige.toml` in a folder; on a terminal, ask first."""
    if is_trusted("settings", folder):
        return True
    path = folder / FILE_NAME
    question = Message(
        "{file} has settings that change how papers are marked. Trust the file and use it?", file=shown(path)
    )
    if path in CONVERSATION.passed_over or _shared("settings", folder) or not CONVERSATION.ask(question):
        return False
    trust("settings", folder)
    return True


def _refuse_shared(kind: TrustKind, folder: Path) -> None:
    """Raise CorrigeError if another account can change the content that would be trusted."""
    path = _shared(kind, folder)
    if path is not None:
        raise CorrigeError.single(
            Message(
                "another account of this machine can change {path}, so the code and settings of this folder are "
                "not used",
                path=shown(path),
            ),
            place=shown(folder),
            remedy=Message(
                "copy this folder to a place where only you can write, or add the folder to {variable}",
                variable=VARIABLE,
            ),
        )


def _shared(kind: TrustKind, folder: Path) -> Path | None:
    """Return the first path that another account can change, among those that trust in `folder` covers."""
    if not is_own(folder) or (folder.is_file() and not is_own(folder.parent)):
        return folder
    paths = [folder / FILE_NAME]
    if kind == "exam":  # its files, and the folders between them
        inside = ((file, *file.parents) for file, _ in _code(folder))
        paths = [path for chain in inside for path in chain if folder in path.parents or folder == path]
    return next((path for path in paths if path.exists() and not is_own(path, alone=True)), None)


def _is_listed(folder: Path) -> bool:
    folder = folder.resolve()
    listed = (Path(text).resolve() for text in os.environ.get(VARIABLE, "").split(os.pathsep) if text)
    return any(folder.is_relative_to(path) for path in listed)


def _identity(folder: Path, *, create: bool = False) -> dict[str, object]:
    """Return the inode number and the mark of a folder, or of the folder with the file; empty if there is no mark.

    With `create`, a folder without a mark gets a mark if the file system can record this.
    """
    # Inode numbers are used again after a folder is deleted. The mark is not in archives: a random extended attribute,
    # or the time of creation. Editors replace files, hence the mark of the folder.
    folder = folder.parent if folder.is_file() else folder
    status = folder.stat()
    if sys.platform != "linux":
        mark = getattr(status, "st_birthtime", status.st_ctime if sys.platform == "win32" else None)
        return {} if mark is None else {"inode": status.st_ino, "mark": mark}
    try:
        if create:
            with suppress(FileExistsError):
                os.setxattr(folder, ATTRIBUTE, token_bytes(16), os.XATTR_CREATE)
        return {"inode": status.st_ino, "mark": os.getxattr(folder, ATTRIBUTE).hex()}
    except OSError:
        return {}


def _record(kind: TrustKind, folder: Path) -> Path:
    name = sha256(f"{kind} ".encode() + os.fsencode(folder)).hexdigest()[:32]
    return config_folder() / "trusted" / f"{name}.json"


def _content(kind: TrustKind, folder: Path) -> str:
    """Return a digest of the code of an exam folder, or of the settings in a folder."""
    digest = sha256()
    files = _code(folder) if kind == "exam" else [(folder / FILE_NAME, read_limited(folder / FILE_NAME))]
    for path, content in files:
        digest.update(os.fsencode(path.relative_to(folder)) + b"\0" + sha256(content).digest())
    return digest.hexdigest()


def _code(folder: Path) -> list[tuple[Path, bytes]]:
    """Return the files of an exam folder that can run, with their content: Python sources and all templates."""
    # For an exam in one file, the result is that file. Compiled Python files are never run. CorrigeError if there are
    # more than 2000 files.
    if folder.is_file():
        return [(folder, read_limited(folder))]
    paths: list[Path] = []
    for top, folders, files in os.walk(folder, followlinks=True):
        here = Path(top)
        folders[:] = sorted(name for name in folders if not is_left_out(name))
        in_templates = TEMPLATES in here.relative_to(folder).parts[:1]
        paths += [here / name for name in files if in_templates or name.endswith(".py")]
        if len(paths) > MOST_FILES or len(here.parts) > len(folder.parts) + 50:
            raise CorrigeError.single(
                Message(
                    "the folder of the exam has more than {most} files of code, or folders nested too deep, so it "
                    "cannot be trusted",
                    most=MOST_FILES,
                ),
                place=shown(folder),
                remedy="move the exam to a folder of its own, without other files",
            )
    return [(path, read_limited(path)) for path in sorted(paths)]
