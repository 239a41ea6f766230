"""Describe a file that was not read as expected, without personal details, for a report to the authors of corrige.

The facts of a PDF are collected in a sandboxed process (`facts.py`). Names, identifiers, seeds and answers are replaced
by their shapes: "a" for a letter, "9" for a digit.
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
"""A detail of a flag without personal data: pages and places on them."""


@dataclass(frozen=True, slots=True)
class FactsRequest:
    """A PDF or a picture to describe; `place` is its name in problems."""

    path: Path
    place: str
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Font:
    """A font of a page or of the form: whether it is embedded, and whether it says which characters it shows."""

    name: str
    kind: str
    encoding: str
    is_embedded: bool
    has_characters: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """The signature in the text or in the code of a page: "exam, page 1", and whether it is valid here."""

    exam: str
    page: int
    is_valid: bool


@dataclass(frozen=True, slots=True)
class PageFacts:
    """A page: its size in mm, its rotation, its letters, and how much of it pictures cover.

    `undeclared` counts the letters whose character the file does not say, `in_text` and `in_code` are its signatures.
    """

    width: int
    height: int
    turned: int
    letters: int
    undeclared: int
    covered: float
    in_text: Mark | None
    in_code: Mark | None


@dataclass(frozen=True, slots=True)
class Facts:
    """What a PDF or a picture is made of.

    `pages` is empty if the file is damaged, or unpacks to more than a sheet may. `fields` counts the fields of its
    form, `sheet_fields` those with the name of a field of a sheet, `filled` those with a value, and `drawn` those with
    an appearance of their own. `asks_viewers` says that viewers are asked to draw the fields.
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
    """Return a text with "a" for each letter and "9" for each digit, so that nobody can be recognised by it."""
    return "".join("9" if char.isdecimal() else "a" if char.isalpha() else char for char in text)


def read_facts(path: Path, secret: str = "") -> Facts:
    """Return the facts of a PDF or a picture; CorrigeError if it cannot be opened."""
    worker = Worker[Facts](ENTRY, Facts)
    try:
        facts = worker.ask(FactsRequest(path.absolute(), "", secret), MAX_WAIT, MAX_SECONDS)
    except LostError as error:
        cause = Message("the file takes too much time or memory to describe, or crashes the reader")
        raise CorrigeError.single(cause, remedy="answer sheets never have this: ask for the file again") from error
    finally:
        worker.close()
    return facts or Facts()


def chosen_reader(facts: Facts, submissions: Sequence[Submission]) -> str:
    """Return the reader of a PDF or a picture: that of forms, of printed copies or of scans."""
    if facts.is_scan or any(SCANNED in submission.flags for submission in submissions):
        return SCAN
    return FORM if facts.sheet_fields and not any(FLATTENED in paper.flags for paper in submissions) else PRINT


def refusals(facts: Facts, reader: str, submissions: Sequence[Submission]) -> Iterator[tuple[str, Message]]:
    """Yield each of the other readers with the reason why it does not read the file."""
    unsigned = Message("no page has the signature or the code of a sheet")
    if reader != FORM:
        yield (
            FORM,
            Message("the file has no form")
            if not facts.fields
            else Message("no field of its form is a field of a sheet")
            if not facts.sheet_fields
            else Message("its fields do not have the values of this paper"),
        )
    if reader != PRINT:
        yield (
            PRINT,
            Message("it has the fields of a sheet")
            if reader == FORM
            else Message("its pages are pictures")
            if facts.is_scan
            else Message(
                "the letters on its pages do not say which characters they are, or are not those of the sheet"
            ),
        )
    if reader != SCAN:
        is_marked = any(page.in_code for page in facts.pages)
        is_lost = any(NO_TEXT in submission.flags for submission in submissions)
        yield (
            SCAN,
            Message("it has the fields of a sheet")
            if reader == FORM
            else unsigned
            if not is_marked
            else Message("its boxes are empty, or its words are not where the sheet has them")
            if is_lost
            else Message("the text on its pages can be read"),
        )


def _unread(exam: "Exam | None", submission: Submission) -> list[str]:
    """Return the fields whose text the exam cannot read as an answer."""
    parts = [part for part in exam.parts if part.id in submission.answers] if exam else []
    return [
        field_name(part.id, at)
        for part in parts
        for at, value in enumerate(part.kind.read(submission.answers[part.id]), 1)
        if isinstance(value, Unreadable)
    ]


def _paper(exam: "Exam | None", submission: Submission) -> dict[str, object]:
    """Return what was read of a paper: its signature, the shapes of its boxes, and its flags."""
    texts = {
        field_name(part, at): text for part, values in submission.answers.items() for at, text in enumerate(values, 1)
    }
    signature = submission.signature
    flags = (
        flag if flag.detail in STUDENT_FIELDS or field_item(flag.detail) or PLAIN.fullmatch(flag.detail) else flag("…")
        for flag in submission.flags
    )
    return {
        "exam": signature.identity.exam if signature else submission.exam and shape(submission.exam),
        "signature": None if signature is None else "valid" if signature.valid else "not valid here",
        "token_version": signature.identity.version if signature else None,
        "student": shape(submission.student),
        "u0": shape(submission.u0 or ""),
        "boxes": {name: shape(text) for name, text in texts.items()},
        "filled": sum(bool(text.strip()) for text in texts.values()),
        "unread": _unread(exam, submission),
        "missing": len(submission.missing),
        "disputed": len(submission.disputed),
        "missing_pages": list(submission.missing_pages),
        "flags": list(map(str, flags)),
    }


def document(
    path: Path, facts: Facts | None, exam: "Exam | None", submissions: Sequence[Submission], problems: Iterable[Problem]
) -> dict[str, object]:
    """Return the description of a file: what it is made of, what was read, and what is wrong with it.

    `facts` are those of a PDF or a picture. Places of problems are left out: they have names of files.
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
    """Return a message with the shapes of the texts in it."""
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
