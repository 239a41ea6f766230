"""Define the location of an exam, the folders of its code, templates and fixtures, and find errors in its files."""

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
from types import FrameType

from answers.errors import Problem, TimeLimitError
from answers.messages import Message

LIBRARIES = ("numpy", "scipy", "numba")
MAX_ERROR = 2000
"""Number of characters of the text of an exception that are shown."""


@dataclass(frozen=True)
class ExamLocation:
    """The folders and files of an exam.

    Attributes
    ----------
    package
        Import name of the exam's code. The module `<package>.exam` defines `EXAM`. The optional module
        `<package>.document` defines `DOCUMENT`.
    code
        Folder of the Python files; the file itself for an exam in one file and for a composed paper.
    templates
        Folder of `fr.html` and `en.html`, which have the texts.
    fixtures
        Folder of `u0-<model_seed>.json`, the stored key, and of `answers.csv`, the examples of answers.
    place
        Path of the exam for messages to the teacher; empty for an exam that comes with corrige.
    sources
        Locations of the exams of a composed paper; empty for other exams.
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
        """Whether the exam does not come with corrige."""
        return bool(self.place)

    @property
    def outside(self) -> tuple["ExamLocation", ...]:
        """The locations of this exam and of the exams that it draws on, without exams that come with corrige."""
        return tuple(location for location in (self, *self.sources) if location.is_outside)

    def has(self, file: str) -> bool:
        """Return whether a file has code or texts of the exam, or of an exam that it draws on."""
        folders = [folder for location in (self, *self.sources) for folder in (location.code, location.templates)]
        return any(Path(file).is_relative_to(str(folder)) for folder in folders)

    def stored_key(self, model_seed: int) -> Traversable:
        """Return the path of the stored key, in the fixtures or beside an exam in one file; it need not exist."""
        if self.texts and isinstance(self.code, Path):
            return self.code.with_suffix(".key.json")
        return self.fixtures.joinpath(f"u0-{model_seed}.json")


NOWHERE = ExamLocation("", files("answers"), files("answers"), files("answers"))
"""The location of an exam that was not loaded by its name; it has no texts."""


@cache
def fingerprint(location: ExamLocation) -> str:
    """Return a digest, 16 hexadecimal digits, that changes when something that keys depend on changes.

    This is the code of the exam and of the solvers, and the versions of Python, numpy, scipy and numba.
    """
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
    """Return whether nothing is loaded from a folder called `name` inside an exam, since trust does not cover it."""
    return name == "__pycache__" or name.startswith(".")


def source_files(folder: Traversable) -> list[Traversable]:
    """Return the Python files of a folder and its subfolders, in a fixed order; for a file, a list with this file."""
    if not folder.is_dir():
        return [folder]
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    inner = [source for entry in entries if entry.is_dir() for source in source_files(entry)]
    return inner + [entry for entry in entries if entry.name.endswith(".py")]


NAMED = Message(
    "correct the error at this place; a macro knows only its arguments: {example}",
    example="question_few_points(drawn, Q)",
)
"""Remedy for an undefined name in a template."""


NAMED_INLINE = Message(
    "correct the error at this place; a text may use the shared data by name, with their properties and methods, a "
    "hint and a solution also {answer}, but no function of the file",
    answer="answer",
)
"""Remedy for an undefined name in a text of an exam in one file."""


def fault(error: BaseException, location: ExamLocation) -> Problem:
    """Return the problem to report for an exception in an exam, with the type and message of the exception.

    The place of the problem is the innermost line in the exam's own files, "" if the exception did not pass through
    them. Notes of the exception that name a part and a seed become those of the problem.
    """
    own = (Message("{place}, line {line}", place=file, line=line) for file, line in lines(error) if location.has(file))
    place = next(own, "")
    text = error.args[0] if error.args and isinstance(error.args[0], Message) else str(error)
    if not isinstance(text, Message):
        text = re.sub(r"'corrige_exam_\w+\.", "'", text)  # the name of the module
        text = text if len(text) <= MAX_ERROR else f"{text[:MAX_ERROR]} …"
    cause = Message("the code of the exam raises {name}: {error}", name=type(error).__name__, error=text)
    remedy = "correct the error at this place"
    if isinstance(error, TimeLimitError):
        cause, place = error.cause, error.place
        remedy = Message("look for a loop that does not end, or make this function quicker")
    elif type(error).__name__ == "UndefinedError":
        remedy = NAMED_INLINE if location.texts else NAMED
    has_line, seeds = bool(place), tuple[int, ...]()
    for note in getattr(error, "__notes__", ()):
        values = note.values if isinstance(note, Message) else {}
        seeds = (int(str(values["u0"])),) if "u0" in values else seeds
        if "part_id" in values:
            part = Message("part {part_id}", part_id=values["part_id"])
            place = Message("{place}, {part}", place=place, part=part) if place else part
        elif not values:
            cause = Message("{cause} ({note})", cause=cause, note=note)
    return Problem(cause, place, remedy if has_line else "", seeds)


def source_line(frame: FrameType, number: int | None) -> int:
    """Return the number of the source line for line `number` of the code that `frame` runs.

    For the code of a compiled template, this is a line of the template. None stands for the first line of the function.
    """
    template, number = frame.f_globals.get("__jinja_template__"), number or frame.f_code.co_firstlineno
    return number if template is None else int(template.get_corresponding_lineno(number))


REMOTE_LINE = re.compile(r'^  File "(.+)", line (\d+), in ', re.MULTILINE)
"""A line of the text of a traceback."""


def lines(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield file and line of each function that an exception passed through, innermost (or the syntax error) first."""
    file, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if isinstance(file, str) and isinstance(line, int):
        yield file, line
    if text := getattr(error.__cause__, "tb", ""):  # the traceback in another process, which raised the exception
        yield from ((path, int(number)) for path, number in reversed(REMOTE_LINE.findall(text)))
    passed = []
    for frame, number in walk_tb(error.__traceback__):
        passed.append((frame.f_code.co_filename, source_line(frame, number)))
    yield from reversed(passed)
