"""corrige verify: every printed figure beside the computed one."""

from collections.abc import Iterator
from typing import Annotated

import typer

from answers.cli.common.here import all_exams, exam_here
from answers.cli.common.options import TO_STDOUT, ExamFolders, Output
from answers.cli.common.output import table, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.exam.verify import Comparison, Figure, verify_page
from answers.exam.verify import verify as compare
from answers.messages import Message, clauses, joined


def verify(
    name: Annotated[str | None, typer.Argument(metavar="[EXAM]", help="One exam; all of them by default.")] = None,
    *,
    exams: ExamFolders = None,
    output: Output = TO_STDOUT,
) -> Result:
    """Print every figure of the documents beside the computed one; exit with 1 when one differs.

    With -o FILE.html the report is one page.
    """
    asked = [exam_here(name, exams)[0]] if name else all_exams(exams)
    with working("computing"):
        compared = [one for one in map(compare, asked) if one is not None]
    if name and not compared:
        raise CorrigeError.one(
            Message("the exam {name!r} comes with no printed figures", name=name), remedy="see `corrige list`"
        )
    document = {"schema": "corrige/verify/1", "exams": list(map(_comparison_json, compared))}
    lines = verify_page(compared).splitlines() if output.suffix == ".html" else _lines(compared)
    return Result(document, lines, needs_person=any(one.differing for one in compared))


def _comparison_json(comparison: Comparison) -> dict[str, object]:
    figures = [figure.to_json() for figure in comparison.figures]
    return {"exam": comparison.exam, "source": comparison.source, "figures": figures}


def _lines(comparisons: list[Comparison]) -> Iterator[str]:
    for one in comparisons:
        yield from _comparison_lines(one)
    if len(comparisons) > 1:
        yield from (joined(": ", (one.exam, one.told)) for one in comparisons)


def _comparison_lines(comparison: Comparison) -> list[str]:
    figures = comparison.figures
    head, rows = ["figure", "printed", "computed", "agree", "place"], [_row(f) for f in figures]
    if any(f.reading for f in figures):
        head, rows = [*head, "reading"], [(*row, f.reading) for row, f in zip(rows, figures, strict=True)]
    return [
        f"{comparison.exam}: {comparison.source}",
        *table(tuple(head), rows),
        comparison.told,
        *(
            joined("", ("  ", f.name, ": ", _explained(f)))
            for f in figures
            if f.note or (f.established and not f.agrees)
        ),
        "",
    ]


def _row(figure: Figure) -> tuple[str, ...]:
    return (figure.name, figure.printed, figure.computed, _agreement(figure), figure.place)


def _explained(figure: Figure) -> str:
    """Why a figure differs, and what ours is taken from."""
    source = (
        Message("ours is from {established}", established=figure.established)
        if figure.established and not figure.agrees
        else ""
    )
    return clauses([part for part in (figure.note, source) if part])


def _agreement(figure: Figure) -> str:
    """Whether a figure agrees, and how many standard errors away a sampled one is."""
    return joined(
        "", (Message("yes" if figure.agrees else "NO"), "" if figure.z is None else f" (z = {figure.z:+.1f})")
    )
