"""corrige doctor: describe a file that was not read, without personal details."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from answers.cli.common.options import ExamFolders, ExamOfFile
from answers.cli.common.output import table, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError, Problem
from answers.exam.settings_in_force import load_settings
from answers.messages import Message
from answers.submissions.scan import PICTURES

if TYPE_CHECKING:
    from answers.submissions.doctor import Facts
    from answers.submissions.raw.submission import Submission

READERS = {"form": Message("form"), "printed copy": Message("printed copy"), "scan": Message("scan")}
SIGNATURES = {None: Message("missing"), "valid": Message("valid"), "not valid here": Message("not valid in this class")}


def doctor(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that was handed in.")],
    *,
    exam: ExamOfFile = None,
    exams: ExamFolders = None,
) -> Result:
    """Describe a file that was not read as expected, to send to the authors of corrige.

    The description has the program that wrote the file, its fonts, the signatures on its pages, how it was read
    (form, printed copy or scan), and what was read. Names, seeds and answers are replaced by their shapes: a for a
    letter, 9 for a digit.
    """
    from answers.grading.grade import read_papers
    from answers.submissions.doctor import document, read_facts

    if not file.is_file():
        raise CorrigeError.single("there is no such file", place=str(file), remedy="give a file that was handed in")
    settings, facts, read = load_settings(Path.cwd(), exams), None, None
    submissions: tuple[Submission, ...] = ()
    problems: tuple[Problem, ...] = ()
    with working("reading the file"):
        if file.suffix.lower() in (".pdf", *PICTURES):
            try:
                facts = read_facts(file, settings.secret)
            except CorrigeError as error:
                problems = error.problems
        try:
            read, submissions, unread = read_papers([file], settings, exam or settings.exam)
            problems += unread
        except CorrigeError as error:
            problems += error.problems
    described = document(file, facts, read, submissions, problems)
    return Result(described, _lines(described, facts))


def _lines(described: Any, facts: "Facts | None") -> Iterator[str]:  # Any: a JSON document
    """Yield the lines of the description of a file, a JSON object; `facts` are those of a PDF or picture, else None."""
    yield Message(
        "corrige {version}: a {suffix} file of {size} bytes",
        version=described["corrige"],
        suffix=described["file"]["suffix"],
        size=described["file"]["bytes"],
    )
    if facts:
        yield from _facts_lines(facts)
        yield ""
        yield Message("Read as: {reader}", reader=READERS[described["reader"]])
        yield from (
            Message("  not read as a {reader}: {reason}", reader=READERS[name], reason=reason)
            for name, reason in described["others"].items()
        )
    for paper in described["papers"]:
        yield ""
        yield Message(
            "Paper: exam {exam}, signature {signature}, student {student}, u₀ {u0}",
            exam=paper["exam"] or "?",
            signature=SIGNATURES[paper["signature"]],
            student=paper["student"] or "?",
            u0=paper["u0"] or "?",
        )
        boxes, unread = paper["boxes"], paper["unread"]
        yield Message(
            "Boxes: {boxes}; with a text: {filled}; not read as an answer: {unread}; not in the file: {missing}",
            boxes=len(boxes),
            filled=paper["filled"],
            unread=len(unread),
            missing=paper["missing"],
        )
        shown = ((name, text) for name, text in boxes.items() if text.strip())
        rows = [(name, text, Message("unread") if name in unread else "") for name, text in shown]
        yield from table([Message("box"), Message("text"), ""], rows) if rows else ()
        if paper["flags"]:
            yield Message("Flags: {flags}", flags=", ".join(paper["flags"]))
    for problem in described["problems"]:
        yield ""
        yield Message("Problem: {cause}", cause=problem["cause"])
        yield f"    → {problem['remedy']}"


def _facts_lines(facts: "Facts") -> Iterator[str]:
    """Yield the lines on the program, the fonts, the form and the pages of a file."""
    programs = ", ".join(dict.fromkeys(filter(None, (facts.creator, facts.producer))))
    if programs:
        yield Message("Written by: {programs}", programs=programs)
    if facts.pdf_version:
        yield Message(
            "PDF {version}, {count} page",
            plural="PDF {version}, {count} pages",
            version=facts.pdf_version,
            count=facts.page_count,
        )
    if facts.is_encrypted:
        yield Message("The file is encrypted, and opens without a password.")
    if facts.is_damaged:
        yield Message("The file is damaged.")
    if facts.fields:
        yield Message(
            "Form: {fields} fields, of which {sheet} belong to an answer sheet, {filled} are filled in, and "
            "{drawn} were drawn by the program that wrote the file",
            fields=facts.fields,
            sheet=facts.sheet_fields,
            filled=facts.filled,
            drawn=facts.drawn,
        )
        if facts.asks_viewers:
            yield Message("The file asks the program that shows it to draw the fields anew.")
    if facts.fonts:
        yield ""
        said = {True: Message("yes"), False: Message("no")}
        columns = [Message("font"), Message("kind"), Message("encoding"), Message("embedded"), Message("characters")]
        fonts = facts.fonts
        rows = [
            (font.name, font.kind, font.encoding, said[font.is_embedded], said[font.has_characters]) for font in fonts
        ]
        yield from table(columns, rows)
    if facts.pages:
        yield ""
        columns = [
            Message("page"),
            Message("mm"),
            Message("turned"),
            Message("letters"),
            Message("unknown letters"),
            Message("pictures"),
            Message("signature in the text"),
            Message("signature in the QR code"),
        ]
        cells = []
        for number, page in enumerate(facts.pages, 1):
            marks = (
                ""
                if mark is None
                else Message("{exam}, page {page}", exam=mark.exam, page=mark.page)
                if mark.is_valid
                else Message("{exam}, page {page}, not valid in this class", exam=mark.exam, page=mark.page)
                for mark in (page.in_text, page.in_code)
            )
            size, turned = f"{page.width} × {page.height}", f"{page.turned}°" if page.turned else ""
            covered = f"{page.covered:.0%}" if page.covered else ""
            row = (str(number), size, turned, str(page.letters), str(page.undeclared or ""), covered, *marks)
            cells.append(row)
        yield from table(columns, cells)
