"""Where an exam lives: its code, its templates, its fixtures, each known from the one place where it was found."""

import platform
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

LIBRARIES = ("numpy", "scipy", "numba")


@dataclass(frozen=True)
class Home:
    """The room of an exam.

    Attributes
    ----------
    package
        Import name of its code; `<package>.exam` has its `EXAM`, `<package>.document`, if any, its `DOCUMENT`.
    code, templates, fixtures
        Folders of its Python files, of `fr.html` and `en.html`, of `u0-<model seed>.json` and `answers.csv`.
    place
        How a teacher is told where it is; empty for an exam that comes with corrige.
    sources
        Homes of the exams that a composed paper takes its questions from; its own code is the file that composes it.
    """

    package: str
    code: Traversable
    templates: Traversable
    fixtures: Traversable
    place: str = ""
    sources: tuple["Home", ...] = ()

    @property
    def is_outside(self) -> bool:
        """Whether it is not one of the exams that come with corrige."""
        return bool(self.place)

    @property
    def outside(self) -> tuple["Home", ...]:
        """Those of this home and its sources that do not come with corrige."""
        return tuple(home for home in (self, *self.sources) if home.is_outside)


NOWHERE = Home("", files("answers"), files("answers"), files("answers"))
"""The home of an exam that was not found by its name: it has no words."""


@cache
def fingerprint(home: Home) -> str:
    """Return 16 hexadecimal digits that change with the exam's code, any solver, or the numeric libraries.

    Every Python file of the exam's own folder counts, wherever that is.
    """
    from importlib.metadata import version

    digest = sha256(platform.python_version().encode())
    for library in LIBRARIES:
        digest.update(f"{library} {version(library)}".encode())
    for source in fingerprint_sources(home):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def fingerprint_sources(home: Home) -> list[Traversable]:
    """Return every file that a key depends on: all solvers, what an exam and its answers are, the exam's own code."""
    ours = files("answers")
    folders = (files("solvers"), ours.joinpath("kinds"), ours.joinpath("exam"))
    own = map(_room, (home, *home.sources))
    return [source for folder in (*folders, *own) for source in source_files(folder)]


def _room(home: Home) -> Traversable:
    """The folder of an exam's code; of an exam that has a game in common with others, that of all of them."""
    parent, _, room = home.package.rpartition(".")[0].rpartition(".")
    return files(parent).joinpath(room) if parent == "answers.exams" else home.code


def source_files(folder: Traversable) -> list[Traversable]:
    """Return the Python files of a folder and those in it, in order; of a file, itself."""
    if not folder.is_dir():
        return [folder]
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    inner = [source for entry in entries if entry.is_dir() for source in source_files(entry)]
    return inner + [entry for entry in entries if entry.name.endswith(".py")]
