"""corrige trust: allow the code of exams in a folder to run, and the settings of a folder to apply."""

from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common.output import print_message
from answers.errors import CorrigeError
from answers.exam import trust as trusted
from answers.exam.catalogue import folders_of_code
from answers.exam.settings import FILE_NAME
from answers.files import shown


def trust(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            help="Folder with an exam, with several exams, or with a corrige.toml; or the file of a composed paper.",
        ),
    ],
    *,
    author: Annotated[
        bool, typer.Option("--author", help="Keep the trust when the content changes; only if you are the author.")
    ] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Withdraw the trust in this folder.")] = False,
) -> None:
    """Trust the exams and settings in a folder: their code may then run and their settings apply.

    The trust is for the present content: when code or settings change, `corrige` asks again.
    """
    has_settings = (folder / FILE_NAME).is_file()
    try:
        exams = folders_of_code(folder)
    except CorrigeError:
        if not has_settings:
            raise
        exams = ()
    trustees: list[tuple[trusted.TrustKind, Path]] = [("exam", exam) for exam in exams]
    trustees += [("settings", folder)] if has_settings else []
    for kind, place in trustees:
        path = shown(place / FILE_NAME if kind == "settings" else place)
        if forget:
            trusted.forget(kind, place)
            print_message("done: the exams and settings in {path} are no longer trusted", path=path)
        elif trusted.trust(kind, place, as_author=author) == author:
            print_message("done: the exams and settings in {path} are trusted now", path=path)
        else:
            print_message(
                "the exams and settings in {path} are trusted as they are now; the file system cannot store the "
                "trust, so corrige asks again after each change",
                path=path,
            )
