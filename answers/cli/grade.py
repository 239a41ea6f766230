"""corrige grade: mark the papers in files."""

import os
import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.options import ExamFolders, JobsOption, Lang
from answers.cli.common.output import print_problems, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.exam.settings_in_force import load_settings
from answers.messages import Message
from answers.submissions.read import worker

if TYPE_CHECKING:
    from answers.grading.grade import Graded
    from answers.sheets.issued import Issued


def grade(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="PDF, JSON, CSV (student,u0,1a,…) or text (1a: 17 519).")
    ],
    *,
    exam: Annotated[
        str | None, typer.Option("--exam", metavar="EXAM", help="Name of the exam, if the files do not contain it.")
    ] = None,
    exams: ExamFolders = None,
    u0: Annotated[
        int | None,
        typer.Option("--u0", metavar="N", help="Seed with which all the papers are marked, whatever the files say."),
    ] = None,
    engine: JobsOption,
    lang: Lang = None,
) -> Result:
    """Mark submissions; exit with 1 if there are cases to examine. `corrige explain` gives the reason.

    With -o PAPER.pdf, a single paper is also written as its student gets it back.
    """
    worker(os.getpid()).start()  # the worker loads its libraries while this process imports the code of marking
    from answers.exports.gradebook import marks_document
    from answers.grading.grade import grade_files

    def issued_in(folder: Path) -> "Issued":
        from answers.classroom.issued import read_issued  # slow to import, and files are rarely in a class folder

        return read_issued(folder)

    settings = load_settings(Path.cwd(), exams)
    with working("marking {count} file", plural="marking {count} files", count=len(files)):
        graded = grade_files(files, settings, exam, u0, issued_in, engine.chosen)
    print_problems(graded.problems)

    def feedback() -> bytes:
        """Return the only marked paper as a PDF, as its student gets it; CorrigeError if there are none or several."""
        from answers.exam.key_cache import cached_key
        from answers.sheets.sheet import Feedback, sheet_pdf

        marked = [(paper, paper.u0) for paper in graded.papers if paper.u0 is not None]
        if len(marked) != 1:
            cause = Message(
                "the files have {count} marked paper, but a PDF is written only for a single one",
                plural="the files have {count} marked papers, but a PDF is written only for a single one",
                count=len(marked),
            )
            raise CorrigeError.single(cause, remedy="give one file with a single paper, or leave out -o")
        ((paper, u0),) = marked
        printed = Feedback(graded.exam, cached_key(graded.exam, u0), paper)
        return sheet_pdf(printed, lang=lang or settings.lang, secret=settings.secret)

    return Result(
        partial(marks_document, graded.exam.name, graded.papers, graded.problems),
        _lines(graded, exams, u0),
        needs_person=bool(graded.problems) or any(paper.needs_teacher for paper in graded.papers),
        drawings={".pdf": feedback},
    )


def _lines(graded: "Graded", exams: list[Path] | None, u0: int | None) -> Iterator[str]:
    """Yield what `grade` prints: the marks, what needs a person, what was marked again, and how to see why.

    The last line has the command, with the options of this one, that explains the first wrong or unreadable item.
    """
    from answers.cli.common.papers import attention_lines, marks_lines, remarked_lines
    from answers.paper import Verdict

    yield from marks_lines(graded.exam, graded.papers)
    yield from attention_lines(graded.papers)
    yield from remarked_lines(graded.papers)
    items = (
        (paper, f"{part_id}.{number}")
        for paper in graded.papers
        if paper.u0 is not None
        for part_id, marks in paper.parts.items()
        for number, mark in enumerate(marks.items, start=1)
        if mark.verdict in (Verdict.WRONG, Verdict.UNREADABLE)
    )
    paper, item = next(items, (None, ""))
    if paper is None:
        return
    words = ["corrige", "explain", paper.place.file, "--item", item, "--exam", graded.exam.name]
    if graded.exam.location.texts:  # an exam in one file
        words[-1] = str(graded.exam.location.code)
    for folder in exams or ():
        words += ["--exams", str(folder)]
    if u0 is not None:
        words += ["--u0", str(u0)]
    if [marked.place.file for marked in graded.papers].count(paper.place.file) > 1:
        words += ["--student", paper.student]
    yield ""
    yield Message(
        "To see why an answer is not right, and which known mistake may explain it: {command}",
        command=shlex.join(words),
    )
