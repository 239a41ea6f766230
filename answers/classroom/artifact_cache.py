"""A cache of read submissions and marked papers in the user's cache folder, which may be deleted at any time.

The key of a value contains the digest of its file. The name of the cache folder is a digest of all other inputs: the
code, the exam, its marking rules, the settings and the seeds of the class, in all its sittings. If one of these inputs
changes, the cache of the class is emptied.

Values are written as JSON, so that reading a file runs no code of it. A value that cannot be written raises TypeError;
a damaged text raises ValueError, TypeError or KeyError.
"""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from answers.assets import asset, contents
from answers.classroom.folder import ClassData, further_seeds
from answers.errors import Problem
from answers.exam.location import ExamLocation, fingerprint, source_files
from answers.exam.settings import AS_POINTS
from answers.exports.gradebook import GradebookRow, SettledItem
from answers.files import content_digest, read_cached, store_folder, write_cached
from answers.flags import Flag, Note, Place
from answers.messages import Message
from answers.paper import Mark, Paper, PartMarks, Verdict, WholeMark
from answers.sheets.identity import Identity, Signature, Student
from answers.sheets.issued_files import SHEETS
from answers.submissions.raw.submission import Submission

if TYPE_CHECKING:
    from answers.grading.grade import SubmissionReader

FOLDER = "classes"
"""The folder of all classes in the user's cache folder."""
READERS = ("pikepdf", "pypdfium2")
"""Libraries that read PDF files; another version may read a file differently."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ArtifactCache(Generic[T]):
    """The cached values of one kind, such as read submissions or marked papers, of a class, by their keys.

    A key is a text made of all inputs of the value that may differ within the class. `loaded` has those in memory.
    """

    folder: Path
    kind: str
    loaded: dict[str, T] = field(default_factory=dict)

    def get(self, key: str) -> T | None:
        """Return the cached value with a key; None if there is none or its file is damaged."""
        if key not in self.loaded and (content := read_cached(self.folder, f"{self.kind} {key}")):
            with suppress(ValueError, TypeError, KeyError):  # a damaged file counts as missing
                self.loaded[key] = from_bytes(content)
        return self.loaded.get(key)

    def put(self, key: str, value: T, *, is_final: bool = True) -> T:
        """Cache a value under a key, and return the value; unless `is_final`, cache it only in this process."""
        self.loaded[key] = value
        if is_final:
            write_cached(self.folder, f"{self.kind} {key}", to_bytes(value))
        return value


def artifact_cache(class_data: ClassData, kind: str) -> ArtifactCache[T]:
    """Return the cache of a class for values of one kind, such as "read" for submissions.

    If an input of the class has changed since the cache was written, the old cache of the class is deleted.
    """
    own = sorted({*class_data.seeds})
    seeds = own, further_seeds(class_data)
    inputs = marking_rules(class_data), replace(class_data.settings, mark=AS_POINTS), seeds
    home = store_folder() / FOLDER / _digest(str(class_data.folder.absolute()))
    folder = home / _digest(repr(inputs))
    if not folder.is_dir():
        rmtree(home, ignore_errors=True)
    return ArtifactCache(folder, kind)


def marking_rules(class_data: ClassData) -> str:
    """Return a text that differs with any code or text, and with points, kinds, tolerances and policy of the exam."""
    exam = class_data.exam
    rules = [
        (part.id, part.kind, part.points, part.tolerance, part.all_or_nothing, part.depends_on) for part in exam.parts
    ]
    text = f"{class_code(exam.location)} {exam.name} {exam.marking_policy} {rules}"
    return re.sub(" at 0x[0-9a-f]+", "", text)  # the addresses of functions differ in each process


def cached_reader(class_data: ClassData) -> "SubmissionReader":
    """Return a function that reads a file, or returns the cached submissions of a file with equal name and content.

    The function is valid only as long as the blank sheets in `sheets/` are unchanged.
    """
    submissions: ArtifactCache[tuple[Submission, ...]] = artifact_cache(class_data, "read")
    stamps = ((path.name, path.stat()) for path in sorted((class_data.folder / SHEETS).rglob("*.pdf")))
    sheets = repr([(name, status.st_size, status.st_mtime_ns) for name, status in stamps])

    def read(path: Path, name: str, parse: Callable[[], tuple[Submission, ...]]) -> tuple[Submission, ...]:
        content = content_digest(path)
        if not content:  # `parse` reports why the file cannot be read
            return parse()
        key = f"{content} {name} {sheets}"
        known = submissions.get(key)
        if known is not None:
            return known
        parsed = parse()
        return submissions.put(key, parsed) if content_digest(path) == content else parsed  # it changed meanwhile

    return read


@cache
def class_code(location: ExamLocation) -> str:
    """Return a digest of the code, texts and templates of corrige and the exam, and of PDF libraries' versions."""
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


CLASSES: Mapping[str, type[Any]] = {
    cls.__name__: cls
    for cls in (
        *(Flag, GradebookRow, Identity, Mark, Note, Paper, PartMarks, Place, Problem),
        *(SettledItem, Signature, Student, Submission, WholeMark),
    )
}
"""The only classes of which `from_bytes` creates instances, by name."""


def to_bytes(value: object) -> bytes:
    """Return a value as JSON, which `from_bytes` reads; raise TypeError if the type of the value is not supported."""
    return json.dumps(_plain(value), separators=(",", ":")).encode()


def from_bytes(content: bytes | str) -> Any:
    """Return the value that `to_bytes` wrote; lists of the JSON become tuples."""
    try:
        return _value(json.loads(content))
    except (RecursionError, AttributeError, ZeroDivisionError) as error:
        raise ValueError("this JSON stands for no cached value") from error


def _plain(value: object) -> object:  # noqa: PLR0911 - a case a type
    """Return a value in JSON types: a list is a tuple, an object with one key an instance of the type of that name."""
    match value:
        case Verdict():
            return {"verdict": value.value}
        case Message():
            return {"message": [value.template, value.plural, {name: _plain(of) for name, of in value.values.items()}]}
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return {"bytes": b64encode(value).decode()}
        case Fraction():
            return {"fraction": str(value)}
        case tuple():
            return [_plain(member) for member in value]
        case Mapping():
            return {"mapping": [[_plain(key), _plain(member)] for key, member in value.items()]}
    name = type(value).__name__
    if is_dataclass(value) and CLASSES.get(name) is type(value):
        return {name: {field.name: _plain(getattr(value, field.name)) for field in fields(value)}}
    raise TypeError(name)


def _value(plain: object) -> Any:  # noqa: PLR0911 - a case a type
    if isinstance(plain, list):
        return tuple(map(_value, plain))
    if not isinstance(plain, dict):
        return plain
    ((name, content),) = plain.items()
    match name:
        case "verdict":
            return Verdict(content)
        case "message":
            template, plural, values = content
            return Message(template, plural=plural, **{key: _value(value) for key, value in values.items()})
        case "bytes":
            return b64decode(content)
        case "fraction":
            return Fraction(content)
        case "mapping":
            return {_value(key): _value(value) for key, value in content}
    return CLASSES[name](**{key: _value(value) for key, value in content.items()})
