"""corrige sheet: print a document of an exam."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common.context import exam_here
from answers.cli.common.options import ExamFolders, ExamName, Force, Lang, OptionalSeed
from answers.cli.common.output import STDOUT, deliver, print_message, working
from answers.errors import CorrigeError
from answers.exam.draw import checked_seed
from answers.exam.key_cache import cached_key
from answers.files import json_bytes
from answers.messages import Message
from answers.sheets.booklet import solution_pdf, subject_pdf
from answers.sheets.identity import Student
from answers.sheets.layout import layout, layout_json
from answers.sheets.sheet import BlankSheet, ExaminerKey, Model, sheet_pdf


class PrintedDocument(StrEnum):
    """The documents of an exam that need no paper of a student, only the exam and at most a seed u₀."""

    SUBJECT = "subject"
    BLANK = "blank"
    MODEL = "model"
    KEY = "key"
    SOLUTION = "solution"


def sheet(
    name: ExamName,
    u0: OptionalSeed = None,
    *,
    face: Annotated[PrintedDocument, typer.Option("--face", help="Document to print.")] = PrintedDocument.BLANK,
    exams: ExamFolders = None,
    lang: Lang = None,
    student: Annotated[str, typer.Option("--student", metavar="ID", help="Identifier of the student.")] = "",
    family_name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Name of the student.")] = "",
    first_name: Annotated[str, typer.Option("--first-name", metavar="TEXT", help="First name of the student.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="PDF file; by default EXAM-N-DOCUMENT.pdf.")
    ] = None,
    force: Force = False,
    boxes: Annotated[
        bool,
        typer.Option("--layout", help="Print the positions of the boxes of an answer sheet, as JSON in millimetres."),
    ] = False,
) -> None:
    """Print a document: subject, blank (fillable answer sheet), model (filled in), key, solution (worked)."""
    if boxes and face is not PrintedDocument.BLANK:
        raise CorrigeError.single(
            Message("--layout requires --face blank, got {face}", face=face), remedy="leave --face out"
        )
    exam, settings = exam_here(name, exams)
    of_sheet = lang or settings.lang
    if face is PrintedDocument.SUBJECT:
        with working("printing the subject of {name}", name=exam.name):
            content = subject_pdf(exam, lang=of_sheet)
        deliver(content, output or Path(f"{exam.name}-subject-{of_sheet}.pdf"), force=force)
        return
    if u0 == 0:
        print_message("u₀ = 0 gives a sequence of zeros, which is not suitable for an exam")
    if u0 is None and face not in (PrintedDocument.MODEL, PrintedDocument.SOLUTION):
        cause = Message("the document {face} requires a seed", face=face)
        raise CorrigeError.single(cause, remedy="give the student's number: --u0 N")
    seed = exam.model_seed if u0 is None else checked_seed(u0)
    with working("printing the document {face} of {name} for u0 = {seed}", face=face, name=exam.name, seed=seed):
        person, secret = Student(student, family_name, first_name), settings.secret
        if face is PrintedDocument.BLANK:
            content = sheet_pdf(BlankSheet(exam, seed, person), lang=of_sheet, secret=secret, shares_layout=False)
        elif face is PrintedDocument.SOLUTION:
            content = solution_pdf(exam, cached_key(exam, seed), lang=of_sheet)
        else:
            key = cached_key(exam, seed)
            printed = Model(exam, key) if face is PrintedDocument.MODEL else ExaminerKey(exam, key, person)
            content = sheet_pdf(printed, lang=of_sheet, secret=secret)
    if boxes:
        deliver(json_bytes(layout_json(layout(content))), output or STDOUT, force=force)
    else:
        deliver(content, output or Path(f"{exam.name}-{seed}-{face}.pdf"), force=force)
