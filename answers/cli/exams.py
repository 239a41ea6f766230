"""Commands about exams: list, show, key, sheet, verify."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, ExamName, Force, Lang, Output, Seed
from answers.cli.common.output import deliver, deliver_json, deliver_text, needs_person, say, table, working

if TYPE_CHECKING:
    from answers.exam.exam import Exam
    from answers.exam.key import Key
    from answers.exam.settings import Settings
    from answers.exam.verify import Comparison, Figure


class PrintedFace(StrEnum):
    """Faces that a seed alone determines."""

    BLANK = "blank"
    MODEL = "model"
    KEY = "key"


def list_exams(*, as_json: AsJson = False, output: Output = TO_STDOUT, force: Force = False) -> None:
    """List the exams."""
    from answers.exam.catalogue import exam_names, load_exam

    exams = [load_exam(name) for name in exam_names()]
    if as_json:
        rows = [{"name": exam.name, "title": {"fr": exam.title.fr, "en": exam.title.en}} for exam in exams]
        deliver_json({"schema": "corrige/list/1", "exams": rows}, output, force=force)
        return
    lines = table(
        ("exam", "title", "questions", "points"),
        ((exam.name, exam.title.en, str(len(exam.questions)), f"{float(exam.points):g}") for exam in exams),
        right=("questions", "points"),
    )
    deliver_text(lines, output, force=force)


def show(
    name: ExamName, *, lang: Lang = None, as_json: AsJson = False, output: Output = TO_STDOUT, force: Force = False
) -> None:
    """Show an exam's questions, with the points, answer kinds and tolerances in force here."""
    exam, _ = _exam_here(name)
    lang = lang or "en"
    model = exam.draw(exam.model_seed)
    if as_json:
        deliver_json(_exam_json(exam), output, force=force)
        return
    rows = (
        (part.id, f"{float(part.points):g}", part.kind.describe(lang), part.tolerance.describe(), " ".join(part.labels))
        for part in exam.parts
    )
    deliver_text(
        [
            f"{exam.title[lang]}: {float(exam.points):g} points, model seed {exam.model_seed}",
            exam.source[lang],
            "",
            *(f"{question.number}. {question.asked(model)[lang]}" for question in exam.questions),
            "",
            *table(("part", "points", "answer", "tolerance", "items"), rows, right=("points",)),
        ],
        output,
        force=force,
    )


def key(
    name: ExamName,
    u0: Seed,
    *,
    question: Annotated[
        list[str] | None,
        typer.Option("--question", metavar="PART", help="Only this part, such as 7a; may be repeated."),
    ] = None,
    lang: Lang = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Compute the key of a seed."""
    exam, settings = _exam_here(name)
    lang = lang or settings.lang
    with working(f"computing the key of {exam.name} for u0 = {u0}"):
        found = _key(exam, u0, question)
    if found.flags:
        say(f"u0 = {u0}: {', '.join(found.flags)}")
    if as_json:
        deliver_json(found.to_json(exam, lang), output, force=force)
        return
    kinds = {part.id: part for part in exam.parts}
    rows = (
        (part_id, kinds[part_id].labels[i], kinds[part_id].kind.format(value, lang))
        for part_id, values in found.answers.items()
        for i, value in enumerate(values)
    )
    deliver_text(table(("part", "item", "answer"), rows), output, force=force)


def sheet(
    name: ExamName,
    u0: Seed,
    *,
    face: Annotated[PrintedFace, typer.Option("--face", help="Which face of the sheet.")] = PrintedFace.BLANK,
    lang: Lang = None,
    student: Annotated[str, typer.Option("--student", metavar="ID", help="Identifier of the student.")] = "",
    family_name: Annotated[str, typer.Option("--name", help="Name of the student, printed on the sheet.")] = "",
    first_name: Annotated[str, typer.Option("--first-name", help="First name of the student.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The PDF; by default EXAM-N-FACE.pdf.")
    ] = None,
    force: Force = False,
) -> None:
    """Print a sheet: blank (fillable), model (the answers), or key (for the examiner)."""
    from answers.exam.exam import checked_seed
    from answers.sheets.pdf import render_pdf
    from answers.sheets.sheet import Face, Student, sheet_html

    exam, settings = _exam_here(name)
    checked_seed(u0)
    with working(f"printing the {face} sheet of {exam.name} for u0 = {u0}"):
        html = sheet_html(
            exam,
            u0,
            Face(face.value),
            lang=lang or settings.lang,
            student=Student(student, family_name, first_name),
            secret=settings.secret,
            key=None if face is PrintedFace.BLANK else _key(exam, u0, None),
        )
        content = render_pdf(html, fillable=face is PrintedFace.BLANK)
    deliver(content, output or Path(f"{exam.name}-{u0}-{face}.pdf"), force=force)


def verify(
    name: Annotated[str | None, typer.Argument(metavar="[EXAM]", help="One exam; all of them by default.")] = None,
    *,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Print every figure of the documents beside the computed one; exit with 1 when one differs."""
    from answers.exam.catalogue import exam_names, load_exam
    from answers.exam.verify import verify as compare

    with working("computing"):
        comparisons = [compare(load_exam(exam).name) for exam in ([name] if name else exam_names())]
    if as_json:
        documents = [
            {"exam": c.exam, "source": c.source, "figures": [figure.to_json() for figure in c.figures]}
            for c in comparisons
        ]
        deliver_json({"schema": "corrige/verify/1", "exams": documents}, output, force=force)
    else:
        deliver_text([line for c in comparisons for line in _comparison_lines(c)], output, force=force)
    needs_person(any(c.differing for c in comparisons))


def figures(
    name: ExamName,
    *,
    folder: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write them to.")],
    lang: Lang = None,
    force: Force = False,
) -> None:
    """Redraw the document's plots from exact values, as SVG and PDF."""
    from answers.errors import CorrigeError
    from answers.exam.document import plots
    from answers.exam.plot import FORMATS, plot_bytes
    from answers.files import make_folder

    exam, settings = _exam_here(name)
    found = plots(exam.name)
    if not found:
        raise CorrigeError.one(f"the document of {exam.name!r} has no plots", remedy="see `corrige list`")
    make_folder(folder)
    for plot in found:
        with working(f"drawing {plot.name}"):
            contents = {form: plot_bytes(plot, form, lang or settings.lang) for form in FORMATS}
        for form, content in contents.items():
            deliver(content, folder / f"{plot.name}.{form}", force=force)


def _comparison_lines(comparison: "Comparison") -> list[str]:
    figures = comparison.figures
    rows = [(f.name, f.printed, f.computed, _agreement(f), f.place) for f in figures]
    notes = [f"  {f.name}: {f.note}" for f in figures if f.note]
    return [
        f"{comparison.exam}: {comparison.source}",
        *table(("figure", "printed", "computed", "agree", "place"), rows),
        f"{len(figures) - comparison.differing} of {len(figures)} figures agree, {comparison.differing} differ",
        *notes,
        "",
    ]


def _agreement(figure: "Figure") -> str:
    """Whether a figure agrees, and how many standard errors away a sampled one is."""
    return ("yes" if figure.agrees else "NO") + ("" if figure.z is None else f" (z = {figure.z:+.1f})")


def _exam_here(name: str) -> tuple["Exam[Any]", "Settings"]:
    """The exam with the teacher's choices, and the settings in force in the current folder."""
    from answers.exam.adjust import load_adjusted
    from answers.exam.settings import load_settings

    settings = load_settings(Path.cwd())
    return load_adjusted(name, settings), settings


def _key(exam: "Exam[Any]", u0: int, parts: list[str] | None) -> "Key":
    from answers.exam.key import make_key
    from answers.exam.store import cached_key, fingerprint

    return make_key(exam, u0, parts=parts, fingerprint=fingerprint(exam.name)) if parts else cached_key(exam, u0)


def _exam_json(exam: "Exam[Any]") -> dict[str, Any]:
    asked = [question.asked(exam.draw(exam.model_seed)) for question in exam.questions]
    return {
        "schema": "corrige/exam/1",
        "exam": exam.name,
        "title": {"fr": exam.title.fr, "en": exam.title.en},
        "model_seed": exam.model_seed,
        "points": float(exam.points),
        "questions": [
            {
                "question": question.number,
                "prompt": {"fr": prompt.fr, "en": prompt.en},
                "parts": {part.id: _part_json(part) for part in question.parts},
            }
            for question, prompt in zip(exam.questions, asked, strict=True)
        ],
    }


def _part_json(part: Any) -> dict[str, Any]:
    return {
        "points": float(part.points),
        "items": list(part.labels),
        "kind": part.kind.describe("en"),
        "tolerance": {"absolute": float(part.tolerance.absolute), "relative": float(part.tolerance.relative)},
        "all_or_nothing": part.all_or_nothing,
    }
