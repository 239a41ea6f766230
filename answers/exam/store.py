"""Keys kept on disk: found again by exam, u₀ and a fingerprint of the code, so that old answers never survive it."""

import json
import os
import platform
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key import Key, key_from_json, make_key
from answers.files import write_atomic

LIBRARIES = ("numpy", "scipy", "numba")


def cached_key(exam: Exam[Any], u0: int, folder: Path | None = None) -> Key:
    """Return the key of `exam` for `u0`, from the cache `folder` when it is there, computed and kept otherwise.

    A damaged entry is computed again; a cache that cannot be written is only slower.

    Raises
    ------
    CorrigeError
        If `u0` is outside 0 … 64006.
    """
    mark = fingerprint(exam.name)
    path = (cache_folder() if folder is None else folder) / f"{exam.name}-{u0}-{mark}.json"
    kept = _kept(path)
    if kept is not None:
        return kept
    key = make_key(exam, u0, fingerprint=mark)
    _keep(path, json.dumps(key.to_json(exam)).encode())
    return key


def cache_folder() -> Path:
    """Return where keys are kept: $CORRIGE_CACHE, or `corrige` in the user's cache folder."""
    chosen = os.environ.get("CORRIGE_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "corrige"


@cache
def fingerprint(exam: str) -> str:
    """Return 16 hexadecimal digits that change with the exam's code, any solver, or the numeric libraries."""
    digest = sha256(platform.python_version().encode())
    for library in LIBRARIES:
        digest.update(f"{library} {version(library)}".encode())
    for source in [*_sources(files("solvers")), *_sources(files("answers").joinpath("kinds"))]:
        digest.update(source.read_bytes())
    room = files("answers").joinpath("exams", exam)
    for source in [*_sources(files("answers").joinpath("exam")), *(_sources(room) if room.is_dir() else [])]:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _sources(folder: Traversable) -> list[Traversable]:
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    inner = [source for entry in entries if entry.is_dir() for source in _sources(entry)]
    return inner + [entry for entry in entries if entry.name.endswith(".py")]


def _kept(path: Path) -> Key | None:
    try:
        return key_from_json(json.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _keep(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, content, overwrite=True)
    except (OSError, CorrigeError):
        return
