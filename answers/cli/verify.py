"""corrige verify: every printed figure beside the computed one."""

from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, ExamFolders, Force, Output
from answers.cli.common.output import deliver, deliver_found, needs_person, table, working
from answers.cli.exams import all_exams, exam_here
from answers.messages import Message, clauses, joined

if TYPE_CHECKING:
    from answers.exam.verify import Comparison, Figure


def verify(
    name: Annotated[str | None, typer.Argument(metavar="[EXAM]", help="One exam; all of them by default.")] = None,
    *,
    exams: ExamFolders = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Print every figure of the documents beside the computed one; exit with 1 when one differs.

    With -o FILE.html the report is one page.
    """
    from answers.errors import CorrigeError
    from answers.exam.verify import verify as compare

    asked = [exam_here(name, exams)[0]] if name else all_exams(exams)
    with working("computing"):
        found = [one for one in map(compare, asked) if one is not None]
    if name and not found:
        raise CorrigeError.one(
            Message("the exam {name!r} comes with no printed figures", name=name), remedy="see `corrige list`"
        )
    document = {"schema": "corrige/verify/1", "exams": list(map(_comparison_json, found))}
    if output.suffix == ".html" and not as_json:
        from answers.exam.verify_page import verify_page

        deliver(verify_page(found).encode(), output, force=force)
        needs_person(any(c.differing for c in found))
        return
    lines = [*(line for c in found for line in _comparison_lines(c)), *_totals(found)]
    deliver_found(document, lines, as_json=as_json, output=output, force=force)
    needs_person(any(c.differing for c in found))


def _comparison_json(comparison: "Comparison") -> dict[str, object]:
    figures = [figure.to_json() for figure in comparison.figures]
    return {"exam": comparison.exam, "source": comparison.source, "figures": figures}


def _comparison_lines(comparison: "Comparison") -> list[str]:
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


def _totals(comparisons: "list[Comparison]") -> list[str]:
    """What all documents together come to, when there are several."""
    return [joined(": ", (c.exam, c.told)) for c in comparisons] if len(comparisons) > 1 else []


def _row(figure: "Figure") -> tuple[str, ...]:
    return (figure.name, figure.printed, figure.computed, _agreement(figure), figure.place)


def _explained(figure: "Figure") -> str:
    """Why a figure differs, and what ours is taken from."""
    source = (
        Message("ours is from {established}", established=figure.established)
        if figure.established and not figure.agrees
        else ""
    )
    return clauses([part for part in (figure.note, source) if part])


def _agreement(figure: "Figure") -> str:
    """Whether a figure agrees, and how many standard errors away a sampled one is."""
    return joined(
        "", (Message("yes" if figure.agrees else "NO"), "" if figure.z is None else f" (z = {figure.z:+.1f})")
    )
