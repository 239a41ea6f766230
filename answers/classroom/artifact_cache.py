"""What was read and marked of a class before, so that nothing is made twice: kept in the store, which may be deleted.

It is found again by all that it depends on: what was written, and in the name of its folder the code, the exam, its
rules, the settings and the seeds of the class. Once one of these is another, what was made before goes.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from shutil import rmtree
from typing import Generic, TypeVar

from answers.assets import asset, contents
from answers.classroom.artifact_json import from_bytes, to_bytes
from answers.classroom.folder import ClassData
from answers.errors import CorrigeError
from answers.exam.location import ExamLocation, fingerprint, source_files
from answers.exam.settings import AS_POINTS
from answers.files import read_cached, read_limited, store_folder, write_cached
from answers.grading.grade import Reading, rules_fingerprint
from answers.sheets.issued_files import SHEETS
from answers.submissions.raw.submission import Submission

FOLDER = "classes"
READERS = ("pikepdf", "pypdfium2")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ArtifactCache(Generic[T]):
    """Things of one kind that were made for a class, by a text of all that they are made from."""

    folder: Path
    kind: str
    known: dict[str, T] = field(default_factory=dict)

    def get(self, made_from: str) -> T | None:
        """Return what was made, None if it was not."""
        if made_from not in self.known and (content := read_cached(self.folder, f"{self.kind} {made_from}")):
            with suppress(ValueError, TypeError, KeyError):  # made again, as if it were not there
                self.known[made_from] = from_bytes(content)
        return self.known.get(made_from)

    def put(self, made_from: str, made: T) -> T:
        """Keep what was made, and return it."""
        self.known[made_from] = made
        write_cached(self.folder, f"{self.kind} {made_from}", to_bytes(made))
        return made

    def __call__(self, made_from: str, make: Callable[[], T]) -> T:
        """Return what was made before, else make and keep it."""
        made = self.get(made_from)
        return self.put(made_from, make()) if made is None else made


def artifact_cache(class_data: ClassData, kind: str) -> ArtifactCache[T]:
    """Return what is kept of a class, of one kind."""
    seeds = sorted({enrollment.u0 for enrollment in class_data.enrollments if enrollment.u0 is not None})
    depends = (
        _code(class_data.exam.location),
        rules_fingerprint(class_data.exam),
        replace(class_data.settings, mark=AS_POINTS),
        seeds,
    )
    home = store_folder() / FOLDER / _digest(str(class_data.folder.absolute()))
    folder = home / _digest(repr(depends))
    if not folder.is_dir():
        rmtree(home, ignore_errors=True)
    return ArtifactCache(folder, kind)


def cached_reader(class_data: ClassData) -> Reading:
    """Return what reads a file of a name unless its content was read before, beside the same sheets given out."""
    submissions: ArtifactCache[tuple[Submission, ...]] = artifact_cache(class_data, "read")
    sheets = repr(list(_stamps(class_data.folder / SHEETS)))

    def read(path: Path, name: str, make: Callable[[], tuple[Submission, ...]]) -> tuple[Submission, ...]:
        try:
            content = sha256(read_limited(path)).hexdigest()
        except CorrigeError:  # who reads it says why it cannot be
            return make()
        return submissions(f"{content} {name} {sheets}", make)

    return read


def _stamps(folder: Path) -> Iterator[tuple[str, int, int]]:
    for path in sorted(folder.rglob("*.pdf")):
        status = path.stat()
        yield path.name, status.st_size, status.st_mtime_ns


@cache
def _code(location: ExamLocation) -> str:
    """What reads and marks, and prints the sheets that are compared with: all code, words and pages."""
    versions = ",".join(map(version, READERS))
    digest = sha256(f"{fingerprint(location)} {versions}".encode())
    for source in source_files(files("answers")):
        digest.update(source.read_bytes())
    for folder in (asset("templates"), *(exam_location.templates for exam_location in (location, *location.sources))):
        for content in contents(folder):
            digest.update(content)
    return digest.hexdigest()


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:32]
