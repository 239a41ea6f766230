"""corrige preview: see an exam in a browser while it is written."""

from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common.context import folder_for_browser
from answers.cli.common.options import ExamFolders, ExamName, Lang, require_fork
from answers.cli.common.output import print_message
from answers.errors import CorrigeError
from answers.exam.catalogue import find_exam_location, name_and_places, require_trusted_code
from answers.exam.draw import checked_seed
from answers.exam.settings_in_force import load_settings
from answers.messages import Message
from answers.web.common.browser import admitted
from answers.web.preview.app import serve_preview
from answers.web.preview.preview import Preview

MOST_SEEDS = 8


def preview(
    name: ExamName,
    *,
    u0: Annotated[
        str, typer.Option("--u0", metavar="N,N,…", help="Seeds of the students whose sheets are shown.")
    ] = "17,18,19,20",
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 for a free port.")] = 0,
    exams: ExamFolders = None,
    lang: Lang = None,
) -> None:
    """Show an exam in a browser on this machine while you write it, and again each time one of its files is saved.

    The page shows the answer sheets of some seeds, the key, the problems of the exam, and the points that each question
    gives without any computation.
    """
    require_fork()
    words = [word for word in u0.replace(",", " ").split() if word]
    if not words or len(words) > MOST_SEEDS or not all(word.isascii() and word.isdecimal() for word in words):
        cause = Message("{text!r} is not a list of seeds", text=u0)
        remedy = Message("give at most {most} numbers separated by commas, such as --u0 17,18", most=MOST_SEEDS)
        raise CorrigeError.single(cause, remedy=remedy)
    seeds = tuple(dict.fromkeys(checked_seed(int(word)) for word in words))
    settings = load_settings(Path.cwd(), exams)
    short_name, places = name_and_places(name, settings.places)
    location = find_exam_location(short_name, places)
    if location.is_outside and isinstance(location.code, Path) and location.place == str(location.code):
        require_trusted_code(location.code)
    paths = [str(path) for path in (location.code, location.templates, location.fixtures) if isinstance(path, Path)]
    full_name = str(location.code) if places[:1] == (location.code,) else name
    shown = Preview(full_name, settings, seeds, lang or settings.lang, tuple(paths))

    def announce(address: str) -> None:
        print_message(
            "address of the preview, for this machine only, and for the browser that opens it first: {address}",
            address=address,
        )
        print_message("Ctrl+C stops the command")

    with admitted(True, shown.lang, port, announce, folder_for_browser()) as (policy, listening):
        serve_preview(shown, policy, listening)
