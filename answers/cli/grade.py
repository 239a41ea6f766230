"""The command that marks files."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, ExamFolders, Force, Output
from answers.cli.common.output import deliver_json, deliver_text, needs_person, say_problems, working
from answers.cli.common.papers import attention_lines, marks_lines, remarked_lines
from answers.messages import Message

if TYPE_CHECKING:
    from answers.grading.grade_files import Graded


def grade(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="PDF, JSON, CSV (student,u0,1a,…) or text (1a: 17 519).")
    ],
    *,
    exam: Annotated[str | None, typer.Option("--exam", metavar="EXAM", help="When the files do not say it.")] = None,
    exams: ExamFolders = None,
    u0: Annotated[int | None, typer.Option("--u0", metavar="N", help="The seed, whatever the files say.")] = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Mark submissions; exit with 1 when something needs the teacher. `corrige explain` says why."""
    from answers.exam.load_settings import load_settings
    from answers.exports.marks_json import marks_document
    from answers.grading.grade_files import grade_files

    with working(Message("marking {count} file", plural="marking {count} files", count=len(files))):
        graded = grade_files(files, load_settings(Path.cwd(), tuple(exams or ())), exam, u0)
    say_problems(graded.problems)
    if as_json:
        deliver_json(marks_document(graded.exam.name, graded.papers, graded.problems), output, force=force)
    else:
        lines = [*marks_lines(graded.exam, graded.papers), *attention_lines(graded.papers)]
        lines += [*remarked_lines(graded.papers), *_why_lines(graded, exams, u0)]
        deliver_text(lines, output, force=force)
    needs_person(bool(graded.problems) or any(paper.needs_teacher for paper in graded.papers))


def _why_lines(graded: "Graded", exams: list[Path] | None, u0: int | None) -> Iterator[str]:
    """How to be told of the first item that is wrong or unreadable, if any: a command with the options given here."""
    from answers.paper import Verdict

    lost = (
        (paper, f"{part_id}.{index}")
        for paper in graded.papers
        if paper.u0 is not None
        for part_id, marks in paper.parts.items()
        for index, mark in enumerate(marks.items, 1)
        if mark.verdict in (Verdict.WRONG, Verdict.UNREADABLE)
    )
    for paper, item in [*lost][:1]:
        words = ["corrige", "explain", paper.place.file, "--item", item, "--exam", graded.exam.name]
        words += [word for folder in exams or () for word in ("--exams", str(folder))]
        words += [] if u0 is None else ["--u0", str(u0)]
        is_alone = [one.place.file for one in graded.papers].count(paper.place.file) == 1
        words += [] if is_alone else ["--student", paper.student]
        yield ""
        yield Message("Why, and whether it is a known mistake: {command}", command=shlex.join(words))
