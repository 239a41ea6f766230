"""Commands about exams: list, show, key, sheet, figures, check."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.options import TO_STDOUT, AsJson, ExamFolders, ExamName, Force, Lang, OptionalSeed, Output, Seed
from answers.cli.common.output import (
    deliver,
    deliver_found,
    deliver_json,
    deliver_text,
    needs_person,
    number,
    say,
    table,
    working,
)
from answers.messages import Message, joined, language, told

if TYPE_CHECKING:
    from answers.exam.exam import Exam
    from answers.exam.identity import Student
    from answers.exam.key import Key
    from answers.exam.part import Part
    from answers.exam.settings import Settings


PAGE = 100
"""Columns of a key, which a jury prints."""


class PrintedFace(StrEnum):
    """Faces that need no paper of a student."""

    SUBJECT = "subject"
    BLANK = "blank"
    MODEL = "model"
    KEY = "key"
    SOLUTION = "solution"


def list_exams(
    *, exams: ExamFolders = None, as_json: AsJson = False, output: Output = TO_STDOUT, force: Force = False
) -> None:
    """List the exams."""
    from answers.exam.words import LANGUAGES, plain

    found = list(all_exams(exams))
    if as_json:
        rows = [
            {"name": exam.name, "title": {lang: plain(exam.words(lang).title) for lang in LANGUAGES}} for exam in found
        ]
        deliver_json({"schema": "corrige/list/1", "exams": rows}, output, force=force)
        return
    lines = table(
        ("exam", "title", "questions", "points"),
        (
            (exam.name, plain(exam.words(language()).title), str(len(exam.questions)), number(float(exam.points), "g"))
            for exam in found
        ),
        right=("questions", "points"),
    )
    deliver_text(lines, output, force=force)


def show(
    name: ExamName,
    *,
    exams: ExamFolders = None,
    lang: Lang = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Show an exam's questions, with the points, answer kinds and tolerances in force here."""
    from answers.exam.words import plain

    exam, _ = exam_here(name, exams)
    if as_json:
        deliver_json(_exam_json(exam), output, force=force)
        return
    words, model = exam.words(lang or language()), exam.drawn(exam.model_seed)
    rows = (
        (
            part.id,
            number(float(part.points), "g"),
            part.kind.describe(words.lang),
            part.tolerance.describe(words.lang),
            Message("all or nothing") if part.all_or_nothing and part.count > 1 else "",
            " ".join(map(plain, words.labels(part, model))),
        )
        for part in exam.parts
    )
    deliver_text(
        [
            Message(
                "{plain}: {points}, model seed {model_seed}",
                plain=plain(words.title),
                points=counts.points(float(exam.points)),
                model_seed=exam.model_seed,
            ),
            plain(words.source),
            "",
            *(f"{question.number}. {plain(words.prompt(question.number, model))}" for question in exam.questions),
            "",
            *table(("part", "points", "answer", "tolerance", "together", "items"), rows, right=("points",)),
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
    exams: ExamFolders = None,
    lang: Lang = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Compute the key of a seed."""
    from answers.exam.key_json import key_to_json
    from answers.exam.words import plain

    exam, settings = exam_here(name, exams)
    words = exam.words(lang or settings.lang)
    with working(Message("computing the key of {name} for u0 = {u0}", name=exam.name, u0=u0)):
        found = _key(exam, u0, question)
    if found.flags:
        say(Message("u0 = {u0}: {flags}", u0=u0, flags=", ".join(map(str, found.flags))))
    if as_json:
        deliver_json(key_to_json(exam, found, words.lang), output, force=force)
        return
    rows = (
        (part.id, plain(label), part.kind.format(value, words.lang))
        for part in exam.parts
        if part.id in found.answers
        for label, value in zip(words.labels(part, found.params), found.answers[part.id], strict=True)
    )
    deliver_text(table(("part", "item", "answer"), rows, widest=PAGE), output, force=force)


def sheet(
    name: ExamName,
    u0: OptionalSeed = None,
    *,
    face: Annotated[PrintedFace, typer.Option("--face", help="Which face of the exam.")] = PrintedFace.BLANK,
    exams: ExamFolders = None,
    lang: Lang = None,
    student: Annotated[str, typer.Option("--student", metavar="ID", help="Identifier of the student.")] = "",
    family_name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Name of the student.")] = "",
    first_name: Annotated[str, typer.Option("--first-name", metavar="TEXT", help="First name of the student.")] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The PDF; by default EXAM-N-FACE.pdf.")
    ] = None,
    force: Force = False,
) -> None:
    """Print a sheet: subject (what is asked), blank (fillable), model, key (for the examiner), solution (worked)."""
    from answers.exam.identity import Student

    exam, settings = exam_here(name, exams)
    told = lang or settings.lang
    if face is PrintedFace.SUBJECT:
        from answers.sheets.booklet import subject_pdf

        with working(Message("printing the subject of {name}", name=exam.name)):
            content = subject_pdf(exam, lang=told)
        deliver(content, output or Path(f"{exam.name}-subject-{told}.pdf"), force=force)
        return
    seed = _seed(exam, u0, face, force=force)
    with working(Message("printing the {face} sheet of {name} for u0 = {seed}", face=face, name=exam.name, seed=seed)):
        content = _sheet(exam, seed, face, Student(student, family_name, first_name), told, settings.secret)
    deliver(content, output or Path(f"{exam.name}-{seed}-{face}.pdf"), force=force)


def figures(
    name: ExamName,
    *,
    folder: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write them to.")],
    exams: ExamFolders = None,
    lang: Lang = None,
    force: Force = False,
) -> None:
    """Redraw the document's plots from exact values, as SVG and PDF; write the programs that it asks to complete."""
    from answers.errors import CorrigeError
    from answers.exam.code_to_complete import code_to_complete
    from answers.exam.document import document_of
    from answers.exam.plot import plot_files
    from answers.files import make_folder

    exam, settings = exam_here(name, exams)
    document, words = document_of(exam), exam.words(lang or settings.lang)
    if document is None or not document.plots:
        raise CorrigeError.one(
            Message("the document of {name!r} has no plots", name=exam.name), remedy="see `corrige list`"
        )
    make_folder(folder)
    for plot in document.plots:
        with working(Message("drawing {name}", name=plot.name)):
            contents = plot_files(plot, words)
        for form, content in contents.items():
            deliver(content, folder / f"{plot.name}.{form}", force=force)
    for exercise in document.exercises:
        for file, content in code_to_complete(exam.home, exercise, words.lang).items():
            deliver(content, folder / file, force=force)


def check(
    name: ExamName,
    *,
    exams: ExamFolders = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Hold an exam to the law of the house: draws, keys, marking, words and faces; exit with 1 when it breaks one."""
    from answers.grading.house_law import check as hold

    exam, _ = exam_here(name, exams)
    with working(Message("checking {name}", name=exam.name)):
        found = hold(exam)
    rows = [{"law": law.name, "says": law.says, "problems": list(map(str, broken))} for law, broken in found]
    document = {"schema": "corrige/check/1", "exam": exam.name, "laws": rows}
    lines: list[str] = []
    before: set[str] = set()
    for law, broken in found:
        lines.append(joined("", (Message("BROKEN  " if broken else "ok      "), Message.of(law.says))))
        own = [str(problem) for problem in broken]
        lines += ["        " + told(text).replace("\n", "\n    ") for text in own if text not in before]
        if again := sum(text in before for text in own):
            message = Message(
                "        {count} problem told above", plural="        {count} problems told above", count=again
            )
            lines.append(message)
        before.update(own)
    deliver_found(document, lines, as_json=as_json, output=output, force=force)
    needs_person(any(broken for _, broken in found))


def _seed(exam: "Exam", u0: int | None, face: PrintedFace, *, force: bool) -> int:
    """The seed asked for; models and solutions are those of the model seed unless another one is asked."""
    from answers.errors import CorrigeError
    from answers.exam.exam import checked_seed

    if u0 == 0 and not force:
        raise CorrigeError.one(
            "u₀ = 0 gives a sequence of zeros, which is no exam", remedy="give another number, or pass --force"
        )
    if u0 is not None:
        return checked_seed(u0)
    if face in (PrintedFace.MODEL, PrintedFace.SOLUTION):
        return exam.model_seed
    raise CorrigeError.one(
        Message("a {face} sheet is of one seed", face=face), remedy="give the student's number: --u0 N"
    )


def _sheet(exam: "Exam", u0: int, face: PrintedFace, student: "Student", lang: str, secret: str) -> bytes:
    from answers.sheets.sheet import Blank, ExaminerKey, Model, sheet_pdf

    if face is PrintedFace.BLANK:
        return sheet_pdf(Blank(exam, u0, student), lang=lang, secret=secret)
    found = _key(exam, u0, None)
    if face is PrintedFace.SOLUTION:
        from answers.sheets.booklet import solution_pdf

        return solution_pdf(exam, found, lang=lang)
    made = Model(exam, found) if face is PrintedFace.MODEL else ExaminerKey(exam, found, student)
    return sheet_pdf(made, lang=lang, secret=secret)


def all_exams(folders: list[Path] | None) -> "list[Exam]":
    """Return all exams, with those of the folders named on the command line and in the settings."""
    from answers.exam.catalogue import exam_names, load_exam

    places = _settings_here(folders).places
    return [load_exam(name, places) for name in exam_names(places)]


def exam_here(name: str, folders: list[Path] | None) -> tuple["Exam", "Settings"]:
    """Return an exam with the teacher's choices, and the settings in force in the current folder."""
    from answers.exam.adjust import load_adjusted

    settings = _settings_here(folders)
    return load_adjusted(name, settings), settings


def _settings_here(folders: list[Path] | None) -> "Settings":
    from answers.exam.load_settings import load_settings

    return load_settings(Path.cwd(), tuple(folders or ()))


def _key(exam: "Exam", u0: int, parts: list[str] | None) -> "Key":
    from answers.exam.home import fingerprint
    from answers.exam.key import make_key
    from answers.exam.store import kept_key

    return make_key(exam, u0, parts=parts, fingerprint=fingerprint(exam.home)) if parts else kept_key(exam, u0)


def _exam_json(exam: "Exam") -> dict[str, object]:
    from answers.exam.words import LANGUAGES, plain

    words, model = {lang: exam.words(lang) for lang in LANGUAGES}, exam.drawn(exam.model_seed)
    return {
        "schema": "corrige/exam/1",
        "exam": exam.name,
        "title": {lang: plain(told.title) for lang, told in words.items()},
        "model_seed": exam.model_seed,
        "points": float(exam.points),
        "questions": [
            {
                "question": question.number,
                "prompt": {lang: plain(told.prompt(question.number, model)) for lang, told in words.items()},
                "parts": {
                    part.id: _part_json(part, list(map(plain, words["fr"].labels(part, model))))
                    for part in question.parts
                },
            }
            for question in exam.questions
        ],
    }


def _part_json(part: "Part", labels: list[str]) -> dict[str, object]:
    return {
        "points": float(part.points),
        "items": labels,
        "kind": part.kind.describe("en"),
        "tolerance": {"absolute": float(part.tolerance.absolute), "relative": float(part.tolerance.relative)},
        "all_or_nothing": part.all_or_nothing,
    }
