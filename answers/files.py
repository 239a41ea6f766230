"""Read files up to a size limit, write them atomically, cache them, and make safe file names."""

import errno
import json
import os
import re
import stat
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import file_digest, sha256
from io import BytesIO
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import warn

from answers.errors import CorrigeError, reason
from answers.messages import Message

if TYPE_CHECKING:
    import hashlib

MAX_BYTES = 20_000_000
MAX_NAME = 60
NUMBA_CACHE = "NUMBA_CACHE_DIR"
PART = ".part"
"""Suffix of the name of a temporary file that is being written."""
LETTERS = str.maketrans({"Œ": "OE", "œ": "oe", "Æ": "AE", "æ": "ae", "ß": "ss", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l"})
"""ASCII forms of letters that Unicode does not decompose into a letter and an accent."""

_SURROGATES = re.compile(rb"\\u[dD][89a-fA-F]")


class CacheWarning(UserWarning):
    """The cache folder is not used, since other accounts can write to it; reported once per run."""


def store_folder() -> Path:
    """Return the cache folder: $CORRIGE_CACHE, or `corrige` in the user's cache folder.

    Only this account can use it: permissions of others to read are removed, and if others own it or can write to it, a
    new temporary folder is used instead until the program ends.
    """
    chosen = os.environ.get("CORRIGE_CACHE")
    return _private_cache(
        Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "corrige"
    )


@cache
def _private_cache(folder: Path) -> Path:
    """Return `folder` if no other account can use this folder, else a new temporary folder."""
    if not hasattr(os, "getuid"):
        return folder
    above = next((path for path in folder.absolute().parents if path.exists()), folder)
    if not folder.exists() and is_own(above):  # no other account can create it first
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        is_private = is_own(folder) and all(is_own(path, alone=True) for path in folder.iterdir())
        if is_private and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError:  # a folder that cannot be written only makes everything slower
        return folder
    if is_private:
        return folder
    warn(
        Message(
            "{folder}, a cache of corrige, was not used, since another account can write to it; this run uses a "
            "temporary folder",
            folder=shown(folder),
        ),
        CacheWarning,
        stacklevel=3,
    )
    temporary = _temporary_cache()
    os.environ["CORRIGE_CACHE"] = str(temporary)  # also for the processes that this one starts
    return temporary


def _temporary_cache() -> Path:
    """Return a new private folder, which is deleted when this process ends."""
    import atexit
    import shutil
    import tempfile

    temporary, process_id = Path(tempfile.mkdtemp(prefix="corrige-cache-")), os.getpid()
    atexit.register(lambda: shutil.rmtree(temporary, ignore_errors=True) if os.getpid() == process_id else None)
    return temporary


def protect_compiled_code() -> None:
    """Let Numba cache machine code in the cache folder of this account, also in processes that this one starts.

    Numba unpickles cached files, so they can run any code. By default they are beside the source, where the sender of
    an exam can put some. Does nothing if NUMBA_CACHE_DIR is set.
    """
    if not os.environ.get(NUMBA_CACHE):
        folder = store_folder() / "numba"
        try:
            make_folder(folder, mode=0o700)
            probe = folder / f"{os.getpid()}{PART}"
            probe.touch()
            probe.unlink()
        except (OSError, CorrigeError):  # Numba would use the folder of the source instead
            folder = _temporary_cache()
        os.environ[NUMBA_CACHE] = str(folder)
        os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = ""  # a file .numba_config.yaml of the current folder may set it
    if config := sys.modules.get("numba.core.config"):
        config.reload_config()


MAX_CACHED = 64
"""Largest number of files in each of the 256 subfolders of a cache folder, 16 384 in all; the oldest are removed."""


def read_cached(folder: Path, name: str) -> bytes | None:
    """Return the content that `write_cached` wrote under `name`, None if it is missing, damaged, or open to others."""
    path, digest = _cached_file(folder, name)
    try:
        written, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    digest.update(b"\n" + content)
    return content if written == digest.hexdigest().encode() and is_own(path, alone=True) else None


def write_cached(folder: Path, name: str, content: bytes) -> None:
    """Write content to a cache folder under `name`, and remove the oldest entries; errors of writing are ignored."""
    path, digest = _cached_file(folder, name)
    digest.update(b"\n" + content)
    try:
        if not path.parent.is_dir():
            for parent in reversed(path.parents):  # each is private, whatever the umask
                parent.mkdir(mode=0o700, exist_ok=True)
        write_atomic(path, digest.hexdigest().encode() + b"\n" + content, overwrite=True, is_last=False, mode=0o600)
        cached = list(path.parent.iterdir())
        if len(cached) > MAX_CACHED:
            cached.sort(key=lambda file: file.stat().st_mtime_ns)
            for file in cached[: len(cached) - MAX_CACHED]:
                file.unlink()
    except (OSError, CorrigeError):  # also if another process has just removed a file
        return


def _cached_file(folder: Path, name: str) -> tuple[Path, "hashlib._Hash"]:
    """Return the path of a cache entry, and a SHA-256 object to which the entry's content must be added.

    The digest begins with the name: a file that was moved to another name is invalid.
    """
    digest = sha256(name.encode("utf-8", "backslashreplace"))
    file = digest.hexdigest()
    return folder / file[:2] / file[2:32], digest


_ORIGINAL_UMASK: list[int] = []
"""The umask with which the program was started, while `private_files` is active; otherwise empty."""


@contextmanager
def private_files() -> Iterator[None]:
    """Create files and folders in the block so that only this account can read them, whatever the umask."""
    if _ORIGINAL_UMASK:
        yield
        return
    _ORIGINAL_UMASK.append(os.umask(0o077))
    try:
        yield
    finally:
        os.umask(_ORIGINAL_UMASK.pop())


@contextmanager
def shared_files() -> Iterator[None]:
    """Create files that a teacher shares with others in the block, also inside `private_files`.

    They get the umask of the program's start.
    """
    if not _ORIGINAL_UMASK:
        yield
        return
    private = os.umask(_ORIGINAL_UMASK[0])
    try:
        yield
    finally:
        os.umask(private)


def close_to_others(path: Path) -> bool:
    """Remove the permissions of other accounts on a file or folder of this account; return whether there were any.

    The result is False if the file belongs to another account, or on systems without owners of files.
    """
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
    """Return the content of a regular file of at most `limit` bytes; CorrigeError if that is not possible."""
    try:
        if not path.is_file():
            cause = Message(
                "this is not an ordinary file, for example a folder or a device, and was not read"
                if path.exists()
                else "the file does not exist"
            )
            raise CorrigeError.single(cause, place=shown(path), remedy="check the name of the file or folder")
        with path.open("rb") as stream:
            content = stream.read(limit + 1)
    except OSError as error:
        raise unusable(path, error) from error
    if len(content) > limit:
        raise CorrigeError.single(
            Message("the file is larger than {limit} MB and was not read", limit=limit // 1_000_000),
            place=shown(path),
            remedy="answer sheets are never that large: ask for the right file",
        )
    return content


def file_stamp(path: Path) -> tuple[int, int] | None:
    """Return the time of the last change of a file, in ns, and its size; None if the file does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def content_digest(path: Path) -> str:
    """Return a digest of the content of a file; "" if there is no such file or it cannot be read."""
    try:
        with path.open("rb") as stream:
            return file_digest(stream, "sha256").hexdigest()
    except OSError:
        return ""


def json_of(content: bytes) -> Any:
    """Return the value of a JSON document in UTF-8; ValueError also if nested too deep or with a lone surrogate."""
    try:
        document = json.loads(content.decode("utf-8-sig"))
        if _SURROGATES.search(content):
            json.dumps(document, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return document


def json_bytes(document: object) -> bytes:
    """Return a JSON document as UTF-8, indented by two spaces, with a final line feed."""
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")  # lone surrogates, which JSON escapes the same way


def saved(save: Callable[..., object], **options: Any) -> bytes:
    """Return the bytes that a method such as `Pdf.save` writes into a stream, called with these options."""
    stream = BytesIO()
    save(stream, **options)
    return stream.getvalue()


def is_own(path: Path, *, alone: bool = False) -> bool:
    """Return whether only this account and the administrator can change an existing file or folder.

    Unless `alone`, this is asked of all folders above it too; one with the sticky bit, such as /tmp, passes there. A
    group without other members may write. The result is True on systems whose files have no owners, such as Windows.
    """
    if not hasattr(os, "getuid"):
        return True
    import grp
    import pwd

    path = path.resolve()
    owners = {os.getuid(), 0, Path("/").stat().st_uid}
    for checked in (path,) if alone else (path, *path.parents):
        try:
            status = checked.stat()
        except OSError:
            return False
        is_sticky = checked != path and bool(status.st_mode & stat.S_ISVTX)
        is_writable = bool(status.st_mode & stat.S_IWOTH)
        if status.st_mode & stat.S_IWGRP and not is_writable:
            try:  # many systems make a group for each account, whose only member it is
                name, group = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(status.st_gid)
            except KeyError:
                is_writable = True
            else:
                is_alone = group.gr_name == name and set(group.gr_mem) <= {name}
                is_writable = status.st_gid != 0 and not is_alone
        if status.st_uid not in owners or (is_writable and not is_sticky):
            return False
    return True


def write_atomic(
    path: Path, content: bytes, *, overwrite: bool = False, is_last: bool = True, mode: int | None = None
) -> None:
    """Write `content` to a temporary file beside `path`, then rename it: all of it appears, or nothing.

    Without `overwrite`, an existing file with other content is an error, also when two programs write at once. With
    `is_last`, wait until the file and its folder entry are on the disk; pass False for a file that can be made again,
    or if more files are written after it. `mode` sets the permissions, whatever the umask.
    """
    try:
        temporary = _write_temporary(path, content, is_last=is_last, mode=mode)
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
            Message("the file to write exists already, and was left unchanged"),
            Message("choose another name for the file, or overwrite it with --force"),
        )
        raise CorrigeError.single(cause, place=shown(path), remedy=remedy) from error
    except OSError as error:
        raise unusable(path, error) from error


def write_keeping(path: Path, content: bytes) -> Path | None:
    """Write `content` to `path`, and keep a file with other content there under ``<name>.1``, ``<name>.2`` or the next.

    Return the new path of the earlier file, None if there was none or its content is the same.
    """
    with file_transaction() as files:
        files.write(path, content)
    return files.backups.get(path)


@contextmanager
def file_transaction(aside: Path | None = None) -> Iterator["FileTransaction"]:
    """Collect files to write in the block, which all appear at its end, or none after an error.

    Earlier versions are kept as backups beside the files, or in the folder `aside` with the same relative paths.
    """
    files = FileTransaction(aside)
    try:
        yield files
        try:
            files.commit()
        except KeyboardInterrupt:  # some files have their names: the others get theirs
            files.commit()
            raise
    finally:
        files.forget()


@dataclass(slots=True)
class FileTransaction:
    """Files that are written under temporary names (`begun`) and renamed together by `commit`.

    Earlier contents become `backups` in the folder `aside`, None for beside each file, except those of the paths
    `replaced`. Files in `gone` are moved to the backups without a new version.
    """

    aside: Path | None = None
    begun: dict[Path, Path] = field(default_factory=dict)
    backups: dict[Path, Path] = field(default_factory=dict)
    replaced: set[Path] = field(default_factory=set)
    gone: list[Path] = field(default_factory=list)

    def write(self, path: Path, content: bytes, *, overwrite: bool = False) -> None:
        """Write the future content of `path` to a temporary file; with `overwrite`, keep no backup."""
        try:
            if not path.exists() or path.read_bytes() != content:
                self.begun[path] = _write_temporary(path, content)
            if overwrite:
                self.replaced.add(path)
        except OSError as error:
            raise unusable(path, error) from error

    def commit(self) -> None:
        """Rename every temporary file to its path; on an error, restore the earlier files and raise CorrigeError."""
        path = Path()
        try:
            for path, temporary in self.begun.items():
                if not temporary.exists():  # already renamed: the user interrupted an earlier commit
                    continue
                if path.exists() and path not in self.replaced:
                    self.backups[path] = self._back_up(path)
                temporary.replace(path)
        except OSError as error:
            for original, backup in self.backups.items():
                backup.replace(original)
            raise unusable(path, error) from error
        for path in filter(Path.exists, self.gone):
            self._back_up(path)
        for folder in dict.fromkeys(path.parent for path in (*self.begun, *self.gone, *self.backups.values())):
            sync_folder(folder)

    def _back_up(self, path: Path) -> Path:
        """Move a file to its first free name in the folder of backups, and return the new path."""
        folder = path.parent if self.aside is None else self.aside / path.parent.relative_to(self.aside.parent)
        folder.mkdir(parents=True, exist_ok=True)
        backups = (folder / name for name in chain([path.name], (f"{path.name}.{number}" for number in count(1))))
        return path.rename(next(backup for backup in backups if not backup.exists()))

    def forget(self) -> None:
        """Remove the temporary files that were not renamed."""
        for temporary in self.begun.values():
            temporary.unlink(missing_ok=True)


def make_folder(path: Path, mode: int = 0o777) -> Path:
    """Create the folder `path` and its parents unless they exist, and return `path`; the umask restricts `mode`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=mode, exist_ok=True)
    except OSError as error:
        raise unusable(path, error) from error
    return path


def shown(path: Path | str) -> str:
    """Return a file name as valid UTF-8 text; bytes that are not UTF-8 are written as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def safe_name(text: str, fallback: str = "student") -> str:
    """Return `text` as a file-name stem of at most 60 ASCII letters, digits, "-" and "_", or else `fallback`."""
    ascii_text = unicodedata.normalize("NFKD", text[:1000].translate(LETTERS)).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_]+", "-", ascii_text).strip("-")[:MAX_NAME].strip("-") or fallback


def _link(temporary: Path, path: Path) -> None:
    """Make `path` a hard link of the temporary file; FileExistsError if it exists, where a rename would overwrite."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links, such as that of a memory stick
        with path.open("xb") as stream:
            try:
                stream.write(temporary.read_bytes())
                stream.flush()
            except BaseException:
                path.unlink()
                raise


def sync_folder(folder: Path) -> None:
    """Wait until the entries of a folder are on the disk, on systems that support it."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:  # Windows cannot open a folder
        return
    try:
        os.fsync(descriptor)
    except OSError as error:  # a network drive that syncs only files
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EROFS):
            raise
    finally:
        os.close(descriptor)


def _write_temporary(path: Path, content: bytes, *, is_last: bool = True, mode: int | None = None) -> Path:
    """Write a temporary file beside `path` and return its path; with `is_last`, wait until it is on the disk."""
    import tempfile

    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=PART)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            if is_last:
                os.fsync(stream.fileno())
        if mode is None:
            umask = os.umask(0)  # the umask can only be read by setting it
            os.umask(umask)
            mode = 0o666 & ~umask
        Path(name).chmod(mode)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


_DENIED = Message(
    "check the permissions and the owner of this file or folder, or copy the folder to another one that belongs to you"
)
_FULL = Message("free some space on the disk, then try again")
_REMEDIES = {
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), _DENIED),
    **dict.fromkeys((errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)), _FULL),
}
"""What to do about some errors of the operating system, by number."""


def unusable(path: Path | str, error: OSError) -> CorrigeError:
    """Return the error that a file or folder cannot be used, with the operating system's reason and a remedy."""
    usual = Message("check that the folder exists, that it has space left and that you may write to it")
    return CorrigeError.single(
        Message("this file or folder cannot be used: {cause}", cause=reason(error)),
        place=shown(path),
        remedy=_REMEDIES.get(error.errno or 0, usual),
    )
