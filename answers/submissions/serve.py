"""Entry point of the process that reads files of students: choose the reader of each file, and check the content."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from answers.errors import CorrigeError, Problem
from answers.files import read_limited
from answers.flags import SCANNED, Place
from answers.messages import Message
from answers.sandbox import worker
from answers.sandbox.worker import Ask
from answers.sheets.identity import find_page_signature
from answers.submissions.pdf import form
from answers.submissions.raw.submission import (
    MAX_STUDENT,
    ExpectedExam,
    FileSource,
    Submission,
    WantedExam,
    WantedSheet,
    bounded,
    may_lack_characters,
    with_lost_characters,
)
from answers.submissions.read import ReadRequest
from answers.submissions.scan import PICTURES, is_scan, scan_codes
from answers.submissions.text import csv_file, json_file, office_file, python_file, text_file

MAX_MEMORY = 400_000_000  # bytes, in addition to about 60 MB for the loaded libraries
REMEDY = "hand in a PDF, a text (.txt, .html), Word or LibreOffice (.docx, .odt), a table (.csv, .xlsx) or JSON"


def serve() -> None:
    """Answer read requests of the parent process until the parent closes the connection."""

    def unreadable(name: str) -> Problem:
        cause = Message("the file could not be read ({name})", name=name)
        return Problem(cause, remedy="look at the file, or ask the student for it again")

    worker.serve(read_file, MAX_MEMORY, unreadable)


class FileKind(NamedTuple):
    """A file format: its name in messages, the function that reads it, and the largest accepted size in bytes.

    `has_answers_as_text` means that the file is a text with answers, whose encoding may lack characters.
    """

    name: str
    read: Callable[[FileSource], tuple[Submission, ...]]
    max_bytes: int = 5_000_000
    has_answers_as_text: bool = False


def read_file(request: ReadRequest, ask: Ask | None = None) -> tuple[Submission, ...]:
    """Read the submissions in a file, in this process and without limits on time and memory.

    `ask` requests a `WantedSheet` or a `WantedExam` from the parent process; None if there is no parent to ask.
    """
    path, place = request.path, request.place
    if is_scan(path):
        scan = Submission(Place(place), "", None, None, {}, flags=(SCANNED,))
        codes = scan_codes(path) if request.with_codes else ()
        signed = [found[0] for code in codes if (found := find_page_signature(code, request.secret))]
        sheets, exams = {signature.identity for signature in signed}, {signature.identity.exam for signature in signed}
        if len(sheets) == 1:
            scan = replace(scan, student=signed[0].identity.student, signature=signed[0])
        return (replace(scan, exam=exams.pop()) if len(exams) == 1 else scan,)
    kind, content = _kind_and_content(path, place)

    @cache
    def sheet(wanted: WantedSheet) -> bytes | None:
        """Return the PDF of an issued sheet from the process that has the class folder; None if it has none."""
        return ask(wanted) if ask else None

    @cache
    def exam_named(name: str) -> ExpectedExam | None:
        """Return what answers an exam expects, from the process that has the exams; None if none has this name."""
        return ask(WantedExam(name)) if ask and request.has_exams else None

    source = FileSource(content, place, request.secret, request.exam, sheet if request.has_sheets else None, exam_named)
    submissions = kind.read(source)
    exam = source.exam_of(submission.exam for submission in submissions)
    if kind is not PDF and exam != source.exam:
        submissions = kind.read(replace(source, exam=exam))  # again, with its parts checked
    not_parsed = (*exam.written, *exam.programs.values()) if exam else ()
    if kind.has_answers_as_text and may_lack_characters(content):
        submissions = tuple(with_lost_characters(submission, not_parsed) for submission in submissions)
    return tuple(bounded(submission, exam.written if exam else ()) for submission in submissions)


def _kind_and_content(path: Path, place: str) -> tuple[FileKind, bytes]:
    if path.is_dir():
        raise CorrigeError.single(
            "this is a folder, not a file of a student",
            place=place,
            remedy="give the command the files in the folder, not the folder",
        )
    kind = KINDS.get(path.suffix.lower())
    if path.suffix.lower() in PICTURES:
        cause = Message("the content of the file is not a picture of the kind that its name says")
        raise CorrigeError.single(cause, place=place, remedy="save the picture as JPEG or PNG")
    if kind is None:
        cause = (
            Message("files with a name that ends in {suffix!r} are not read", suffix=path.suffix)
            if path.suffix
            else Message("the name of the file has no suffix, such as .pdf, so its kind is unknown and it was not read")
        )
        raise CorrigeError.single(cause, place=place, remedy=REMEDY)
    content = read_limited(path, kind.max_bytes)
    if not content.strip():
        raise CorrigeError.single("the file is empty", place=place, remedy="ask the student for the file again")
    is_pdf = b"%PDF-" in content[:1024]  # readers accept some bytes before the header
    if is_pdf != (kind is PDF):
        cause = (
            Message("the file is a PDF, although its name is that of a file of the kind {name}", name=kind.name)
            if is_pdf
            else Message("the file is not a PDF")
        )
        raise CorrigeError.single(cause, place=place, remedy=REMEDY)
    if content.startswith(b"PK\x03\x04") and kind not in (OFFICE, WORKBOOK):
        cause = Message("the content of the file is an archive or an office document, which its name does not say")
        raise CorrigeError.single(cause, place=place, remedy=REMEDY)
    return kind, content


PDF = FileKind("PDF", form.read)
TABLE = FileKind("CSV", csv_file.read, has_answers_as_text=True)
WORKBOOK = FileKind("XLSX", office_file.read_workbook)
OFFICE = FileKind("DOCX, ODT", office_file.read)
HTML = FileKind("HTML", text_file.read_page, MAX_STUDENT, has_answers_as_text=True)
KINDS: Mapping[str, FileKind] = MappingProxyType(
    {
        ".pdf": PDF,
        ".json": FileKind("JSON", json_file.read, has_answers_as_text=True),
        ".csv": TABLE,
        ".tsv": TABLE,
        ".xlsx": WORKBOOK,
        ".docx": OFFICE,
        ".odt": OFFICE,
        ".html": HTML,
        ".htm": HTML,
        ".py": FileKind("Python", python_file.read, MAX_STUDENT),
        ".txt": FileKind("text", text_file.read, MAX_STUDENT, has_answers_as_text=True),
    }
)
"""The file format by suffix in small letters."""
