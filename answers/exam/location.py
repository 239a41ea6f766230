"""The location of an exam: the folders of its code, templates and fixtures; and where in them an error occurred."""

import platform
import re
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
    """The location of an exam.

    Attributes
    ----------
    package
        Import name of its code: `<package>.exam` defines `EXAM`, `<package>.document`, if any, `DOCUMENT`.
    code, templates, fixtures
        Folders of the Python files, of `fr.html` and `en.html`, of `u0-<model seed>.json` and `answers.csv`. The code
        of a composed paper is the file that describes it.
    place
        Location for messages to the teacher; empty for an exam that comes with corrige.
    sources
        Locations of the exams of a composed paper.
    texts
        Templates of an exam in one file, by their names without ".html"; empty for an exam with a templates folder.
    """

    package: str
    code: Traversable
    templates: Traversable
    fixtures: Traversable
    place: str = ""
    sources: tuple["ExamLocation", ...] = ()
    texts: tuple[tuple[str, str], ...] = ()

    @property
    def is_outside(self) -> bool:
        """True unless the exam comes with corrige."""
        return bool(self.place)

    @property
    def outside(self) -> tuple["ExamLocation", ...]:
        """The location and its sources, without exams that come with corrige."""
        return tuple(location for location in (self, *self.sources) if location.is_outside)

    def stored_key(self, model_seed: int) -> Traversable:
        """Return the file with the key of the model seed: in the fixtures, or beside an exam in one file."""
        if self.texts and isinstance(self.code, Path):
            return self.code.with_suffix(".key.json")
        return self.fixtures.joinpath(f"u0-{model_seed}.json")


NOWHERE = ExamLocation("", files("answers"), files("answers"), files("answers"))
"""Location of an exam that was not loaded by its name; it has no texts."""


@cache
def fingerprint(location: ExamLocation) -> str:
    """Return 16 hexadecimal digits that change with the code of the exam or the solvers, Python, or `LIBRARIES`."""
    from importlib.metadata import version

    digest = sha256(platform.python_version().encode())
    for library in LIBRARIES:
        digest.update(f"{library} {version(library)}".encode())
    for source in fingerprint_sources(location):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def fingerprint_sources(location: ExamLocation) -> list[Traversable]:
    """Return the files on which a key depends: solvers, `answers/kinds`, `answers/exam`, and the code of the exam."""
    ours = files("answers")
    folders = [files("solvers"), ours.joinpath("kinds"), ours.joinpath("exam")]
    for exam_location in (location, *location.sources):
        # for an exam in a folder of several exams with common code, that folder
        parent, _, group = exam_location.package.rpartition(".")[0].rpartition(".")
        folders.append(files(parent).joinpath(group) if parent == "answers.exams" else exam_location.code)
    return [source for folder in folders for source in source_files(folder)]


def is_left_out(name: str) -> bool:
    """Tell whether a folder of an exam is not covered by trust, so that nothing in it is loaded."""
    return name == "__pycache__" or name.startswith(".")


def source_files(folder: Traversable) -> list[Traversable]:
    """Return the Python files of a folder and its subfolders, in a fixed order; for a file, the file itself."""
    if not folder.is_dir():
        return [folder]
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    inner = [source for entry in entries if entry.is_dir() for source in source_files(entry)]
    return inner + [entry for entry in entries if entry.name.endswith(".py")]


NAMED = Message(
    "correct it there; a macro knows only its arguments: {example}", example="question_few_points(drawn, Q)"
)


NAMED_INLINE = Message(
    "correct it there; a text may use the shared data by name, a hint and a solution also {answer}", answer="answer"
)


def fault(error: BaseException, location: ExamLocation) -> Problem:
    """Return the problem to report for an exception in an exam: its type and message, and the line of the exam.

    The place is the innermost line in the exam's own files; empty if the exception did not pass through them.
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
    text = error.args[0] if error.args and isinstance(error.args[0], Message) else str(error)
    text = text if isinstance(text, Message) else re.sub(r"'corrige_exam_\w+\.", "'", text)  # the name of the module
    cause = Message("{name}: {error}", name=type(error).__name__, error=text)
    for note in getattr(error, "__notes__", ()):
        cause = Message("{cause} ({note})", cause=cause, note=note)
    remedy = "correct it there"
    if type(error).__name__ == "UndefinedError":
        remedy = NAMED_INLINE if location.texts else NAMED
    return Problem(cause, place, remedy if place else "")


def lines(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield the files and line numbers that an exception passed through, the innermost first.

    For a syntax error in Python or in a template, the first is the line of the error.
    """
    file, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if isinstance(file, str) and isinstance(line, int):
        yield file, line
    passed = []
    for frame, number in walk_tb(error.__traceback__):
        template = frame.f_globals.get("__jinja_template__")  # convert to the line of the template
        line = number if template is None else int(template.get_corresponding_lineno(number))
        passed.append((frame.f_code.co_filename, line))
    yield from reversed(passed)
