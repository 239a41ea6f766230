"""Where an exam lives: its code, its templates, its fixtures; and where in them it failed."""

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from traceback import walk_tb

from answers.errors import Problem
from answers.messages import Message

LIBRARIES = ("numpy", "scipy", "numba")


@dataclass(frozen=True)
class ExamLocation:
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
    sources: tuple["ExamLocation", ...] = ()

    @property
    def is_outside(self) -> bool:
        """Whether it is not one of the exams that come with corrige."""
        return bool(self.place)

    @property
    def outside(self) -> tuple["ExamLocation", ...]:
        """Those of this home and its sources that do not come with corrige."""
        return tuple(location for location in (self, *self.sources) if location.is_outside)


NOWHERE = ExamLocation("", files("answers"), files("answers"), files("answers"))
"""The home of an exam that was not found by its name: it has no words."""


@cache
def fingerprint(location: ExamLocation) -> str:
    """Return 16 hexadecimal digits that change with the exam's code, any solver, or the numeric libraries.

    Every Python file of the exam's own folder counts, wherever that is.
    """
    from importlib.metadata import version

    digest = sha256(platform.python_version().encode())
    for library in LIBRARIES:
        digest.update(f"{library} {version(library)}".encode())
    for source in fingerprint_sources(location):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def fingerprint_sources(location: ExamLocation) -> list[Traversable]:
    """Return every file that a key depends on: all solvers, what an exam and its answers are, the exam's own code."""
    ours = files("answers")
    folders = [files("solvers"), ours.joinpath("kinds"), ours.joinpath("exam")]
    for exam_location in (location, *location.sources):
        # of an exam that has a game in common with others, the folder of all of them
        parent, _, room = exam_location.package.rpartition(".")[0].rpartition(".")
        folders.append(files(parent).joinpath(room) if parent == "answers.exams" else exam_location.code)
    return [source for folder in folders for source in source_files(folder)]


def source_files(folder: Traversable) -> list[Traversable]:
    """Return the Python files of a folder and those in it, in order; of a file, itself."""
    if not folder.is_dir():
        return [folder]
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    inner = [source for entry in entries if entry.is_dir() for source in source_files(entry)]
    return inner + [entry for entry in entries if entry.name.endswith(".py")]


NAMED = Message(
    "correct it there; a macro knows only its arguments: {example}", example="question_few_points(drawn, Q)"
)


def fault(error: BaseException, location: ExamLocation) -> Problem:
    """Return what an exception in an exam is told as: its kind and message, and the line of the exam that it is about.

    The place is the innermost line in the exam's own files; empty when none of them had a part in it.
    """
    own = [str(folder) for folder in (location.code, location.templates)]
    place = next(
        (
            Message("{place}, line {line}", place=file, line=line)
            for file, line in lines(error)
            if any(Path(file).is_relative_to(folder) for folder in own)
        ),
        "",
    )
    said = error.args[0] if error.args and isinstance(error.args[0], Message) else str(error)
    cause = Message("{name}: {error}", name=type(error).__name__, error=said)
    for note in getattr(error, "__notes__", ()):
        cause = Message("{cause} ({note})", cause=cause, note=note)
    remedy = NAMED if type(error).__name__ == "UndefinedError" else "correct it there"
    return Problem(cause, place, remedy if place else "")


def lines(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield the files and lines that an exception passed through, the innermost first.

    A file that cannot even be read as Python or as a template is where the exception says that it is wrong.
    """
    file, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if isinstance(file, str) and isinstance(line, int):
        yield file, line
    passed = []
    for frame, number in walk_tb(error.__traceback__):
        template = frame.f_globals.get("__jinja_template__")  # its own line, not that of the code made of it
        line = number if template is None else int(template.get_corresponding_lineno(number))
        passed.append((frame.f_code.co_filename, line))
    yield from reversed(passed)
