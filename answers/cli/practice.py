"""corrige practice: practise an exam in a browser."""

from functools import partial
from typing import Annotated

import typer

from answers.cli.common.context import exam_here, folder_for_browser
from answers.cli.common.options import ExamFolders, ExamName, Lang, OptionalSeed
from answers.cli.common.output import print_message
from answers.exam.catalogue import load_adjusted
from answers.exam.draw import checked_seed
from answers.web.common.browser import admitted
from answers.web.practice.app import serve_practice
from answers.web.practice.checking import Practice, seeds_in_turn


def practice(
    name: ExamName,
    u0: OptionalSeed = None,
    *,
    question: Annotated[
        int,
        typer.Option(
            "--question", metavar="N", min=0, help="Practise only this question, with one seed after another."
        ),
    ] = 0,
    port: Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 0 for a free port.")] = 8017,
    exams: ExamFolders = None,
    lang: Lang = None,
) -> None:
    """Practise an exam in a browser on this machine: answers are checked on request, and explained."""
    exam, settings = exam_here(name, exams)
    first = () if u0 is None else (checked_seed(u0),)
    practice_session = Practice(exam, lang or settings.lang, (*first, *seeds_in_turn(first)))
    if question:
        practice_session.question(question)

    def announce(address: str) -> None:
        print_message(
            "address to practise, which works in a single browser on this machine: {address}", address=address
        )
        print_message("Ctrl+C stops the command")

    with admitted(True, practice_session.lang, port, announce, folder_for_browser()) as (policy, listening):
        serve_practice(practice_session, partial(load_adjusted, name, settings), question, policy, listening)
