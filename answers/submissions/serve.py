"""Entry point of the process that reads the files of students: formats and checks of file content."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from answers.errors import CorrigeError, Problem
from answers.files import read_limited
from answers.flags import SCANNED, Place
from answers.messages import Message
from answers.sandbox import worker
from answers.submissions.pdf.form import read_papers
from answers.submissions.raw.submission import NeedsSheetError, Source, Submission, WantedSheet, bounded
from answers.submissions.read import ReadRequest, ReadResult
from answers.submissions.scan import is_scan
from answers.submissions.text.csv_file import read_csv
from answers.submissions.text.html_file import html_text, typed_text
from answers.submissions.text.office_file import office_text, workbook_text
from answers.submissions.text.text_file import read_text

MAX_STUDENT = 1_000_000  # bytes of text


@dataclass(frozen=True, slots=True)
class _Format:
    name: str
    read: Callable[[Source], tuple[Submission, ...]]
    max_bytes: int = 5_000_000


def read_file(question: ReadRequest) -> tuple[Submission, ...]:
    """Read the submissions in a file, as `read_submissions` does, without limits on time and memory.

    A scan is not read, only flagged "scanned". NeedsSheetError if a blank sheet is needed that the request lacks.
    """
    path, name, sheets = question.path, question.place, question.sheets
    if is_scan(path):
        return (Submission(Place(name), "", None, None, {}, flags=(SCANNED,)),)
    declared = _declared_format(path, name)
    content = read_limited(path, declared.max_bytes)
    _refuse_disguise(content, declared, name)

    def sheet(needed: WantedSheet) -> bytes | None:
        if sheets is None or needed not in sheets:
            raise NeedsSheetError(needed)
        return sheets[needed]

    source = Source(content, name, question.secret, question.exam, None if sheets is None else sheet)
    return tuple(map(bounded, declared.read(source)))


def _json(file: Source) -> tuple[Submission, ...]:
    if len(file.content) > MAX_STUDENT and file.text.lstrip().startswith("{"):
        cause = Message("the answers of one student are larger than 1 MB and were not read")
        raise CorrigeError.single(cause, place=file.place, remedy="ask for the right file")
    from answers.submissions.text.json_file import read_json  # slow to import, and few files are JSON

    return read_json(file.text, file.place, file.exam, file.secret)


def _csv(file: Source) -> tuple[Submission, ...]:
    return read_csv(file.text, file.place, file.exam)


def _workbook(file: Source) -> tuple[Submission, ...]:
    return read_csv(workbook_text(file.content, file.place), file.place, file.exam)


def _text_or_json(file: Source) -> tuple[Submission, ...]:
    is_json = file.text.lstrip()[:1] in {"{", "["}
    if is_json:
        return _json(file)
    typed = typed_text(file.text)
    return (read_text(file.text if typed is None else typed, file.place, file.exam),)


def _office(file: Source) -> tuple[Submission, ...]:
    return (read_text(office_text(file.content, file.place), file.place, file.exam),)


def _html(file: Source) -> tuple[Submission, ...]:
    return (read_text(html_text(file.text), file.place, file.exam),)


_OFFICE = _Format("DOCX, ODT", _office)
_PDF = _Format("PDF", read_papers)
_CSV = _Format("CSV", _csv)
_WORKBOOK = _Format("XLSX", _workbook)
_HTML = _Format("HTML", _html, MAX_STUDENT)
_FORMATS: Mapping[str, _Format] = MappingProxyType(
    {
        ".pdf": _PDF,
        ".json": _Format("JSON", _json),
        ".csv": _CSV,
        ".tsv": _CSV,
        ".xlsx": _WORKBOOK,
        ".docx": _OFFICE,
        ".odt": _OFFICE,
        ".html": _HTML,
        ".htm": _HTML,
        ".txt": _Format("text", _text_or_json, MAX_STUDENT),
    }
)
_REMEDY = "hand in a PDF, a text (.txt, .html), Word or LibreOffice (.docx, .odt), a table (.csv, .xlsx) or JSON"


def _declared_format(path: Path, place: str) -> _Format:
    if path.is_dir():
        raise CorrigeError.single("this is a folder", place=place, remedy="give the files in it")
    declared = _FORMATS.get(path.suffix.lower())
    if declared is None:
        cause = (
            Message("files named {suffix!r} are not read", suffix=path.suffix)
            if path.suffix
            else Message("the name has no suffix")
        )
        raise CorrigeError.single(cause, place=place, remedy=_REMEDY)
    return declared


def _refuse_disguise(content: bytes, declared: _Format, place: str) -> None:
    if not content.strip():
        raise CorrigeError.single("the file is empty", place=place, remedy="ask for it again")
    is_pdf = b"%PDF-" in content[:1024]  # readers accept some bytes before the header
    if is_pdf != (declared is _PDF):
        cause = (
            Message("the file is a PDF, though its name says {name}", name=declared.name)
            if is_pdf
            else Message("the file is not a PDF")
        )
        raise CorrigeError.single(cause, place=place, remedy=_REMEDY)
    if content.startswith(b"PK\x03\x04") and declared not in (_OFFICE, _WORKBOOK):
        cause = Message("the file is an archive or an office document")
        raise CorrigeError.single(cause, place=place, remedy=_REMEDY)


MAX_MEMORY = 400_000_000  # bytes, in addition to about 60 MB for the loaded libraries


def serve() -> None:
    """Answer read requests until there are no more."""
    worker.serve(answer, MAX_MEMORY, _unreadable)


def answer(question: ReadRequest) -> ReadResult:
    """Return the submissions in a file, or the blank sheets needed to read it."""
    try:
        return ReadResult(read_file(question))
    except NeedsSheetError as error:
        return ReadResult(needed=error.needed)


def _unreadable(name: str) -> Problem:
    cause = Message("the file could not be read ({name})", name=name)
    return Problem(cause, remedy="look at the file, or ask for it again")
