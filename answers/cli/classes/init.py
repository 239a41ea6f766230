"""corrige class init: a class from a list of students, or one more exam for it."""

import shlex
from pathlib import Path
from typing import Annotated, Literal

import typer

from answers.cli.common.options import ExamFolders, Folder
from answers.cli.common.output import say, say_problems
from answers.messages import Message


def init(
    folder: Folder,
    *,
    exam: Annotated[str, typer.Option("--exam", metavar="EXAM", help="Name of the exam.")],
    students: Annotated[
        Path | None,
        typer.Option("--students", metavar="FILE", help="The list: CSV or XLSX, as Moodle, Canvas, Pronote export it."),
    ] = None,
    sitting: Annotated[
        str, typer.Option("--sitting", metavar="NAME", help="Folder of one more sitting, for the list of the class.")
    ] = "",
    exams: ExamFolders = None,
    lang: Annotated[Literal["fr", "en"], typer.Option("--lang", help="Language of the sheets.")] = "fr",
) -> None:
    """Start a class from the list of its students; without a list, one more exam of the class in DIR."""
    from answers.classroom.folder import start_class, start_sitting
    from answers.classroom.roster import read_roster
    from answers.files import read_limited

    if students is None:
        cohort = start_sitting(folder, exam, sitting, lang, tuple(exams or ()))
    else:
        roster = read_roster(read_limited(students), str(students))
        cohort = start_class(folder / sitting, exam, roster.pupils, lang, tuple(exams or ()))
        say_problems(roster.notes)
    say(
        Message(
            "class of {count} in {folder}; now run: corrige class seeds {folder}",
            count=len(cohort.pupils),
            folder=shlex.quote(str(cohort.folder)),
        )
    )
