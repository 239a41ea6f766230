"""corrige figures: the plots of an exam's document, and the programs that it asks to complete."""

from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common.here import exam_here
from answers.cli.common.options import ExamFolders, ExamName, Force, Lang
from answers.cli.common.output import deliver, working
from answers.errors import CorrigeError
from answers.exam.document import Document, code_to_complete, plot_files
from answers.files import make_folder, shared_files
from answers.messages import Message


def figures(
    name: ExamName,
    *,
    folder: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write them to.")],
    exams: ExamFolders = None,
    lang: Lang = None,
    force: Force = False,
) -> None:
    """Redraw the document's plots from exact values, as SVG and PDF; write the programs that it asks to complete."""
    exam, settings = exam_here(name, exams)
    document, words = exam.beside("document", Document), exam.words(lang or settings.lang)
    if document is None or not document.plots:
        raise CorrigeError.one(
            Message("the document of {name!r} has no plots", name=exam.name), remedy="see `corrige list`"
        )
    with shared_files():
        make_folder(folder)
    for plot in document.plots:
        with working("drawing {name}", name=plot.name):
            contents = plot_files(plot, words)
        for form, content in contents.items():
            deliver(content, folder / f"{plot.name}.{form}", force=force)
    for exercise in document.exercises:
        for file, content in code_to_complete(exam.home, exercise, words.lang).items():
            deliver(content, folder / file, force=force)
