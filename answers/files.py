"""Reading with a limit, writing without ever leaving a half-written file, names that stay in their folder."""

import errno
import json
import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any
from warnings import warn

from answers.errors import CorrigeError, reason
from answers.messages import Message

MAX_BYTES = 20_000_000
MAX_NAME = 60
PART = ".part"
"""What ends the name of a file that is being written."""
LETTERS = str.maketrans({"Œ": "OE", "œ": "oe", "Æ": "AE", "æ": "ae", "ß": "ss", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l"})
"""Letters of names that are no letter with an accent, as they are written without them."""

_HALVES = re.compile(rb"\\u[dD][89a-fA-F]")


class CacheWarning(UserWarning):
    """The cache is not used, or was closed to others. Its argument says so; a run says it once."""


def store_folder() -> Path:
    """Return the folder of what can be made again: $CORRIGE_CACHE, or `corrige` in the user's cache.

    It is this account's alone. One that another account owns or can write is not used, but a new one, which is removed
    when the program ends; one that others can read is closed to them.
    """
    chosen = os.environ.get("CORRIGE_CACHE")
    return _private_cache(
        Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "corrige"
    )


@cache
def _private_cache(folder: Path) -> Path:
    if not hasattr(os, "getuid"):
        return folder
    above = next((path for path in folder.absolute().parents if path.exists()), folder)
    if not folder.exists() and is_own(above):  # nobody else can make it first
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        is_ours = is_own(folder) and all(is_own(path, alone=True) for path in folder.iterdir())
        if is_ours and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError:  # it cannot be written: everything is only slower
        return folder
    if is_ours:
        return folder
    import atexit
    import shutil
    import tempfile

    warn(
        Message(
            "{folder} was not used, since another account can write to it; this run uses a temporary cache",
            folder=shown(folder),
        ),
        CacheWarning,
        stacklevel=3,
    )
    instead, here = Path(tempfile.mkdtemp(prefix="corrige-cache-")), os.getpid()
    os.environ["CORRIGE_CACHE"] = str(instead)  # for the processes that this one starts too
    atexit.register(lambda: shutil.rmtree(instead, ignore_errors=True) if os.getpid() == here else None)
    return instead


CACHED = 64
"""Files in each of the 256 folders of a cache, of which the oldest give way: 16 384 in all."""


def read_cached(folder: Path, name: str) -> bytes | None:
    """Return what `write_cached` wrote under a name; None if nothing, or if it was damaged or others can change it."""
    path = _cached_file(folder, name)
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return content if digest == _cached_digest(name, content) and is_own(path, alone=True) else None


def write_cached(folder: Path, name: str, content: bytes) -> None:
    """Write what can be computed again into a folder of the cache; where that cannot be done, nothing is written."""
    path = _cached_file(folder, name)
    try:
        if not path.parent.is_dir():
            for place in reversed(path.parents):  # each of them closed to others, whatever the umask
                place.mkdir(mode=0o700, exist_ok=True)
        write_atomic(path, _cached_digest(name, content) + b"\n" + content, overwrite=True, is_last=False, mode=0o600)
        beside = list(path.parent.iterdir())
        if len(beside) > CACHED:
            beside.sort(key=lambda file: file.stat().st_mtime_ns)
            for file in beside[: len(beside) - CACHED]:
                file.unlink()
    except (OSError, CorrigeError):  # also a file that another process has just removed
        return


def _cached_file(folder: Path, name: str) -> Path:
    digest = sha256(name.encode("utf-8", "backslashreplace")).hexdigest()
    return folder / digest[:2] / digest[2:32]


def _cached_digest(name: str, content: bytes) -> bytes:
    """A digest of what is cached and of its name: a file that turns up under another name is not taken for that."""
    return sha256(name.encode("utf-8", "backslashreplace") + b"\n" + content).hexdigest().encode()


_OUTSIDE: list[int] = []
"""The umask of whoever started the program, while files are private."""


@contextmanager
def private_files() -> Iterator[None]:
    """Let this account alone read the files and folders that are written, whatever the umask."""
    if _OUTSIDE:
        yield
        return
    _OUTSIDE.append(os.umask(0o077))
    try:
        yield
    finally:
        os.umask(_OUTSIDE.pop())


@contextmanager
def shared_files() -> Iterator[None]:
    """Write files and folders as the umask has it: what the teacher shares on purpose."""
    if not _OUTSIDE:
        yield
        return
    private = os.umask(_OUTSIDE[0])
    try:
        yield
    finally:
        os.umask(private)


def close_to_others(path: Path) -> bool:
    """Let this account alone read a file or folder of its own; return whether that is a change."""
    if not hasattr(os, "getuid"):
        return False
    try:
        status = path.stat()
        if status.st_uid != os.getuid() or not status.st_mode & 0o077:
            return False
        path.chmod(status.st_mode & 0o700)
    except OSError:
        return False
    return True


def read_limited(path: Path, limit: int = MAX_BYTES) -> bytes:
    """Return the content of a regular file of at most `limit` bytes; a CorrigeError if there is none."""
    try:
        if not path.is_file():
            cause = Message("the file is not a regular file" if path.exists() else "the file does not exist")
            raise CorrigeError.one(cause, place=shown(path), remedy="check the name")
        with path.open("rb") as stream:
            content = stream.read(limit + 1)
    except OSError as error:
        raise unusable(path, error) from error
    if len(content) > limit:
        raise CorrigeError.one(
            Message("the file is larger than {limit} MB and was not read", limit=limit // 1_000_000),
            place=shown(path),
            remedy="answer sheets are never that large: ask for the right file",
        )
    return content


def json_of(content: bytes) -> Any:
    """Return what JSON holds; a ValueError if it is none, is nested too deep, or has texts that are no text."""
    try:
        document = json.loads(content)
        if _HALVES.search(content):
            json.dumps(document, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return document


def json_bytes(document: object, indent: int = 2) -> bytes:
    """Return a JSON document as people and machines both read it: spaces, UTF-8, a final line feed."""
    text = json.dumps(document, ensure_ascii=False, indent=indent, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")  # halves of letters, which JSON writes so too


def is_own(path: Path, *, alone: bool = False) -> bool:
    """Return whether no account but this one and the administrator's can change a file or folder that exists.

    Unless `alone`, the folders above count too; in one with the sticky bit, such as /tmp, others cannot rename what is
    ours. A group of one's own may write. Where the system knows no such owners, everything is one's own.
    """
    if not hasattr(os, "getuid"):
        return True
    path = path.resolve()
    owners = {os.getuid(), 0, Path("/").stat().st_uid}
    for place in (path,) if alone else (path, *path.parents):
        try:
            status = place.stat()
        except OSError:
            return False
        is_sticky = place != path and bool(status.st_mode & stat.S_ISVTX)
        others = status.st_mode & stat.S_IWOTH or (status.st_mode & stat.S_IWGRP and not _is_own_group(status.st_gid))
        if status.st_uid not in owners or (others and not is_sticky):
            return False
    return True


def _is_own_group(gid: int) -> bool:
    """Whether a group is that of this account alone, as many systems make one for each account."""
    import grp
    import pwd

    try:
        name, group = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(gid)
    except KeyError:
        return False
    return gid == 0 or (group.gr_name == name and set(group.gr_mem) <= {name})


def write_atomic(
    path: Path, content: bytes, *, overwrite: bool = False, is_last: bool = True, mode: int | None = None
) -> None:
    """Write `content` to a temporary file beside `path`, then give it its name: all of it appears, or nothing.

    Without `overwrite` the name is taken only while nobody has it, even when two programs write at once. The
    file and its folder are on the disk then, but for one that can be made again and is not the last. `mode` says who
    may read it, whatever the umask.
    """
    try:
        temporary = _beside(path, content, is_last=is_last, mode=mode)
        try:
            (Path.replace if overwrite else _link)(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        if is_last:
            sync_folder(path.parent)
    except FileExistsError as error:
        if path.is_file() and path.read_bytes() == content:
            return
        cause, remedy = (
            Message("the file exists and was left unchanged"),
            Message("choose another name, or pass --force"),
        )
        raise CorrigeError.one(cause, place=shown(path), remedy=remedy) from error
    except OSError as error:
        raise unusable(path, error) from error


def write_keeping(path: Path, content: bytes) -> Path | None:
    """Write `content`; what stood there and differs is kept as ``<name>.1``, ``<name>.2``, …, which is returned."""
    with file_transaction() as files:
        files.write(path, content)
    return files.backups.get(path)


@contextmanager
def file_transaction(aside: Path | None = None) -> Iterator["FileTransaction"]:
    """Write several files that take their places at the end, all or none, what stood there being kept.

    It is kept beside them, or in the folder `aside` as it was in the folder of that. Interrupted by the user, what is
    written by then takes its place: it is not made again.
    """
    files = FileTransaction(aside)
    try:
        yield files
        files.commit()
    except KeyboardInterrupt:
        files.commit()
        raise
    finally:
        files.forget()


@dataclass(slots=True)
class FileTransaction:
    """Files written beside their places: where what stood there is kept, what is replaced, what is set aside too."""

    aside: Path | None = None
    begun: dict[Path, Path] = field(default_factory=dict)
    backups: dict[Path, Path] = field(default_factory=dict)
    replaced: set[Path] = field(default_factory=set)
    gone: list[Path] = field(default_factory=list)

    def write(self, path: Path, content: bytes, *, overwrite: bool = False) -> None:
        """Write what `path` will hold; with `overwrite` what stands there is not kept."""
        try:
            if not path.exists() or path.read_bytes() != content:
                self.begun[path] = _beside(path, content)
            if overwrite:
                self.replaced.add(path)
        except OSError as error:
            raise unusable(path, error) from error

    def commit(self) -> None:
        """Give every file its place; on an error what was there before is there again."""
        path = Path()
        try:
            for path, temporary in self.begun.items():
                if not temporary.exists():  # it has its place: the user interrupts while they are given
                    continue
                if path.exists() and path not in self.replaced:
                    self.backups[path] = self._keep(path)
                temporary.replace(path)
        except OSError as error:
            for place, former in self.backups.items():
                former.replace(place)
            raise unusable(path, error) from error
        for path in filter(Path.exists, self.gone):
            self._keep(path)
        for folder in dict.fromkeys(path.parent for path in (*self.begun, *self.gone, *self.backups.values())):
            sync_folder(folder)

    def _keep(self, path: Path) -> Path:
        """Give a file the first name that is free where it is kept."""
        home = path.parent if self.aside is None else self.aside / path.parent.relative_to(self.aside.parent)
        home.mkdir(parents=True, exist_ok=True)
        names = (home / name for name in chain([path.name], (f"{path.name}.{number}" for number in count(1))))
        return path.rename(next(name for name in names if not name.exists()))

    def forget(self) -> None:
        """Take away what did not get its place."""
        for temporary in self.begun.values():
            temporary.unlink(missing_ok=True)


def make_folder(path: Path, mode: int = 0o777) -> Path:
    """Create the folder `path` (and its parents) unless it exists, and return it; `mode` as the umask leaves it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=mode, exist_ok=True)
    except OSError as error:
        raise unusable(path, error) from error
    return path


def shown(path: Path | str) -> str:
    """Return the name of a file as text that can be written anywhere; of bytes that are no text, their codes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def safe_name(text: str, fallback: str = "student") -> str:
    """Return `text` as one harmless file-name stem: ASCII letters, digits, '-' and '_', at most 60 characters."""
    ascii_text = unicodedata.normalize("NFKD", text[:1000].translate(LETTERS)).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_]+", "-", ascii_text).strip("-")[:MAX_NAME].strip("-") or fallback


def _link(temporary: Path, path: Path) -> None:
    """Give the name, which nobody may have: a rename would take it from whoever was first."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # a file system without links, such as that of a memory stick
        with path.open("xb") as stream:
            stream.write(temporary.read_bytes())


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system can tell."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:  # Windows opens no folder
        return
    try:
        os.fsync(descriptor)
    except OSError as error:  # a network drive that syncs only files
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EROFS):
            raise
    finally:
        os.close(descriptor)


def _beside(path: Path, content: bytes, *, is_last: bool = True, mode: int | None = None) -> Path:
    """A temporary file beside `path` with its content, on the disk if it is the last."""
    import tempfile

    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=PART)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            if is_last:
                os.fsync(stream.fileno())
        if mode is None:
            umask = os.umask(0)  # which can only be read by setting it
            os.umask(umask)
            mode = 0o666 & ~umask
        Path(name).chmod(mode)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def unusable(path: Path | str, error: OSError) -> CorrigeError:
    """Return that the system refused a file or folder, in its own words."""
    cause = reason(error)
    return CorrigeError.one(
        Message("cannot be used: {cause}", cause=cause),
        place=shown(path),
        remedy="check that the folder exists, that it has space left and that you may write to it",
    )
