"""Which settings found on the way are used, and which exam folders may run code: what the teacher trusted once.

A folder that somebody sent lies under one's own account as soon as it is unpacked, so that owning it is no trust. What
is trusted is recorded in the user's configuration folder: an exam folder or a `corrige.toml` by its content, or, for
what the teacher writes, the folder itself, whatever changes in it. Neither is used where other accounts can write.
CORRIGE_TRUST lists folders in which everything is trusted, for programs without a terminal.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias

from answers.errors import CorrigeError
from answers.exam.settings import FILE_NAME
from answers.files import is_own, json_bytes, make_folder, read_limited, shown, write_atomic
from answers.messages import Message

VARIABLE = "CORRIGE_TRUST"
MOST_FILES = 2000
TEMPLATES = "templates"

Kind: TypeAlias = Literal["exam", "settings"]


@dataclass(slots=True)
class Conversation:
    """How the teacher is asked on a terminal, and informed; by default nobody is there, and nothing is trusted.

    `passed_over` are the files of settings that were found and not used.
    """

    ask: Callable[[Message], bool] = lambda _question: False
    inform: Callable[[Message], None] = lambda _message: None
    passed_over: set[Path] = field(default_factory=set)


CONVERSATION = Conversation()
"""That of this process: the command line sets it; a process that works for it has none."""


def config_folder() -> Path:
    """Return the user's configuration folder of corrige."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "corrige"


def trust(kind: Kind, folder: Path, *, as_author: bool = False) -> None:
    """Record that an exam folder, or the settings in a folder, are trusted as they are; `as_author` as they become.

    Where other accounts can write, or the record cannot be written, that is a CorrigeError.
    """
    _refuse_shared(kind, folder)
    folder = folder.resolve()
    known: dict[str, object] = {"kind": kind, "folder": shown(folder)}
    known |= {"inode": folder.stat().st_ino} if as_author else {"content": _content(kind, folder)}
    record = _record(kind, folder)
    make_folder(record.parent, mode=0o700)
    write_atomic(record, json_bytes(known), overwrite=True, mode=0o600)


def trust_new(kind: Kind, folder: Path) -> None:
    """Record that what corrige has just created for the teacher is theirs; without a place for that it is not."""
    if not _is_listed(folder):
        try:
            trust(kind, folder, as_author=True)
        except CorrigeError:  # a configuration folder that cannot be written: the teacher will be asked
            return


def forget(kind: Kind, folder: Path) -> None:
    """Remove the record of a folder, if there is one."""
    _record(kind, folder.resolve()).unlink(missing_ok=True)


def is_trusted(kind: Kind, folder: Path) -> bool:
    """Return whether the teacher trusts an exam folder, or the settings in a folder."""
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
    return known.get("inode") == folder.stat().st_ino or known.get("content") == _content(kind, folder)


def require_trusted_exam(folder: Path) -> None:
    """Ask on a terminal whether the code of an exam folder may run, unless that is known; else a CorrigeError."""
    if is_trusted("exam", folder):
        return
    _refuse_shared("exam", folder)
    names = [shown(path.name) for path, _ in _code(folder)]
    question = Message(
        "{folder} contains code of an exam, {files}, which can do on this machine all that you can. Run it?",
        folder=shown(folder),
        files=", ".join(names[:5]) + (" …" if len(names) > 5 else ""),
    )
    if CONVERSATION.ask(question):
        trust("exam", folder)
        return
    changed = _record("exam", folder.resolve()).is_file()
    raise CorrigeError.one(
        Message("the code of this exam has changed since you trusted it; it was not run")
        if changed
        else Message("the code of this exam is not trusted yet; it was not run"),
        place=shown(folder),
        remedy=Message(
            "if you know its author: `corrige trust {folder}`; if you are its author: `corrige trust --author "
            "{folder}`, and corrige no longer asks after changes",
            folder=shown(folder),
        ),
    )


def may_use_settings(folder: Path) -> bool:
    """Return whether the `corrige.toml` of a folder that no command names is used, asking on a terminal."""
    if is_trusted("settings", folder):
        return True
    path = folder / FILE_NAME
    question = Message("{file} changes how papers are marked. Use it?", file=shown(path))
    if path in CONVERSATION.passed_over or _shared("settings", folder) or not CONVERSATION.ask(question):
        return False
    trust("settings", folder)
    return True


def _refuse_shared(kind: Kind, folder: Path) -> None:
    path = _shared(kind, folder)
    if path is not None:
        raise CorrigeError.one(
            Message("another account can change {path}, so nothing in this folder is used", path=shown(path)),
            place=shown(folder),
            remedy=Message(
                "copy it to a folder that only you can write to, or list it in {variable}", variable=VARIABLE
            ),
        )


def _shared(kind: Kind, folder: Path) -> Path | None:
    """The first path of what is trusted that another account can change, None if there is none."""
    if not is_own(folder):
        return folder
    paths = [folder / FILE_NAME]
    if kind == "exam":  # its files, and the folders between them
        inside = ((path, *path.parents) for path, _ in _code(folder))
        paths = [one for some in inside for one in some if folder in one.parents]
    return next((path for path in paths if path.exists() and not is_own(path, alone=True)), None)


def _is_listed(folder: Path) -> bool:
    folder = folder.resolve()
    listed = (Path(text).resolve() for text in os.environ.get(VARIABLE, "").split(os.pathsep) if text)
    return any(folder.is_relative_to(path) for path in listed)


def _record(kind: Kind, folder: Path) -> Path:
    name = sha256(f"{kind} ".encode() + os.fsencode(folder)).hexdigest()[:32]
    return config_folder() / "trusted" / f"{name}.json"


def _content(kind: Kind, folder: Path) -> str:
    digest = sha256()
    files = _code(folder) if kind == "exam" else [(folder / FILE_NAME, read_limited(folder / FILE_NAME))]
    for path, content in files:
        digest.update(os.fsencode(path.relative_to(folder)) + b"\0" + sha256(content).digest())
    return digest.hexdigest()


def _code(folder: Path) -> list[tuple[Path, bytes]]:
    """The files of an exam folder that can run: Python, and all templates; what Python compiled is never run."""
    paths: list[Path] = []
    for top, folders, files in os.walk(folder, followlinks=True):
        here = Path(top)
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        in_templates = TEMPLATES in here.relative_to(folder).parts[:1]
        paths += [here / name for name in files if in_templates or name.endswith(".py")]
        if len(paths) > MOST_FILES or len(here.parts) > len(folder.parts) + 50:
            raise CorrigeError.one(
                Message("more than {most} files of code, or folders too deep", most=MOST_FILES),
                place=shown(folder),
                remedy="keep the exam in its own folder",
            )
    return [(path, read_limited(path)) for path in sorted(paths)]
