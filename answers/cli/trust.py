"""corrige trust: exam folders that may run code, settings that are used where they are found."""

from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common.output import say
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
        bool, typer.Option("--author", help="You write what is in it: trust it also when it changes.")
    ] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Trust it no longer.")] = False,
) -> None:
    """Say once that the exams and settings in a folder are trusted: their code may run, their settings be used.

    Trusted is what is there now: when its code or settings change, `corrige` asks again.
    """
    has_settings = (folder / FILE_NAME).is_file()
    try:
        exams = folders_of_code(folder)
    except CorrigeError:
        if not has_settings:
            raise
        exams = ()
    found: list[tuple[trusted.Kind, Path]] = [("exam", one) for one in exams]
    found += [("settings", folder)] if has_settings else []
    for kind, place in found:
        path = shown(place / FILE_NAME if kind == "settings" else place)
        if forget:
            trusted.forget(kind, place)
            say("no longer trusted: {path}", path=path)
        else:
            trusted.trust(kind, place, as_author=author)
            say("trusted: {path}", path=path)
