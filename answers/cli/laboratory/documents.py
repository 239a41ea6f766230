"""corrige verify, corrige figures: compare printed figures with computed values, and redraw the documents' plots."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from answers.cli.common.context import all_exams, exam_here
from answers.cli.common.options import TO_STDOUT, ExamFolders, ExamName, Force, Lang, Output
from answers.cli.common.output import deliver, table, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.files import make_folder, shared_files
from answers.laboratory.documents.redraw import code_to_complete, plot_files
from answers.laboratory.documents.verify import Comparison, Verdict, document_of, verify_page
from answers.laboratory.documents.verify import verify as compare
from answers.messages import Message, clauses, joined

VERDICTS: Final[dict[Verdict, Message]] = {
    "holds": Message("yes"),
    "false": Message("NO, wrong"),
    "misprint": Message("NO, misprint"),
    "open": Message("NO, unexplained"),
}
CLAIMS: Final = {"holds": Message("true"), "does not hold": Message("false")}


def verify(
    name: Annotated[
        str | None, typer.Argument(metavar="[EXAM]", help="Name of the exam; by default all exams.")
    ] = None,
    *,
    exams: ExamFolders = None,
    output: Output = TO_STDOUT,
) -> Result:
    """Print the numbers and statements of the documents beside the computed values; exit with 1 if a value differs.

    A printed value that differs from the computed one is marked false, a misprint (the reading that gives the printed
    value was found), or open (unexplained). With -o FILE.html, the report is a single page.
    """
    exams_to_verify = [exam_here(name, exams)[0]] if name else all_exams(exams)
    with working("computing the printed values again"):
        compared = [comparison for comparison in map(compare, exams_to_verify) if comparison is not None]
    if name and not compared:
        raise CorrigeError.single(
            Message("no document of the exam {name!r} has printed values to verify", name=name),
            remedy="`corrige list` shows all exams",
        )
    rows = [
        {
            "exam": comparison.exam,
            "source": comparison.source,
            "figures": [figure.to_json() for figure in comparison.figures],
        }
        for comparison in compared
    ]
    document = {"schema": "corrige/verify/1", "exams": rows}
    lines = verify_page(compared).splitlines() if output.suffix == ".html" else _lines(compared)
    return Result(document, lines, needs_person=any(comparison.differing for comparison in compared))


def _lines(comparisons: list[Comparison]) -> Iterator[str]:
    """Yield, for each document, a table of its numbers, how many of them agree, and notes on those that differ."""
    for comparison in comparisons:
        yield f"{comparison.exam}: {comparison.source}"
        with_reading = any(figure.reading for figure in comparison.figures)
        rows = list[tuple[str, ...]]()
        for figure in comparison.figures:
            away = "" if figure.z is None else f" (z = {figure.z:+.1f})"  # for a sampled figure, in standard errors
            agrees = joined("", (VERDICTS[figure.verdict], away))
            computed = CLAIMS.get(figure.computed, figure.computed)
            row = (figure.name, figure.printed, computed, agrees, figure.place)
            rows.append((*row, figure.reading) if with_reading else row)
        head = (Message("number"), Message("printed"), Message("computed"), Message("equal"), Message("place"))
        yield from table((*head, Message("reading")) if with_reading else head, rows)
        yield comparison.summary
        for figure in comparison.figures:
            why = [figure.note] if figure.note else []
            if figure.established and not figure.agrees:
                why.append(Message("the value that corrige computes comes from {source}", source=figure.established))
            if why:
                yield joined("", ("  ", figure.name, ": ", clauses(why)))
        yield ""
    if len(comparisons) > 1:
        yield from (joined(": ", (comparison.exam, comparison.summary)) for comparison in comparisons)


def figures(
    name: ExamName,
    *,
    folder: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Folder in which the files are written.")
    ],
    exams: ExamFolders = None,
    lang: Lang = None,
    force: Force = False,
) -> None:
    """Redraw the document's plots from exact values, as SVG and PDF; write the programs to complete."""
    exam, settings = exam_here(name, exams)
    document, words = document_of(exam), exam.words(lang or settings.lang)
    if document is None or not document.plots:
        raise CorrigeError.single(
            Message("the document of {name!r} has no plots", name=exam.name), remedy="`corrige list` shows all exams"
        )
    with shared_files():
        make_folder(folder)
    for plot in document.plots:
        with working("drawing the plot {name}", name=plot.name):
            contents = plot_files(plot, words)
        for form, content in contents.items():
            deliver(content, folder / f"{plot.name}.{form}", force=force)
    for exercise in document.exercises:
        for file, content in code_to_complete(exam.location, exercise, words.lang).items():
            deliver(content, folder / file, force=force)
