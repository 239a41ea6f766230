"""Describe a file that corrige did not read as expected, for a report to the authors, without personal details.

Names, identifiers, seeds and answers are replaced by their shapes: "a" for a letter, "9" for a digit.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from answers.errors import CorrigeError, Problem
from answers.flags import FLATTENED, NO_TEXT, SCANNED
from answers.kinds.parsing import Unreadable
from answers.messages import Message
from answers.sandbox.process import LostError
from answers.sandbox.worker import Worker
from answers.sheets.identity import STUDENT_FIELDS, field_item, field_name
from answers.submissions.raw.submission import Submission

if TYPE_CHECKING:
    from answers.exam.exam import Exam

SCHEMA = "corrige/doctor/1"
ENTRY = "answers.submissions.facts:serve"
MAX_SECONDS = 8.0  # of processor time
MAX_WAIT = 60.0
FORM, PRINT, SCAN = "form", "printed copy", "scan"
READERS = (FORM, PRINT, SCAN)
PLAIN = re.compile(r"(?:page )?[\d, –×m]*")
"""A detail of a flag that has no personal data, only page numbers and places in mm."""


@dataclass(frozen=True, slots=True)
class FactsRequest:
    """A request for the facts of a PDF or a picture."""

    path: Path
    place: str
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Font:
    """One font of a PDF.

    `encoding` is the name of the standard encoding, "own" for an encoding defined in the file, "" if there is none.
    `has_characters` says that the file declares which character each letter shape stands for.
    """

    name: str
    kind: str
    encoding: str
    is_embedded: bool
    has_characters: bool


@dataclass(frozen=True, slots=True)
class PageSignature:
    """The exam and page number in the footer or QR code of a page; `page` is 0 if the footer has no page number."""

    exam: str
    page: int
    is_valid: bool


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Technical facts of one page: size in mm, rotation in degrees, number of letters, and share covered by pictures.

    `undeclared` counts the letters for which the file does not say which character they show. `in_text` is the
    signature in the text of the page, `in_code` that in its QR code.
    """

    width: int
    height: int
    turned: int
    letters: int
    undeclared: int
    covered: float
    in_text: PageSignature | None
    in_code: PageSignature | None


@dataclass(frozen=True, slots=True)
class Facts:
    """Technical facts of a PDF or a picture: program, form, fonts and pages.

    `pages` is empty if the file is damaged, or unpacks to more bytes than a sheet may. `fields` counts the fields of
    the form, `sheet_fields` those with a name that sheets use, `filled` those with a value, and `drawn` those with an
    appearance in the file, which viewers show in place of the value.
    """

    pdf_version: str = ""
    producer: str = ""
    creator: str = ""
    is_encrypted: bool = False
    is_damaged: bool = False
    fields: int = 0
    sheet_fields: int = 0
    filled: int = 0
    drawn: int = 0
    asks_viewers: bool = False
    is_scan: bool = False
    fonts: tuple[Font, ...] = ()
    page_count: int = 0
    pages: tuple[PageFacts, ...] = ()


def shape(text: str) -> str:
    """Return `text` with "a" in place of each letter and "9" in place of each digit, which hides personal data."""
    return "".join("9" if char.isdecimal() else "a" if char.isalpha() else char for char in text)


def read_facts(path: Path, secret: str = "") -> Facts:
    """Return the technical facts of a PDF or a picture, found in a sandboxed process.

    `secret` is the teacher's secret, with which signatures are checked. CorrigeError if the file cannot be opened, or
    takes more than eight seconds of processor time or too much memory.
    """
    worker = Worker[Facts](ENTRY, Facts)
    try:
        facts = worker.ask(FactsRequest(path.absolute(), "", secret), MAX_WAIT, MAX_SECONDS)
    except LostError as error:
        cause = Message("the file takes too much time or memory to describe, or crashes the reader")
        raise CorrigeError.single(
            cause, remedy="an answer sheet is never that slow or large: ask the student for the file again"
        ) from error
    finally:
        worker.close()
    return facts or Facts()


def chosen_reader(facts: Facts, submissions: Sequence[Submission]) -> str:
    """Return the name of the reader that read a PDF or a picture: "form", "printed copy" or "scan"."""
    if facts.is_scan or any(SCANNED in submission.flags for submission in submissions):
        return SCAN
    return FORM if facts.sheet_fields and not any(FLATTENED in paper.flags for paper in submissions) else PRINT


def refusals(facts: Facts, reader: str, submissions: Sequence[Submission]) -> Iterator[tuple[str, Message]]:
    """Yield the name of each of the two readers other than `reader`, and why that reader does not read the file."""
    unsigned = Message("no page of the file has the signature or the code of an answer sheet")
    if reader != FORM:
        yield (
            FORM,
            Message("the file has no form")
            if not facts.fields
            else Message("the form in the file has no field of an answer sheet")
            if not facts.sheet_fields
            else Message("the form in the file does not have the answers of this paper"),
        )
    if reader != PRINT:
        yield (
            PRINT,
            Message("the file is read from its form, which has the fields of an answer sheet")
            if reader == FORM
            else Message("the pages of the file are pictures")
            if facts.is_scan
            else Message("the text on the pages has no readable characters, or is not that of an answer sheet"),
        )
    if reader != SCAN:
        is_marked = any(page.in_code for page in facts.pages)
        is_lost = any(NO_TEXT in submission.flags for submission in submissions)
        yield (
            SCAN,
            Message("the file is read from its form, which has the fields of an answer sheet")
            if reader == FORM
            else unsigned
            if not is_marked
            else Message(
                "the boxes on the page are empty, or the texts that the answer sheet prints beside them are not at "
                "their places"
            )
            if is_lost
            else Message("the text on the pages can be read"),
        )


def _paper(exam: "Exam | None", submission: Submission) -> dict[str, object]:
    texts = {
        field_name(part, at): text for part, values in submission.answers.items() for at, text in enumerate(values, 1)
    }
    signature = submission.signature
    flags = (
        flag if flag.detail in STUDENT_FIELDS or field_item(flag.detail) or PLAIN.fullmatch(flag.detail) else flag("…")
        for flag in submission.flags
    )
    parts = [part for part in exam.parts if part.id in submission.answers] if exam else []
    unread = [
        field_name(part.id, at)
        for part in parts
        for at, value in enumerate(part.kind.read(submission.answers[part.id]), 1)
        if isinstance(value, Unreadable)
    ]
    return {
        "exam": signature.identity.exam if signature else submission.exam and shape(submission.exam),
        "signature": None if signature is None else "valid" if signature.valid else "not valid here",
        "token_version": signature.identity.version if signature else None,
        "student": shape(submission.student),
        "u0": shape(submission.u0 or ""),
        "boxes": {name: shape(text) for name, text in texts.items()},
        "filled": sum(bool(text.strip()) for text in texts.values()),
        "unread": unread,
        "missing": len(submission.missing),
        "disputed": len(submission.disputed),
        "missing_pages": list(submission.missing_pages),
        "flags": list(map(str, flags)),
    }


def document(
    path: Path, facts: Facts | None, exam: "Exam | None", submissions: Sequence[Submission], problems: Iterable[Problem]
) -> dict[str, object]:
    """Return the description of a file as JSON: its technical facts, the submissions read from it, and its problems.

    Places of problems are left out, since they contain names of files.
    """
    described: dict[str, object] = {
        "schema": SCHEMA,
        "corrige": version("corrige"),
        "file": {"suffix": path.suffix.lower(), "bytes": path.stat().st_size},
    }
    if facts is not None:
        reader = chosen_reader(facts, submissions)
        described["made_of"] = asdict(facts)
        described["reader"] = reader
        described["others"] = {name: str(reason) for name, reason in refusals(facts, reader, submissions)}
    described["papers"] = [_paper(exam, submission) for submission in submissions]
    shapes = dict.fromkeys((without_details(problem.cause), problem.remedy) for problem in problems)
    described["problems"] = [{"cause": str(cause), "remedy": str(remedy)} for cause, remedy in shapes]
    return described


def without_details(text: str) -> Message:
    """Return a message in which each inserted text is replaced by its `shape`; inserted numbers stay."""
    message = Message.of(text)
    values = {
        name: without_details(value)
        if isinstance(value, Message)
        else shape(value)
        if isinstance(value, str)
        else value
        for name, value in message.values.items()
    }
    return Message(message.template, plural=message.plural, **values) if message.values else message
