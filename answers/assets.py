"""Read templates and fixtures, the data files of corrige; only this module knows where they are installed."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any


def asset(*names: str) -> Traversable:
    """Return a data file or folder of corrige by its path: ``asset("fixtures", "nash", "printed.json")``.

    Works from a wheel, a zip, an editable install and a checkout. The result may not exist: check `is_file()`.
    """
    package = files("answers")
    packaged = package.joinpath("_data")
    root = packaged if packaged.is_dir() else Path(str(package)).parent
    return root.joinpath(*names)


def files_in(folder: Traversable, below: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the path relative to `folder` and the content of each file in it, at any depth, sorted by name.

    Compiled Python files are left out. `below` is a prefix for each path.
    """
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from files_in(entry, f"{below}{entry.name}/")
        elif not entry.name.endswith((".pyc", ".nbc", ".nbi")):
            yield f"{below}{entry.name}", entry.read_bytes()


def contents(folder: Traversable) -> Iterator[bytes]:
    """Yield the content of each file below a folder, in the order of `files_in`; nothing if there is no folder."""
    return (content for _, content in files_in(folder)) if folder.is_dir() else iter(())


@cache
def shared_words(lang: str) -> Mapping[str, Any]:  # a TOML document: texts, and tables of texts
    """Return the texts that all exams share, from `templates/words/<lang>.toml`; ValueError without the file."""
    file = asset("templates", "words", f"{lang}.toml")
    if not lang.isalpha() or not file.is_file():
        raise ValueError(f"there are no words in {lang!r}")
    import tomllib

    return MappingProxyType(tomllib.loads(file.read_text("utf-8")))
