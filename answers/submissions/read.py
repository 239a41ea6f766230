"""One door for all that students hand in: the reader is chosen by the name and the content of the file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.files import MAX_BYTES, read_limited
from answers.submissions.pdf.form import read_pdf
from answers.submissions.printed.flattened import LayoutOf
from answers.submissions.raw.decode import decode
from answers.submissions.raw.submission import Submission
from answers.submissions.text.csv_file import read_csv
from answers.submissions.text.json_file import read_json
from answers.submissions.text.text_file import read_text


@dataclass(frozen=True, slots=True)
class _File:
    """What was handed in, and what its reader may want to know."""

    content: bytes
    place: str
    secret: str
    exam: Exam | None
    layout: LayoutOf | None

    @property
    def text(self) -> str:
        return decode(self.content, self.place)


_Reader: TypeAlias = Callable[[_File], tuple[Submission, ...]]


@dataclass(frozen=True, slots=True)
class _Format:
    name: str
    read: _Reader


def read_submissions(
    path: Path,
    *,
    name: str = "",
    secret: str = "",
    exam: Exam | None = None,
    layout: LayoutOf | None = None,
    max_bytes: int = MAX_BYTES,
) -> tuple[Submission, ...]:
    """Read what one file hands in: a submission a student, raw texts as they were written.

    The name's suffix chooses the format and the content must agree with it; only a `.txt` file that holds JSON is
    read as JSON. `name` is what the file is called in places and problems. With `exam`, part ids are checked against
    it. No number is parsed.

    Raises
    ------
    CorrigeError
        With all problems found in the file, each with its place.
    """
    place = name or str(path)
    declared = _declared_format(path, place)
    content = read_limited(path, max_bytes)
    _refuse_disguise(content, declared, place)
    return declared.read(_File(content, place, secret, exam, layout))


def _pdf(file: _File) -> tuple[Submission, ...]:
    return (read_pdf(file.content, file.place, secret=file.secret, exam=file.exam, layout=file.layout),)


def _json(file: _File) -> tuple[Submission, ...]:
    return read_json(file.text, file.place, file.exam)


def _csv(file: _File) -> tuple[Submission, ...]:
    return read_csv(file.text, file.place, file.exam)


def _text_or_json(file: _File) -> tuple[Submission, ...]:
    is_json = file.text.lstrip()[:1] in {"{", "["}
    return _json(file) if is_json else (read_text(file.text, file.place, file.exam),)


_PDF = _Format("PDF", _pdf)
_CSV = _Format("CSV", _csv)
_FORMATS: Mapping[str, _Format] = MappingProxyType(
    {
        ".pdf": _PDF,
        ".json": _Format("JSON", _json),
        ".csv": _CSV,
        ".tsv": _CSV,
        ".txt": _Format("text", _text_or_json),
    }
)
_REMEDY = "hand in a filled PDF (.pdf), JSON (.json), CSV (.csv) or text (.txt)"


def _declared_format(path: Path, place: str) -> _Format:
    if path.is_dir():
        raise CorrigeError.one("this is a folder", place=place, remedy="name the files in it")
    declared = _FORMATS.get(path.suffix.lower())
    if declared is None:
        cause = f"files named {path.suffix!r} are not read" if path.suffix else "the name has no suffix"
        raise CorrigeError.one(cause, place=place, remedy=_REMEDY)
    return declared


def _refuse_disguise(content: bytes, declared: _Format, place: str) -> None:
    if not content.strip():
        raise CorrigeError.one("the file is empty", place=place, remedy="ask for it again")
    is_pdf = b"%PDF-" in content[:1024]  # readers accept a little rubbish before the header
    if is_pdf != (declared is _PDF):
        cause = f"the file is a PDF, though its name says {declared.name}" if is_pdf else "the file is not a PDF"
        raise CorrigeError.one(cause, place=place, remedy=_REMEDY)
    if content.startswith(b"PK\x03\x04"):
        cause = "the file is an archive or an office document"
        raise CorrigeError.one(cause, place=place, remedy=_REMEDY)
