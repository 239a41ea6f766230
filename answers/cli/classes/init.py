"""corrige class init: a class from a list of students."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from answers.cli.common.options import ExamFolders, Folder
from answers.cli.common.output import say


def init(
    folder: Folder,
    *,
    exam: Annotated[str, typer.Option("--exam", help="Name of the exam.")],
    students: Annotated[Path, typer.Option("--students", metavar="FILE", help="CSV: student,name,first_name,u0.")],
    exams: ExamFolders = None,
    lang: Annotated[Literal["fr", "en"], typer.Option("--lang", help="Language of the sheets.")] = "fr",
) -> None:
    """Start a class from the list of its students."""
    from answers.classroom.folder import create_class
    from answers.files import read_limited

    cohort = create_class(folder, exam, read_limited(students), lang, tuple(exams or ()))
    say(f"class of {len(cohort.pupils)} in {folder}; now run: corrige class seeds {folder}")
